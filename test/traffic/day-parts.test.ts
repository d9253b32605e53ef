import { expect, test } from 'vitest';
import { packCells } from '../../src/domain/counting/codec.ts';
import { createTally } from '../../src/domain/counting/tally.ts';
import type { Cell } from '../../src/domain/figures/figures.ts';
import { runToEnd } from '../../src/runtime/yielding.ts';
import { DayCache, DayParts } from '../../src/traffic/day-parts.ts';
import { mergeByOperator } from '../support/cells.ts';

const DAY_SECONDS = 86_400;
const start = Date.parse('2026-11-17T00:00:00Z') / 1000;
const readAt = new Date('2026-11-18T12:00:00Z');

function cellsOf(messages: number): Cell[] {
  const tally = createTally(readAt);
  for (let index = 0; index < messages; index += 1) {
    // No messages in the first and last two hours.
    const at = start + 7_200 + Math.floor((index / messages) * (DAY_SECONDS - 14_400));
    const operator = ['Entel', 'Movistar', undefined][index % 3];
    tally.add(operator, index % 7 === 0 ? 'expired' : 'delivered', {
      platformAt: at,
      operatorAt: at + (index % 5),
      handsetAt: at + (index % 90),
    });
  }
  return [...tally.cells()];
}

const partOf = (cells: readonly Cell[], from: number, to: number) =>
  mergeByOperator(cells.filter(({ quarter }) => quarter !== undefined && quarter >= from && quarter < to));

const packed = (messages: number) => packCells(cellsOf(messages));

test.each([
  ['all of it', 0, DAY_SECONDS],
  ['more than it', -DAY_SECONDS, 2 * DAY_SECONDS],
  ['the part of a zone', 10_800, DAY_SECONDS],
  ['up to the middle of a quarter hour', 0, 43_650],
  ['from the middle of a quarter hour', 43_650, 50_000],
  ['hours without messages', 0, 7_200],
  ['nothing', 40_000, 40_000],
])('a part of a day equals the sum of its cells: %s', (_what, from, to) => {
  const cells = cellsOf(2_000);
  const parts = runToEnd(DayParts.reading(packCells(cells)));
  for (let times = 0; times < 2; times += 1) {
    expect(parts.between(start + from, start + to)).toEqual(partOf(cells, start + from, start + to));
  }
});

test('many parts of two days in turn are correct, and use limited memory', () => {
  const days = [2_000, 900].map((messages) => ({
    parts: runToEnd(DayParts.reading(packed(messages))),
    cells: cellsOf(messages),
  }));
  const ends = Array.from({ length: 90 }, (_, index) => start + 900 * index);
  for (const end of ends) {
    for (const { parts, cells } of days) expect(parts.between(start, end)).toEqual(partOf(cells, start, end));
  }
  const { bytes } = runToEnd(DayParts.reading(packed(2_000)));
  expect(days[0]?.parts.bytes).toBeGreaterThan(bytes);
  expect(days[0]?.parts.bytes).toBeLessThan(34 * bytes);
});

test('a day without messages has no part, and untimed messages are separate', () => {
  const empty = runToEnd(DayParts.reading(packCells([])));
  expect(empty.between(0, 2 * start)).toEqual([]);
  expect(empty.untimed).toBeUndefined();
  const tally = createTally(readAt);
  tally.add('Entel', 'delivered', { platformAt: Number.NaN, operatorAt: start, handsetAt: start + 5 });
  const parts = runToEnd(DayParts.reading(packCells(tally.cells())));
  expect(parts.between(0, 2 * start)).toEqual([]);
  expect(parts.untimed?.submitted).toBe(1);
});

test('rejects truncated bytes at once', () => {
  expect(() => runToEnd(DayParts.reading(packed(100).subarray(0, 20)))).toThrow(RangeError);
});

test('caches with shared entries have one room, and do not see each other’s days', () => {
  const parts = runToEnd(DayParts.reading(packed(500)));
  const entries = new Map();
  const [one, other] = [1, 2].map(() => new DayCache(2.5 * parts.bytes, entries));
  const again = () => ({ readAt, parts: runToEnd(DayParts.reading(packed(500))) });
  one?.put('a', again());
  expect(other?.get('a', readAt)).toBeUndefined();
  one?.put('b', again());
  other?.put('c', again());
  expect(['a', 'b', 'c'].map((name) => [one, other].some((cache) => cache?.get(name, readAt)))).toEqual([
    false,
    true,
    true,
  ]);
});

test('caches days by reading time, and drops the least recently used ones when full', () => {
  const parts = runToEnd(DayParts.reading(packed(500)));
  const cache = new DayCache(2.5 * parts.bytes);
  const again = () => runToEnd(DayParts.reading(packed(500)));
  cache.put('a', { readAt, parts });
  cache.put('b', { readAt, parts: again() });
  expect(cache.get('a', new Date(readAt.getTime() + 1))).toBeUndefined();
  expect(cache.get('a', new Date(readAt))?.parts).toBe(parts);
  cache.put('c', { readAt, parts: again() });
  expect(['a', 'b', 'c'].map((name) => cache.get(name, readAt) !== undefined)).toEqual([true, false, true]);
  // The growth of a cached day counts.
  for (let hour = 1; hour < 24; hour += 1) parts.between(start, start + 3_600 * hour);
  cache.put('d', { readAt, parts: again() });
  expect(['a', 'c', 'd'].map((name) => cache.get(name, readAt) !== undefined)).toEqual([false, true, true]);
});
