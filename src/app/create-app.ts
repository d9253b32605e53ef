import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { App } from '@slack/bolt';
import { type Config, secretsOf } from '../config.ts';
import type { FeatureDeps, FeatureSettings } from '../features/dependencies.ts';
import { type FlatDeps, recoverFeatures, registerFeatures } from '../features/index.ts';
import { createJobs } from '../jobs/index.ts';
import { createLog, type Log } from '../ops/log.ts';
import { createPost } from '../posting/post.ts';
import { createPostOnce, type PostOnceOptions } from '../posting/post-once.ts';
import { createRateLimitedPost } from '../posting/rate-limit.ts';
import { createSealer, loadOrCreateKey } from '../runtime/crypto.ts';
import { DAY_MS, MINUTE_MS } from '../runtime/durations.ts';
import { settlesWithin } from '../runtime/timeouts.ts';
import { createBlockFallback } from '../slack/blocks/fallback.ts';
import { createBoltLogger } from '../slack/connection/bolt-log.ts';
import { createClients } from '../slack/connection/clients.ts';
import { type Connection, createHttpConnection } from '../slack/connection/http.ts';
import { createSocketConnection } from '../slack/connection/socket.ts';
import { createAccess } from '../slack/listeners/access.ts';
import { createRouter } from '../slack/listeners/router.ts';
import { type BotIdentity, createUsers } from '../slack/listeners/users.ts';
import type { Database } from '../store/database.ts';
import type { Runs } from '../store/posting/runs.ts';
import type { Traffic } from '../traffic/types.ts';
import { createRedisTokens, createUpstream } from '../upstream/index.ts';
import { createStores, type Stores } from './stores.ts';

/** What tests and the local workspace put in place of the real thing. */
export interface Overrides {
  /** The bot's one clock. Signatures keep real time. */
  readonly now?: () => Date;
  readonly log?: Log;
  /** Address to listen on; all of them when left out. */
  readonly host?: string;
  readonly workingAfterMs?: number;
  /** Where reports get their figures, where what takes long is written down, and what is long. */
  readonly report?: Partial<Pick<FeatureSettings, 'longAfterMs' | 'progressEveryMs'>> & {
    readonly runs?: Runs;
    /** Summaries get theirs there too. */
    readonly traffic?: Partial<Traffic>;
  };
  /** In place of the configured one. It stays open when the bot stops. */
  readonly database?: Database;
  /** How fast messages that exist once are posted, where Slack's own limits are not those that count. */
  readonly pace?: Pick<PostOnceOptions, 'perMinute' | 'channelGapMs'>;
  /** How long a look-up waits for figures to compare with. */
  readonly peersWithinMs?: number;
  /** For how long the bot remembers a person's language, zone and organisation: a day unless told; 0 is not at all. */
  readonly peopleRememberedMs?: number;
}

export interface SmsDesk {
  /** Takes requests, once Slack has said that the bot's token is good. @throws when the port is taken or Slack refuses */
  start(): Promise<{ readonly port?: number }>;
  /** Opens the database, which is otherwise done for the first question that needs it. Never rejects. */
  warmUp(): Promise<void>;
  /** Resolves when no question is waiting for its answer. */
  settled(): Promise<void>;
  /** Takes no more requests, finishes the answers in flight, then lets go of everything; within 10 s. */
  stop(): Promise<void>;
}

/** Answers in flight have this long to end by themselves; then the platform is cut off and they end with a sentence. */
const DRAIN_MS = 7_000;
/** More than work under way is given; a database that is only being opened is not waited for. */
const WORK_ENDING_MS = 4_000;
const LAST_WORDS_MS = 1_500;
const CLOSING_MS = 500;
/** A question that gets no answer is asked three times, with pauses between. */
const silenceOf = ({ timeoutMs }: { readonly timeoutMs: number }) => 3 * timeoutMs + MINUTE_MS;
const RECOVERING_EVERY_MS = MINUTE_MS;
/** Nothing is posted again that late. */
const POSTS_FORGOTTEN_AFTER_MS = 90 * DAY_MS;

