import { expect, test } from 'vitest';
import type { Incident, IncidentEvidence, IncidentSpan } from '../../../../src/domain/detection/incident.ts';
import { correctIncidents } from '../../../../src/features/watches/incident/job.ts';
import type { TrafficFigures } from '../../../../src/traffic/types.ts';
import { UpstreamError } from '../../../../src/upstream/index.ts';
import { featureDeps, type SomeDeps } from '../../../support/feature-deps.ts';
import { figuresOf, some } from '../../../support/figures.ts';
import { recordLog } from '../../../support/log.ts';
import { at } from '../../../support/messages.ts';

const counts = { count: 280, failed: 0, missing: 0, mostMissing: 0 };
const span: IncidentSpan = {
  subject: { of: 'operator', operator: 'Entel' },
  verdict: 'down',
  from: at('12:05:00'),
  to: at('12:40:00'),
  kinds: ['waiting', 'failures'],
  affected: { ...counts, quarters: [] },
};
const evidence: IncidentEvidence = {
  findings: [],
  operators: [],
  platform: { login: true, report: true },
  spans: [span],
  affected: counts,
};
const incident: Incident = {
  id: 'i1',
  sensitivity: 'normal',
  subject: span.subject,
  verdict: 'down',
  beganAt: span.from,
  endedAt: at('12:50:00'),
  revision: 4,
  evidence,
  events: [],
};
const aDayLater = new Date(at('13:00:00').getTime() + 24 * 3_600_000);

const late = (count: number, failed = 0) =>
  figuresOf([
    ...some(100 - count - failed, { after: 9 }),
    ...some(count, { after: 200 }),
    ...some(failed, { word: 'failed' }),
  ]);
/** Figures of Entel in three quarter hours: 12:00, 12:15 and 12:30; Claro is not part of the incident. */
const figures = (counted: ReturnType<typeof late>) => ({
  between: (from: Date, end: Date) =>
    [at('12:00:00'), at('12:15:00'), at('12:30:00')].flatMap((start) =>
      [0, 1].flatMap((weeks) => {
        const then = new Date(start.getTime() - weeks * 7 * 86_400_000);
        const figures = weeks === 0 ? counted : late(4, 2);
        return then >= from && then < end
          ? [
              { operator: 'Entel', figures },
              { operator: 'Claro', figures: late(100) },
            ]
          : [];
      }),
    ),
});

async function correctWith(traffic: SomeDeps['traffic'], one: Incident = incident) {
  const corrected: Incident[] = [];
  const { log, lines } = recordLog();
  const deps = featureDeps({
    traffic: traffic ?? {},
    stores: {
      incidents: {
        toCorrect: async () => [one],
        correct: async (changed) => void corrected.push({ ...one, ...changed }),
      },
    },
    runtime: { now: () => aDayLater, log },
  });
  await correctIncidents(deps, new AbortController().signal);
  return { evidence: corrected[0]?.evidence, lines };
}

test('counts the late and failed messages again, beyond those of the same hours in past weeks', async () => {
  const read = figures(late(7, 5));
  const { evidence: after } = await correctWith({
    figuresFor: async () => ({ ...read, asOf: aDayLater, days: [], daysMissing: false }) as TrafficFigures,
    storedIfAvailable: async () => ({ ...read, readAt: aDayLater, days: [] }),
  });
  // Usually 4 of 100 are late and 2 fail.
  expect(after?.affected).toEqual({ count: 18, failed: 9, missing: 0, mostMissing: 0 });
  expect(after?.correctedAt).toEqual(aDayLater);
});

test('waits for a platform that cannot be read', async () => {
  const { evidence: after, lines } = await correctWith({
    figuresFor: async () => {
      throw new UpstreamError('unavailable', { operation: 'report', reason: 'away' });
    },
  });
  expect(after).toBeUndefined();
  expect(lines.map(({ msg }) => msg)).toEqual([
    'the counts of an incident could not be corrected; they are tried again',
  ]);
});

test('reads nothing for an incident without counts', async () => {
  const { evidence: after } = await correctWith({}, { ...incident, evidence: { ...evidence, spans: [] } });
  expect(after).toMatchObject({ correctedAt: aDayLater, affected: counts });
});
