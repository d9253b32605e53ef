import { describe, expect, test } from 'vitest';
import { baselinesFor } from '../../../../src/domain/incidents/baseline.ts';
import { createBaselineReader } from '../../../../src/features/incidents/check/baseline.ts';
import { runToEnd } from '../../../../src/runtime/yielding.ts';
import type { Traffic } from '../../../../src/traffic/types.ts';
import { observedAround } from '../../../../src/traffic/window.ts';
import { UpstreamError } from '../../../../src/upstream/index.ts';
import { featureDeps } from '../../../support/feature-deps.ts';
import { trafficOf } from '../../../support/report-figures.ts';

const now = new Date('2026-11-18T15:04:00Z');
const LONG_MS = 60_000;
const weeks = ['2026-11-11', '2026-11-04', '2026-10-28', '2026-10-21'];

/** The same traffic on every day, as it stood at whatever moment is asked for. */
const sameEveryDay: Traffic['asOf'] = async ({ period }, moment) => {
  const from = period.start.toISOString();
  const hours = (moment.getTime() - period.start.getTime()) / 3_600_000;
  const batch = { from, hours, count: 200 * Math.floor(hours), operator: 'Entel' };
  return { ...trafficOf([batch], moment), basis: 'reconstructed' };
};

describe('what is usual', () => {
  test('is the same hour of the last four weeks, read once for all who ask within a quarter of an hour', async () => {
    const moments: Date[] = [];
    const usual = createBaselineReader(
      featureDeps({
        traffic: {
          asOf: (query, moment, options) => {
            moments.push(moment);
            return sameEveryDay(query, moment, options);
          },
        },
      }),
    );
    const asked = await Promise.all([usual.around(now, LONG_MS), usual.around(now, LONG_MS)]);
    await usual.around(new Date('2026-11-18T15:14:59Z'), LONG_MS);
    // As they looked half an hour after the quarter hour of the question.
    expect(moments).toEqual(weeks.map((day) => new Date(`${day}T15:45:00Z`)));
    for (const { weeks: found, isReading } of asked) {
      expect(found.map(({ back }) => back)).toEqual([1, 2, 3, 4]);
      expect(isReading).toBe(false);
    }
    await usual.around(new Date('2026-11-18T15:15:00Z'), LONG_MS);
    expect(moments).toHaveLength(8);
  });

  test('makes a baseline of checks from half an hour before to half an hour after', async () => {
    const usual = createBaselineReader(featureDeps({ traffic: { asOf: sameEveryDay } }));
    const found = await usual.around(now, LONG_MS);
    const [baseline, another] = baselinesFor(runToEnd(observedAround(found.weeks, now)), now);
    expect(another).toBeUndefined();
    expect(baseline).toMatchObject({ operator: 'Entel', baseline: { weeks: 4, basis: 'reconstructed' } });
    // 200 an hour, four weeks of five checks that see a quarter of an hour each.
    expect(baseline?.baseline.counts.recent).toBeGreaterThan(4 * 5 * 45);
    expect(baseline?.baseline.counts.recent).toBeLessThan(4 * 5 * 55);
  });

  test('is what there is in time; the rest is read on for whoever asks next', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const usual = createBaselineReader(
      featureDeps({
        traffic: {
          async asOf(query, moment) {
            if (moment.toISOString().startsWith('2026-11-04')) await released;
            return sameEveryDay(query, moment);
          },
        },
      }),
    );
    const early = await usual.around(now, 20);
    expect(early).toMatchObject({ weeks: [{ back: 1 }], isReading: true });
    release();
    const whole = await usual.around(now, LONG_MS);
    expect(whole.weeks.map(({ back }) => back)).toEqual([1, 2, 3, 4]);
    expect(whole.isReading).toBe(false);
  });

  test('does without weeks that have no messages, and tries those that could not be read again', async () => {
    const asked: string[] = [];
    let isRefused = true;
    const usual = createBaselineReader(
      featureDeps({
        traffic: {
          async asOf(query, moment) {
            const day = moment.toISOString().slice(0, 10);
            asked.push(day);
            if (day === '2026-11-04' && isRefused) {
              throw new UpstreamError('unavailable', { operation: 'report', reason: 'away' });
            }
            if (day === '2026-10-28') return { ...trafficOf([], moment), basis: 'reconstructed' };
            return sameEveryDay(query, moment);
          },
        },
      }),
    );
    const early = await usual.around(now, LONG_MS);
    expect(early.weeks.map(({ back }) => back)).toEqual([1, 4]);
    expect(early).toMatchObject({ isReading: false, unread: 1 });
    isRefused = false;
    const whole = await usual.around(now, LONG_MS);
    expect(whole.weeks.map(({ back }) => back)).toEqual([1, 2, 4]);
    expect(whole.unread).toBe(0);
    // Only the one that was missing, and it only until it was there.
    await usual.around(now, LONG_MS);
    expect(asked).toEqual([...weeks, '2026-11-04']);
  });

  test('a mistake of ours is not taken for a week without figures', async () => {
    const usual = createBaselineReader(
      featureDeps({
        traffic: { asOf: async () => Promise.reject(new TypeError('a mistake')) },
      }),
    );
    await expect(usual.around(now, LONG_MS)).rejects.toThrow('a mistake');
  });
});
