import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDaysTo, daysBetween } from '../../../src/domain/time/calendar.ts';
import {
  type PeriodSpec,
  parsePeriod,
  periodToText,
  resolvePeriod,
} from '../../../src/domain/time/period.ts';
import {
  isPlainTimeZone,
  isTimeZone,
  localDay,
  localTime,
  startOfDayIn,
} from '../../../src/domain/time/wall-clock.ts';

const ZONES = [
  'America/Santiago',
  'Europe/Madrid',
  'Asia/Kolkata',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'Africa/Cairo',
];
const FIRST_DAY = '2024-01-01';
const LAST_DAY = '2028-12-31';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const day = fc.nat(daysBetween(FIRST_DAY, LAST_DAY)).map((n) => addDaysTo(FIRST_DAY, n));
const moment = fc
  .tuple(day, fc.nat(24 * 60 - 1))
  .map(([date, minute]) => `${new Date(Date.parse(date) + minute * MINUTE_MS).toISOString().slice(0, 16)}Z`);
const zone = fc.constantFrom(...ZONES, 'UTC', 'America/Havana', 'Australia/Lord_Howe', 'Pacific/Kiritimati');

describe('parsePeriod', () => {
  test.each<[string, PeriodSpec]>([
    ['today', { kind: 'today' }],
    ['HOY', { kind: 'today' }],
    [' Yesterday ', { kind: 'yesterday' }],
    ['ayer', { kind: 'yesterday' }],
    ['last 3 days', { kind: 'last_days', days: 3 }],
    ['Last  3\u00a0Days', { kind: 'last_days', days: 3 }],
    ['last 1 day', { kind: 'last_days', days: 1 }],
    ['last day', { kind: 'last_days', days: 1 }],
    ['last 0 days', { kind: 'last_days', days: 0 }],
    ['last 999 days', { kind: 'last_days', days: 999 }],
    ['últimos 3 días', { kind: 'last_days', days: 3 }],
    ['ULTIMOS 3 DIAS', { kind: 'last_days', days: 3 }],
    ['u\u0301ltimos 3 di\u0301as', { kind: 'last_days', days: 3 }],
    ['último día', { kind: 'last_days', days: 1 }],
    ['2026-11-18', { kind: 'day', day: '2026-11-18' }],
    ['2028-02-29', { kind: 'day', day: '2028-02-29' }],
    ['2026-11-15..2026-11-18', { kind: 'range', from: '2026-11-15', to: '2026-11-18' }],
    ['2026-11-15 .. 2026-11-18', { kind: 'range', from: '2026-11-15', to: '2026-11-18' }],
    ['2026-11-18..2026-11-15', { kind: 'range', from: '2026-11-18', to: '2026-11-15' }],
    ['last 2 hours', { kind: 'last_minutes', minutes: 120 }],
    ['last 45 minutes', { kind: 'last_minutes', minutes: 45 }],
    [
      '2026-11-18T12:00Z..2026-11-18T13:30Z',
      { kind: 'hours', from: '2026-11-18T12:00Z', to: '2026-11-18T13:30Z' },
    ],
  ])('reads %j', (text, spec) => {
    expect(parsePeriod(text)).toEqual(spec);
  });

  test.each([
    ['2026-02-30', '2026-02-30'],
    ['2026-02-29', '2026-02-29'],
    ['2026-13-01', '2026-13-01'],
    ['2026-00-10', '2026-00-10'],
    ['2026-11-15..2026-11-31', '2026-11-31'],
    ['2026-11-31 .. 2026-02-30', '2026-11-31'],
  ])('reports that %j contains a date that does not exist', (text, date) => {
    expect(parsePeriod(text)).toEqual({ problem: 'no_such_date', text: date });
  });

  test.each([
    '',
    'tomorrow',
    'todayish',
    'last three days',
    'last days',
    'last -1 days',
    'last 3',
    '3 days',
    'últimos días',
    '18/11/2026',
    '2026-11',
    '2026-11-18.',
    '2026-11-15..',
    '2026-11-15...2026-11-18',
    '2026-11-15 2026-11-18',
    'today..yesterday',
    '2026-11-18T12:00Z',
    '2026-11-18T25:00Z..2026-11-18T26:00Z',
    '2026-02-30T12:00Z..2026-03-01T12:00Z',
  ])('does not read %j as a period', (text) => {
    expect(parsePeriod(text)).toBeUndefined();
  });

  test('reads back what periodToText writes', () => {
    const spec: fc.Arbitrary<PeriodSpec> = fc.oneof(
      fc.constant<PeriodSpec>({ kind: 'today' }),
      fc.constant<PeriodSpec>({ kind: 'yesterday' }),
      fc.record({ kind: fc.constant('last_days' as const), days: fc.nat(999_999_999) }),
      fc.record({ kind: fc.constant('last_minutes' as const), minutes: fc.nat(999_999) }),
      fc.record({ kind: fc.constant('day' as const), day }),
      fc.record({ kind: fc.constant('hours' as const), from: moment, to: moment }),
      fc.record({ kind: fc.constant('range' as const), from: day, to: day }),
    );
    fc.assert(
      fc.property(spec, (asked) => {
        expect(parsePeriod(periodToText(asked))).toEqual(asked);
      }),
    );
  });
});

