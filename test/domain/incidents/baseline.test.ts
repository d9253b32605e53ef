import { addDays } from 'date-fns/addDays';
import { describe, expect, test } from 'vitest';
import type { Basis } from '../../../src/domain/figures/same-age.ts';
import { baselinesFor, type Observation } from '../../../src/domain/incidents/baseline.ts';
import { countsWith } from '../../support/incidents.ts';
import { at } from '../../support/messages.ts';

const now = at('12:00:00');

function seen(
  daysAgo: number,
  minutes: number,
  recent: number,
  changes: Partial<Observation> = {},
): Observation {
  const then = new Date(addDays(now, -daysAgo).getTime() + minutes * 60_000);
  const counts = countsWith({ recent, late: { of: recent, hits: recent / 10 } });
  return { at: then, operator: 'Entel', counts, basis: 'observed', ...changes };
}

const rebuilt = { basis: 'reconstructed' } as const;
const baselineOf = (observations: readonly Observation[]) => baselinesFor(observations, now)[0]?.baseline;

describe('baselinesFor', () => {
  test('takes the same hour of the week of the last four weeks', () => {
    const observations = [
      seen(7, -30, 300),
      seen(7, 30, 500),
      seen(28, 0, 300),
      // Not these: other hours, other days, today, five weeks ago.
      seen(7, 31, 1),
      seen(6, 0, 1),
      seen(0, 0, 1),
      seen(35, 0, 1),
    ];
    expect(baselineOf(observations)).toMatchObject({ weeks: 2, leastRecent: 300, basis: 'observed' });
    expect(baselineOf(observations)?.counts).toMatchObject({ recent: 1100, late: { of: 1100, hits: 110 } });
  });

  test('leaves out what was seen in an incident, unless there is nothing else', () => {
    const bad = seen(14, 0, 900, { inIncident: true });
    expect(baselineOf([seen(7, 0, 300), bad])).toMatchObject({ weeks: 1, counts: { recent: 300 } });
    expect(baselineOf([seen(7, 0, 300, { basis: 'reconstructed' }), bad])?.counts.recent).toBe(300);
    expect(baselineOf([bad])).toMatchObject({ counts: { recent: 900 }, basis: 'observed' });
  });

  test.each<[string, number, Basis]>([
    ['enough', 50, 'observed'],
    ['too little', 49, 'reconstructed'],
  ])('prefers what was observed where a week has %s of it', (_, recent, basis) => {
    expect(baselineOf([seen(7, 0, recent), seen(7, 15, 5000, rebuilt)])?.basis).toBe(basis);
  });

  test('keeps the weeks before in the second week of watching', () => {
    const failed = { of: 300, hits: 9 };
    const before = [14, 21, 28].map((days) => {
      const { counts, ...rest } = seen(days, 0, 3000, rebuilt);
      return { ...rest, counts: { ...counts, failed: { of: 3000, hits: 1500 } } };
    });
    const { counts, ...last } = seen(7, 0, 300);
    expect(
      baselineOf([{ ...last, counts: { ...counts, failed } }, seen(7, 15, 9, rebuilt), ...before]),
    ).toEqual({
      // Of failures what was seen: the others’ carry no time.
      counts: countsWith({ recent: 9300, late: { of: 9300, hits: 930, failed: 0 }, failed }),
      weeks: 4,
      rebuiltWeeks: 3,
      leastRecent: 300,
      basis: 'reconstructed',
    });
  });

  test('does not reconstruct a week that was an incident', () => {
    const bad = seen(7, 0, 900, { inIncident: true });
    const observations = [bad, seen(7, 15, 900, rebuilt), seen(14, 0, 300, rebuilt)];
    expect(baselineOf(observations)).toMatchObject({ weeks: 1, counts: { recent: 300 } });
    expect(baselineOf(observations.slice(0, 2))).toMatchObject({
      weeks: 1,
      rebuiltWeeks: 0,
      basis: 'observed',
    });
  });

  test('a week in which others had traffic and this one had none is its least', () => {
    const others = seen(14, 0, 400, { operator: 'WOM' });
    expect(baselineOf([seen(7, 0, 300), others])?.leastRecent).toBe(0);
    expect(baselineOf([seen(7, 0, 300), seen(14, 0, 200), others])?.leastRecent).toBe(200);
  });

  test('is nothing where nothing is known', () => {
    expect(baselinesFor([], now)).toEqual([]);
  });
});
