import { describe, expect, test } from 'vitest';
import type { Incident } from '../../../../src/domain/detection/incident.ts';
import { queuePublish } from '../../../../src/features/watches/incident/job.ts';
import { publishIncident } from '../../../../src/features/watches/incident/publish.ts';
import type { NewJob } from '../../../../src/jobs/queue.ts';
import type { PostOnceResult } from '../../../../src/posting/post-once.ts';
import type { RefusalReason } from '../../../../src/slack/listeners/access.ts';
import type { Watch } from '../../../../src/store/channels/watches.ts';
import type { IncidentPost } from '../../../../src/store/incidents/messages.ts';
import { accessForEveryone, featureDeps } from '../../../support/feature-deps.ts';
import { recordLog } from '../../../support/log.ts';
import { at } from '../../../support/messages.ts';

const incident: Incident = {
  id: 'one',
  sensitivity: 'normal',
  subject: { of: 'operator', operator: 'Entel' },
  verdict: 'down',
  beganAt: at('12:00:00'),
  revision: 1,
  evidence: { findings: [], spans: [], operators: [], platform: { login: true, report: true } },
  events: [{ number: 1, at: at('12:05:00'), kind: 'began', verdict: 'down' }],
};
const { signal } = new AbortController();
const place = { channel: 'C1', zone: 'UTC', language: 'en' } as const;
const unpublished = { ...place, incident: 'one', shownRevision: 0, reportedEvent: 1 };
const leases = {
  acquire: async () => ({ lost: new AbortController().signal, release: async () => undefined }),
};

/** A channel without a message yet, and the outcome of Slack's post to it. */
function createChannel(
  outcome: PostOnceResult,
  { isAllowed = true, ownerRefusal }: { isAllowed?: boolean; ownerRefusal?: RefusalReason } = {},
) {
  let post: IncidentPost = unpublished;
  const paused: string[] = [];
  const asked: string[] = [];
  const notices: string[] = [];
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
        unreportedPauses: async () => [],
        claimPauseReport: async () => undefined,
        releasePauseReport: async () => undefined,
      },
    },
    posting: {
      postOnce: async ({ channel, key, view }) => {
        asked.push(key);
        if (channel !== 'D-U1') return outcome;
        notices.push((await view()).text);
        return { place: { channel, ts: '2.1' }, isNew: true };
      },
      post: {
        openDirectMessage: async (person) => ({ channel: `D-${person}` }),
        change: async () => undefined,
        toPerson: async () => ({ refused: 'never' }),
      },
    },
    slack: {
      users: accessForEveryone.users,
      access: { allowsChannel: () => isAllowed, refusalFor: async () => ownerRefusal },
    },
    runtime: { now: () => at('12:10:00'), log },
  });
  return {
    publish: () => publishIncident(post, deps, signal),
    post: () => post,
    paused,
    asked,
    notices,
    lines,
  };
}

describe('the message of an incident', () => {
  test.each([
    ['it cannot be read', { incidentPosts: { of: async () => [] } }],
    ['its incident cannot be read', { incidents: { find: async () => undefined } }],
  ])('is marked as gone when %s', async (_, unreadable) => {
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

  test('is not posted to a channel where figures may no longer be shown', async () => {
    const posted = { place: { channel: 'C1', ts: '1.1' }, isNew: true };
    const { publish, post, paused, asked } = createChannel(posted, { isAllowed: false });
    expect(await publish()).toBeUndefined();
    expect(asked).toEqual([]);
    expect(post()).toMatchObject({ over: 'closed', shownRevision: 0 });
    expect(paused).toEqual(['channel_not_allowed']);
  });

  test('waits for a closed channel, but ends where the message was deleted', async () => {
    const closed = createChannel({ refused: 'not_in_channel' });
    await closed.publish();
    expect(closed.post().over).toBe('closed');
    expect(closed.paused).toEqual(['not_in_channel']);
    const gone = createChannel({ refused: 'message_not_found' });
    await gone.publish();
    expect(gone.post().over).toBe('gone');
    expect(gone.paused).toEqual([]);
  });

  test('is not posted again when perhaps missing; the log and the owner are notified once', async () => {
    const { publish, post, asked, notices, lines } = createChannel({ perhapsMissing: true });
    expect(await publish()).toBeUndefined();
    expect(await publish()).toBeUndefined();
    expect(post()).toMatchObject({ over: 'gone', shownRevision: 0 });
    expect(post()).not.toHaveProperty('ts');
    expect(asked).toEqual(['incident:one', 'incident:one:missing:C1']);
    expect(notices).toEqual([
      expect.stringMatching(/^The alert of .* may be missing: Slack didn’t confirm it\.\n1 · <#C1>\nLook in/),
    ]);
    expect(lines).toMatchObject([{ level: 'warn', incident: 'one', channel: 'C1' }]);
  });

  test('when perhaps missing, is reported later to an unverified owner, never to one without access', async () => {
    const missing = (ownerRefusal: RefusalReason) =>
      createChannel({ perhapsMissing: true }, { ownerRefusal });
    const left = missing({ refusal: 'person', because: 'ALLOWED_USERGROUPS' });
    expect(await left.publish()).toBeUndefined();
    expect(left.notices).toEqual([]);
    expect(left.post()).toMatchObject({ over: 'gone' });
    const unknown = missing({ refusal: 'unverified', because: 'users.info did not tell' });
    expect(await unknown.publish()).toEqual({ again: at('12:11:00') });
    expect(unknown.post()).not.toHaveProperty('over');
  });

  test('is retried in its own job when Slack refuses it for another reason', async () => {
    const { publish, post } = createChannel({ refused: 'invalid_blocks' });
    await expect(publish()).rejects.toThrow('invalid_blocks');
    expect(post()).not.toHaveProperty('over');
    const sent: NewJob[] = [];
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