const MOST_DAYS = 31;
const NIGHT = ['2026-11-18T02:00Z', '2026-11-18T03:00Z'] as const;

describe('resolvePeriod', () => {
  const now = new Date('2026-11-18T15:00:00Z');
  const resolve = (text: string, options?: { maxDays?: number }, at = now, where = 'America/Santiago') => {
    const spec = parsePeriod(text);
    if (spec === undefined || 'problem' in spec) throw new Error(`not a period: ${text}`);
    return resolvePeriod(spec, where, at, { maxDays: MOST_DAYS, ...options });
  };

  test.each([
    ['today', '2026-11-18', '2026-11-18', '2026-11-18T03:00:00Z', '2026-11-19T03:00:00Z'],
    ['yesterday', '2026-11-17', '2026-11-17', '2026-11-17T03:00:00Z', '2026-11-18T03:00:00Z'],
    ['last day', '2026-11-18', '2026-11-18', '2026-11-18T03:00:00Z', '2026-11-19T03:00:00Z'],
    ['last 3 days', '2026-11-16', '2026-11-18', '2026-11-16T03:00:00Z', '2026-11-19T03:00:00Z'],
    ['2026-11-01', '2026-11-01', '2026-11-01', '2026-11-01T03:00:00Z', '2026-11-02T03:00:00Z'],
    ['2026-11-15..2026-11-30', '2026-11-15', '2026-11-30', '2026-11-15T03:00:00Z', '2026-12-01T03:00:00Z'],
    ['2026-09-05..2026-09-06', '2026-09-05', '2026-09-06', '2026-09-05T04:00:00Z', '2026-09-07T03:00:00Z'],
    ['last 2 hours', '2026-11-18', '2026-11-18', '2026-11-18T13:00:00Z', '2026-11-19T03:00:00Z'],
    ['last 24 hours', '2026-11-17', '2026-11-18', '2026-11-17T15:00:00Z', '2026-11-19T03:00:00Z'],
    [`${NIGHT[0]}..${NIGHT[1]}`, '2026-11-17', '2026-11-17', ...NIGHT],
  ])('resolves %s in Santiago', (text, firstDay, lastDay, start, end) => {
    const [zone, times] = ['America/Santiago', { start: new Date(start), end: new Date(end) }];
    expect(resolve(text)).toEqual({ ...times, firstDay, lastDay, zone });
  });

  test('takes the date of today from the zone of the person', () => {
    const late = new Date('2026-11-18T23:30:00Z');
    expect(resolve('today', {}, late, 'America/Santiago')).toMatchObject({ firstDay: '2026-11-18' });
    expect(resolve('today', {}, late, 'Europe/Madrid')).toMatchObject({ firstDay: '2026-11-19' });
  });

  test.each([
    ['2026-11-19', { problem: 'in_future' }],
    ['2026-11-19..2027-11-19', { problem: 'in_future' }],
    ['9999-12-31', { problem: 'in_future' }],
    ['2026-11-18..2026-11-15', { problem: 'reversed' }],
    ['2026-12-18..2026-12-15', { problem: 'reversed' }],
    ['last 0 days', { problem: 'no_days' }],
    ['last 32 days', { problem: 'too_long', days: 32, maxDays: MOST_DAYS }],
    ['last 999999999 days', { problem: 'too_long', days: 999_999_999, maxDays: MOST_DAYS }],
    ['2026-10-01..2026-11-01', { problem: 'too_long', days: 32, maxDays: MOST_DAYS }],
    ['0000-01-01..9999-12-31', { problem: 'too_long', days: 3_652_425, maxDays: MOST_DAYS }],
    ['last 0 hours', { problem: 'no_days' }],
    ['last 745 hours', { problem: 'too_long', days: 32, maxDays: MOST_DAYS }],
    ['2026-11-18T15:01Z..2026-11-18T16:00Z', { problem: 'in_future' }],
    ['2026-11-18T12:00Z..2026-11-18T12:00Z', { problem: 'reversed' }],
    ['2026-10-01T12:00Z..2026-11-02T12:00Z', { problem: 'too_long', days: 32, maxDays: MOST_DAYS }],
  ])('returns the problem of %s', (text, problem) => {
    expect(resolve(text)).toEqual(problem);
  });

  test('takes the maximum number of days as an option', () => {
    expect(resolve('last 31 days')).toMatchObject({ firstDay: '2026-10-19' });
    expect(resolve('last 92 days', { maxDays: 92 })).toMatchObject({ firstDay: '2026-08-19' });
    expect(resolve('last 93 days', { maxDays: 92 })).toEqual({ problem: 'too_long', days: 93, maxDays: 92 });
  });

  test('starts with its first day and ends with its last day', () => {
    fc.assert(
      fc.property(day, fc.nat(MOST_DAYS - 1), zone, (from, more, where) => {
        const to = addDaysTo(from, more);
        const period = resolvePeriod({ kind: 'range', from, to }, where, new Date('2029-06-01T00:00:00Z'), {
          maxDays: MOST_DAYS,
        });
        if ('problem' in period) throw new Error(period.problem);
        expect(localDay(period.start, where)).toBe(from);
        expect(localDay(new Date(period.start.getTime() - 1), where)).toBe(addDaysTo(from, -1));
        expect(localDay(new Date(period.end.getTime() - 1), where)).toBe(to);
        expect(localDay(period.end, where)).toBe(addDaysTo(to, 1));
      }),
    );
  });
});

