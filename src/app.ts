import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { App } from '@slack/bolt';
import { type Config, secretsOf } from './config.ts';
import { createSealer, loadOrCreateKey } from './crypto.ts';
import { type FeatureDeps, recoverFeatures, registerFeatures } from './features/index.ts';
import { createKeeping } from './keeping.ts';
import { createLog, type Log } from './ops/log.ts';
import { createAccess } from './slack/access.ts';
import { createBoltLogger } from './slack/bolt-log.ts';
import { createClients } from './slack/clients.ts';
import { createDesk } from './slack/desk.ts';
import { createFitting } from './slack/fitting.ts';
import { createPeople, type Home } from './slack/people.ts';
import { createPost } from './slack/post.ts';
import { type Connection, createHttpConnection } from './slack/receiver.ts';
import { createSocketConnection } from './slack/socket.ts';
import { createRedisTokens, createUpstream } from './upstream/index.ts';

/** What tests and the local workspace put in place of the real thing. */
export interface Overrides {
  /** The bot's one clock. Signatures keep real time. */
  readonly now?: () => Date;
  readonly log?: Log;
  /** Address to listen on; all of them when left out. */
  readonly host?: string;
  readonly workingAfterMs?: number;
  /** Where reports get their figures, where those that take long are written down, and what is long. */
  readonly report?: Partial<Pick<FeatureDeps, 'traffic' | 'runs' | 'longAfterMs' | 'progressEveryMs'>>;
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
const LAST_WORDS_MS = 1_500;
const CLOSING_MS = 500;
const RECOVERING_EVERY_MS = 60_000;

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
  const keeping = createKeeping({ config, upstream, now, log });
  // Last words may still be written down.
  resources.defer(() => within(CLOSING_MS, keeping.close()));

  const { slack, language, timeZone } = config;
  const clients = createClients({ ...slack, log });
  const connection = createConnection(config, overrides.host, log);
  let home: Home = { teamId: undefined, enterpriseId: undefined };
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
  resources.defer(() => within(LAST_WORDS_MS, inFlight.ended()));
  if (shared) resources.defer(() => within(CLOSING_MS, shared.close()));
  resources.defer(() => upstream.close());
  const fitting = createFitting({ now, log });
  const post = createPost(clients.posting, fitting);
  const { peopleRememberedMs: rememberedMs, workingAfterMs } = overrides;
  const desk = createDesk({
    app,
    sealer,
    log,
    now,
    fetch: clients.fetch,
    post,
    fitting,
    formClient: clients.forms,
    people: createPeople({ client: clients.asking, home: () => home, language, timeZone, log, rememberedMs }),
    access: createAccess({ ...config.access, client: clients.asking, log }),
    language,
    ...(workingAfterMs === undefined ? {} : { workingAfterMs }),
  });
  const { defaultRegion, senders, settleHours } = config;
  const deps: FeatureDeps = {
    upstream,
    sealer,
    now,
    post,
    defaultRegion,
    senders,
    settleHours,
    traffic: keeping.traffic,
    runs: keeping.runs,
    stopping: stopping.signal,
    ...overrides.report,
  };
  registerFeatures(desk, deps);

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
        resources.defer(() => within(DRAIN_MS, connection.stop().then(inFlight.ended)));
        log.info(address, 'listening for Slack');
        if (mayHaveLeftBehind(config)) resources.defer(recoverNowAndThen(deps, log));
        return address;
      } catch (error) {
        await stop();
        throw error;
      }
    },
    warmUp: () =>
      keeping.open().catch((error: unknown) => log.warn({ err: error }, 'the database did not open')),
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

/** Ends what a process that died has left behind. Returns what stops it. */
function recoverNowAndThen(deps: FeatureDeps, log: Log): () => void {
  const recover = () =>
    recoverFeatures(deps).catch((error: unknown) =>
      log.warn({ err: error }, 'what was left behind stays so'),
    );
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

/** Waits for something to end, however it ends, but no longer than this. */
async function within(timeMs: number, what: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, timeMs);
  await Promise.race([what.catch(() => undefined), late]);
  clearTimeout(timer);
}
