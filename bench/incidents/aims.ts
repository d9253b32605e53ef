import { FAILURES } from './oracle.ts';
import { DUE_SECONDS, type FaultResult } from './score.ts';
import { isWithin } from './totals.ts';
import { operators } from './traffic.ts';

/** A set of faults and the detection goal for each of them. */
export interface Aim {
  readonly what: string;
  readonly of: readonly FaultResult[];
  readonly isGood: (one: FaultResult) => boolean;
}

type AimName = 'due' | 'failures' | 'steadyFailures' | 'silence' | 'faint' | 'third';

const MINUTE = 60;
const HOUR = 3600;
/** A message is late after this time. */
const IN_TIME_SECONDS = 120;
const STEADY = new Set(operators.filter(({ failureRate }) => failureRate <= 0.025).map(({ name }) => name));

export function aimsOf(results: readonly FaultResult[]): Record<AimName, Aim> {
  const busy = results.filter(
    ({ fault, traffic }) => FAILURES.includes(fault.kind) && traffic.halfHour >= 300,
  );
  return {
    due: {
      what: 'due outages found within 15 minutes',
      of: results.filter(({ isDue }) => isDue),
      isGood: (one) => isWithin(one, DUE_SECONDS),
    },
    failures: {
      what: 'failures up by 5 points, ≥ 300 messages in half an hour: found',
      of: busy,
      isGood: ({ delay }) => delay !== undefined,
    },
    steadyFailures: {
      what: 'the same within 60 minutes, where usually ≤ 2.5 % fail',
      of: busy.filter(({ fault }) => STEADY.has(fault.operator ?? '')),
      isGood: (one) => isWithin(one, HOUR),
    },
    silence: {
      what: 'silence, where ≥ 30 messages are usual in a quarter of an hour: within 15 minutes',
      of: results.filter(({ fault, traffic }) => fault.kind === 'silence' && traffic.usualQuarter >= 30),
      isGood: (one) => isWithin(one, 15 * MINUTE),
    },
    faint: {
      what: 'down for 45 minutes or more, with 10 to 19 messages in half an hour: found within 45 minutes',
      of: results.filter(isFaint),
      isGood: (one) => isWithin(one, 45 * MINUTE),
    },
    third: {
      what: 'a third late, ≥ 100 messages in half an hour: found within 20 minutes after the first of them is due',
      of: results.filter(({ fault, traffic }) => fault.kind === 'third_late' && traffic.halfHour >= 100),
      isGood: (one) => isWithin(one, firstDue(one) + 20 * MINUTE),
    },
  };
}

function isFaint({ fault: { kind, start, end }, traffic: { halfHour } }: FaultResult): boolean {
  const isLong = (kind === 'operator_down' || kind === 'night_down') && end - start >= 45 * MINUTE;
  return isLong && halfHour >= 10 && halfHour < 20;
}

/** Seconds from the onset of the fault to the due time of the first affected message. */
function firstDue({ fault, traffic: { hitAt = fault.start } }: FaultResult): number {
  return hitAt - fault.start + IN_TIME_SECONDS;
}
