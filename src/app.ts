import { App } from '@slack/bolt';
import { type Config, secretsOf } from './config.ts';
import { createSealer, loadOrCreateKey } from './crypto.ts';
import { registerFeatures } from './features/index.ts';
import { createLog, type Log } from './ops/log.ts';
import { createAccess } from './slack/access.ts';
import { createBoltLogger } from './slack/bolt-log.ts';
import { createClients } from './slack/clients.ts';
import { createDesk } from './slack/desk.ts';
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
  /** For how long the bot remembers a person's language, zone and organisation: a day unless told; 0 is not at all. */
  readonly peopleRememberedMs?: number;
}

export interface SmsDesk {
  /** Takes requests, once Slack has said that the bot's token is good. @throws when the port is taken or Slack refuses */
  start(): Promise<{ readonly port?: number }>;
  /** Resolves when no question is waiting for its answer. */
  settled(): Promise<void>;
  /** Takes no more requests, finishes the answers in flight, then lets go of everything; within 10 s. */
  stop(): Promise<void>;
}

/** Answers in flight have this long to end by themselves; then the platform is cut off and they end with a sentence. */
const DRAIN_MS = 7_000;
const LAST_WORDS_MS = 1_500;
const CLOSING_MS = 500;

/** Puts the bot together from its settings. Nothing is opened before `start`, except the key under `dataDir`. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<SmsDesk> {
  const now = overrides.now ?? (() => new Date());
  const log = overrides.log ?? createLog({ level: config.logLevel, secrets: secretsOf(config) });
  const sealer = createSealer(config.secretKey ?? (await loadOrCreateKey(config.dataDir)));
  // What was taken last is let go first, also when the start fails half-way.
  const resources = new AsyncDisposableStack();
  resources.defer(() => log.info('stopped'));

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
  const shared =
    config.redisUrl === undefined ? undefined : createRedisTokens({ url: config.redisUrl, sealer, log });
  if (shared) resources.defer(() => within(CLOSING_MS, shared.close()));
  const upstream = createUpstream({
    ...config.platform,
    tokenStore: shared?.store,
    tokenLock: shared?.lock,
    now,
    log,
  });
  resources.defer(() => upstream.close());
  const { peopleRememberedMs: rememberedMs, workingAfterMs } = overrides;
  const desk = createDesk({
    app,
    sealer,
    log,
    now,
    fetch: clients.fetch,
    client: clients.posting,
    formClient: clients.forms,
    people: createPeople({ client: clients.asking, home: () => home, language, timeZone, log, rememberedMs }),
    access: createAccess({ ...config.access, client: clients.asking, log }),
    language,
    ...(workingAfterMs === undefined ? {} : { workingAfterMs }),
  });
  const { defaultRegion, senders, settleHours } = config;
  const post = createPost(clients.posting);
  registerFeatures(desk, { upstream, sealer, now, post, defaultRegion, senders, settleHours });

  const stop = () => resources.disposeAsync();
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
        return address;
      } catch (error) {
        await stop();
        throw error;
      }
    },
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
