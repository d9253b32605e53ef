import { expect, test } from 'vitest';
import type { StatusTranslations } from '../../../../src/features/status/locales/index.ts';
import { checkDue, registerTracking } from '../../../../src/features/status/tracking/index.ts';
import { messageToTrack, sealTracked } from '../../../../src/features/status/tracking/model.ts';
import type { WorkOptions } from '../../../../src/jobs/queue.ts';
import type { PostOnceResult } from '../../../../src/posting/post-once.ts';
import { createSealer } from '../../../../src/runtime/crypto.ts';
import type { View } from '../../../../src/slack/blocks/blocks.ts';
import type { SlackError } from '../../../../src/slack/errors.ts';
import type { RefusalReason } from '../../../../src/slack/listeners/access.ts';
import type { Listeners } from '../../../../src/slack/listeners/router.ts';
import type { TrackedMessage } from '../../../../src/store/posting/message-tracking.ts';
import type { MessageRead } from '../../../../src/upstream/index.ts';
import { accessForEveryone, featureDeps } from '../../../support/feature-deps.ts';
import { testMessage } from '../../../support/messages.ts';

const sealer = createSealer(Buffer.alloc(32, 3));
const sentAt = new Date('2026-11-18T20:30:00Z');
const msisdn = '56911110002';
const message = testMessage({ platformAt: sentAt, status: 'delivered' });
const tracked = messageToTrack(sealer, msisdn, message);
if (!tracked) throw new Error('it was never sent');

const place = { channel: 'D1', ts: '1.1' };
const waiting = (changes: Partial<TrackedMessage> = {}): TrackedMessage => ({
  id: 'one',
  person: 'U1',
  message: 'message',
  query: 'look',
  sealedMessage: sealTracked(sealer, tracked),
  language: 'en',
  zone: 'UTC',
  target: place,
  requestedAt: sentAt,
  ...changes,
});

const read: MessageRead = {
  async *[Symbol.asyncIterator]() {
    yield message;
  },
  counts: { received: 1, unreadable: 0, otherNumbers: 0, faults: [], shortfalls: [], daysMissing: false },
};

async function round(
  rows: readonly TrackedMessage[],
  {
    changeError,
    posts,
    refusals = {},
  }: {
    readonly changeError?: SlackError;
    readonly posts?: (channel: string, key: string) => PostOnceResult | undefined;
    readonly refusals?: Readonly<Record<string, RefusalReason>>;
  } = {},
) {
  const done: string[] = [];
  const firstLine = ({ text }: View) => text.split(/[\n:]/)[0];
  let isClaimed = false;
  const deps = featureDeps({
    runtime: { sealer, now: () => new Date('2026-11-18T20:45:00Z') },
    platform: { messages: () => read },
    stores: {
      trackedMessages: {
        async claimDue() {
          const due = isClaimed ? [] : [...rows];
          isClaimed = true;
          return due;
        },
        find: async (id) => rows.find((one) => one.id === id),
        setTarget: async () => true,
        checked: async (id, at) => void done.push(`${id} again at ${at.toISOString().slice(11, 16)}`),
        end: async (id) => done.push(`${id} ended`) > 0,
      },
    },
    slack: { users: accessForEveryone.users, access: { refusalFor: async ({ id }) => refusals[id] } },
    posting: {
      post: {
        openDirectMessage: async (person) => ({ channel: `D-${person}` }),
        change: async () => undefined,
        async changeWithRetries(_, view) {
          if (!changeError) done.push(`changed to ${firstLine(view)}`);
          return changeError;
        },
      },
      async postOnce({ channel, key, view }) {
        const outcome = posts?.(channel, key);
        if (outcome) return outcome;
        done.push(`${key}: ${firstLine(await view())}`);
        return { place, isNew: true };
      },
    },
  });
  const failure = await checkDue(deps, new AbortController().signal).catch((error: Error) => error.message);
  return { done, failure };
}

test('the end is reported in a new message and in the tracking message', async () => {
  expect((await round([waiting()])).done).toEqual([
    'changed to Delivered',
    'settled:one: Delivered',
    'one ended',
  ]);
});

