import { expect, test } from 'vitest';
import type { IncidentSubject } from '../../src/domain/detection/subject.ts';
import { createBaselineReader } from '../../src/traffic/baseline.ts';
import { checkTraffic, onsetsOf } from '../../src/traffic/traffic-check.ts';
import type { Traffic } from '../../src/traffic/types.ts';
import { featureDeps } from '../support/feature-deps.ts';
import { at } from '../support/messages.ts';
import { steadyTraffic } from '../support/steady-traffic.ts';

const entel: IncidentSubject = { of: 'operator', operator: 'Entel' };

/** The onset that a check at 15:05 computes when nothing arrives at Entel from `since` on. */
async function computeOnset(
  since: string,
  {
    stored,
    platformZone = 'UTC',
    subject = entel,
  }: { stored?: Traffic['storedIfAvailable']; platformZone?: string; subject?: IncidentSubject } = {},
) {
  const now = at('15:05:00');
  const { traffic, breaks } = steadyTraffic(() => now);
  breaks(at(since), 'Entel');
  const groups = featureDeps({ traffic, stores: { observations: { near: async () => [] } } });
  const checkResult = await checkTraffic({ ...groups, baseline: createBaselineReader(groups) }, now);
  const deps = featureDeps({
    traffic: { storedIfAvailable: stored ?? traffic.storedIfAvailable },
    settings: { platformZone },
  });
  return (await onsetsOf([subject], checkResult, deps))(subject);
}

test('the onset before the start of the watch comes from the figures', async () => {
  expect(await computeOnset('13:31:00')).toEqual({ at: at('13:30:00'), isBefore: false });
});

test('the onset is marked as “or before” when it lies before the searched period', async () => {
  expect(await computeOnset('02:00:00')).toEqual({ at: at('10:05:00'), isBefore: true });
});

test('the onset is this check or before when no earlier figures are stored', async () => {
  const none = await computeOnset('13:31:00', { stored: async () => undefined });
  expect(none).toEqual({ at: at('15:05:00'), isBefore: true });
});

test('the previous platform day has older readings and is not searched', async () => {
  // There it is 00:05.
  expect((await computeOnset('13:31:00', { platformZone: 'Etc/GMT-9' }))?.isBefore).toBe(true);
});

test('the platform has no computed onset', async () => {
  expect(await computeOnset('13:31:00', { subject: { of: 'platform' } })).toBeUndefined();
});
