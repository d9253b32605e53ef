import { expect, test } from 'vitest';
import { dayOf } from '../../../tools/fake-slack/dates.ts';
import { clockTime, dayTitle, instantOf, previousDay } from '../../../tools/playground/page/time.ts';

const santiago = { locale: 'en-US', zone: 'America/Santiago' };

test('times and days are in the reader’s time zone', () => {
  const at = instantOf('1795231320.000100');
  expect(at.toISOString()).toBe('2026-11-21T03:22:00.000Z');
  expect(clockTime(at, santiago).replace(/\s/, ' ')).toBe('12:22 AM');
  expect(clockTime(at, { locale: 'en-GB', zone: 'Asia/Tokyo' })).toBe('12:22');
  expect(dayOf(at, 'America/Santiago')).toBe('2026-11-21');
  expect(dayOf(at, 'America/Los_Angeles')).toBe('2026-11-20');
});

test('a day is named with its year only when the year differs', () => {
  const at = instantOf('1795231320.000100');
  expect(dayTitle(at, santiago, '2026-12-01')).toBe('Saturday, November 21');
  expect(dayTitle(at, santiago, '2027-01-01')).toBe('Saturday, November 21, 2026');
  expect(dayTitle(at, { locale: 'es-CL', zone: 'America/Santiago' }, '2026-12-01')).toBe(
    'Saturday, November 21',
  );
});

test('the day before the first of March is in February', () => {
  expect(previousDay('2026-03-01')).toBe('2026-02-28');
});
