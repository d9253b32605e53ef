import { describe, expect, test } from 'vitest';
import { baselinesFor } from '../../src/domain/detection/baseline.ts';
import { runToEnd } from '../../src/runtime/yielding.ts';
import { createBaselineReader } from '../../src/traffic/baseline.ts';
import type { Traffic } from '../../src/traffic/types.ts';
import { observedAround } from '../../src/traffic/window.ts';
import { UpstreamError } from '../../src/upstream/index.ts';
import { featureDeps } from '../support/feature-deps.ts';
import { trafficOf } from '../support/report-figures.ts';

const now = new Date('2026-11-18T15:04:00Z');
const LONG_MS = 60_000;
const weeks = ['2026-11-11', '2026-11-04', '2026-10-28', '2026-10-21'];

/** The same traffic on every day, as it stood at the requested moment. */
const sameEveryDay: Traffic['asOf'] = async ({ period }, moment) => {
  const from = period.start.toISOString();
  const hours = (moment.getTime() - period.start.getTime()) / 3_600_000;
  const batch = { from, hours, count: 200 * Math.floor(hours), operator: 'Entel' };
  return { ...trafficOf([batch], moment), basis: 'reconstructed' };
};

describe('the baseline', () => {
  test('reads the same hour of the last four weeks once per quarter hour', async () => {
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
    // The weeks as they were half an hour after the quarter hour of the request.
    expect(moments).toEqual(weeks.map((day) => new Date(`${day}T15:45:00Z`)));
    for (const { weeks: found, isReading } of asked) {
      expect(found.map(({ back }) => back)).toEqual([1, 2, 3, 4]);
      expect(isReading).toBe(false);
    }
    await usual.around(new Date('2026-11-18T15:15:00Z'), LONG_MS);
    expect(moments).toHaveLength(8);
  });

  test('counts checks from half an hour before to half an hour after the moment', async () => {
    const usual = createBaselineReader(featureDeps({ traffic: { asOf: sameEveryDay } }));
    const found = await usual.around(now, LONG_MS);
    const [baseline, another] = baselinesFor(runToEnd(observedAround(found.weeks, now)), now);
    expect(another).toBeUndefined();
    expect(baseline).toMatchObject({ operator: 'Entel', baseline: { weeks: 4, basis: 'reconstructed' } });
    // 200 an hour, in four weeks of five checks that cover a quarter hour each.
    expect(baseline?.baseline.counts.recent).toBeGreaterThan(4 * 5 * 45);
    expect(baseline?.baseline.counts.recent).toBeLessThan(4 * 5 * 55);
  });

  test('returns the weeks read in time, and reads the rest for the next request', async () => {
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
    expect(await usual.around(now, 20)).toMatchObject({ weeks: [{ back: 1 }], isReading: true });
    release();
    const whole = await usual.around(now, LONG_MS);
    expect(whole.weeks.map(({ back }) => back)).toEqual([1, 2, 3, 4]);
    expect(whole.isReading).toBe(false);
  });

  test('skips weeks without messages, and retries weeks that could not be read', async () => {
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
    // Only the missing week is read again, and only once.
    await usual.around(now, LONG_MS);
    expect(asked).toEqual([...weeks, '2026-11-04']);
  });

  test('throws a programming error instead of counting the week as unread', async () => {
    const usual = createBaselineReader(
      featureDeps({ traffic: { asOf: async () => Promise.reject(new TypeError('a mistake')) } }),
    );
    await expect(usual.around(now, LONG_MS)).rejects.toThrow('a mistake');
  });
});
