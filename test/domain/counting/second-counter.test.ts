import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SecondCounter } from '../../../src/domain/counting/second-counts.ts';

const seconds = fc.oneof(fc.nat(40), fc.nat(300), fc.nat(1_500), fc.nat(2 ** 32));

test('counts each number of seconds, few or many of them, in any order', () => {
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
