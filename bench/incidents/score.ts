import { type FaultTraffic, NO_TRAFFIC } from './fault-traffic.ts';
import { type InjectedFault, LASTING, OUTAGES, REAL } from './faults.ts';
import type { Alarm } from './rules.ts';
import type { SeedRun } from './run.ts';
import { DAY } from './traffic.ts';

/** The result of one rule for one fault. */
export interface FaultResult {
  readonly fault: InjectedFault;
  readonly traffic: FaultTraffic;
  /** Its operator had ≥ 50 messages in the first ten minutes. Always true for silence and faults of all operators. */
  readonly isEnough: boolean;
  /** An outage of at least 15 minutes with enough traffic: it must be found within 15 minutes. */
  readonly isDue: boolean;
  /** Seconds from the onset to the first alarm; `undefined` if it was missed. */
  readonly delay: number | undefined;
}

export interface Score {
  readonly results: readonly FaultResult[];
  readonly falseAlarms: readonly Alarm[];
}

export const DUE_SECONDS = 900;
/** Messages in the first ten minutes. */
const ENOUGH_TRAFFIC = 50;
/** An alarm that begins this soon after a fault's end still counts as found. */
export const GRACE_SECONDS = 900;
/** After this time a new level counts as the baseline. */
const NEW_LEVEL_SECONDS = 3 * DAY;

/**
 * An alarm matches a fault that is active, or ended less than 15 minutes ago, if it is about the same operator (or all)
 * and the same kind: a clock that is off does not justify an alarm about deliveries. Every other alarm is false. An
 * alarm that began before the fault does not find it.
 */
export function scoreOf({
  faults,
  traffic,
  alarms,
}: Pick<SeedRun, 'faults' | 'traffic' | 'alarms'>): Record<string, Score> {
  return Object.fromEntries(
    Object.entries(alarms).map(([name, own]): [string, Score] => {
      const results = faults.map((fault, index): FaultResult => {
        const first = own.find((alarm) => isOf(alarm, fault));
        const had = traffic[index] ?? NO_TRAFFIC;
        const isCounted = fault.operator !== undefined && fault.kind !== 'silence';
        const isEnough = !isCounted || had.first >= ENOUGH_TRAFFIC;
        return {
          fault,
          traffic: had,
          isEnough,
          isDue: OUTAGES.includes(fault.kind) && fault.end - fault.start >= DUE_SECONDS && isEnough,
          delay: first && first.at - fault.start,
        };
      });
      return [
        name,
        { results, falseAlarms: own.filter((alarm) => !faults.some((fault) => isOf(alarm, fault))) },
      ];
    }),
  );
}

function isOf({ at, operator, about }: Alarm, fault: InjectedFault): boolean {
  if (at < fault.start || at > lastAlarmOf(fault)) return false;
  if (operator !== undefined && fault.operator !== undefined && operator !== fault.operator) return false;
  if (about === 'clock') return fault.kind === 'clock_off';
  return REAL.includes(fault.kind) || LASTING.includes(fault.kind);
}

function lastAlarmOf({ kind, start, end }: InjectedFault): number {
  return LASTING.includes(kind) ? start + NEW_LEVEL_SECONDS : end + GRACE_SECONDS;
}
