import { describe, expect, test } from 'vitest';
import { translationsFor } from '../../../src/i18n/index.ts';
import { createChannelFormatter, createFormatter } from '../../../src/slack/blocks/format.ts';
import { clip, sanitize, withoutDates } from '../../../src/slack/blocks/text.ts';

const now = new Date('2026-11-18T12:00:00Z');
const english = createFormatter(translationsFor('en'), 'America/Santiago', now);
const spanish = createFormatter(translationsFor('es'), 'America/Santiago', now);

describe('moments', () => {
  test.each([
    ['2026-11-18T10:32:05Z', 'today 07:32', 'hoy 07:32'],
    ['2026-11-18T02:59:59Z', 'yesterday 23:59', 'ayer 23:59'],
    ['2026-11-16T12:00:00Z', '16 Nov 09:00', '16 nov 09:00'],
    ['2025-12-31T23:00:00Z', '31 Dec 2025 20:00', '31 dic 2025 20:00'],
    // Midnight of the day on which Chile’s clocks went forward.
    ['2026-09-06T04:00:00Z', '6 Sept 01:00', '6 sept 01:00'],
    ['2026-11-18T03:00:00Z', 'today 00:00', 'hoy 00:00'],
  ])('are written in both languages: %s', (at, en, es) => {
    expect(english.moment(new Date(at))).toBe(en);
    expect(spanish.moment(new Date(at)).replace(/[-.]/g, ' ').replace(/ {2}/g, ' ')).toBe(es);
  });

  test('include the day in a lasting message', () => {
    const lasting = createFormatter(translationsFor('es'), 'America/Santiago', now, { isLasting: true });
    expect(lasting.moment(now)).toMatch(/^18.nov 09:00$/);
    expect(lasting.since(now)).toMatch(/^el 18.nov 09:00$/);
  });

  test('are written to follow “since”', () => {
    expect(english.since(new Date('2026-11-18T10:32:05Z'))).toBe('07:32');
    expect(spanish.since(new Date('2026-11-18T10:32:05Z'))).toBe('las 07:32');
    expect(english.since(new Date('2026-11-17T10:32:05Z'))).toBe('yesterday 07:32');
    expect(spanish.since(new Date('2026-11-17T10:32:05Z'))).toBe('ayer 07:32');
  });
});

test.each([
  ['2026-11-17T09:00Z', '2026-11-17T12:00Z', '17 Nov 09:00–12:00 UTC', 1],
  ['2026-11-17T12:00Z', '2026-11-18T00:00Z', '17 Nov 12:00–24:00 UTC', 1],
  ['2026-11-17T00:00Z', '2026-11-18T00:00Z', '17 Nov 00:00–24:00 UTC', 2],
  ['2026-11-16T22:00Z', '2026-11-18T00:00Z', '16 Nov 22:00 – 17 Nov 24:00 UTC', 2],
])('a channel shows the hours from %s to %s as %s, with %d dates', (start, end, expected, days) => {
  const hours = createChannelFormatter(translationsFor('en'), 'UTC', now).hours(
    new Date(start),
    new Date(end),
  );
  expect(withoutDates(hours)).toBe(expected);
  expect(hours.match(/date_short_pretty/g)).toHaveLength(days);
});

test.each([
  [0, '0 s'],
  [9, '9 s'],
  [60, '1 min'],
  [125, '2 min 5 s'],
  [3_599, '59 min 59 s'],
  [3_600, '1 h'],
  [3_779, '1 h 3 min'],
  [-7_198, '−2 h'],
  [86_399, '1 d'],
  [187_200, '2 d 4 h'],
  [31 * 86_400, '31 d'],
])('%i seconds are %s', (seconds, expected) => {
  expect(english.duration(seconds)).toBe(expected);
});

test('clip never splits a surrogate pair', () => {
  expect(clip('abc', 3)).toBe('abc');
  expect(clip('abcd', 3)).toBe('ab…');
  expect(clip('a😀bc', 3)).toBe('a…');
});

test('sanitized text keeps lines and emoji, and loses invisible characters', () => {
  expect(sanitize('a\r\nb\tc\u202Ed\u200Be\u0000', 100)).toBe('a\nb cde');
  expect(sanitize('👩‍🚀', 100)).toBe('👩‍🚀');
});

describe('numbers', () => {
  test('have the thousands separator of the language, also with four digits', () => {
    expect(english.number(1_234)).toBe('1,234');
    expect(spanish.number(1_234)).toBe('1.234');
  });

  test.each([
    [0.9725, '97.3%'],
    [1, '100.0%'],
    [0, '0.0%'],
    // Rounding never gives 0 % or 100 % for other values.
    [0.99999, '99.9%'],
    [0.00001, '0.1%'],
  ])('are written as percentages: %d is %s', (share, expected) => {
    expect(english.percent(share)).toBe(expected);
  });

  test('have a sign when they are differences', () => {
    expect([english.signed(0.34), english.signed(-12.31), english.signed(0)]).toEqual([
      '+0.3',
      '−12.3',
      '0.0',
    ]);
    expect(spanish.signed(-1)).toBe('−1,0');
    expect([english.signedPercent(0.041), english.signedPercent(-0.5)]).toEqual(['+4%', '−50%']);
    expect([english.signedPercent(-1), english.signedPercent(-0.998)]).toEqual(['−100%', '−99%']);
  });
});
