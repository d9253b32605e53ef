import { packCells } from '../../src/domain/counting/codec.ts';
import { createTally } from '../../src/domain/counting/tally.ts';
import { runToEnd } from '../../src/runtime/yielding.ts';
import { DayParts } from '../../src/traffic/day-parts.ts';
import type { TrafficFigures } from '../../src/traffic/types.ts';

/** Messages of one operator with the same result, spread evenly over some hours. */
export interface MessageGroup {
  readonly from: string;
  readonly hours?: number;
  readonly count: number;
  readonly operator?: string | undefined;
  readonly word?: string | undefined;
  /** Seconds to the operator and on to the handset. Every third message takes twice as long to the handset. */
  readonly legs?: readonly [toOperator: number, toHandset?: number];
}

/** The figures of such messages at a reading. */
export function trafficOf(
  batches: readonly MessageGroup[],
  readAt: Date,
  changes: Partial<TrafficFigures> = {},
): TrafficFigures {
  const tally = createTally(readAt);
  let received = 0;
  for (const { from, hours = 1, count, operator, word = 'delivered', legs = [2, 7] } of batches) {
    const start = Date.parse(from) / 1000;
    for (let index = 0; index < count; index += 1) {
      const platformAt = start + Math.floor((index * hours * 3_600) / count);
      if (platformAt * 1000 > readAt.getTime()) break;
      const operatorAt = platformAt + legs[0];
      const toHandset = legs[1] === undefined ? Number.NaN : legs[1] * (index % 3 === 0 ? 2 : 1);
      tally.add(operator, word, { platformAt, operatorAt, handsetAt: operatorAt + toHandset });
      received += 1;
    }
  }
  const parts = runToEnd(DayParts.reading(packCells(tally.cells())));
  return {
    between: (start, end) => parts.between(start.getTime() / 1000, end.getTime() / 1000),
    asOf: readAt,
    days: [{ day: readAt.toISOString().slice(0, 10), readAt, received, unreadable: 0 }],
    daysMissing: false,
    ...changes,
  };
}
