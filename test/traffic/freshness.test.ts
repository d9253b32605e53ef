import { describe, expect, test } from 'vitest';
import { createFreshness } from '../../src/traffic/freshness.ts';

const sampleReading = {
  day: '2026-11-18',
  readAt: new Date('2026-11-18T12:00:00Z'),
  tookMs: 1_000,
  bytes: 20_000,
  received: 100,
  unreadable: 0,
  mayLackDays: false,
};
const inUtc = createFreshness('UTC', 72);
const at = (time: string) => new Date(`2026-11-${time}Z`);

describe('how long a reading is fresh', () => {
  test.each([
    ['under way: 15 minutes', {}, '18T12:15:00', '18T12:15:01'],
    ['read just before its end: 15 minutes', { readAt: at('18T23:59:59') }, '19T00:14:59', '19T00:15:00'],
    ['over: 6 hours', { readAt: at('19T00:00:00') }, '19T06:00:00', '19T06:00:01'],
    ['read just before it settled: 6 hours', { readAt: at('21T23:59:59') }, '22T05:59:59', '22T06:00:00'],
    [
      'settled, but not all that was announced',
      { readAt: at('23T00:00:00'), announced: 101 },
      '23T06:00:00',
      '23T06:00:01',
    ],
    [
      'settled, but perhaps another day',
      { readAt: at('23T00:00:00'), mayLackDays: true },
      '23T06:00:00',
      '23T06:00:01',
    ],
    ['it took a minute: 20 minutes', { tookMs: 60_000 }, '18T12:20:00', '18T12:20:01'],
  ])('%s', (_, changes, fresh, old) => {
    const reading = { ...sampleReading, ...changes };
    expect(inUtc.isFinal(reading)).toBe(false);
    expect(inUtc.isFresh(reading, at(fresh))).toBe(true);
    expect(inUtc.isFresh(reading, at(old))).toBe(false);
  });

  test('shorter with a maximum age, unless reading takes long', () => {
    const fiveMinutesMs = 5 * 60_000;
    const isFresh = (time: string, changes = {}) =>
      inUtc.isFresh({ ...sampleReading, ...changes }, at(time), fiveMinutesMs);
    expect([isFresh('18T12:05:00'), isFresh('18T12:05:01')]).toEqual([true, false]);
    const slow = { tookMs: 30_000 };
    expect([isFresh('18T12:10:00', slow), isFresh('18T12:10:01', slow)]).toEqual([true, false]);
    expect(inUtc.isStale(sampleReading, at('18T12:06:00'), fiveMinutesMs)).toBe(true);
    expect(inUtc.isStale(sampleReading, at('18T12:06:00'))).toBe(false);
    // A larger maximum age does not give older figures.
    expect(inUtc.isFresh(sampleReading, at('18T12:15:01'), 60 * 60_000)).toBe(false);
  });

  test('without a limit once the day is complete', () => {
    const reading = { ...sampleReading, readAt: at('22T00:00:00'), announced: 100 };
    expect(inUtc.isFinal(reading)).toBe(true);
    const later = new Date('2036-01-01T00:00:00Z');
    expect(inUtc.isFresh(reading, later)).toBe(true);
    expect(inUtc.isStale(reading, later)).toBe(false);
  });

  test('not before its own time, when the clock was set back', () => {
    const final = { ...sampleReading, readAt: at('22T00:00:00') };
    expect(inUtc.isFresh(final, at('21T23:58:59'))).toBe(false);
    expect(inUtc.isFresh(final, at('21T23:59:00'))).toBe(true);
    expect(inUtc.isFresh(sampleReading, at('18T11:58:59'))).toBe(false);
  });

  test('the day ends in the zone of the platform', () => {
    const inSantiago = createFreshness('America/Santiago', 72);
    const reading = { ...sampleReading, readAt: at('22T00:00:00') };
    expect(inSantiago.isFinal(reading)).toBe(false);
    expect(inSantiago.isFinal({ ...reading, readAt: at('22T03:00:00') })).toBe(true);
  });
});

test('figures may be older when reading takes long, and are then stale', () => {
  const slow = { ...sampleReading, tookMs: 60_000 };
  expect(inUtc.isStale(slow, at('18T12:15:00'))).toBe(false);
  expect(inUtc.isStale(slow, at('18T12:18:00'))).toBe(true);
  expect(inUtc.isFresh(slow, at('18T12:18:00'))).toBe(true);
});
