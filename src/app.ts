import { App, type HTTPReceiver } from '@slack/bolt';
import { WebClient } from '@slack/web-api';
import { type Config, secretsOf } from './config.ts';
import { createSealer, loadOrCreateKey } from './crypto.ts';
import { registerFeatures } from './features/index.ts';
import { createLog, type Log } from './ops/log.ts';
import { createAccess } from './slack/access.ts';
import { createBoltLogger } from './slack/bolt-log.ts';
import { createDesk } from './slack/command.ts';
import { createPeople, type Home } from './slack/people.ts';
import { createHttpReceiver } from './slack/receiver.ts';
import { createUpstream } from './upstream/index.ts';

/** What tests and the local workspace put in place of the real thing. */
export interface Overrides {
  /** The bot's one clock. Signatures keep real time. */
  readonly now?: () => Date;
  readonly log?: Log;
  /** Address to listen on; all of them when left out. */
  readonly host?: string;
  readonly workingAfterMs?: number;
}

export interface SmsDesk {
  /** Listens, once Slack has said that the bot's token is good. @throws when the port is taken or Slack refuses */
  start(): Promise<{ readonly port: number }>;
  /** Resolves when no question is waiting for its answer. */
  settled(): Promise<void>;
  /** Takes no more requests, finishes the answers in flight, then lets go of everything; within 10 s. */
  stop(): Promise<void>;
}

/** Answers in flight have this long to end by themselves; then the platform is cut off and they end with a sentence. */
const DRAIN_MS = 7_000;
const LAST_WORDS_MS = 1_500;
/** A person waits for whatever the bot asks Slack. */
const SLACK_TIMEOUT_MS = 5_000;

/** Puts the bot together from its settings. Nothing is opened before `start`, except the key under `dataDir`. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<SmsDesk> {
  const now = overrides.now ?? (() => new Date());
  const log = overrides.log ?? createLog({ level: config.logLevel, secrets: secretsOf(config) });
  const sealer = createSealer(config.secretKey ?? (await loadOrCreateKey(config.dataDir)));
  // What was taken last is let go first, also when the start fails half-way.
  const resources = new AsyncDisposableStack();
  resources.defer(() => log.info('stopped'));

  let home: Home = { teamId: undefined, enterpriseId: undefined };
  let bot: { botId?: string; botUserId?: string } = {};
  const receiver = createHttpReceiver({ signingSecret: config.slack.signingSecret, log });
  const logger = createBoltLogger(log);
  const clientOptions = {
    slackApiUrl: config.slack.apiUrl,
    retryConfig: { retries: 1, minTimeout: 200, maxTimeout: 1_000 },
    timeout: SLACK_TIMEOUT_MS,
    fetch: fetchWithTimeout,
    logger,
  };
  const app = new App({
    // The identity is asked for in start(): given a token, Bolt asks in its constructor, where a failure is lost.
    authorize: async () => ({ botToken: config.slack.botToken, ...bot }),
    receiver,
    convoStore: false,
    logger,
    clientOptions,
  });
  app.error(async (error) => log.error({ err: error }, 'a request failed outside its feature'));

  const client = new WebClient(config.slack.botToken, clientOptions);
  const inFlight = trackInFlight(app);
  resources.defer(() => within(LAST_WORDS_MS, inFlight.ended()));
  const upstream = createUpstream({ ...config.platform, now, log });
  resources.defer(() => upstream.close());
  const people = createPeople({
    client,
    home: () => home,
    language: config.language,
    timeZone: config.timeZone,
    log,
  });
  const access = createAccess({ ...config.access, client });
  const { workingAfterMs } = overrides;
  const desk = createDesk({
    app,
    people,
    access,
    log,
    now,
    ...(workingAfterMs === undefined ? {} : { workingAfterMs }),
  });
  const { defaultRegion, senders, settleHours } = config;
  registerFeatures(desk, { upstream, sealer, defaultRegion, senders, settleHours });

  const stop = () => resources.disposeAsync();
  return {
    async start() {
      try {
        const identity = await client.auth.test();
        home = { teamId: identity.team_id, enterpriseId: identity.enterprise_id };
        bot = {
          ...(identity.bot_id === undefined ? {} : { botId: identity.bot_id }),
          ...(identity.user_id === undefined ? {} : { botUserId: identity.user_id }),
        };
        const port = await listen(receiver, config.slack.port, overrides.host);
        resources.defer(() => drain(receiver, inFlight));
        log.info({ port }, 'listening for Slack');
        return { port };
      } catch (error) {
        await stop();
        throw error;
      }
    },
    settled: inFlight.ended,
    stop,
  };
}

/** Takes no more requests and waits for the answers in flight, as long as there is time for it. */
async function drain(receiver: HTTPReceiver, inFlight: { ended(): Promise<void> }): Promise<void> {
  await within(DRAIN_MS, Promise.all([receiver.stop(), inFlight.ended()]));
}

async function listen(receiver: HTTPReceiver, port: number, host: string | undefined): Promise<number> {
  const server = await receiver.start(host === undefined ? { port } : { port, host });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
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

/** `respond` has no time-out of its own. */
const fetchWithTimeout: typeof fetch = (input, init) => {
  const deadline = AbortSignal.timeout(SLACK_TIMEOUT_MS);
  return fetch(input, {
    ...init,
    signal: init?.signal ? AbortSignal.any([init.signal, deadline]) : deadline,
  });
};
