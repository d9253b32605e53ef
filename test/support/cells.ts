import fc from 'fast-check';
import { createCellReader } from '../../src/domain/counting/codec.ts';
import type { SecondCounts } from '../../src/domain/counting/second-counts.ts';
import { type Cell, mergeFigures, type OperatorFigures } from '../../src/domain/figures/figures.ts';

const count = fc.oneof(fc.integer({ min: 0, max: 200 }), fc.maxSafeNat());
const name = fc.string({ unit: 'binary', maxLength: 12 });
const second = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 2 ** 40 }));

const secondCounts: fc.Arbitrary<SecondCounts> = fc
  .uniqueArray(
    fc.tuple(second, fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 2 ** 50 }))),
    { selector: ([value]) => value, maxLength: 30 },
  )
  .map((pairs) => pairs.toSorted(([a], [b]) => a - b))
  .map((pairs) => ({ seconds: pairs.map(([value]) => value), counts: pairs.map(([, times]) => times) }));

const leg = fc.record({ latencies: secondCounts, clockOff: count });

const cell: fc.Arbitrary<Cell> = fc.record({
  quarter: fc.option(
    fc.integer({ min: 0, max: 4_000_000 }).map((number) => number * 900),
    { nil: undefined },
  ),
  operator: fc.option(name, { nil: undefined }),
  figures: fc.record({
    submitted: count,
    words: fc
      .uniqueArray(fc.tuple(name, count), { selector: ([word]) => word, maxLength: 5 })
      .map((of) => new Map(of)),
    platformToOperator: leg,
    operatorToHandset: leg,
    total: leg,
    failedAfter: secondCounts,
    pendingAges: secondCounts,
  }),
});

/** Arbitrary valid cells, in any order. */
export const cells = fc.array(cell, { maxLength: 12 });

export function unpackCells(bytes: Uint8Array): Cell[] {
  return [...createCellReader(bytes).all()].map(({ cell }) => cell);
}

/** The total figures per operator, in order of first occurrence. */
export function mergeByOperator(parts: Iterable<OperatorFigures>): OperatorFigures[] {
  return [...Map.groupBy(parts, ({ operator }) => operator)].map(([operator, own]) => ({
    operator,
    figures: mergeFigures(own.map(({ figures }) => figures)),
  }));
}
