import { App } from '@slack/bolt';
import type { Config } from '../config.ts';
import type { FeatureDeps } from '../features/dependencies.ts';
import type { Log } from '../ops/log.ts';
import { createPost } from '../posting/post.ts';
import { createBlockFallback } from '../slack/blocks/fallback.ts';
import { createChannelInfo } from '../slack/channel-info.ts';
import { createBoltLogger, createClients } from '../slack/connection/clients.ts';
import { createDeduplication, type NoteShared } from '../slack/connection/deduplication.ts';
import { type Connection, createHttpConnection } from '../slack/connection/http.ts';
import { createSocketConnection } from '../slack/connection/socket.ts';
import { createAccess } from '../slack/listeners/access.ts';
import { createRouter } from '../slack/listeners/router.ts';
import { createUsageLimits, type TakeShared } from '../slack/listeners/usage-limits.ts';
import { type BotIdentity, createUsers } from '../slack/listeners/users.ts';
import type { AuditQueue } from '../store/audit/queue.ts';
import type { Preference } from '../store/people/preferences.ts';
import { logMissingScopes } from './missing-scopes.ts';
import type { Overrides } from './overrides.ts';

/** What requests need of the rest of the bot. */
interface BehindSlack extends Pick<FeatureDeps['platform'], 'backlog'> {
  readonly audit: AuditQueue['write'];
  readonly noteShared: NoteShared | undefined;
  readonly takeShared: TakeShared | undefined;
  readonly preferences: (userId: string) => Promise<Preference>;
}

/** The bot's side of Slack: how requests come, whose they are, and how answers go. Nothing is asked of Slack yet. */
export function createSlack(
  config: Config,
  { now, log, metrics, sealer, stopping }: FeatureDeps['runtime'],
  overrides: Overrides,
  { backlog, audit, noteShared, takeShared, preferences }: BehindSlack,
) {
  const { host, workingAfterMs, waitingAfterMs, replicasWithinMs } = overrides;
  const { peopleRememberedMs: rememberedMs } = overrides;
  const { slack, proxies, language, timeZone, supportContact } = config;
  const { asking: client, posting, forms, fetch } = createClients({ ...slack, proxies, log, now });
  const connection = createConnection(config, host, { log, metrics });
  const app = createBoltApp(connection, slack.botToken, log);
  const inFlight = trackInFlight(app);
  const { ignoreRepeated, isFirst } = createDeduplication({ log, noteShared, replicasWithinMs });
  app.use(ignoreRepeated);

  let identity: BotIdentity = { teamId: undefined, enterpriseId: undefined };
  const users = createUsers({
    ...{ client, identity: () => identity, language, timeZone, log, rememberedMs },
    ...{ preferences, preferenceWithinMs: replicasWithinMs },
  });
  const access = createAccess({ ...config.access, client, log });
  const blockFallback = createBlockFallback(now, log);
  const post = createPost(posting, blockFallback, log);
  const router = createRouter({
    app,
    sealer,
    log,
    metrics,
    now,
    fetch,
    post,
    blockFallback,
    ...{ formClient: forms, homeClient: client },
    users,
    access,
    isFirst,
    audit,
    overLimit: overLimitOf(config, takeShared, overrides),
    supportContact,
    language,
    stopping,
    backlog,
    ...(workingAfterMs === undefined ? {} : { workingAfterMs }),
    ...(waitingAfterMs === undefined ? {} : { waitingAfterMs }),
  });
  return {
    connection,
    inFlight,
    router,
    users,
    access,
    channelInfo: createChannelInfo(client),
    post,
    blockFallback,
    postingClient: posting,
    /** Learns which workspace the bot is in, and says what its token may not do. @throws where Slack does not take its token */
    async signIn() {
      const { team_id: teamId, enterprise_id: enterpriseId, response_metadata } = await client.auth.test();
      identity = { teamId, enterpriseId };
      logMissingScopes(response_metadata?.scopes, log);
    },
  };
}

function createBoltApp({ receiver }: Connection, botToken: string, log: Log): App {
  const app = new App({
    // The identity is asked for when signing in: given a token, Bolt asks in its constructor, where a failure is lost.
    authorize: async () => ({ botToken }),
    // The bot hears of nothing that it says itself.
    ignoreSelf: false,
    receiver,
    convoStore: false,
    logger: createBoltLogger(log),
  });
  app.error(async (error) => log.error({ err: error }, 'a request failed outside its feature'));
  return app;
}

/** By web socket where there is an app-level token, else over HTTP. */
function createConnection(
  { slack, proxies }: Config,
  host: string | undefined,
  runtime: Pick<FeatureDeps['runtime'], 'log' | 'metrics'>,
): Connection {
  const { appToken, signingSecret, apiUrl, port } = slack;
  if (appToken !== undefined) return createSocketConnection({ appToken, apiUrl, proxies, ...runtime });
  return createHttpConnection({ signingSecret, port, host, ...runtime });
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

function overLimitOf(
  { limitsUsage }: Config,
  takeShared: TakeShared | undefined,
  { replicasWithinMs, usageLimits: limits }: Overrides,
) {
  return limitsUsage ? createUsageLimits({ takeShared, replicasWithinMs, limits }) : async () => undefined;
}
