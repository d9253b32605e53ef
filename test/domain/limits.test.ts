import { expect, test, vi } from 'vitest';
import { cutTyped } from '../../src/domain/input.ts';
import { parseSender, readMsisdn } from '../../src/domain/messages/msisdn.ts';
import { findNumbers } from '../../src/domain/messages/numbers-in-text.ts';
import { maskMsisdn, maskText } from '../../src/domain/messages/redaction.ts';
import { findPeriods } from '../../src/domain/time/find-period.ts';
import { readMomentAhead } from '../../src/domain/time/moment-ahead.ts';
import { zoneNamed } from '../../src/domain/time/time-input.ts';
import { parseSubscriptionInput } from '../../src/features/summaries/input.ts';

const now = new Date('2026-11-18T12:00:00Z');

test.each([
  ['a word that would be cut through', `${'blah '.repeat(99)}912345678`, 'blah '.repeat(99).trim()],
  ['one that ends there', `${'blah '.repeat(98)}912345678 9`, `${'blah '.repeat(98)}912345678`],
  ['a single word', 'x'.repeat(600), 'x'.repeat(500)],
])('reads at most the first 500 typed characters: %s', (_, typed, read) => {
  expect(cutTyped(typed)).toEqual({ text: read, isCut: true });
});

test('reads a text of 500 characters in full', () => {
  expect(cutTyped(` ${'x'.repeat(500)} `)).toEqual({ text: 'x'.repeat(500), isCut: false });
});

test('does not read more than 20 digits as a number', () => {
  const digits = '9'.repeat(21);
  expect(readMsisdn(digits, 'CL')).toBeUndefined();
  expect(parseSender(digits)).toBeUndefined();
  expect(maskMsisdn(digits)).toBe('•'.repeat(21));
  expect(findNumbers(`+${'5'.repeat(4_000)}`, 'CL', () => false)).toMatchObject({
    numbers: [],
    possible: [],
  });
});

test('cuts a text over 5,000 characters before redaction, but not inside a code', () => {
  const masked = maskText(`${'blah '.repeat(998)}code 1 2 3 4 5 6 7 ${'blah '.repeat(100)}`);
  expect(masked).toBe(`${'blah '.repeat(998)}code…`);
  expect(maskText('9'.repeat(6_000))).toBe('…');
});

test('limits the work of finding periods in a long list of period words', () => {
  let clockReads = 0;
  const clock = {
    zone: 'UTC',
    mayBeMonthFirst: true,
    get now() {
      clockReads += 1;
      return now;
    },
  };
  findPeriods('3 al 5 '.repeat(70), clock);
  expect(clockReads).toBeLessThan(2_000);
});

test('ignores a number of days that is larger than the calendar', () => {
  expect(
    findPeriods('987654321 monday días', { zone: 'UTC', mayBeMonthFirst: true, now }).specs.length,
  ).toBeGreaterThan(0);
});

test('looks up zone names in a list and creates no DateTimeFormat', () => {
  zoneNamed('UTC');
  const dateTimeFormat = vi.spyOn(Intl, 'DateTimeFormat');
  try {
    parseSubscriptionInput(`subscribe ${'at '.repeat(150)} new york`, new Map());
    expect(dateTimeFormat).not.toHaveBeenCalled();
  } finally {
    dateTimeFormat.mockRestore();
  }
});

test('names only zones that Intl supports', () => {
  for (const zone of ['utc', 'gmt', 'etc/gmt+12', 'etc/gmt-14', 'asia/kolkata', 'us/east-indiana']) {
    const named = zoneNamed(zone);
    expect(named?.toLowerCase()).toBe(zone);
    expect(() => new Intl.DateTimeFormat('en', { timeZone: named })).not.toThrow();
  }
  expect(zoneNamed('etc/gmt+13')).toBeUndefined();
  expect(zoneNamed('constructor')).toBeUndefined();
});

test('reads a moment that follows 20,000 words', () => {
  const ahead = readMomentAhead(`${'for '.repeat(20_000)}45 min`, { now, zone: 'UTC', mostMs: 86_400_000 });
  expect(ahead).toEqual(new Date('2026-11-18T12:45:00Z'));
});
