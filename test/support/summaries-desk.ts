import type { Timings } from '../../src/runtime/timings.ts';
import { createSubscriptions, type NewSubscription } from '../../src/store/channels/subscriptions.ts';
import type { Database } from '../../src/store/database.ts';
import { createIncidents } from '../../src/store/incidents/incidents.ts';
import { createIncidentPosts } from '../../src/store/incidents/messages.ts';
import { createSummaries } from '../../src/store/posting/summaries.ts';
import { channels, createTestWorkspace, type Desk, startDesk } from './desk.ts';
import { createRunningClock, publicPosts, startRunningPlatform } from './running-platform.ts';
import { settingsFor } from './sandbox.ts';
import { steadyTraffic } from './steady-traffic.ts';

/** A platform, a workspace and a database for bots with summaries, with a common running clock that can be moved. */
export async function createSummariesDesk(
  database: Database,
  {
    at = '2026-11-18T08:30:00Z',
    perDay = 40,
    scopes,
    timings,
    isReal = true,
  }: {
    readonly at?: string;
    readonly perDay?: number;
    readonly scopes?: readonly string[];
    readonly timings?: Partial<Timings>;
    /** Use the platform's traffic instead of steady traffic. */
    readonly isReal?: boolean;
  } = {},
) {
  const { now, moveTo } = createRunningClock(at);
  const { traffic } = steadyTraffic(now, { perQuarter: 1 });
  const { platform, rows } = await startRunningPlatform(database, now, perDay);
  const slack = createTestWorkspace('http', {
    now,
    channels: [...Object.values(channels), ...manyChannels],
    ...(scopes ? { scopes } : {}),
  });
  const subscriptions = createSubscriptions(rows);

  /** Starts another bot on the same platform, workspace and database; with `DATA_DIR`, on its own database. */
  const startBot = (env: Record<string, string> = {}): Promise<Desk> =>
    startDesk(platform.url, {
      slack,
      env: {
        ...settingsFor(platform.sandbox, platform.url),
        // Long, so that a slow machine does not cause timeouts.
        SMS_TIMEOUT_SECONDS: '60',
        ALLOWED_CHANNELS: '*',
        ...env,
      },
      overrides: {
        now,
        doesDueWork: true,
        ...(env.DATA_DIR ? {} : { database }),
        ...(timings ? { timings } : {}),
        ...(isReal ? {} : { report: { traffic } }),
      },
      command: '/sms-report',
    });
  const subscribe = async (changes: Partial<NewSubscription> = {}) => {
    const { subscription } = await subscriptions.add({ ...newSubscription, ...changes }, now());
    return subscription;
  };
  const { roots, replies } = publicPosts(slack);
  /** Resolves with the value as soon as the workspace has it. */
  const until = <T>(what: () => T | undefined | false, description?: string) =>
    slack.until(what, { timeoutMs: soon.timeout, ...(description ? { description } : {}) });
  return {
    ...platform,
    slack,
    subscriptions,
    summaries: createSummaries(rows),
    incidents: createIncidents(rows),
    incidentPosts: createIncidentPosts(rows),
    /** Ends a pause of Slack's `Retry-After`, which uses the database's clock. */
    async endPause() {
      const next_at = new Date(0);
      await rows.db.updateTable('post_pace').where('account', '=', rows.account).set({ next_at }).execute();
    },
    /** Ends the minute without retries after an unclear post, and its lease; both use the database's clock. */
    async endMinute() {
      const longAgo = new Date(0);
      await rows.db
        .updateTable('posts')
        .where('account', '=', rows.account)
        .where('attempted_at', 'is not', null)
        .set({ attempted_at: longAgo, leased_until: longAgo })
        .execute();
    },
    moveTo,
    startBot,
    subscribe,
    roots,
    replies,
    /** The only post of a channel, when its thread is complete. */
    posted: (channel?: string, count = 1) =>
      until(() => replies(channel).length >= count && roots(channel).at(-1), 'a summary and its details'),
    until,
  };
}

export type SummariesDesk = Awaited<ReturnType<typeof createSummariesDesk>>;

/** Long, for slow machines; an idle machine takes a second or two. */
export const soon = { timeout: 120_000 };

const newSubscription: NewSubscription = {
  channel: channels.support.id,
  time: '09:00',
  zone: 'UTC',
  language: 'en',
  subscriber: 'U1',
};

export const manyChannels = Array.from({ length: 5 }, (_, at) => ({ id: `C1${at}X`, name: `channel-${at}` }));
