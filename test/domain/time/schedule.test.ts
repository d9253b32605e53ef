import { describe, expect, test } from 'vitest';
import { addDaysTo, type Day } from '../../../src/domain/time/calendar.ts';
import { dayBefore, latestAt, nextAt } from '../../../src/domain/time/schedule.ts';
import { startOfDayIn } from '../../../src/domain/time/wall-clock.ts';

const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;
const FROM = Date.parse('2024-01-01T00:00:00Z');
const TO = Date.parse('2029-01-01T00:00:00Z');

/**
 * The clock time of a zone at each quarter hour of five years. The zone database is read for each hour only, because
 * none of the zones changes its clocks within an hour.
 */
function clocksOf(zone: string): Map<Day, { readonly at: number; readonly shows: string }[]> {
  const format = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  const days = new Map<Day, { readonly at: number; readonly shows: string }[]>();
  for (let hour = FROM - 2 * 24 * HOUR_MS; hour < TO + 2 * 24 * HOUR_MS; hour += HOUR_MS) {
    const shownMs = Date.parse(`${format.format(hour)}Z`);
    for (let laterMs = 0; laterMs < HOUR_MS; laterMs += QUARTER_MS) {
      const shown = new Date(shownMs + laterMs).toISOString();
      const [day, shows] = [shown.slice(0, 10), shown.slice(11, 16)];
      const ofDay = days.get(day) ?? [];
      days.set(day, ofDay);
      ofDay.push({ at: hour + laterMs, shows });
    }
  }
  return days;
}

/** Santiago and Madrid change their clocks, Kolkata is half an hour off, Nuuk skips the last hour of a day. */
const zones = ['America/Santiago', 'Europe/Madrid', 'Asia/Kolkata', 'America/Nuuk'] as const;
const times = ['00:00', '00:30', '02:30', '09:00', '23:30', '23:45'] as const;

describe.each(zones)('each day of 2024 to 2028 in %s', (zone) => {
  const clocks = clocksOf(zone);
  const days = [...clocks.keys()].slice(3, -3);

  /** The first moment at which a day shows the time, or the first existing one after it. */
  const expectedMs = (day: Day, time: string) => {
    const ofDay = clocks.get(day) ?? [];
    const shown = ofDay.find(({ shows }) => shows === time) ?? ofDay.find(({ shows }) => shows > time);
    return (shown ?? clocks.get(addDaysTo(day, 1))?.[0])?.at ?? Number.NaN;
  };

  test.each(times)('is due once, at %s', (time) => {
    let after = new Date(expectedMs(days[0] ?? '', time) - 1);
    for (const day of days) {
      const due = nextAt(time, zone, after);
      expect([day, due.toISOString()]).toEqual([day, new Date(expectedMs(day, time)).toISOString()]);
      expect(dayBefore(due, time, zone)).toBe(addDaysTo(day, -1));
      expect(latestAt(time, zone, due)).toEqual(due);
      expect(latestAt(time, zone, new Date(due.getTime() - 1)) < due).toBe(true);
      after = due;
    }
    expect(days.length).toBeGreaterThan(5 * 365 - 5);
  });

  test('has the length that the zone database gives', () => {
    const lengths = days.map((day) => {
      const hours =
        (startOfDayIn(addDaysTo(day, 1), zone).getTime() - startOfDayIn(day, zone).getTime()) / HOUR_MS;
      expect([day, hours]).toEqual([day, ((clocks.get(day)?.length ?? 0) * QUARTER_MS) / HOUR_MS]);
      return hours;
    });
    expect([...new Set(lengths)].sort()).toEqual(zone === 'Asia/Kolkata' ? [24] : [23, 24, 25]);
  });
});

describe('a time of day', () => {
  const at = (text: string) => new Date(text);

  test('that the clocks skip is the moment after the skip', () => {
    expect(nextAt('02:30', 'Europe/Madrid', at('2026-03-28T12:00:00Z'))).toEqual(at('2026-03-29T01:00:00Z'));
    expect(nextAt('00:30', 'America/Santiago', at('2026-09-05T12:00:00Z'))).toEqual(
      at('2026-09-06T04:00:00Z'),
    );
  });

  test('that the clocks show twice counts once, the first time', () => {
    const first = nextAt('02:30', 'Europe/Madrid', at('2026-10-24T12:00:00Z'));
    expect(first).toEqual(at('2026-10-25T00:30:00Z'));
    expect(nextAt('02:30', 'Europe/Madrid', first)).toEqual(at('2026-10-26T01:30:00Z'));
    expect(latestAt('02:30', 'Europe/Madrid', at('2026-10-25T01:45:00Z'))).toEqual(first);
  });

  test('is the next one, never the given moment itself', () => {
    const nine = at('2026-11-18T09:00:00Z');
    expect(nextAt('09:00', 'UTC', nine)).toEqual(at('2026-11-19T09:00:00Z'));
    expect(nextAt('09:00', 'UTC', at('2026-11-18T08:59:59.999Z'))).toEqual(nine);
    expect(latestAt('09:00', 'UTC', at('2026-11-18T08:59:59.999Z'))).toEqual(at('2026-11-17T09:00:00Z'));
  });
});
