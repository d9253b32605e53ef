import { isDatabaseFailure } from '../domain/database-failure.ts';
import type { Deps, FeatureSettings } from '../features/dependencies.ts';
import {
  createRecovery,
  forgetOldRows,
  readAhead,
  readStoredAhead,
  registerFeatures,
} from '../features/index.ts';
import { createJobs, type DueClock } from '../jobs/jobs.ts';
import { withoutReference } from '../ops/log.ts';
import { createPostOnce } from '../posting/post-once.ts';
import { createRateLimitedPost } from '../posting/rate-limit.ts';
import { DAY_MS, MINUTE_MS } from '../runtime/durations.ts';
import { finishesWithin } from '../runtime/timeouts.ts';
import { createAuditQueue } from '../store/audit/queue.ts';
import type { Overrides } from './overrides.ts';
import { prepare } from './prepare.ts';
import type { Platform } from './process-parts.ts';
import { createSlack, type SlackOptions } from './slack.ts';
import type { Storage } from './storage.ts';
import { createStores, type Stores } from './stores.ts';

/** When the bot stops, answers in progress get this time; then requests to the platform are cancelled. */
export const DRAIN_MS = 6_000;
export const JOBS_STOP_MS = 4_000;
export const FINAL_ANSWERS_MS = 2_500;
export const CLOSING_MS = 500;

const POST_RETENTION_MS = 90 * DAY_MS;

interface WorkspaceBotOptions extends Omit<SlackOptions, 'backends'> {
  readonly storage: Storage;
  readonly dueClock: DueClock;
  readonly platform: Platform;
  readonly account: string;
  readonly overrides: Overrides;
}

export type WorkspaceBot = ReturnType<typeof createWorkspaceBot>;

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
    onSubscribed: () => withoutReference(scheduleDueWork),
  });
  const audit = createAuditQueue({
    ...{ log, metrics, retryMs: timings.auditRetryMs, gatherMs: timings.auditGatherMs },
    audit: overrides.audit ?? stores.audit,
    hasStarted: overrides.audit !== undefined,
  });
  const queues = createJobs({ ...options, ...runtime, database: storage.database, clock: overrides.clock });
  const send: typeof queues.send = (...sent) => withoutReference(() => queues.send(...sent));
  const jobs = { ...queues, send };
  // Only one process can use an embedded database, so replicas need a database server.
  const hasReplicas = config.databaseUrl !== undefined || overrides.database !== undefined;
  const slack = createSlack({
    ...options,
    backends: {
      ...{ backlog: upstream.backlog, audit: audit.write, preferences: stores.preferences.find },
      recordShared: hasReplicas ? stores.seenRequests.isFirst : undefined,
      takeSharedTokens: hasReplicas ? stores.usage.take : undefined,
    },
  });
  const deps: Deps = {
    platform: upstream,
    traffic: stores.traffic,
    stores,
    slack,
    posting: createPosting(slack, stores, { ...runtime, now: jobs.now }),
    jobs,
    settings: settingsOf(config),
    runtime,
  };
  registerFeatures(slack.router, deps);

  const recovery = createUpkeep(stores, deps);
  const scheduleDueWork = () => {
    if (stopping.aborted || overrides.doesDueWork === false) return;
    recovery.start();
    // `jobs.start` waits while the database is unavailable, and never rejects.
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
      audit.start();
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
  { now, log, timings }: Deps['runtime'],
): Deps['posting'] {
  return {
    post,
    rateLimitedPost: createRateLimitedPost({ post, ledger, timings }),
    postOnce: createPostOnce({ client, blockFallback, ledger, now, log, timings }),
    setMissing: ledger.markMissing,
  };
}

function settingsOf(config: WorkspaceBotOptions['config']): FeatureSettings {
  const { defaultRegion, senders, failureWords, receiptHours, platform, supportContact, timeZone, language } =
    config;
  return {
    defaults: { zone: timeZone, language },
    defaultRegion,
    senders,
    failureWords,
    receiptHours,
    incidentDays: config.incidentDays,
    ticketUrlTemplate: config.ticketUrlTemplate,
    runsWorkflowStep: config.runsWorkflowStep,
    // Longest time in ms until a request to the platform fails: up to three attempts, with pauses between.
    silenceMs: 3 * platform.timeoutMs + MINUTE_MS,
    platformZone: platform.reportTimeZone,
    ...(supportContact === undefined ? {} : { supportContact }),
    ...(config.auditChannel === undefined ? {} : { auditChannel: config.auditChannel }),
  };
}

/** Ends unfinished work of processes that died every few seconds, and deletes old rows once a minute. */
function createUpkeep(stores: Stores, deps: Deps) {
  const { log, timings } = deps.runtime;
  const runAll = async (steps: readonly (() => Promise<unknown>)[]) => {
    for (const step of steps) {
      await step().catch((error: unknown) => {
        // A database failure is not logged here, because the jobs log that the database is unavailable.
        if (!isDatabaseFailure(error)) log.warn({ err: error }, 'what was left behind stays so');
      });
    }
  };
  const run = (steps: Parameters<typeof runAll>[0]) => {
    let running: Promise<void> | undefined;
    // While Slack or the database is slow, a round takes longer than the interval; rounds do not overlap.
    return async () => {
      running ??= runAll(steps);
      await running;
      running = undefined;
    };
  };
  const rounds = [
    { everyMs: timings.jobSuperviseMs, run: run([createRecovery(deps)]) },
    {
      everyMs: timings.forgetEveryMs,
      run: run([
        () => forgetOldRows(deps),
        () => stores.posts.forget(POST_RETENTION_MS),
        stores.seenRequests.forget,
        stores.usage.forget,
        stores.recentLookups.forget,
        stores.audit.forget,
      ]),
    },
  ];
  let stop: (() => void) | undefined;
  return {
    start(): void {
      if (stop) return;
      const timers = rounds.map((round) => setInterval(round.run, round.everyMs).unref());
      // The first run is deferred, so that signals such as SIGTERM are handled before it blocks the thread.
      const first = setImmediate(() => Promise.all(rounds.map((round) => round.run())));
      stop = () => {
        clearImmediate(first);
        timers.forEach(clearInterval);
      };
    },
    stop: () => stop?.(),
  };
}

/** Writes what waits in memory. Resolves even if the database does not accept it. */
export const flushQueues = ({ audit, stores }: Pick<WorkspaceBot, 'audit' | 'stores'>) =>
  Promise.all([audit.flush(), stores.recentLookups.flush()]);

export async function endWorkspaceBot(bot: WorkspaceBot): Promise<void> {
  const { recovery, slack, jobs, platform, audit, stores } = bot;
  recovery.stop();
  await Promise.all([
    finishesWithin(DRAIN_MS, slack.inFlight.ended()),
    finishesWithin(JOBS_STOP_MS, jobs.stop()),
  ]);
  platform.release();
  await finishesWithin(FINAL_ANSWERS_MS, slack.inFlight.ended());
  await finishesWithin(CLOSING_MS, flushQueues(bot));
  stores.close();
  audit.reportLost();
}
