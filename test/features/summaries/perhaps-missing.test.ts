import { expect, test } from 'vitest';
import { publishSummary } from '../../../src/features/summaries/publish.ts';
import { channelView } from '../../../src/features/summaries/view.ts';
import type { Subscription } from '../../../src/store/channels/subscriptions.ts';
import type { Summary } from '../../../src/store/posting/summaries.ts';
import { UpstreamError } from '../../../src/upstream/index.ts';
import { featureDeps } from '../../support/feature-deps.ts';
import { recordLog } from '../../support/log.ts';

const nine = new Date('2026-11-18T09:00:00Z');
const setting = { channel: 'C1', zone: 'UTC', language: 'en' } as const;

const summary: Summary = {
  ...setting,
  id: 'one',
  day: '2026-11-17',
  dueAt: nine,
  plannedAt: new Date('2026-11-17T09:00:00Z'),
  state: 'due',
  stepAt: nine,
  hasDetails: false,
  isLate: false,
};

const subscription: Subscription = {
  ...setting,
  id: 'its',
  number: 1,
  state: 'active',
  time: '09:00',
  subscriber: 'U1',
  nextDueAt: new Date('2026-11-19T09:00:00Z'),
};

test('a summary that may be missing is marked as ended before the log reports it', async () => {
  const done: string[] = [];
  const { log } = recordLog({ onLine: (line) => void done.push(JSON.parse(line).msg) });
  const deps = featureDeps({
    stores: {
      subscriptions: { findFor: async () => subscription },
      incidents: { ofChannel: async () => [] },
      summaries: {
        perhapsMissingBefore: async () => [],
        progress: async (id, { state }) => void done.push(`${id} ${state}`),
      },
    },
    slack: { access: { allowsChannel: () => true } },
    posting: { postOnce: async () => ({ perhapsMissing: true }) },
    runtime: { now: () => nine, log },
  });
  const unreadable = {
    failure: new UpstreamError('unavailable', { operation: 'report', reason: 'down' }),
    question: summary,
    options: channelView(summary, nine, new Map()),
  };
  await publishSummary(summary, { ...deps, read: async () => unreadable }, new AbortController().signal, 0);
  expect(done).toEqual(['one ended', expect.stringContaining('perhaps missing')]);
});
