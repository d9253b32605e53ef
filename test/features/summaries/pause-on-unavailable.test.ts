import { expect, test } from 'vitest';
import { editPosted } from '../../../src/features/summaries/correct.ts';
import { notifyPausedSubscriptions } from '../../../src/features/summaries/publish.ts';
import type { PostedMessage } from '../../../src/posting/post.ts';
import { line, richText, view } from '../../../src/slack/blocks/blocks.ts';
import type { SlackError } from '../../../src/slack/errors.ts';
import type { RefusalReason } from '../../../src/slack/listeners/access.ts';
import type { Subscription } from '../../../src/store/channels/subscriptions.ts';
import { accessForEveryone, featureDeps } from '../../support/feature-deps.ts';

async function tell(
  answers: readonly (PostedMessage | SlackError)[],
  refusals: Readonly<Record<string, RefusalReason>> = {},
) {
  const unreported = new Set(answers.map((_, at) => `s${at}`));
  const written: string[] = [];
  await notifyPausedSubscriptions(
    featureDeps({
      slack: { users: accessForEveryone.users, access: { refusalFor: async ({ id }) => refusals[id] } },
      stores: {
        subscriptions: {
          pause: async () => false,
          unreportedPauses: async () => [...unreported],
          claimPauseReport: async (id) => (unreported.delete(id) ? paused(id) : undefined),
          releasePauseReport: async (id) => void unreported.add(id),
        },
      },
      posting: {
        rateLimitedPost: {
          async toPerson(person) {
            const answer = answers[written.push(person) - 1];
            if (!answer) throw new Error('nobody is left');
            return answer;
          },
        },
      },
    }),
  );
  return { written, unreported: [...unreported].toSorted() };
}

const paused = (id: string): Subscription => ({
  id,
  number: 1,
  channel: 'C1',
  time: '09:00',
  zone: 'UTC',
  language: 'en',
  subscriber: `subscriber of ${id}`,
  state: 'paused',
  pausedBecause: 'is_archived',
  nextDueAt: new Date('2026-11-18T09:00:00Z'),
});
const sentMessage: PostedMessage = { channel: 'D1', ts: '1.000001' };

test.each(['ratelimited', 'rate_limited'])('a pause of Slack (%s) delays other notices', async (refused) => {
  const { written, unreported } = await tell([
    sentMessage,
    { refused, retryAfterMs: 30_000 },
    sentMessage,
    sentMessage,
  ]);
  expect(written).toEqual(['subscriber of s0', 'subscriber of s1']);
  expect(unreported).toEqual(['s1', 's2', 's3']);
});

test('an owner who cannot be reached does not block the others', async () => {
  const { written, unreported } = await tell([
    { refused: 'timeout' },
    { refused: 'user_not_found' },
    sentMessage,
  ]);
  expect(written).toHaveLength(3);
  expect(unreported).toEqual(['s0']);
});

test('an owner without access is not notified, and an unverified owner is notified later', async () => {
  const { written, unreported } = await tell([sentMessage, sentMessage, sentMessage], {
    'subscriber of s0': { refusal: 'person', because: 'ALLOWED_USERGROUPS' },
    'subscriber of s1': { refusal: 'unverified', because: 'users.info did not tell' },
  });
  expect(written).toEqual(['subscriber of s2']);
  expect(unreported).toEqual(['s1']);
});

test.each([
  ['after the pause that it asks for', 600_000, 600_000, 690_000],
  ['after at least half a minute', 1_000, 30_000, 120_000],
  ['after half a minute when it gives no pause', undefined, 30_000, 120_000],
])('a change that Slack delays is repeated later: %s', async (_what, retryAfterMs, least, most) => {
  const at = new Date('2026-11-18T09:00:00Z');
  const refusal = { refused: 'ratelimited', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  const brought = await editPosted(
    sentMessage,
    { view: view(richText(line('Yesterday'))), at },
    featureDeps({ posting: { rateLimitedPost: { change: async () => refusal } } }).posting.rateLimitedPost,
  );
  if (typeof brought !== 'object' || !('again' in brought)) throw new Error('it was not put off');
  const afterMs = brought.again.getTime() - at.getTime();
  expect(afterMs).toBeGreaterThanOrEqual(least);
  expect(afterMs).toBeLessThanOrEqual(most);
});
