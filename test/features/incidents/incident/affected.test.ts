import { describe, expect, test } from 'vitest';
import {
  addAffected,
  countedSince,
  countQuarters,
} from '../../../../src/features/incidents/incident/evidence.ts';
import { figuresOf, some } from '../../../support/figures.ts';
import { checkOf, usualWith, wellCounts } from '../../../support/incidents.ts';
import { at } from '../../../support/messages.ts';

const now = at('20:00:00');
/** Of Entel usually 8 in 100 are late. Claro sends no receipts, and 2 in 100 fail. */
const silent = usualWith({ counts: wellCounts(3_600, { waiting: { of: 1_200, hits: 1_200 } }) });
const check = checkOf(
  [
    ['Entel', wellCounts(900), usualWith()],
    ['Claro', wellCounts(900), silent],
    [undefined, wellCounts(900), undefined],
  ],
  { at: now },
);
const entel = { of: 'operator', operator: 'Entel' } as const;
const all = { of: 'all' } as const;
const late = (count: number) =>
  figuresOf([...some(100 - count, { after: 9 }), ...some(count, { after: 200 })]);

/** What is told of each quarter hour: by the third, Entel is well again, and better than usual. */
function counted(whose: Parameters<typeof countQuarters>[0], named: readonly (string | null)[] = []) {
  const byStart = new Map([
    ['19:15:00', late(40)],
    ['19:30:00', late(28)],
    ['19:45:00', late(0)],
  ]);
  const held = {
    between(start: Date) {
      const figures = byStart.get(start.toISOString().slice(11, 19));
      if (!figures) return [];
      return [
        { operator: 'Entel', figures },
        {
          operator: 'Claro',
          figures: figuresOf([...some(90, { word: 'sent' }), ...some(10, { word: 'failed' })]),
        },
        { operator: undefined, figures: figuresOf(some(5, { after: 200 })) },
      ];
    },
  };
  return countQuarters(whose, at('19:20:00'), { check, held, named });
}
const counts = (list: ReturnType<typeof counted>) => list.map(({ count }) => Math.round(count));

describe('affected messages', () => {
  test('are those beyond the usual share, by the quarter hour: a good one makes up for no bad one', () => {
    expect(counted(entel)[0]?.start).toEqual(at('19:15:00'));
    expect(counts(counted(entel))).toEqual([32, 20, 0]);
  });

  test('of an operator that sends no receipts are those that failed', () => {
    expect(counts(counted({ of: 'operator', operator: 'Claro' }))).toEqual([8, 8, 8]);
  });

  test('of all are those of the operators that are bad, or of each', () => {
    expect(counts(counted(all, ['Entel']))).toEqual([32, 20, 0]);
    expect(counts(counted(all, ['Entel', null]))).toEqual([37, 25, 5]);
    expect(counts(counted(all))).toEqual([45, 33, 13]);
  });

  test('are not counted for the platform', () => {
    expect(counted({ of: 'platform' })).toEqual([]);
  });

  test('add up to the most that was seen, and are never fewer than before', () => {
    const quarter = (time: string, count: number) => ({ start: at(time), count });
    const first = addAffected(undefined, [quarter('18:00:00', 20), quarter('19:45:00', 10)], at('19:50:00'));
    expect(first).toEqual({ count: 30, quarters: [quarter('19:45:00', 10)] });
    const second = addAffected(first, [quarter('19:45:00', 26), quarter('20:00:00', 4)], at('20:05:00'));
    expect(second.count).toBe(50);
    const third = addAffected(second, [quarter('19:45:00', 0), quarter('20:00:00', 1)], at('20:10:00'));
    expect(third).toEqual({ count: 50, quarters: [quarter('19:45:00', 26), quarter('20:00:00', 4)] });
    expect(addAffected(third, [], at('23:00:00'))).toEqual({ count: 50, quarters: [] });
  });

  test('of what began long ago are counted from a day ago on', () => {
    const longAgo = new Date(now.getTime() - 72 * 3_600_000);
    expect(countedSince(longAgo, now)).toEqual(new Date(now.getTime() - 24 * 3_600_000));
    expect(countedSince(at('19:20:00'), now)).toEqual(at('19:00:00'));
  });
});
