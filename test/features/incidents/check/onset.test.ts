import { expect, test } from 'vitest';
import type { IncidentSubject } from '../../../../src/domain/incidents/subject.ts';
import { createBaselineReader } from '../../../../src/features/incidents/check/baseline.ts';
import { checkTraffic, onsetsOf } from '../../../../src/features/incidents/check/detect.ts';
import type { Traffic } from '../../../../src/traffic/types.ts';
import { featureDeps } from '../../../support/feature-deps.ts';
import { at } from '../../../support/messages.ts';
import { steadyTraffic } from '../../../support/steady-traffic.ts';

const entel: IncidentSubject = { of: 'operator', operator: 'Entel' };

/** What is told of Entel, of which nothing arrives any more since then, at five past three. */
async function beginningOf(
  since: string,
  {
    held,
    platformZone = 'UTC',
    subject = entel,
  }: { held?: Traffic['held']; platformZone?: string; subject?: IncidentSubject } = {},
) {
  const now = at('15:05:00');
  const { traffic, breaks } = steadyTraffic(() => now);
  breaks(at(since), 'Entel');
  const groups = featureDeps({ traffic, stores: { observations: { near: async () => [] } } });
  const made = await checkTraffic({ ...groups, baseline: createBaselineReader(groups) }, now);
  const deps = featureDeps({ traffic: { held: held ?? traffic.held }, settings: { platformZone } });
  return (await onsetsOf([subject], made, deps))(subject);
}

test('what went on before it was watched began when the figures say so', async () => {
  expect(await beginningOf('13:31:00')).toEqual({ at: at('13:30:00'), isBefore: false });
});

test('what went on for longer than was looked back began at that time or before', async () => {
  expect(await beginningOf('02:00:00')).toEqual({ at: at('10:05:00'), isBefore: true });
});

test('where nothing of before is held, it began at this check or before', async () => {
  const none = await beginningOf('13:31:00', { held: async () => undefined });
  expect(none).toEqual({ at: at('15:05:00'), isBefore: true });
});

test('a day of the platform before has older readings, and is not looked through', async () => {
  // There it is 00:05.
  const told = await beginningOf('13:31:00', { platformZone: 'Etc/GMT-9' });
  expect(told?.isBefore).toBe(true);
});

test('nothing is reckoned of the platform', async () => {
  expect(await beginningOf('13:31:00', { subject: { of: 'platform' } })).toBeUndefined();
});