/** Puts the bot together from its settings. Nothing is opened before `start`, except the key under `dataDir`. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<SmsDesk> {
  const now = overrides.now ?? (() => new Date());
  const log = overrides.log ?? createLog({ level: config.logLevel, secrets: secretsOf(config) });
  const sealer = createSealer(config.secretKey ?? (await loadOrCreateKey(config.dataDir)));
  // What was taken last is let go first, also when the start fails half-way.
  const resources = new AsyncDisposableStack();
  resources.defer(() => log.info('stopped'));
  const stopping = new AbortController();

  const shared =
    config.redisUrl === undefined ? undefined : createRedisTokens({ url: config.redisUrl, sealer, log });
  const upstream = createUpstream({
    ...config.platform,
    tokenStore: shared?.store,
    tokenLock: shared?.lock,
    now,
    log,
  });
  const stores = createStores({
    config,
    upstream,
    now,
    log,
    given: overrides.database,
    onSubscribed: () => scheduleDueWork(),
  });
  // Last words may still be written down.
  resources.defer(async () => void (await settlesWithin(CLOSING_MS, stores.close())));
  const jobs = createJobs({ database: stores.database, account: upstream.account, log, now: overrides.now });

  const { slack, language, timeZone } = config;
  const clients = createClients({ ...slack, log });
  const connection = createConnection(config, overrides.host, log);
  let home: BotIdentity = { teamId: undefined, enterpriseId: undefined };
  const app = new App({
    // The identity is asked for in start(): given a token, Bolt asks in its constructor, where a failure is lost.
    authorize: async () => ({ botToken: slack.botToken }),
    // The bot hears of nothing that it says itself.
    ignoreSelf: false,
    receiver: connection.receiver,
    convoStore: false,
    logger: createBoltLogger(log),
  });
  app.error(async (error) => log.error({ err: error }, 'a request failed outside its feature'));

  const inFlight = trackInFlight(app);
  resources.defer(async () => void (await settlesWithin(LAST_WORDS_MS, inFlight.ended())));
  if (shared) resources.defer(async () => void (await settlesWithin(CLOSING_MS, shared.close())));
  resources.defer(() => upstream.close());
  const blockFallback = createBlockFallback({ now, log });
  const post = createPost(clients.posting, blockFallback);
  const { peopleRememberedMs: rememberedMs, workingAfterMs, peersWithinMs } = overrides;
  const people = createUsers({
    client: clients.asking,
    home: () => home,
    language,
    timeZone,
    log,
    rememberedMs,
  });
  const access = createAccess({ ...config.access, client: clients.asking, log });
  const router = createRouter({
    app,
    sealer,
    log,
    now,
    fetch: clients.fetch,
    post,
    blockFallback,
    formClient: clients.forms,
    users: people,
    access,
    language,
    ...(workingAfterMs === undefined ? {} : { workingAfterMs }),
  });
  const { defaultRegion, senders, settleHours } = config;
  const { traffic, ...report } = overrides.report ?? {};
  const ledger = stores.posts;
  const figures: Traffic = {
    figuresFor: traffic?.figuresFor ?? stores.traffic.figuresFor,
    asOf: traffic?.asOf ?? stores.traffic.asOf,
    held: traffic?.held ?? stores.traffic.held,
  };
  const rateLimitedPost = createRateLimitedPost({ post, ledger, ...overrides.pace });
  const postOnce = createPostOnce({
    client: clients.posting,
    blockFallback,
    ledger,
    now,
    log,
    ...overrides.pace,
  });
  const settings: FeatureSettings = {
    defaultRegion,
    senders,
    settleHours,
    silenceMs: silenceOf(config.platform),
    platformZone: config.platform.reportTimeZone,
    ...(peersWithinMs === undefined ? {} : { peersWithinMs }),
    ...(report.longAfterMs === undefined ? {} : { longAfterMs: report.longAfterMs }),
    ...(report.progressEveryMs === undefined ? {} : { progressEveryMs: report.progressEveryMs }),
  };
  const deps: FeatureDeps & FlatDeps = {
    platform: upstream,
    stores: { ...stores, runs: report.runs ?? stores.runs },
    slack: { users: people, access },
    posting: { post, rateLimitedPost, postOnce },
    settings,
    runtime: { now, log, sealer, stopping: stopping.signal },
    upstream,
    sealer,
    now,
    post,
    defaultRegion,
    senders,
    settleHours,
    silenceMs: silenceOf(config.platform),
    platformZone: config.platform.reportTimeZone,
    traffic: figures,
    runs: stores.runs,
    watches: stores.watches,
    incidents: stores.incidents,
    incidentPosts: stores.incidentPosts,
    observations: stores.observations,
    leases: stores.leases,
    jobs,
    access,
    log,
    postOnce,
    stopping: stopping.signal,
    ...(peersWithinMs === undefined ? {} : { peersWithinMs }),
    ...report,
  };
  registerFeatures(router, deps);

  let stopRecovering: (() => void) | undefined;
  /** Begins the work that comes around, once there is a database. */
  const scheduleDueWork = () => {
    if (stopping.signal.aborted) return;
    stopRecovering ??= recoverNowAndThen(deps, stores, log);
    // It waits for a database that is away, and never rejects.
    void jobs.start();
  };

  const stop = () => {
    stopping.abort();
    return resources.disposeAsync();
  };
  return {
    async start() {
      try {
        const identity = await clients.asking.auth.test();
        home = { teamId: identity.team_id, enterpriseId: identity.enterprise_id };
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
        if (overrides.database || mayHaveLeftBehind(config)) scheduleDueWork();
        return address;
      } catch (error) {
        await stop();
        throw error;
      }
    },
    warmUp: () =>
      stores.open().catch((error: unknown) => log.warn({ err: error }, 'the database did not open')),
    settled: inFlight.ended,
    stop,
  };
}

