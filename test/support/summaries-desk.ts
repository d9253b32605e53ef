import type { Timings } from '../../src/runtime/timings.ts';
import { createSubscriptions, type NewSubscription } from '../../src/store/channels/subscriptions.ts';
import type { Database } from '../../src/store/database.ts';
import { createSummaries } from '../../src/store/posting/summaries.ts';
import { aDesk, aWorkspace, channels, type Desk } from './desk.ts';
import { aRunningClock, aRunningPlatform, publicPosts } from './running-platform.ts';
import { settingsFor } from './sandbox.ts';
import { steadyTraffic } from './steady-traffic.ts';

/** The platform, a workspace and rows for bots that post summaries, all by one clock that runs and can be moved. */
export async function aMorning(
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
    /** Summaries are of the platform's own traffic, and not of what is always the same. */
    readonly isReal?: boolean;
  } = {},
) {
  const { now, moveTo } = aRunningClock(at);
  const { traffic } = steadyTraffic(now, { perQuarter: 1 });
  const { platform, rows } = await aRunningPlatform(database, now, perDay);
  const slack = aWorkspace('http', {
    now,
    channels: [...Object.values(channels), ...manyChannels],
    ...(scopes ? { scopes } : {}),
  });
  const subscriptions = createSubscriptions(rows);

  /** One more bot on the same platform, workspace and database; with `DATA_DIR`, on one of its own. */
  const aBot = (env: Record<string, string> = {}): Promise<Desk> =>
    aDesk(platform.url, {
      slack,
      env: {
        ...settingsFor(platform.sandbox, platform.url),
        // Where an answer is missing a test says so, and not a machine that is slow.
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
    const { subscription } = await subscriptions.add({ ...aSubscription, ...changes }, now());
    return subscription;
  };
  const { roots, replies } = publicPosts(slack);
  /** Resolves with what is there in the workspace once it is. */
  const until = <T>(what: () => T | undefined | false, description?: string) =>
    slack.until(what, { timeoutMs: soon.timeout, ...(description ? { description } : {}) });
  return {
    ...platform,
    slack,
    subscriptions,
    summaries: createSummaries(rows),
    /** Ends a pause that Slack asked for: the database's clock times it, and not this one. */
    async endPause() {
      const next_at = new Date(0);
      await rows.db.updateTable('post_pace').where('account', '=', rows.account).set({ next_at }).execute();
    },
    /** Ends the minute in which a post that may have been sent is not tried again, and its lease. The database's clock times both. */
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
    aBot,
    subscribe,
    roots,
    replies,
    /** The one post of a channel, once its thread says the rest. */
    posted: (channel?: string, count = 1) =>
      until(() => replies(channel).length >= count && roots(channel).at(-1), 'a summary and its details'),
    until,
  };
}

export type Morning = Awaited<ReturnType<typeof aMorning>>;

/** How long is waited for a state that comes within a second or two on a machine that does nothing else. */
export const soon = { timeout: 120_000 };

const aSubscription: NewSubscription = {
  channel: channels.support.id,
  time: '09:00',
  zone: 'UTC',
  language: 'en',
  subscriber: 'U1',
};

export const manyChannels = Array.from({ length: 5 }, (_, at) => ({
  id: `C1${at}X`,
  name: `channel-${at}`,
}));
