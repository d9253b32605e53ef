import type { InjectedFault } from './faults.ts';
import { type Batch, LOCAL_OFFSET, operators, QUARTER, usualSize } from './traffic.ts';

/** Traffic during a fault: the evidence that a rule could have seen. */
export interface FaultTraffic {
  /** Messages submitted to the fault's operator in its first ten minutes. */
  readonly first: number;
  readonly halfHour: number;
  /** The operator's expected messages in the quarter hour in which the fault begins. */
  readonly usualQuarter: number;
  /** When the first affected message was submitted; for faults that `disturb` applies. */
  readonly hitAt: number | undefined;
}

const FIRST_SECONDS = 600;
const HALF_HOUR = 1800;

/** Counts while the traffic is generated. Add each quarter hour once. */
export function createFaultTraffic(faults: readonly InjectedFault[], perDay: number) {
  const counted = new Map(
    faults.map((fault) => [
      fault,
      {
        first: 0,
        halfHour: 0,
        usualQuarter: expectedInQuarter(fault, perDay),
        hitAt: Number.POSITIVE_INFINITY,
      },
    ]),
  );
  return {
    add(quarter: number, batches: readonly Batch[]): void {
      for (const [fault, sum] of counted) {
        if (fault.start >= quarter + QUARTER || fault.start + HALF_HOUR <= quarter) continue;
        for (const { operator, size, platformAt, disturbed } of batches) {
          if (operator.name !== fault.operator) continue;
          const own = platformAt.subarray(0, size);
          sum.first += countFrom(own, fault.start, FIRST_SECONDS);
          sum.halfHour += countFrom(own, fault.start, HALF_HOUR);
          for (const [index, at] of own.entries()) {
            if (disturbed[index] !== 0 && at >= fault.start) sum.hitAt = Math.min(sum.hitAt, at);
          }
        }
      }
    },
    of: (fault: InjectedFault): FaultTraffic => {
      const { hitAt = Number.POSITIVE_INFINITY, ...sum } = counted.get(fault) ?? NO_TRAFFIC;
      return { ...sum, hitAt: Number.isFinite(hitAt) ? hitAt : undefined };
    },
  };
}

export const NO_TRAFFIC: FaultTraffic = { first: 0, halfHour: 0, usualQuarter: 0, hitAt: undefined };

function expectedInQuarter({ start, operator }: InjectedFault, perDay: number): number {
  const own = operators.find(({ name }) => name === operator);
  return own ? usualSize(start + LOCAL_OFFSET, own, perDay) : 0;
}

function countFrom(times: Float64Array, start: number, seconds: number): number {
  return times.reduce((sum, at) => sum + Number(at >= start && at < start + seconds), 0);
}
