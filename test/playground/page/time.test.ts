import { expect, test } from 'vitest';
import { plainText } from '../../../src/playground/page/message/authors.ts';
import { clockTime, dayBefore, dayOf, dayTitle, instantOf } from '../../../src/playground/page/time.ts';

const people = [
  { id: 'U0ANA', name: 'Ana Rojas', role: { en: '', es: '' }, locale: 'en-US', zone: 'America/Santiago' },
];
const channels = [{ id: 'C0SUPPORT', name: 'support', isDm: false, hasBot: true, isArchived: false }];
const santiago = { locale: 'en-US', zone: 'America/Santiago' };

test.each([
  ['*Delivered* to _Entel_', 'Delivered to Entel'],
  ['Asked by <@U0ANA> in <#C0SUPPORT|support>', 'Asked by Ana Rojas in #support'],
  ['See <https://example.com|the page> or <https://example.com>', 'See the page or https://example.com'],
  ['At <!date^1790000000^{time}|10:32>', 'At 10:32'],
  [':white_check_mark: Delivered', 'Delivered'],
  ['10:32:05, snake_case_name, 2 * 3 * 4', '10:32:05, snake_case_name, 2 * 3 * 4'],
  ['1 &lt; 2 &amp;amp; 3', '1 < 2 &amp; 3'],
])('%j is read aloud as %j', (text, expected) => {
  expect(plainText(text, { people, channels })).toBe(expected);
});

test('times and days are those of the reader', () => {
  const at = instantOf('1795231320.000100');
  expect(at.toISOString()).toBe('2026-11-21T03:22:00.000Z');
  expect(clockTime(at, santiago).replace(/\s/, ' ')).toBe('12:22 AM');
  expect(clockTime(at, { locale: 'en-GB', zone: 'Asia/Tokyo' })).toBe('12:22');
  expect(dayOf(at, 'America/Santiago')).toBe('2026-11-21');
  expect(dayOf(at, 'America/Los_Angeles')).toBe('2026-11-20');
});

test('a day is named with its year only where that is another one', () => {
  const at = instantOf('1795231320.000100');
  expect(dayTitle(at, santiago, '2026-12-01')).toBe('Saturday, November 21');
  expect(dayTitle(at, santiago, '2027-01-01')).toBe('Saturday, November 21, 2026');
  expect(dayTitle(at, { locale: 'es-CL', zone: 'America/Santiago' }, '2026-12-01')).toBe(
    'Sábado, 21 de noviembre',
  );
});

test('the day before the first of March is in February', () => {
  expect(dayBefore('2026-03-01')).toBe('2026-02-28');
});
