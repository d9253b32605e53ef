import { isDatabaseFailure } from '../domain/database-failure.ts';
import type { FeatureDeps, FeatureSettings } from '../features/dependencies.ts';
import { readAhead, readStoredAhead, recoverFeatures, registerFeatures } from '../features/index.ts';
import { createJobs } from '../jobs/jobs.ts';
import type { Log } from '../ops/log.ts';
import { createPostOnce } from '../posting/post-once.ts';
import { createRateLimitedPost } from '../posting/rate-limit.ts';
import { DAY_MS, MINUTE_MS } from '../runtime/durations.ts';
import { settlesWithin } from '../runtime/timeouts.ts';
import type { Timings } from '../runtime/timings.ts';
import { createAuditQueue } from '../store/audit/queue.ts';
import type { Overrides } from './overrides.ts';
import { prepare } from './prepare.ts';
import type { Platform } from './process-parts.ts';
import { createSlack, type SlackOptions } from './slack.ts';
import type { Storage } from './storage.ts';
import { createStores, type Stores } from './stores.ts';

/** Answers in flight have this long. Then the platform and an opening database are cut off. */
export const DRAIN_MS = 6_000;
export const WORK_ENDING_MS = 4_000;
export const LAST_WORDS_MS = 2_500;
export const CLOSING_MS = 500;

/** Older posts are never repeated. */
const POSTS_FORGOTTEN_AFTER_MS = 90 * DAY_MS;

interface WorkspaceBotOptions extends Omit<SlackOptions, 'behind'> {
  readonly storage: Storage;
  readonly platform: Platform;
  readonly account: string;
  readonly overrides: Overrides;
}

export type WorkspaceBot = ReturnType<typeof createWorkspaceBot>;

/** Puts the bot of one workspace together. Nothing is opened or asked yet. */
export function createWorkspaceBot(options: WorkspaceBotOptions) {
  const { config, runtime, storage, account, overrides } = options;
  const { upstream } = options.platform;
  const { now, log, metrics, stopping, timings } = runtime;
  const stores = createStores({
    storage,
    config,
    account,
    upstream,
    overrides,
    ...runtime,
    onSubscribed: () => scheduleDueWork(),
  });
  const audit = createAuditQueue({
    ...{ log, metrics, retryMs: timings.auditRetryMs },
    audit: overrides.audit ?? stores.audit,
    hasBegun: overrides.audit !== undefined,
  });
  const jobs = createJobs({ database: storage.database, account, log, metrics, now: overrides.now, timings });
  // An embedded database has one process.
  const hasReplicas = config.databaseUrl !== undefined || overrides.database !== undefined;
  const slack = createSlack({
    ...options,
    behind: {
      ...{ backlog: upstream.backlog, audit: audit.write, preferences: stores.preferences.find },
      noteShared: hasReplicas ? stores.seenRequests.isFirst : undefined,
      takeShared: hasReplicas ? stores.usage.take : undefined,
    },
  });
  const { users, access, channelInfo } = slack;
  const deps: FeatureDeps = {
    platform: upstream,
    traffic: stores.traffic,
    stores,
    slack: { users, access, channelInfo },
    posting: createPosting(slack, stores, runtime),
    jobs,
    settings: settingsOf(config),
    runtime,
  };
  registerFeatures(slack.router, deps);

  const recovery = createRecovery({ stores, log, timings, recover: () => recoverFeatures(deps) });
  const scheduleDueWork = () => {
    if (stopping.aborted || overrides.doesDueWork === false) return;
    recovery.begin();
    // It waits for a database that is away, and never rejects.
    void jobs.start();
  };
  const openDatabase = () =>
    stores.open().then(
      () => true,
      (error: unknown) => {
        if (!stopping.aborted) log.warn({ err: error }, 'the database did not open');
        return false;
      },
    );
  return {
    config,
    log,
    platform: options.platform,
    stores,
    audit,
    jobs,
    slack,
    recovery,
    scheduleDueWork,
    openDatabase,
    prepare() {
      audit.begin();
      return prepare({
        ...{ config, upstream, openDatabase, scheduleDueWork, now, log, stopping },
        readAhead: (moment: Date) => readAhead(deps, moment),
        readStoredAhead: () => readStoredAhead(deps),
      });
    },
  };
}

function createPosting(
  { post, postingClient: client, blockFallback }: ReturnType<typeof createSlack>,
  { posts: ledger }: Stores,
  { now, log, timings }: FeatureDeps['runtime'],
): FeatureDeps['posting'] {
  return {
    post,
    rateLimitedPost: createRateLimitedPost({ post, ledger, timings }),
    postOnce: createPostOnce({ client, blockFallback, ledger, now, log, timings }),
    setMissing: ledger.setMissing,
  };
}

function settingsOf(config: WorkspaceBotOptions['config']): FeatureSettings {
  const { defaultRegion, senders, failureWords, settleHours, platform, supportContact, timeZone, language } =
    config;
  return {
    defaults: { zone: timeZone, language },
    defaultRegion,
    senders,
    failureWords,
    settleHours,
    incidentDays: config.incidentDays,
    // A question without an answer is asked three times, with pauses between.
    silenceMs: 3 * platform.timeoutMs + MINUTE_MS,
    platformZone: platform.reportTimeZone,
    ...(supportContact === undefined ? {} : { supportContact }),
    ...(config.auditChannel === undefined ? {} : { auditChannel: config.auditChannel }),
  };
}

interface RecoveryOptions {
  readonly stores: Pick<Stores, 'posts' | 'seenRequests' | 'usage' | 'recentLookups' | 'audit'>;
  readonly log: Log;
  readonly timings: Timings;
  readonly recover: () => Promise<void>;
}

/** Recovers the work of dead processes and deletes old rows, once a minute. */
function createRecovery({ stores, log, timings, recover }: RecoveryOptions) {
  const recoverAll = async () => {
    const forgetPosts = () => stores.posts.forget(POSTS_FORGOTTEN_AFTER_MS);
    for (const step of [
      recover,
      forgetPosts,
      stores.seenRequests.forget,
      stores.usage.forget,
      stores.recentLookups.forget,
      stores.audit.forget,
    ]) {
      await step().catch((error: unknown) => {
        // The background work logs that the database is away.
        if (!isDatabaseFailure(error)) log.warn({ err: error }, 'what was left behind stays so');
      });
    }
  };
  let stop: (() => void) | undefined;
  return {
    begin(): void {
      if (stop) return;
      const timer = setInterval(recoverAll, timings.recoveryEveryMs);
      timer.unref();
      // After the start, so that signals are heard: the database’s code loads in one go.
      const first = setImmediate(recoverAll);
      stop = () => {
        clearImmediate(first);
        clearInterval(timer);
      };
    },
    stop: () => stop?.(),
  };
}

export async function endWorkspaceBot(bot: WorkspaceBot): Promise<void> {
  const { recovery, slack, jobs, platform, audit, stores } = bot;
  recovery.stop();
  await Promise.all([
    settlesWithin(DRAIN_MS, slack.inFlight.ended()),
    settlesWithin(WORK_ENDING_MS, jobs.stop()),
  ]);
  platform.release();
  await settlesWithin(LAST_WORDS_MS, slack.inFlight.ended());
  await settlesWithin(CLOSING_MS, audit.written());
  stores.close();
  audit.tellLeft();
}
