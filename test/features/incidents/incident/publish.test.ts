import { describe, expect, test } from 'vitest';
import { queuePublish } from '../../../../src/features/incidents/incident/job.ts';
import { publishIncident } from '../../../../src/features/incidents/incident/publish.ts';
import type { Work } from '../../../../src/jobs/types.ts';
import type { OnceOutcome } from '../../../../src/posting/post-once.ts';
import type { Watch } from '../../../../src/store/channels/watches.ts';
import type { Incident } from '../../../../src/store/incidents/incident.ts';
import type { IncidentPost } from '../../../../src/store/incidents/messages.ts';
import { featureDeps } from '../../../support/feature-deps.ts';
import { recordLog } from '../../../support/log.ts';
import { at } from '../../../support/messages.ts';

const incident: Incident = {
  id: 'one',
  sensitivity: 'normal',
  subject: { of: 'operator', operator: 'Entel' },
  verdict: 'down',
  beganAt: at('12:00:00'),
  revision: 1,
  evidence: { findings: [], operators: [], platform: { login: true, report: true } },
  events: [{ number: 1, at: at('12:05:00'), kind: 'began', verdict: 'down' }],
};
const { signal } = new AbortController();

/** A channel that has no message yet, and a Slack that says this of it. */
function aChannel(outcome: OnceOutcome, { isAllowed = true } = {}) {
  let post: IncidentPost = {
    incident: 'one',
    channel: 'C1',
    zone: 'UTC',
    language: 'en',
    shown: 0,
    told: 1,
  };
  const paused: string[] = [];
  const asked: string[] = [];
  const { log, lines } = recordLog();
  const watch: Watch = {
    id: 'w1',
    number: 1,
    channel: 'C1',
    sensitivity: 'normal',
    zone: 'UTC',
    language: 'en',
    watcher: 'U1',
    state: 'active',
  };
  const deps = featureDeps({
    stores: {
      incidents: { find: async () => incident },
      incidentPosts: {
        of: async () => [post],
        progress: async (_, done) => {
          post = { ...post, ...done };
        },
      },
      leases: {
        take: async () => ({ lost: new AbortController().signal, release: async () => undefined }),
      },
      watches: {
        list: async () => [watch],
        findFor: async () => watch,
        pause: async (_, because) => {
          paused.push(because);
          return true;
        },
        untold: async () => [],
        takeUntold: async () => undefined,
        leaveUntold: async () => undefined,
      },
    },
    posting: {
      postOnce: async ({ key }) => {
        asked.push(key);
        return outcome;
      },
      post: { change: async () => undefined, toPerson: async () => ({ refused: 'never' }) },
    },
    slack: { access: { allowsChannel: () => isAllowed } },
    runtime: { now: () => at('12:10:00'), log },
  });
  return { bring: () => publishIncident(post, deps, signal), post: () => post, paused, asked, lines };
}

describe('the message of an incident', () => {
  test('is not brought to a channel in which figures may not be shown any more', async () => {
    const place = { channel: 'C1', ts: '1.1' };
    const { bring, post, paused, asked } = aChannel({ place, isNew: true }, { isAllowed: false });
    expect(await bring()).toBeUndefined();
    expect(asked).toEqual([]);
    expect(post()).toMatchObject({ over: 'closed', shown: 0 });
    expect(paused).toEqual(['channel_not_allowed']);
  });

  test('waits for a channel that is closed, and not for one in which somebody deleted it', async () => {
    const closed = aChannel({ refused: 'not_in_channel' });
    await closed.bring();
    expect(closed.post().over).toBe('closed');
    expect(closed.paused).toEqual(['not_in_channel']);
    const gone = aChannel({ refused: 'message_not_found' });
    await gone.bring();
    expect(gone.post().over).toBe('gone');
    expect(gone.paused).toEqual([]);
  });

  test('that is perhaps missing is not tried again, and the log says so', async () => {
    const { bring, post, asked, lines } = aChannel({ perhapsMissing: true });
    expect(await bring()).toBeUndefined();
    expect(await bring()).toBeUndefined();
    expect(post()).toMatchObject({ over: 'gone', shown: 0 });
    expect(post()).not.toHaveProperty('ts');
    expect(asked).toEqual(['incident:one']);
    expect(lines).toMatchObject([{ level: 'warn', incident: 'one', channel: 'C1' }]);
  });

  test('that Slack refuses for another reason is tried again, by itself', async () => {
    const { bring, post } = aChannel({ refused: 'invalid_blocks' });
    await expect(bring()).rejects.toThrow('invalid_blocks');
    expect(post()).not.toHaveProperty('over');
    const sent: Work[] = [];
    const lagging = ['C1', 'C2'].map((channel) => ({ incident: 'one', channel }));
    const deps = featureDeps({
      jobs: { send: async (_, work) => void sent.push(...work) },
      stores: { incidentPosts: { toPublish: async () => lagging } },
    });
    await queuePublish(deps);
    expect(sent.map(({ data, key }) => ({ data, key }))).toEqual([
      { data: lagging[0], key: 'one.C1' },
      { data: lagging[1], key: 'one.C2' },
    ]);
  });
});
