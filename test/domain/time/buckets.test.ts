import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Bucket, bucketsFor, MAX_BUCKETS } from '../../../src/domain/time/buckets.ts';
import { addDaysTo, daysBetween } from '../../../src/domain/time/calendar.ts';
import { startOfDayIn } from '../../../src/domain/time/wall-clock.ts';

const HOUR_MS = 3_600_000;
const hoursOf = ({ start, end }: Bucket) => (end.getTime() - start.getTime()) / HOUR_MS;
const from = (firstDay: string, days: number, zone: string) =>
  bucketsFor({ firstDay, lastDay: addDaysTo(firstDay, days - 1), zone });

describe('bucketsFor', () => {
  test.each([
    [1, 12, 2],
    [2, 16, 3],
    [3, 18, 4],
    [7, 14, 12],
    [14, 14, 24],
    [31, 16, 48],
    [60, 20, 72],
    [92, 14, 168],
    [365, 20, 456],
  ])('cuts %i days into %i points of %i hours', (days, points, hours) => {
    const buckets = from('2026-10-01', days, 'UTC');
    expect(buckets).toHaveLength(points);
    expect(new Set(buckets.slice(1).map(hoursOf))).toEqual(new Set([hours]));
  });

  test('puts days that do not divide evenly into the first point', () => {
    const days = (count: number) => from('2026-10-01', count, 'UTC').map((bucket) => hoursOf(bucket) / 24);
    expect(days(31)).toEqual([1, ...Array(15).fill(2)]);
    expect(days(92)).toEqual([1, ...Array(13).fill(7)]);
    expect(days(90)).toEqual([6, ...Array(12).fill(7)]);
    expect(days(91)).toEqual(Array(13).fill(7));
  });

  test.each<[string, string, string, number[]]>([
    ['a day of 23 hours', '2026-09-06', 'America/Santiago', [1, ...Array(11).fill(2)]],
    ['a day of 25 hours', '2026-04-04', 'America/Santiago', [...Array(11).fill(2), 3]],
    ['an hour skipped in the night', '2026-03-29', 'Europe/Berlin', [2, 1, ...Array(10).fill(2)]],
    ['an hour had twice', '2026-10-25', 'Europe/Berlin', [2, 3, ...Array(10).fill(2)]],
    ['half an hour had twice', '2026-04-05', 'Australia/Lord_Howe', [2.5, ...Array(11).fill(2)]],
  ])('follows the wall clock on %s', (_, day, zone, hours) => {
    expect(from(day, 1, zone).map(hoursOf)).toEqual(hours);
  });

  test('leaves out a day that does not exist in the zone', () => {
    expect(from('2011-12-29', 3, 'Pacific/Apia').map(hoursOf)).toEqual(Array(12).fill(4));
    expect(from('2011-12-30', 1, 'Pacific/Apia')).toEqual([]);
  });

  test('returns adjoining points that cover the period, start at quarter hours and are at most 20', () => {
    const zones = fc.constantFrom(
      'UTC',
      'America/Santiago',
      'America/Havana',
      'America/St_Johns',
      'Asia/Kathmandu',
      'Pacific/Chatham',
      'Australia/Lord_Howe',
      'Antarctica/Troll',
      'Asia/Tokyo',
    );
    const starts = fc.integer({ min: 0, max: 4000 }).map((days) => addDaysTo('2020-01-01', days));
    fc.assert(
      fc.property(starts, fc.integer({ min: 1, max: 400 }), zones, (firstDay, days, zone) => {
        const buckets = from(firstDay, days, zone);
        const lastDay = addDaysTo(firstDay, days);
        expect(daysBetween(firstDay, lastDay)).toBe(days);
        expect(buckets.length).toBeLessThanOrEqual(MAX_BUCKETS);
        expect(buckets[0]?.start).toEqual(startOfDayIn(firstDay, zone));
        expect(buckets.at(-1)?.end).toEqual(startOfDayIn(lastDay, zone));
        for (const [at, bucket] of buckets.entries()) {
          expect(bucket.start.getTime() % 900_000).toBe(0);
          expect(bucket.end.getTime()).toBeGreaterThan(bucket.start.getTime());
          if (at > 0) expect(bucket.start).toEqual(buckets[at - 1]?.end);
        }
      }),
    );
  });
});