test('the last change is retried later when Slack is rate limited', async () => {
  const { done, failure } = await round([waiting()], { changeError: { refused: 'ratelimited' } });
  expect(done).toEqual(['settled:one: Delivered', 'one again at 20:46']);
  expect(failure).toBeUndefined();
});

test('tracking ends when its message was deleted', async () => {
  const { done } = await round([waiting()], { changeError: { refused: 'message_not_found' } });
  expect(done).toEqual(['settled:one: Delivered', 'one ended']);
});

const sealedBefore = sealTracked(createSealer(Buffer.alloc(32, 9)), tracked);

test('tracking sealed with another key ends, and its message says so', async () => {
  const lost = waiting({ sealedMessage: sealedBefore });
  expect((await round([lost])).done).toEqual([
    'changed to I had to stop following a message',
    'settled:one: I had to stop following a message',
    'one ended',
  ]);
  const { done } = await round([lost], { changeError: { refused: 'ratelimited' } });
  expect(done).toEqual(['settled:one: I had to stop following a message', 'one again at 20:46']);
});

test('tracking sealed with another key before its first message ends with one message', async () => {
  const { target: _, ...lost } = waiting({ sealedMessage: sealedBefore, language: 'es' });
  const { done } = await round([lost]);
  expect(done).toEqual(['settling:one: Tuve que dejar de seguir un mensaje', 'one ended']);
});

test('the end is reported in its own message when the first message is perhaps missing', async () => {
  const { target: _, ...rest } = waiting();
  const isFirst = (key: string) => key.startsWith('settling:');
  const posts = (_channel: string, key: string) =>
    isFirst(key) ? ({ perhapsMissing: true } as const) : undefined;
  expect((await round([rest], { posts })).done).toEqual(['settled:one: Delivered', 'one ended']);
  // The end may be perhaps missing too: it is not posted twice.
  const { done, failure } = await round([rest], { posts: () => ({ perhapsMissing: true }) });
  expect(done).toEqual(['one ended']);
  expect(failure).toBeUndefined();
});

test('a person who cannot be reached does not block others who track the same message', async () => {
  const { done, failure } = await round(
    ['U1', 'U2', 'U3'].map((person) => {
      const { target: _, ...rest } = waiting({ id: `of ${person}`, person });
      return rest;
    }),
    { posts: (channel) => (channel === 'D-U1' ? { refused: 'messages_tab_disabled' } : undefined) },
  );
  expect(done).toEqual([
    'of U1 ended',
    'settling:of U2: Delivered',
    'of U2 ended',
    'settling:of U3: Delivered',
    'of U3 ended',
  ]);
  expect(failure).toContain('messages_tab_disabled');
});

test('a person without access gets no report, and an unverified person gets it later', async () => {
  const person = { refusal: 'person', because: 'ALLOWED_USERGROUPS' } as const;
  const unverified = { refusal: 'unverified', because: 'users.info did not tell' } as const;
  const rows = ['U1', 'U2', 'U3'].map((id) => waiting({ id: `of ${id}`, person: id }));
  const { done } = await round(rows, { refusals: { U1: person, U2: unverified } });
  expect(done).toEqual([
    'of U1 ended',
    'of U2 again at 20:46',
    'changed to Delivered',
    'settled:of U3: Delivered',
    'of U3 ended',
  ]);
  const long = waiting({ requestedAt: new Date('2026-11-14T20:30:00Z') });
  expect((await round([long], { refusals: { U1: unverified } })).done).toEqual(['one ended']);
});

test('messages are due by the clock of the jobs, not of the process', async () => {
  const dueBy: Date[] = [];
  let check: WorkOptions<object>['handle'] | undefined;
  const router = { sealedButton: () => undefined, button: () => undefined };
  registerTracking(
    router as unknown as Listeners<StatusTranslations>,
    featureDeps({
      jobs: {
        now: () => sentAt,
        work(_, { handle }) {
          check = handle as typeof check;
        },
      },
      stores: {
        incidentFollowers: { list: async () => [] },
        trackedMessages: {
          async claimDue(now) {
            dueBy.push(now);
            return [];
          },
        },
      },
    }),
  );
  await check?.({}, new AbortController());
  expect(dueBy).toEqual([sentAt]);
});
