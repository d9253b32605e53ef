import { describe, expect, test } from 'vitest';
import { lastHoursOf } from '../../../src/features/check/subjects.ts';
import { cellsOf } from '../../../src/traffic/window.ts';
import { type MessageGroup, trafficOf } from '../../support/report-figures.ts';

const readAt = new Date('2026-11-18T06:12:00Z');
const vtr = { of: 'operator', operator: 'VTR' } as const;

function seenOf(day: string, batches: readonly Omit<MessageGroup, 'from'>[], from = '02:00', end = readAt) {
  const start = new Date(`${day}T00:00:00Z`);
  const placed = batches.map((batch) => ({ from: `${day}T${from}:00Z`, ...batch }));
  return cellsOf(trafficOf(placed, end), start, end);
}

const week = (back: number, batches: readonly Omit<MessageGroup, 'from'>[]) => {
  const then = new Date(readAt.getTime() - back * 7 * 86_400_000 + 2_700_000);
  return { back, readAt: then, cells: seenOf(then.toISOString().slice(0, 10), batches, '02:00', then) };
};
const delivered = (operator: string, hours: number, count: number) => ({ operator, hours, count });
const waiting = (operator: string, hours: number, count: number) => {
  return { operator, hours, count, word: '-', legs: [2] as const };
};

describe('the counts of the last hours when no operator can be judged', () => {
  const windowOf = (...cells: ReturnType<typeof seenOf>[]) => [{ readAt, cells: cells.flat() }];

  test('cover the time since the last arrival, with the usual count', () => {
    const windows = windowOf(
      seenOf('2026-11-18', [delivered('VTR', 3, 12)]),
      seenOf('2026-11-18', [waiting('VTR', 0.5, 5)], '05:30'),
    );
    const weeks = [week(1, [delivered('VTR', 4, 40)]), week(2, [delivered('VTR', 4, 40)])];
    const lastHours = lastHoursOf({ windows, readAt, weeks, withoutReceipts: new Set() });
    const since = new Date('2026-11-18T05:30:00Z');
    expect(lastHours(vtr)).toEqual({ since, delivered: 0, of: 5, usual: 1 });
    expect(lastHours({ of: 'all' })).toMatchObject({ since: new Date('2026-11-18T03:00:00Z'), of: 13 });
  });

  test('cover three hours when few messages wait, without messages too young to arrive', () => {
    const windows = windowOf(
      seenOf('2026-11-18', [delivered('VTR', 4, 16)]),
      seenOf('2026-11-18', [waiting('VTR', 0.05, 2)], '06:03'),
      seenOf('2026-11-18', [waiting('VTR', 0.01, 9)], '06:11'),
    );
    const lastHours = lastHoursOf({ windows, readAt, weeks: [], withoutReceipts: new Set() });
    const since = new Date('2026-11-18T03:00:00Z');
    expect(lastHours(vtr)).toEqual({ since, delivered: 12, of: 14, usual: undefined });
  });

  test('exclude operators without receipts, and are undefined without messages', () => {
    const windows = windowOf(seenOf('2026-11-18', [delivered('VTR', 4, 16), waiting('Ruta Andina', 4, 40)]));
    const lastHours = lastHoursOf({ windows, readAt, weeks: [], withoutReceipts: new Set(['Ruta Andina']) });
    expect(lastHours({ of: 'all' })).toMatchObject({ delivered: 12, of: 12 });
    expect(lastHours({ of: 'operator', operator: 'WOM' })).toBeUndefined();
  });
});
