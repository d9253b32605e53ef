import { expect, test } from 'vitest';
import { createBaselineReader } from '../../../../src/features/incidents/check/baseline.ts';
import { runCheck } from '../../../../src/features/incidents/check/check.ts';
import { checkView } from '../../../../src/features/incidents/check/view.ts';
import { optionsFor } from '../../../support/check-scenes.ts';
import { featureDeps } from '../../../support/feature-deps.ts';
import { at } from '../../../support/messages.ts';
import { steadyTraffic } from '../../../support/steady-traffic.ts';

/** Five past three, with twelve messages a quarter of an hour at each of three operators; nothing arrives at Entel since then. */
async function asked(since: string | undefined) {
  const now = at('15:05:00');
  const { traffic, breaks } = steadyTraffic(() => now, { perQuarter: 12 });
  if (since !== undefined) breaks(at(since), 'Entel');
  const groups = featureDeps({
    traffic,
    stores: {
      observations: { near: async () => [] },
      incidents: { open: async () => [] },
      incidentPosts: { of: async () => [] },
    },
  });
  const reader = createBaselineReader(groups);
  // However slow this machine is.
  const baseline = { around: (moment: Date) => reader.around(moment, 60_000) };
  const model = await runCheck({ ...groups, baseline }, { now });
  if ('problem' in model) throw new Error('no operator was asked for');
  return { model, said: checkView(model, optionsFor('en'), { canShare: true }).text };
}

test('a few messages add up over three hours, and are told by their count', async () => {
  const { model, said } = await asked('14:30:00');
  expect(model.operators[0]).toMatchObject({
    detection: { subject: { operator: 'Entel' }, verdict: 'down' },
    onset: { isBefore: false },
  });
  expect(said).toMatch(/^Most SMS at Entel have no receipt yet\n/);
  expect(said).toMatch(
    /Entel since 11:[23]\d: [0-4] of (\d+) with a receipt, usually \1 of \1: down or late, almost certainly\./,
  );
  expect(said).toContain('They were handed over and wait at the operator or the handsets.');
});

test('what is too few stays too few, with its count', async () => {
  const { model, said } = await asked('15:00:00');
  expect(model.verdict).toBe('too_little_traffic');
  expect(said).toContain('Too few SMS to judge');
  expect(said).toContain('Entel since 12:00: 0 of 3 delivered, usually 3 of 3.');
});

test('a quiet night is no trouble, however often somebody asks', async () => {
  const { model, said } = await asked(undefined);
  expect(model.operators.flatMap(({ detection }) => detection.findings)).toEqual([]);
  expect(said).toContain('Too few SMS to judge');
});
