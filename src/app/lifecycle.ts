import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Jobs } from '../jobs/types.ts';
import type { Log } from '../ops/log.ts';
import { DAY_MS, MINUTE_MS } from '../runtime/durations.ts';
import { settlesWithin } from '../runtime/timeouts.ts';
import type { createRedisTokens, Upstream } from '../upstream/index.ts';
import { prepare } from './prepare.ts';
import type { createSlack } from './slack.ts';
import type { Stores } from './stores.ts';

export interface Bot {
  /** Takes requests, once Slack has said that the bot's token is good. @throws when the port is taken or Slack refuses */
  start(): Promise<{ readonly port?: number }>;
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
  readonly jobs: Jobs;
  readonly slack: Pick<ReturnType<typeof createSlack>, 'connection' | 'inFlight' | 'signIn'>;
  readonly log: Log;
  readonly stopping: AbortController;
  /** A database that was given is there already. */
  readonly hasDatabase: boolean;
  readonly recover: () => Promise<void>;
  readonly readAhead: (moment: Date) => Promise<void>;
  readonly now: () => Date;
}

/** Answers in flight have this long to end by themselves; then the platform is cut off and they end with a sentence. */
const DRAIN_MS = 7_000;
/** More than work under way is given; a database that is only being opened is not waited for. */
const WORK_ENDING_MS = 4_000;
const LAST_WORDS_MS = 1_500;
const CLOSING_MS = 500;
const RECOVERING_EVERY_MS = MINUTE_MS;
/** Nothing is posted again that late. */
const POSTS_FORGOTTEN_AFTER_MS = 90 * DAY_MS;

export function createLifecycle(parts: Parts): Bot & { scheduleDueWork(): void } {
  const { config, stores, jobs, log, stopping, slack } = parts;
  const { connection, inFlight } = slack;
  const resources = resourcesOf(parts);
  let stopRecovering: (() => void) | undefined;

  const scheduleDueWork = () => {
    if (stopping.signal.aborted) return;
    stopRecovering ??= recoverNowAndThen(parts);
    // It waits for a database that is away, and never rejects.
    void jobs.start();
  };
  const openDatabase = () =>
    stores.open().then(
      () => true,
      (error: unknown) => {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'the database did not open');
        return false;
      },
    );
  const stop = () => {
    stopping.abort();
    return resources.disposeAsync();
  };
  return {
    scheduleDueWork,
    async start() {
      try {
        await slack.signIn();
        const { channels, userGroups } = config.access;
        if (channels.length === 0 || userGroups.length === 0) {
          log.warn('nobody may ask: set both ALLOWED_CHANNELS and ALLOWED_USERGROUPS');
        }
        const address = await connection.start();
        resources.defer(async () => {
          const answering = settlesWithin(DRAIN_MS, connection.stop().then(inFlight.ended));
          await Promise.all([answering, settlesWithin(WORK_ENDING_MS, jobs.stop())]);
        });
        log.info(address, 'listening for Slack');
        resources.defer(() => stopRecovering?.());
        if (parts.hasDatabase || mayHaveLeftBehind(config)) scheduleDueWork();
        return address;
      } catch (error) {
        await stop();
        throw error;
      }
    },
    async warmUp() {
      await openDatabase();
    },
    prepare: () => prepare({ ...parts, openDatabase, scheduleDueWork, stopping: stopping.signal }),
    settled: inFlight.ended,
    stop,
  };
}

/** What the bot holds before it starts. What was taken last is let go first, also when the start fails half-way. */
function resourcesOf({ stores, slack, redisTokens, upstream, log }: Parts): AsyncDisposableStack {
  const resources = new AsyncDisposableStack();
  const closeWithin = (timeMs: number, close: () => Promise<void>) => {
    resources.defer(async () => {
      await settlesWithin(timeMs, close());
    });
  };
  resources.defer(() => log.info('stopped'));
  // Last words may still be written down.
  closeWithin(CLOSING_MS, stores.close);
  closeWithin(LAST_WORDS_MS, slack.inFlight.ended);
  if (redisTokens) closeWithin(CLOSING_MS, redisTokens.close);
  resources.defer(() => upstream.close());
  return resources;
}

/** Whether there is a database; none is made only to find nothing in it. */
function mayHaveLeftBehind({ databaseUrl, dataDir }: Config): boolean {
  return databaseUrl !== undefined || existsSync(join(dataDir, 'postgres'));
}

/** Ends what a process that died has left behind, and forgets what is long over. @returns what stops that */
function recoverNowAndThen({ recover, stores, log }: Parts): () => void {
  const recoverAll = async () => {
    try {
      await recover();
      await stores.posts.forget(POSTS_FORGOTTEN_AFTER_MS);
    } catch (error) {
      log.warn({ err: error }, 'what was left behind stays so');
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
