import { type FaultTraffic, NO_TRAFFIC } from './fault-traffic.ts';
import { type Fault, LASTING, OUTAGES, REAL } from './faults.ts';
import type { Alarm } from './rules.ts';
import type { Run } from './run.ts';
import { DAY } from './traffic.ts';

/** What one rule made of one fault. */
export interface Found {
  readonly fault: Fault;
  readonly traffic: FaultTraffic;
  /** Its operator had 50 messages or more in its first ten minutes; those of everyone, and silence, are not counted so. */
  readonly isEnough: boolean;
  /** An outage of 15 minutes or more with enough traffic: it must be found within 15 minutes. */
  readonly isDue: boolean;
  /** Seconds from its beginning to the first alarm of it; `undefined` where there was none. */
  readonly delay: number | undefined;
}

export interface Score {
  readonly found: readonly Found[];
  readonly falseAlarms: readonly Alarm[];
}

export const DUE_SECONDS = 900;
/** Messages in the first ten minutes. */
const ENOUGH_TRAFFIC = 50;
/** An alarm that begins so shortly after a fault's end is of the fault, however late. */
export const GRACE_SECONDS = 900;
/** By then a new level is what is usual. */
const NEW_LEVEL_SECONDS = 3 * DAY;

/**
 * An alarm is of a fault that goes on, or ended less than 15 minutes ago, where it is about its operator or everyone, and
 * of its kind: a clock that is off is no reason to say that messages do not arrive. Every other alarm is false. An alarm
 * that was on before tells nothing new and finds nothing.
 */
export function scoreOf({
  faults,
  traffic,
  alarms,
}: Pick<Run, 'faults' | 'traffic' | 'alarms'>): Record<string, Score> {
  return Object.fromEntries(
    Object.entries(alarms).map(([name, own]): [string, Score] => {
      const found = faults.map((fault, index): Found => {
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
        { found, falseAlarms: own.filter((alarm) => !faults.some((fault) => isOf(alarm, fault))) },
      ];
    }),
  );
}

function isOf({ at, operator, about }: Alarm, fault: Fault): boolean {
  if (at < fault.start || at > lastAlarmOf(fault)) return false;
  if (operator !== undefined && fault.operator !== undefined && operator !== fault.operator) return false;
  if (about === 'clock') return fault.kind === 'clock_off';
  return REAL.includes(fault.kind) || LASTING.includes(fault.kind);
}

function lastAlarmOf({ kind, start, end }: Fault): number {
  return LASTING.includes(kind) ? start + NEW_LEVEL_SECONDS : end + GRACE_SECONDS;
}