/** By web socket where there is an app-level token, else over HTTP. */
function createConnection({ slack }: Config, host: string | undefined, log: Log): Connection {
  const { appToken, signingSecret, apiUrl, port } = slack;
  if (appToken !== undefined) return createSocketConnection({ appToken, apiUrl, log });
  return createHttpConnection({ signingSecret, port, host, log });
}

/** Whether there is a database; none is made only to find nothing in it. */
function mayHaveLeftBehind({ databaseUrl, dataDir }: Config): boolean {
  return databaseUrl !== undefined || existsSync(join(dataDir, 'postgres'));
}

/** Ends what a process that died has left behind, and forgets what is long over. Returns what stops it. */
function recoverNowAndThen(deps: FeatureDeps & FlatDeps, { posts }: Stores, log: Log): () => void {
  const recover = async () => {
    try {
      await recoverFeatures(deps);
      await posts.forget(POSTS_FORGOTTEN_AFTER_MS);
    } catch (error) {
      log.warn({ err: error }, 'what was left behind stays so');
    }
  };
  const timer = setInterval(recover, RECOVERING_EVERY_MS);
  timer.unref();
  // Not before whoever started the bot can hear a signal: the database's code is loaded in one go.
  const first = setImmediate(recover);
  return () => {
    clearImmediate(first);
    clearInterval(timer);
  };
}

/** Counts the listeners under way, which Bolt forgets once they have acknowledged. */
function trackInFlight(app: App) {
  const running = new Set<Promise<void>>();
  app.use(async ({ next }) => {
    const run = next();
    running.add(run);
    await run.finally(() => running.delete(run));
  });
  return {
    async ended(): Promise<void> {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
