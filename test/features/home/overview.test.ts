import { expect, test } from 'vitest';
import type { Incident } from '../../../src/domain/detection/incident.ts';
import { readOverview } from '../../../src/features/home/overview.ts';
import { people } from '../../support/desk.ts';
import { featureDeps } from '../../support/feature-deps.ts';

const at = new Date('2026-11-18T15:06:00Z');

/** `C9` is a channel in which figures may not be shown. */
async function incidentsIn(...where: readonly string[]) {
  const open = where.map(
    (_, index): Incident => ({
      id: `i${index}`,
      sensitivity: 'normal',
      subject: { of: 'operator', operator: `Operator ${index}` },
      verdict: 'down',
      beganAt: at,
      revision: 1,
      evidence: { findings: [], spans: [], operators: [], platform: { login: true, report: true } },
      events: [{ kind: 'began', number: 1, at, verdict: 'down' }],
    }),
  );
  const none = { overview: async () => ({ shown: [], count: 0 }) };
  const deps = featureDeps({
    stores: {
      incidents: { open: async () => open },
      incidentPosts: {
        of: async (incident) => [
          {
            incident,
            channel: where[Number(incident.slice(1))] ?? '',
            ts: '1.1',
            zone: 'UTC',
            language: 'en',
            shownRevision: 1,
            reportedEvent: 1,
          },
        ],
      },
      subscriptions: none,
      watches: none,
      recentLookups: { newest: async () => [] },
    },
    slack: { access: { channels: [], allowsChannel: (id) => id !== 'C9' } },
  });
  const user = {
    id: people.agent.id,
    name: 'ana',
    language: 'en',
    timeZone: 'UTC',
    membership: 'member',
  } as const;
  const { incidents } = await readOverview({ user, now: at }, deps);
  return { shown: incidents.shown.map(({ channel }) => channel), more: incidents.more };
}

test('shows and counts only open incidents in channels where figures may be shown', async () => {
  const hidden = Array.from({ length: 5 }, () => 'C9');
  expect(await incidentsIn(...hidden, 'C1')).toEqual({ shown: ['C1'], more: 0 });
  expect(await incidentsIn(...hidden)).toEqual({ shown: [], more: 0 });
  const seen = ['C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7'];
  expect(await incidentsIn('C9', ...seen)).toEqual({ shown: seen.slice(0, 5), more: 2 });
});
