import { type Fault, OUTAGES, REAL } from './faults.ts';
import type { Alarm } from './rules.ts';
import type { Run } from './run.ts';

/** What one rule made of one fault. */
export interface Found {
  readonly fault: Fault;
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

/**
 * An alarm is of a fault that goes on, or ended less than 15 minutes ago, where it is about its operator or everyone, and
 * of its kind: a clock that is off is no reason to say that messages do not arrive. Every other alarm is false. An alarm
 * that was on before tells nothing new and finds nothing.
 */
export function scoreOf({ faults, traffic, alarms }: Run): Record<string, Score> {
  return Object.fromEntries(
    Object.entries(alarms).map(([name, own]): [string, Score] => {
      const found = faults.map((fault, index): Found => {
        const first = own.find((alarm) => isOf(alarm, fault));
        const isCounted = fault.operator !== undefined && fault.kind !== 'silence';
        const isEnough = !isCounted || (traffic[index] ?? 0) >= ENOUGH_TRAFFIC;
        return {
          fault,
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
  if (at < fault.start || at > fault.end + GRACE_SECONDS) return false;
  if (operator !== undefined && fault.operator !== undefined && operator !== fault.operator) return false;
  if (about === 'clock') return fault.kind === 'clock_off';
  return REAL.includes(fault.kind);
}
