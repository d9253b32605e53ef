import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { startControlServer } from '../control/server.ts';
import { isDatabaseFailure } from '../domain/database-failure.ts';
import type { Jobs } from '../jobs/types.ts';
import type { Log } from '../ops/log.ts';
import type { OpsServer } from '../ops/server.ts';
import { DAY_MS, MINUTE_MS } from '../runtime/durations.ts';
import { settlesWithin } from '../runtime/timeouts.ts';
import { version } from '../runtime/version.ts';
import type { AuditQueue } from '../store/audit/queue.ts';
import type { createRedisTokens, Upstream } from '../upstream/index.ts';
import { prepare } from './prepare.ts';
import type { createSlack } from './slack.ts';
import { startWarnings } from './start-warnings.ts';
import { isKeptInFolder, type Stores } from './stores.ts';

export interface Bot {
  /** Takes requests, once Slack has said that the bot's token is good. @throws when the port is taken or Slack refuses */
  start(): Promise<{ readonly port?: number; readonly opsPort?: number }>;
  /** Opens the database before anybody needs it. Never rejects. */
  warmUp(): Promise<void>;
  /** What the first questions would otherwise wait for, once it has started; see `prepare`. Never rejects. */
  prepare(): Promise<void>;
  /** Resolves when no question is waiting for its answer. */
  settled(): Promise<void>;
  /** Takes no more requests, finishes the answers in flight, then lets go of everything; within 10 s. */
  stop(): Promise<void>;
}

interface Parts {
  readonly config: Config;
  readonly upstream: Upstream;
  readonly redisTokens: ReturnType<typeof createRedisTokens> | undefined;
  readonly stores: Stores;
  readonly audit: AuditQueue;
  readonly jobs: Jobs;
  readonly slack: Pick<ReturnType<typeof createSlack>, 'connection' | 'inFlight' | 'signIn'>;
  /** Started first and stopped last: a start that waits is seen, and so is a drain. */
  readonly ops: OpsServer | undefined;
  readonly log: Log;
  readonly stopping: AbortController;
  /** A database that was given is there already. */
  readonly hasDatabase: boolean;
  readonly recover: () => Promise<void>;
  readonly readAhead: (moment: Date) => Promise<void>;
  readonly now: () => Date;
}

/**
 * Answers in flight have this long to end by themselves. Then the platform is cut off, and with it a database that is only
 * being opened, and they end with a sentence.
 */
const DRAIN_MS = 6_000;
/** More than work under way is given; a database that is only being opened is not waited for. */
const WORK_ENDING_MS = 4_000;
const LAST_WORDS_MS = 2_500;
const CLOSING_MS = 500;
const RECOVERING_EVERY_MS = MINUTE_MS;
/** Nothing is posted again that late. */
const POSTS_FORGOTTEN_AFTER_MS = 90 * DAY_MS;

export function createLifecycle(parts: Parts): Bot & { scheduleDueWork(): void } {
  const { config, stores, jobs, log, stopping, slack, ops } = parts;
  const { connection, inFlight } = slack;
  const resources = resourcesOf(parts);
  let stopRecovering: (() => void) | undefined;

  const scheduleDueWork = () => {
    if (stopping.signal.aborted) return;
    stopRecovering ??= recoverNowAndThen(parts);
    // It waits for a database that is away, and never rejects.
    void jobs.start();
  };
  const openDatabase = () => didOpen(parts);
  const stop = () => {
    stopping.abort();
    return resources.disposeAsync();
  };
  return {
    scheduleDueWork,
    async start() {
      try {
        log.info(version(), 'SMS Desk starts');
        const opsPort = await ops?.start();
        if (opsPort !== undefined) log.info({ opsPort }, 'listening for probes');
        for (const { variable, warning } of await startWarnings(config)) log.warn({ variable }, warning);
        await stores.hold();
        if (!parts.hasDatabase && isKeptInFolder(config)) {
          resources.defer(await startControlServer({ ...config, database: stores.database, log }));
        }
        await slack.signIn();
        warnWhereNobodyMayAsk(parts);
        const address = await connection.start();
        resources.defer(async () => {
          const answering = settlesWithin(DRAIN_MS, connection.stop().then(inFlight.ended));
          await Promise.all([answering, settlesWithin(WORK_ENDING_MS, jobs.stop())]);
        });
        log.info(address, 'listening for Slack');
        resources.defer(() => stopRecovering?.());
        if (parts.hasDatabase || mayHaveLeftBehind(config)) scheduleDueWork();
        return { ...address, ...(opsPort === undefined ? {} : { opsPort }) };
      } catch (error) {
        await stop();
        throw error;
      }
    },
    async warmUp() {
      await openDatabase();
    },
    prepare() {
      parts.audit.begin();
      return prepare({ ...parts, openDatabase, scheduleDueWork, stopping: stopping.signal });
    },
    settled: inFlight.ended,
    stop,
  };
}

