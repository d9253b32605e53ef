import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findPeriod } from '../../../src/domain/time/find-period.ts';
import { type PeriodSpec, parsePeriod, periodToText } from '../../../src/domain/time/period.ts';
import { type DateClock, readPeriod } from '../../../src/domain/time/period-phrase.ts';
import { mayWriteMonthFirst } from '../../../src/domain/time/time-input.ts';
import { meaningOf, periodTable } from './period-table.ts';

const rows = periodTable();
const clock: DateClock = {
  now: new Date('2026-11-18T15:00:00Z'),
  zone: 'America/Santiago',
  mayBeMonthFirst: false,
};

test('the table has at least 120 rows', () => {
  expect(rows.length).toBeGreaterThanOrEqual(120);
});

describe.each([...new Set(rows.map(({ title }) => title))])('at %s', (title) => {
  test.each(rows.filter((row) => row.title === title))('“$typed” means $meaning', (row) => {
    expect(meaningOf(readPeriod(row.typed, row.clock), row.clock)).toBe(row.meaning);
  });
});

test('stores every period as a text that reads back to the same period', () => {
  for (const row of rows) {
    const reading = readPeriod(row.typed, row.clock);
    if (!reading || 'problem' in reading) continue;
    expect(parsePeriod(periodToText(reading)), row.typed).toEqual(reading);
    expect(readPeriod(periodToText(reading), clock), row.typed).toEqual(reading);
  }
});

test('reads any text without an error, and reads each stored period back', () => {
  const word = fc.constantFrom(...rows.flatMap(({ typed }) => typed.split(' ')));
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 100 }),
    fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')),
  );
  fc.assert(
    fc.property(text, (typed) => {
      const reading = readPeriod(typed, clock);
      if (reading && !('problem' in reading)) expect(parsePeriod(periodToText(reading))).toEqual(reading);
    }),
  );
});

describe('findPeriod', () => {
  test.each<[string, string, PeriodSpec | { readonly problem: string }]>([
    ['+56 9 1234 5678 last 3 days', '+56 9 1234 5678', { kind: 'last_days', days: 3 }],
    ['9 1234 5678 2026-11-17', '9 1234 5678', { kind: 'day', day: '2026-11-17' }],
    ['912345678 18/11', '912345678', { kind: 'today' }],
    ['+56 9 1234 5678 18-11', '+56 9 1234 5678', { kind: 'today' }],
    ['912345678 3 días', '912345678', { kind: 'last_days', days: 3 }],
    ['ayer de 56001', 'de 56001', { kind: 'yesterday' }],
    ['del 3 al 5 de noviembre de 56001', 'de 56001', { kind: 'range', from: '2026-11-03', to: '2026-11-05' }],
    [
      'de otp desde ayer a 912345678',
      'de otp a 912345678',
      { kind: 'range', from: '2026-11-17', to: '2026-11-18' },
    ],
    ['ayer a 9 1234 5678', 'a 9 1234 5678', { kind: 'yesterday' }],
    ['912345678, ayer.', '912345678,', { kind: 'yesterday' }],
    ['today yesterday', 'today', { kind: 'yesterday' }],
    ['912345678 31/02', '912345678', { problem: 'no_such_date' }],
  ])('extracts the period from %j', (text, rest, spec) => {
    const found = findPeriod(text, clock);
    expect(found.rest).toBe(rest);
    expect(found.spec).toMatchObject(spec);
  });

  test.each([
    '',
    '+56 9 1234 5678',
    '912345678 3',
    '912345678 24',
    '(+56) 9 1234-5678',
    '+1 415-555-2671',
    '20261117-2',
    '912345678 someday',
    '912345678today',
  ])('finds no period in %j', (text) => {
    expect(findPeriod(text, clock)).toEqual({ rest: text, before: text, after: '' });
  });

  test('uses no digit of a separate number', () => {
    const digits = fc.array(fc.integer({ min: 1, max: 9999 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(digits, (groups) => {
        const number = `+56 ${groups.join(' ')}`;
        expect(findPeriod(`${number} ayer`, clock)).toMatchObject({ rest: number });
        expect(findPeriod(number, clock).spec).toBeUndefined();
      }),
    );
  });
});

test.each([
  ['en', 'America/New_York', true],
  ['en', 'America/Indiana/Knox', true],
  ['en', 'Pacific/Honolulu', true],
  ['es', 'America/New_York', false],
  ['en', 'America/Santiago', false],
  ['en', 'Europe/London', false],
])('mayWriteMonthFirst(%j, %j) is %j', (language, zone, expected) => {
  expect(mayWriteMonthFirst(language, zone)).toBe(expected);
});
