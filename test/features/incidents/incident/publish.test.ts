import { describe, expect, test } from 'vitest';
import { queuePublish } from '../../../../src/features/incidents/incident/job.ts';
import { publishIncident } from '../../../../src/features/incidents/incident/publish.ts';
import type { Work } from '../../../../src/jobs/queue.ts';
import type { OnceOutcome } from '../../../../src/posting/post-once.ts';
import type { RefusalReason } from '../../../../src/slack/listeners/access.ts';
import type { Watch } from '../../../../src/store/channels/watches.ts';
import type { Incident } from '../../../../src/store/incidents/incident.ts';
import type { IncidentPost } from '../../../../src/store/incidents/messages.ts';
import { everybodyMay, featureDeps } from '../../../support/feature-deps.ts';
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
const place = { channel: 'C1', zone: 'UTC', language: 'en' } as const;
const unpublished = { ...place, incident: 'one', shown: 0, told: 1 };
const leases = {
  take: async () => ({ lost: new AbortController().signal, release: async () => undefined }),
};

/** A channel that has no message yet, and a Slack that says this of it. */
function aChannel(
  outcome: OnceOutcome,
  { isAllowed = true, ownerRefusal }: { isAllowed?: boolean; ownerRefusal?: RefusalReason } = {},
) {
  let post: IncidentPost = unpublished;
  const paused: string[] = [];
  const asked: string[] = [];
  const told: string[] = [];
  const { log, lines } = recordLog();
  const settings = { ...place, sensitivity: 'normal' } as const;
  const watch: Watch = { ...settings, id: 'w1', number: 1, watcher: 'U1', state: 'active' };
  const deps = featureDeps({
    stores: {
      incidents: { find: async () => incident },
      incidentPosts: {
        of: async () => [post],
        progress: async (_, done) => {
          post = { ...post, ...done };
        },
      },
      leases,
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
      postOnce: async ({ channel, key, view }) => {
        asked.push(key);
        if (channel !== 'D-U1') return outcome;
        told.push((await view()).text);
        return { place: { channel, ts: '2.1' }, isNew: true };
      },
      post: {
        direct: async (person) => ({ channel: `D-${person}` }),
        change: async () => undefined,
        toPerson: async () => ({ refused: 'never' }),
      },
    },
    slack: {
      users: everybodyMay.users,
      access: { allowsChannel: () => isAllowed, refusalFor: async () => ownerRefusal },
    },
    runtime: { now: () => at('12:10:00'), log },
  });
  return { bring: () => publishIncident(post, deps, signal), post: () => post, paused, asked, told, lines };
}

describe('the message of an incident', () => {
  test.each([
    ['it cannot be read', { incidentPosts: { of: async () => [] } }],
    ['its incident cannot be read', { incidents: { find: async () => undefined } }],
  ])('is the first to publish no longer where %s', async (_, unreadable) => {
    const ended: unknown[] = [];
    const readable = { incidents: { find: async () => incident }, incidentPosts: {} };
    const { incidents, incidentPosts } = { ...readable, ...unreadable };
    const deps = featureDeps({
      stores: {
        incidents,
        incidentPosts: {
          of: async () => [unpublished],
          progress: async (...of) => void ended.push(of),
          ...incidentPosts,
        },
        leases,
      },
    });
    expect(await publishIncident({ incident: 'one', channel: 'C1' }, deps, signal)).toBeUndefined();
    expect(ended).toEqual([[{ incident: 'one', channel: 'C1' }, { over: 'gone' }]]);
  });

  test('is not brought to a channel in which figures may not be shown any more', async () => {
    const posted = { place: { channel: 'C1', ts: '1.1' }, isNew: true };
    const { bring, post, paused, asked } = aChannel(posted, { isAllowed: false });
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

  test('that is perhaps missing is not tried again, and the log and whoever set up the watch are told once', async () => {
    const { bring, post, asked, told, lines } = aChannel({ perhapsMissing: true });
    expect(await bring()).toBeUndefined();
    expect(await bring()).toBeUndefined();
    expect(post()).toMatchObject({ over: 'gone', shown: 0 });
    expect(post()).not.toHaveProperty('ts');
    expect(asked).toEqual(['incident:one', 'incident:one:missing:C1']);
    expect(told).toEqual([
      expect.stringMatching(/^The alert of .* may be missing: Slack didn’t confirm it\.\n1 · <#C1>\nLook in/),
    ]);
    expect(lines).toMatchObject([{ level: 'warn', incident: 'one', channel: 'C1' }]);
  });

  test('that is perhaps missing is no news to who may not use the bot any more; whom Slack does not tell of hears it later', async () => {
    const missing = (ownerRefusal: RefusalReason) => aChannel({ perhapsMissing: true }, { ownerRefusal });
    const left = missing({ refusal: 'person', because: 'ALLOWED_USERGROUPS' });
    expect(await left.bring()).toBeUndefined();
    expect(left.told).toEqual([]);
    expect(left.post()).toMatchObject({ over: 'gone' });
    const unknown = missing({ refusal: 'unverified', because: 'users.info did not tell' });
    expect(await unknown.bring()).toEqual({ again: at('12:11:00') });
    expect(unknown.post()).not.toHaveProperty('over');
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
