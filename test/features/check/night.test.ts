import { expect, test } from 'vitest';
import type { Accumulation } from '../../../src/domain/detection/accumulation.ts';
import { EMPTY_WATCH_STATE } from '../../../src/domain/detection/lifecycle.ts';
import { runCheck } from '../../../src/features/check/check.ts';
import { checkView } from '../../../src/features/check/view.ts';
import { createBaselineReader } from '../../../src/traffic/baseline.ts';
import { createStoredTraffic } from '../../../src/traffic/stored-traffic.ts';
import { optionsFor } from '../../support/check-scenes.ts';
import { featureDeps } from '../../support/feature-deps.ts';
import { at } from '../../support/messages.ts';
import { steadyTraffic } from '../../support/steady-traffic.ts';

/** A check at 15:05 with twelve messages per quarter hour and operator. Nothing arrives at Entel from `since` on. */
async function runNightCheck(since: string | undefined, watched?: Accumulation) {
  const now = at('15:05:00');
  const { traffic, breaks } = steadyTraffic(() => now, { perQuarter: 12 });
  if (since !== undefined) breaks(at(since), 'Entel');
  const groups = featureDeps({
    traffic,
    stores: {
      observations: { near: async () => [] },
      incidents: {
        open: async () => [],
        watching: async (of) =>
          watched && of === 'low'
            ? { version: 1, state: { ...EMPTY_WATCH_STATE, accumulated: watched }, checkedAt: now, tookMs: 0 }
            : undefined,
      },
      incidentPosts: { of: async () => [] },
    },
  });
  const reader = createBaselineReader(groups);
  // Long enough for a slow machine.
  const baseline = { around: (moment: Date) => reader.around(moment, 60_000) };
  const model = await runCheck({ ...groups, baseline }, { now });
  if ('problem' in model) throw new Error('no operator was asked for');
  const { stores, settings } = groups;
  const { observations, incidents } = stores;
  const home = await createStoredTraffic({ traffic, observations, incidents, ...settings })(now, 'UTC');
  return { model, home, said: checkView(model, optionsFor('en'), { canShare: true }).text };
}

test('a few waiting messages add up over three hours, and the check gives their count', async () => {
  const { model, home, said } = await runNightCheck('14:30:00');
  expect(model.operators[0]).toMatchObject({
    detection: { subject: { operator: 'Entel' }, verdict: 'down' },
    onset: { isBefore: false },
  });
  expect(said).toMatch(/^Most SMS at Entel have no receipt yet\n/);
  expect(said).toMatch(
    /\d+ of \d+ messages at Entel since 11:[23]\d had no receipt after 2 minutes; usually none\./,
  );
  expect(said).toContain('They were handed over and wait at the operator or the handsets.');
  // Home computes the same detections from stored figures.
  const each = [model.all, ...model.operators].flatMap((one) => one?.detection ?? []);
  expect(new Set(home?.check.detections)).toEqual(new Set(each));
});

test('too few messages are not judged, and the check gives their count', async () => {
  const { model, said } = await runNightCheck('15:00:00');
  expect(model.verdict).toBe('too_little_traffic');
  expect(said).toContain('Too few SMS to judge');
  expect(said).toContain('Entel since 12:00: 0 of 3 delivered, usually about 3 of 3.');
});

test('a quiet night without failures gives no findings', async () => {
  const { model, said } = await runNightCheck(undefined);
  expect(model.operators.flatMap(({ detection }) => detection.findings)).toEqual([]);
  expect(said).toContain('Too few SMS to judge');
});

test('a rate that has lasted two whole days counts as usual, as for a watch', async () => {
  const level = { waiting: 0.5, late: 0.5, slowHandOver: 0, failed: 0 };
  const none = { of: 0, hits: 0 };
  const sums = { waiting: none, late: none, slowHandOver: none, failed: none };
  const [sinceMs, readMs] = [at('04:00:00').getTime(), at('15:00:00').getTime()];
  const subject = { of: 'operator', operator: 'Entel' } as const;
  const days = { sinceMs, sums, whole: [level, level] };
  const { model } = await runNightCheck('14:40:00', { readMs, subjects: [{ subject, cusums: {}, days }] });
  const bare = await runNightCheck('14:40:00');
  const findings = ({ operators }: typeof model) => operators.flatMap(({ detection }) => detection.findings);
  expect(findings(bare.model)[0]?.evidence?.usualHits).toBeLessThan(1);
  expect(findings(model).every(({ usual }) => usual >= 0.5)).toBe(true);
});
