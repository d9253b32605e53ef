import { addDays } from 'date-fns/addDays';
import { describe, expect, test } from 'vitest';
import {
  baselinesFor,
  blindSpotsOf,
  type Observation,
  predictionInterval,
} from '../../../src/domain/detection/baseline.ts';
import type { Basis } from '../../../src/domain/figures/same-age.ts';
import { addDaysTo } from '../../../src/domain/time/calendar.ts';
import { countsWith } from '../../support/incidents.ts';
import { at } from '../../support/messages.ts';

const now = at('12:00:00');

function createObservation(
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
  test('uses the same hour of the week in the last four weeks', () => {
    const observations = [
      createObservation(7, -30, 300),
      createObservation(7, 30, 500),
      createObservation(28, 0, 300),
      // Not used: other hours, other days, today, five weeks ago.
      createObservation(7, 31, 1),
      createObservation(6, 0, 1),
      createObservation(0, 0, 1),
      createObservation(35, 0, 1),
    ];
    expect(baselineOf(observations)).toMatchObject({ weeks: 2, lowestRecent: 300, basis: 'observed' });
    expect(baselineOf(observations)?.counts).toMatchObject({ recent: 1100, late: { of: 1100, hits: 110 } });
  });

  test('leaves out observations in an incident, unless there are no others', () => {
    const bad = createObservation(14, 0, 900, { inIncident: true });
    expect(baselineOf([createObservation(7, 0, 300), bad])).toMatchObject({
      weeks: 1,
      counts: { recent: 300 },
    });
    expect(baselineOf([createObservation(7, 0, 300, { basis: 'reconstructed' }), bad])?.counts.recent).toBe(
      300,
    );
    expect(baselineOf([bad])).toMatchObject({ counts: { recent: 900 }, basis: 'observed' });
  });

  test.each<[string, number, Basis]>([
    ['enough', 50, 'observed'],
    ['too little', 49, 'reconstructed'],
  ])('uses the observed figures of a week only if they are enough: %s', (_, recent, basis) => {
    expect(
      baselineOf([createObservation(7, 0, recent), createObservation(7, 15, 5000, rebuilt)])?.basis,
    ).toBe(basis);
  });

  test('combines one observed week with three reconstructed ones', () => {
    const failed = { of: 300, hits: 9 };
    const before = [14, 21, 28].map((days) => {
      const { counts, ...rest } = createObservation(days, 0, 3000, rebuilt);
      return { ...rest, counts: { ...counts, failed: { of: 3000, hits: 1500 } } };
    });
    const { counts, ...last } = createObservation(7, 0, 300);
    expect(
      baselineOf([
        { ...last, counts: { ...counts, failed } },
        createObservation(7, 15, 9, rebuilt),
        ...before,
      ]),
    ).toEqual({
      // Failures come from the observed week only: the others have no times of failure.
      counts: countsWith({ recent: 9300, late: { of: 9300, hits: 930, failed: 0 }, failed }),
      weeks: 4,
      reconstructedWeeks: 3,
      lowestRecent: 300,
      usualRecent: { low: 0, high: expect.any(Number) },
      basis: 'reconstructed',
    });
  });

  test('does not reconstruct a week with an incident', () => {
    const bad = createObservation(7, 0, 900, { inIncident: true });
    const observations = [
      bad,
      createObservation(7, 15, 900, rebuilt),
      createObservation(14, 0, 300, rebuilt),
    ];
    expect(baselineOf(observations)).toMatchObject({ weeks: 1, counts: { recent: 300 } });
    expect(baselineOf(observations.slice(0, 2))).toMatchObject({
      weeks: 1,
      reconstructedWeeks: 0,
      basis: 'observed',
    });
  });

  test('counts a week without traffic as the minimum when other operators had traffic', () => {
    const others = createObservation(14, 0, 400, { operator: 'WOM' });
    expect(baselineOf([createObservation(7, 0, 300), others])?.lowestRecent).toBe(0);
    expect(
      baselineOf([createObservation(7, 0, 300), createObservation(14, 0, 200), others])?.lowestRecent,
    ).toBe(200);
  });

  test.each([
    { spread: 200, most: 0.94 },
    { spread: 30, most: 1 },
  ])(
    'has an interval that covers the messages of the next week in 9 of 10 cases: spread $spread',
    ({ spread, most }) => {
      const random = normalNumbers();
      const covered = Array.from({ length: 2_000 }, () => {
        const [next = 0, ...weeks] = Array.from({ length: 5 }, () => 1_000 + spread * random());
        const { low, high } = predictionInterval(weeks);
        return low <= next && next <= high;
      });
      const share = covered.filter(Boolean).length / covered.length;
      expect(share).toBeGreaterThan(0.87);
      expect(share).toBeLessThanOrEqual(most);
      expect(predictionInterval([100, 100, 100])).toEqual({
        low: expect.closeTo(66.3, 1),
        high: expect.closeTo(133.7, 1),
      });
    },
  );

  test('is empty without observations', () => {
    expect(baselinesFor([], now)).toEqual([]);
  });
});

describe('blindSpotsOf', () => {
  const today = '2026-11-18';
  const LATE = { kind: 'late', until: '2026-11-20' } as const;
  /** The last four weeks, with messages since `first` days ago, without the days that were not read. */
  const daysSince = (first: number, unread: readonly number[] = []) =>
    Array.from({ length: 29 }, (_, index) => 28 - index)
      .filter((ago) => !unread.includes(ago))
      .map((ago) => ({ day: addDaysTo(today, -ago), received: ago <= first ? 90 : 0 }));

  test.each([
    ['old traffic', daysSince(28), []],
    ['two weeks of traffic', daysSince(14), []],
    ['less than two weeks', daysSince(13), [{ kind: 'silence', until: '2026-11-19' }]],
    ['less than one week', daysSince(5), [LATE, { kind: 'silence', until: '2026-11-27' }]],
    ['a past week that was not read', daysSince(5, [21]), []],
    [
      'the past weeks alone were read',
      daysSince(13, [1, 2, 8, 13]),
      [{ kind: 'silence', until: '2026-11-20' }],
    ],
  ])('names what needs more past weeks: %s', (_, days, spots) => {
    expect(blindSpotsOf(today, days, undefined)).toEqual(spots);
  });

  test('names failures until a week after the first check', () => {
    expect(blindSpotsOf(today, daysSince(28), '2026-11-12')).toEqual([
      { kind: 'few_failures', until: '2026-11-19' },
    ]);
    expect(blindSpotsOf(today, daysSince(5), today)).toContainEqual({
      kind: 'failures',
      until: '2026-11-25',
    });
    expect(blindSpotsOf(today, daysSince(28), '2026-11-11')).toEqual([]);
  });
});

/** Reproducible numbers of the standard normal distribution: sums of twelve uniform ones. */
function normalNumbers(): () => number {
  let state = 7;
  const uniform = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return () => Array.from({ length: 12 }, uniform).reduce((sum, one) => sum + one, -6);
}
