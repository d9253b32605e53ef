import { expect, test } from 'vitest';
import { editPosted } from '../../../src/features/summaries/correct.ts';
import { tellPausedSubscriptions } from '../../../src/features/summaries/publish.ts';
import type { Place } from '../../../src/posting/post.ts';
import { line, richText, view } from '../../../src/slack/blocks/blocks.ts';
import type { SlackError } from '../../../src/slack/errors.ts';
import type { RefusalReason } from '../../../src/slack/listeners/access.ts';
import type { Subscription } from '../../../src/store/channels/subscriptions.ts';
import { everybodyMay, featureDeps } from '../../support/feature-deps.ts';

async function tell(
  answers: readonly (Place | SlackError)[],
  refusals: Readonly<Record<string, RefusalReason>> = {},
) {
  const untold = new Set(answers.map((_, at) => `s${at}`));
  const written: string[] = [];
  await tellPausedSubscriptions(
    featureDeps({
      slack: {
        users: everybodyMay.users,
        access: { refusalFor: async ({ id }) => refusals[id] },
      },
      stores: {
        subscriptions: {
          pause: async () => false,
          untold: async () => [...untold],
          takeUntold: async (id) => (untold.delete(id) ? paused(id) : undefined),
          leaveUntold: async (id) => void untold.add(id),
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
  return { written, untold: [...untold].toSorted() };
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
const told: Place = { channel: 'D1', ts: '1.000001' };

test.each(['ratelimited', 'rate_limited'])(
  'once Slack asks for a pause (%s), nobody else is told until later',
  async (refused) => {
    const { written, untold } = await tell([told, { refused, retryAfterMs: 30_000 }, told, told]);
    expect(written).toEqual(['subscriber of s0', 'subscriber of s1']);
    expect(untold).toEqual(['s1', 's2', 's3']);
  },
);

test('who cannot be told just now keeps nobody else from hearing of it', async () => {
  const { written, untold } = await tell([{ refused: 'timeout' }, { refused: 'user_not_found' }, told]);
  expect(written).toHaveLength(3);
  expect(untold).toEqual(['s0']);
});

test('an owner who may not use the bot any more is not told; whom Slack does not tell of, later', async () => {
  const { written, untold } = await tell([told, told, told], {
    'subscriber of s0': { refusal: 'person', because: 'ALLOWED_USERGROUPS' },
    'subscriber of s1': { refusal: 'unverified', because: 'users.info did not tell' },
  });
  expect(written).toEqual(['subscriber of s2']);
  expect(untold).toEqual(['s1']);
});

test.each([
  ['as long as it asks for', 600_000, 600_000, 690_000],
  ['half a minute at least', 1_000, 30_000, 120_000],
  ['half a minute where it does not say', undefined, 30_000, 120_000],
])('a change that Slack put off is made later: %s', async (_what, retryAfterMs, least, most) => {
  const at = new Date('2026-11-18T09:00:00Z');
  const refusal = { refused: 'ratelimited', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  const brought = await editPosted(
    told,
    { view: view(richText(line('Yesterday'))), at },
    featureDeps({ posting: { rateLimitedPost: { change: async () => refusal } } }).posting.rateLimitedPost,
  );
  if (typeof brought !== 'object' || !('again' in brought)) throw new Error('it was not put off');
  const afterMs = brought.again.getTime() - at.getTime();
  expect(afterMs).toBeGreaterThanOrEqual(least);
  expect(afterMs).toBeLessThanOrEqual(most);
});
