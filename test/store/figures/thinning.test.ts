import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KEPT_AGES_MS, readingsToDrop } from '../../../src/store/figures/thinning.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const start = new Date('2026-11-18T03:00:00Z');
const day = { start, end: new Date(start.getTime() + 24 * HOUR_MS) };
const minutesIn = (minutes: number) => new Date(start.getTime() + minutes * MINUTE_MS);

describe('thinning a settled day', () => {
  test('keeps of a reading every five minutes about two an hour, and those of the days after that are needed', () => {
    const read = Array.from({ length: (4 * 24 * 60) / 5 }, (_, index) => minutesIn(index * 5));
    const dropped = new Set(readingsToDrop(read, day).map(Number));
    const kept = read.filter((time) => !dropped.has(time.getTime()));
    const inDay = kept.filter((time) => time < day.end);
    // At each full hour from the second on, and a quarter past each hour's end.
    expect(inDay.map((time) => (time.getTime() - start.getTime()) / MINUTE_MS)).toEqual(
      Array.from({ length: 23 }, (_, hour) => (hour + 1) * 60 + 15)
        .flatMap((quarterPast) => [...(quarterPast > 75 ? [quarterPast - 15] : []), quarterPast])
        .sort((a, b) => a - b),
    );
    // An hour, three and six after the last hour's end, a day and three after each: the last reading is one.
    expect(kept.length).toBeLessThan(120);
    expect(kept.at(-1)).toEqual(read.at(-1));
  });

  test('keeps a lone reading, and one before any hour is over only as the last', () => {
    expect(readingsToDrop([minutesIn(10)], day)).toEqual([]);
    expect(readingsToDrop([minutesIn(10), minutesIn(5_000)], day)).toEqual([minutesIn(10)]);
    expect(readingsToDrop([], day)).toEqual([]);
  });

  test('never drops what is nearest to a kept age of an hour, and is done after one go', () => {
    const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 6 * 24 * 60 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(minutes, fc.nat(23), fc.constantFrom(...KEPT_AGES_MS), (of, hour, ageMs) => {
        const read = of.map(minutesIn);
        const dropped = new Set(readingsToDrop(read, day).map(Number));
        const kept = read.filter((time) => !dropped.has(time.getTime()));
        expect(readingsToDrop(kept, day)).toEqual([]);
        const hourEnd = start.getTime() + (hour + 1) * HOUR_MS;
        const off = (times: readonly Date[]) =>
          Math.min(
            ...times
              .filter((time) => time.getTime() >= hourEnd)
              .map((time) => Math.abs(time.getTime() - hourEnd - ageMs)),
          );
        expect(off(kept)).toBe(off(read));
      }),
    );
  });
});
