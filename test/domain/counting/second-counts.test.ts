import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  mergeCounts,
  SecondCounter,
  type SecondCounts,
  sizeOf,
} from '../../../src/domain/counting/second-counts.ts';

function countsOf(values: readonly number[]): SecondCounts {
  const seconds = [...new Set(values)].sort((a, b) => a - b);
  return { seconds, counts: seconds.map((second) => values.filter((value) => value === second).length) };
}

/** Latencies, ages of days close together and far apart, and any other number of seconds. */
const value = fc.oneof(
  fc.nat(500),
  fc.integer({ min: 4_090, max: 4_100 }),
  fc.integer({ min: 345_600, max: 345_700 }),
  fc.nat(500_000),
  fc.nat(Number.MAX_SAFE_INTEGER),
);

test('merges lists as if their values had been counted together', () => {
  fc.assert(
    fc.property(fc.array(fc.array(value, { maxLength: 60 }), { maxLength: 5 }), (lists) => {
      const merged = mergeCounts(lists.map(countsOf));
      expect(merged).toEqual(countsOf(lists.flat()));
      expect(sizeOf(merged)).toBe(lists.flat().length);
    }),
  );
});

test('merges ages that are close together, including the first and the last', () => {
  const ages = Array.from({ length: 300 }, (_, index) => 345_600 + 7 * index);
  const [even, odd] = [0, 1].map((rest) => countsOf(ages.filter((_, index) => index % 2 === rest)));
  expect(mergeCounts([countsOf([3]), even ?? countsOf([]), odd ?? countsOf([])])).toEqual(
    countsOf([3, ...ages]),
  );
});

const seconds = fc.oneof(fc.nat(40), fc.nat(300), fc.nat(1_500), fc.nat(2 ** 32));

test('counts each number of seconds, few or many, in any order', () => {
  fc.assert(
    fc.property(fc.array(seconds, { maxLength: 1_000, size: 'max' }), (values) => {
      const counter = new SecondCounter();
      for (const value of values) counter.add(value);
      const expected = [...Map.groupBy(values, (value) => value)].sort(([a], [b]) => a - b);
      expect(counter.counts()).toEqual({
        seconds: expected.map(([value]) => value),
        counts: expected.map(([, same]) => same.length),
      });
    }),
  );
});
