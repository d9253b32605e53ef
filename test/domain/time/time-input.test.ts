import { expect, test } from 'vitest';
import { parseTimeOfDay, parseTimeZone } from '../../../src/domain/time/time-input.ts';

test.each([
  ['9', '09:00'],
  ['0', '00:00'],
  ['23', '23:00'],
  ['9:05', '09:05'],
  ['09:00', '09:00'],
  ['21.30', '21:30'],
  ['9h30', '09:30'],
  ['9h', '09:00'],
  ['9am', '09:00'],
  ['9:30 pm', '21:30'],
  ['9:30 P.M.', '21:30'],
  ['9 p. m.', '21:00'],
  ['12am', '00:00'],
  ['12:15 pm', '12:15'],
  ['8:30 de la mañana', '08:30'],
  ['8:30 de la man\u0303ana', '08:30'],
  ['1 de la madrugada', '01:00'],
  ['12:15 de la tarde', '12:15'],
  ['3 in the afternoon', '15:00'],
  ['8 de la noche', '20:00'],
  ['20 de la tarde', '20:00'],
  ['12 de la mañana', '12:00'],
  ['12 de la noche', '00:00'],
  ['2 at night', '02:00'],
  ['20 de la mañana', undefined],
  ['99 de la noche', undefined],
  ['de la noche', undefined],
  ['24:00', undefined],
  ['9:60', undefined],
  ['9:5', undefined],
  ['13pm', undefined],
  ['0am', undefined],
  ['930', undefined],
  ['nine', undefined],
  ['', undefined],
])('reads the time %j as %j', (text, expected) => {
  expect(parseTimeOfDay(text)).toBe(expected);
});

test.each([
  ['America/Santiago', 'America/Santiago'],
  ['america/santiago', 'America/Santiago'],
  ['AMERICA/PORT-AU-PRINCE', 'America/Port-au-Prince'],
  ['santiago', 'America/Santiago'],
  ['Bogotá', 'America/Bogota'],
  ['new york', 'America/New_York'],
  // Each place has one name: the one in the form.
  ['buenos aires', 'America/Argentina/Buenos_Aires'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['ushuaia', 'America/Argentina/Ushuaia'],
  ['america/argentina/buenos_aires', 'America/Argentina/Buenos_Aires'],
  // A name that the zone database has replaced stays as it is written there.
  ['America/Argentina/ComodRivadavia', 'America/Argentina/ComodRivadavia'],
  ['asia/kolkata', 'Asia/Kolkata'],
  ['kolkata', 'Asia/Kolkata'],
  ['utc', 'UTC'],
  ['gmt', 'GMT'],
  ['Singapore', 'Asia/Singapore'],
  // Abbreviations are ambiguous: Node reads these as the zones of Cairo, Dhaka and Anchorage.
  ['ART', undefined],
  ['BST', undefined],
  ['ast', undefined],
  ['net', undefined],
  ['EST', undefined],
  ['CET', undefined],
  ['EST5EDT', undefined],
  ['GMT0', undefined],
  ['atlantis', undefined],
  ['America/Atlantis', undefined],
  ['+03:00', undefined],
  ['es', undefined],
  ['', undefined],
])('reads the zone %j as %j', (text, expected) => {
  expect(parseTimeZone(text)).toBe(expected);
});
