import { expect, test } from 'vitest';
import { readMomentAhead } from '../../../src/domain/time/moment-ahead.ts';

/** A Wednesday, 12:04 in Chile. */
const clock = { now: new Date('2026-11-18T15:04:00Z'), zone: 'America/Santiago', mostMs: 7 * 86_400_000 };

test.each([
  ['45', 'not_understood'],
  ['45 min', '2026-11-18T15:49'],
  ['for 45 minutes', '2026-11-18T15:49'],
  ['3h', '2026-11-18T18:04'],
  ['tres horas', '2026-11-18T18:04'],
  ['por 3 horas', '2026-11-18T18:04'],
  ['an hour and a half', '2026-11-18T16:34'],
  ['una hora y media', '2026-11-18T16:34'],
  ['1,5 h', '2026-11-18T16:34'],
  ['1h30', '2026-11-18T16:34'],
  ['1 h 30 min', '2026-11-18T16:34'],
  ['half an hour', '2026-11-18T15:34'],
  ['media hora', '2026-11-18T15:34'],
  ['2 days', '2026-11-20T15:04'],
  ['until 14:30', '2026-11-18T17:30'],
  ['hasta las 14:30', '2026-11-18T17:30'],
  ['2 pm', '2026-11-18T17:00'],
  ['9', '2026-11-19T12:00'],
  ['08:15', '2026-11-19T11:15'],
  ['tomorrow', '2026-11-19T12:00'],
  ['mañana a las 10', '2026-11-19T13:00'],
  ['tomorrow at 10:30', '2026-11-19T13:30'],
  ['10:30 tomorrow', '2026-11-19T13:30'],
  ['hasta el lunes', '2026-11-23T12:00'],
  ['until Monday 8 am', '2026-11-23T11:00'],
  ['wednesday 11:00', '2026-11-25T14:00'],
  ['today 18:00', '2026-11-18T21:00'],
  ['hoy a las 11', 'past'],
  ['yesterday', 'past'],
  ['0 min', 'past'],
  ['8 days', 'too_long'],
  ['a while', 'not_understood'],
  ['25:00', 'not_understood'],
  ['', 'not_understood'],
])('reads the future moment “%s”', (text, expected) => {
  const read = readMomentAhead(text, clock);
  expect(read instanceof Date ? read.toISOString().slice(0, 16) : read).toBe(expected);
});

test('a time skipped by the clock change is the moment after it', () => {
  const now = new Date('2026-09-05T20:00:00Z');
  expect(readMomentAhead('00:30', { ...clock, now })).toEqual(new Date('2026-09-06T04:00:00Z'));
});