describe('days in a zone', () => {
  test.each(ZONES)('begin in %s at the quarter hour at which the date of Intl changes', (where) => {
    for (const [date, start] of firstInstants(where)) {
      expect(startOfDayIn(date, where), date).toEqual(start);
    }
  });

  test.each([
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00Z', 23],
    ['America/Santiago', '2026-04-04', '2026-04-04T03:00:00Z', 25],
    ['America/Santiago', '2026-04-05', '2026-04-05T04:00:00Z', 24],
    ['Europe/Madrid', '2026-03-29', '2026-03-28T23:00:00Z', 23],
    ['Europe/Madrid', '2026-10-25', '2026-10-24T22:00:00Z', 25],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z', 23],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z', 25],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00Z', 24.5],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00Z', 0],
  ])('have the right start and length in %s on %s', (where, date, start, hours) => {
    const from = startOfDayIn(date, where);
    expect(from).toEqual(new Date(start));
    expect(startOfDayIn(addDaysTo(date, 1), where).getTime() - from.getTime()).toBe(hours * HOUR_MS);
  });

  test('contain every instant between their start and the next start', () => {
    const instant = fc.date({
      min: new Date('2024-01-01T00:00:00Z'),
      max: new Date('2028-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instant, zone, (at, where) => {
        const date = localDay(at, where);
        expect(startOfDayIn(date, where).getTime()).toBeLessThanOrEqual(at.getTime());
        expect(startOfDayIn(addDaysTo(date, 1), where).getTime()).toBeGreaterThan(at.getTime());
        expect(date).toBe(dayFormat(where).format(at));
      }),
    );
  });
});

test('localDay and localTime agree with Intl, also when clocks change within an hour', () => {
  const instant = fc.date({
    min: new Date('1975-01-01T00:00:00Z'),
    max: new Date('2028-12-31T00:00:00Z'),
    noInvalidDate: true,
  });
  // St. John’s changed its clocks at one minute past midnight until 2011, at 03:31 or 02:31 UTC.
  const change = fc.integer({ min: -120, max: 120 }).map((n) => new Date(Date.UTC(2010, 2, 14, 3, 31 + n)));
  fc.assert(
    fc.property(fc.oneof(instant, change), fc.oneof(zone, fc.constant('America/St_Johns')), (at, where) => {
      expect(localDay(at, where)).toBe(dayFormat(where).format(at));
      expect(localTime(at, where)).toBe(clockOf(where).format(at));
    }),
  );
});

describe('the calendar', () => {
  test.each([
    ['2026-11-18', 1, '2026-11-19'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-11-18', 0, '2026-11-18'],
    ['0099-12-31', 1, '0100-01-01'],
  ])('%s plus %i days is %s', (from, n, to) => {
    expect(addDaysTo(from, n)).toBe(to);
    expect(daysBetween(from, to)).toBe(n);
  });

  test('counts as many days between two dates as were added', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -5000, max: 5000 }), (from, n) => {
        expect(daysBetween(from, addDaysTo(from, n))).toBe(n);
      }),
    );
  });
});

test.each([
  ['America/Santiago', true],
  ['UTC', true],
  ['Etc/GMT+5', true],
  ['America/Nowhere', false],
  ['+03:00', false],
  ['constructor', false],
  ['', false],
])('isTimeZone(%j) is %j', (name, known) => {
  expect(isTimeZone(name)).toBe(known);
  expect(isTimeZone(name)).toBe(known);
});

test.each([
  ['America/Santiago', true],
  ['Etc/GMT+5', true],
  ['UTC', true],
  ['gmt', true],
  // Known, but possibly another zone than the person means.
  ['ART', false],
  ['BST', false],
  ['EST', false],
  ['Japan', false],
  ['America/Nowhere', false],
])('isPlainTimeZone(%j) is %j', (name, isPlain) => {
  expect(isPlainTimeZone(name)).toBe(isPlain);
});

function dayFormat(where: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone: where,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
}

function clockOf(where: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('es', {
    timeZone: where,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
}

/** The first quarter hour of each tested day, by the calendar of Intl. */
function firstInstants(where: string): Map<string, Date> {
  const format = dayFormat(where);
  const starts = new Map<string, Date>();
  const end = Date.parse('2028-12-31T12:00:00Z');
  for (let ms = Date.parse('2023-12-31T00:00:00Z'); ms < end; ms += 15 * MINUTE_MS) {
    const date = format.format(ms);
    if (date >= FIRST_DAY && !starts.has(date)) starts.set(date, new Date(ms));
  }
  return starts;
}