function didOpen({ stores, stopping, log }: Parts): Promise<boolean> {
  return stores.open().then(
    () => true,
    (error: unknown) => {
      if (!stopping.signal.aborted) log.warn({ err: error }, 'the database did not open');
      return false;
    },
  );
}

function warnWhereNobodyMayAsk({ config, log }: Parts): void {
  const { channels, userGroups } = config.access;
  if (channels.length === 0 || userGroups.length === 0) {
    log.warn('nobody may ask: set both ALLOWED_CHANNELS and ALLOWED_USERGROUPS');
  }
}

/** What the bot holds before it starts. What was taken last is let go first, also when the start fails half-way. */
function resourcesOf({ stores, audit, slack, redisTokens, upstream, ops, log }: Parts): AsyncDisposableStack {
  const resources = new AsyncDisposableStack();
  const closeWithin = (timeMs: number, close: () => Promise<unknown>) => {
    resources.defer(async () => {
      await settlesWithin(timeMs, close());
    });
  };
  resources.defer(() => log.info('stopped'));
  resources.defer(audit.tellLeft);
  // All steps together take less than ten seconds, which service managers and probes go by.
  closeWithin(CLOSING_MS, () => Promise.all([stores.close(), ops?.stop()]));
  // Last words may still be written down.
  closeWithin(CLOSING_MS, audit.written);
  closeWithin(LAST_WORDS_MS, () => Promise.all([slack.inFlight.ended(), redisTokens?.close()]));
  resources.defer(() => {
    upstream.close();
    stores.giveUpOpening();
  });
  return resources;
}

/** Whether there is a database; none is made only to find nothing in it. */
function mayHaveLeftBehind({ databaseUrl, dataDir }: Config): boolean {
  return databaseUrl !== undefined || existsSync(join(dataDir, 'postgres'));
}

/** Ends what a process that died has left behind, and forgets what is long over. @returns what stops that */
function recoverNowAndThen({ recover, stores, log }: Parts): () => void {
  const recoverAll = async () => {
    const forgetPosts = () => stores.posts.forget(POSTS_FORGOTTEN_AFTER_MS);
    // Each by itself: one that fails keeps no other from being done.
    for (const step of [
      recover,
      forgetPosts,
      stores.seenRequests.forget,
      stores.usage.forget,
      stores.recentLookups.forget,
      stores.audit.forget,
    ]) {
      await step().catch((error: unknown) => {
        // That the database is away its work has told.
        if (!isDatabaseFailure(error)) log.warn({ err: error }, 'what was left behind stays so');
      });
    }
  };
  const timer = setInterval(recoverAll, RECOVERING_EVERY_MS);
  timer.unref();
  // Not before whoever started the bot can hear a signal: the database's code is loaded in one go.
  const first = setImmediate(recoverAll);
  return () => {
    clearImmediate(first);
    clearInterval(timer);
  };
}
