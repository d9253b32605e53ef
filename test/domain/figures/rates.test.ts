import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SecondCounts } from '../../../src/domain/counting/second-counts.ts';
import { percentile, rates, summarizeLeg, wilsonInterval } from '../../../src/domain/figures/rates.ts';
import { anyMessage, figuresOf, some, withWord } from '../../support/figures.ts';

const receiptHours = 72;
const receiptWindowSeconds = receiptHours * 3600;

describe('rates', () => {
  test('counts messages by status and computes the rates', () => {
    const figures = figuresOf([
      ...some(80, { after: 9 }),
      ...some(4, {}),
      ...some(5, { word: 'expired' }),
      ...some(1, { word: 'REJECTED', after: 3 }),
      ...some(3, { word: 'enroute', age: receiptWindowSeconds - 1 }),
      ...some(2, { word: 'accepted', age: receiptWindowSeconds }),
      ...some(3, { word: 'raro' }),
      withWord('enroute'),
      withWord('-', { platformAt: undefined, operatorAt: undefined, handsetAt: undefined }),
    ]);
    expect(rates(figures, { receiptHours, isComplete: false })).toEqual({
      submitted: 100,
      delivered: 84,
      failed: 6,
      pending: 5,
      noReceipt: 2,
      other: 3,
      deliveryRate: 0.84,
      deliveredOfFinal: 84 / 90,
      isProvisional: true,
    });
  });

  test('of parts equal those of their merged figures', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyMessage, { maxLength: 20 }), { maxLength: 5 }), (parts) => {
        const options = { receiptHours, isComplete: true };
        expect(
          rates(
            parts.map((part) => figuresOf(part)),
            options,
          ),
        ).toEqual(rates(figuresOf(parts.flat()), options));
      }),
    );
  });

  test('has undefined rates when nothing was sent or nothing is final', () => {
    const options = { receiptHours, isComplete: true };
    expect(rates(figuresOf([]), options)).toMatchObject({
      deliveryRate: undefined,
      deliveredOfFinal: undefined,
      isProvisional: false,
    });
    const pending = figuresOf(some(2, { word: 'enroute' }));
    expect(rates(pending, options)).toMatchObject({ deliveryRate: 0, deliveredOfFinal: undefined });
  });
});

describe('percentile', () => {
  const values: SecondCounts = { seconds: [1, 2, 3, 60], counts: [50, 40, 9, 1] };

  test.each([
    [1, 1],
    [50, 1],
    [51, 2],
    [90, 2],
    [91, 3],
    [99, 3],
    [100, 60],
  ])('the p%i of 100 latencies is %i s', (percent, seconds) => {
    expect(percentile(values, percent)).toBe(seconds);
  });

  test('is the nearest rank of the sorted values', () => {
    const times = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 100 }), (seconds, percent) => {
        const { latencies } = figuresOf(seconds.flatMap((after) => some(1, { after }))).total;
        const inOrder = seconds.toSorted((a, b) => a - b);
        // Integers only: rounding cannot change the rank.
        const rank = inOrder.findIndex((_, at) => (at + 1) * 100 >= percent * seconds.length);
        expect(percentile(latencies, percent)).toBe(inOrder[rank]);
      }),
    );
  });

  test('is undefined without values', () => {
    expect(percentile({ seconds: [], counts: [] }, 50)).toBeUndefined();
  });
});

test('summarizeLeg returns the percentiles, and counts measured messages and wrong clocks', () => {
  expect(summarizeLeg({ latencies: { seconds: [1, 8], counts: [90, 10] }, clockOff: 3 })).toEqual({
    clockOff: 3,
    p50: 1,
    p90: 1,
    p95: 8,
    p99: 8,
  });
});

describe('wilsonInterval', () => {
  // Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('%i of %i matches the published interval', (hits, n, low, high) => {
    const interval = wilsonInterval(hits, n, 1.959964);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  test('contains the share, stays within 0 and 1, and narrows with more observations', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), (a, b) => {
        const [hits, n] = [Math.min(a, b), Math.max(a, b, 1)];
        const { low, high } = wilsonInterval(hits, n);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(hits / n + 1e-12);
        expect(high).toBeGreaterThanOrEqual(hits / n - 1e-12);
        const more = wilsonInterval(hits * 4, n * 4);
        expect(more.high - more.low).toBeLessThan(high - low);
      }),
    );
  });

  test('is 0 to 1 without observations', () => {
    expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
  });
});
