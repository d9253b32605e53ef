import { expect, test } from 'vitest';
import { timeWithOffset } from '../../src/domain/time/wall-clock.ts';
import { toCsvFile } from '../../src/posting/csv.ts';

test.each([
  [-3, '-3'],
  ['-3', '-3'],
  ['+0.5', '+0.5'],
  ['-1,25', '"-1,25"'],
  ['912', '912'],
  ['+56 9 •••• •678', ' +56 9 •••• •678'],
  ['=1+1', "'=1+1"],
  ['+A1', "'+A1"],
  ['-2+3', "'-2+3"],
  ['@SUM(1)', "'@SUM(1)"],
  ['\t=1', "'\t=1"],
  ['\uff1d1', "'\uff1d1"],
])('a spreadsheet shows the cell %o and runs nothing', (value, cell) => {
  expect(toCsvFile([{ value }]).split('\r\n')[1]).toBe(cell);
});

test.each([
  ['2026-11-18T10:32:05.900Z', 'America/Santiago', '2026-11-18T07:32:05-03:00'],
  ['2026-11-18T19:32:05Z', 'Asia/Kolkata', '2026-11-19T01:02:05+05:30'],
  ['2026-07-01T02:00:00Z', 'America/St_Johns', '2026-06-30T23:30:00-02:30'],
  ['2026-11-18T10:32:05Z', 'UTC', '2026-11-18T10:32:05+00:00'],
])('the time %s in %s is %s', (utc, zone, text) => {
  expect(timeWithOffset(new Date(utc), zone)).toBe(text);
  expect(Date.parse(text)).toBe(Math.floor(Date.parse(utc) / 1000) * 1000);
});
