import { App } from '@slack/bolt';
import type { Config } from '../config.ts';
import type { FeatureDeps } from '../features/dependencies.ts';
import type { Log } from '../ops/log.ts';
import { createPost } from '../posting/post.ts';
import { createBlockFallback } from '../slack/blocks/fallback.ts';
import { createChannelInfo } from '../slack/channel-info.ts';
import { createBoltLogger, createClients } from '../slack/connection/clients.ts';
import { type Connection, createHttpConnection } from '../slack/connection/http.ts';
import { createSocketConnection } from '../slack/connection/socket.ts';
import { createAccess } from '../slack/listeners/access.ts';
import { createRouter } from '../slack/listeners/router.ts';
import { type BotIdentity, createUsers } from '../slack/listeners/users.ts';
import { logMissingScopes } from './missing-scopes.ts';
import type { Overrides } from './overrides.ts';

/** The bot's side of Slack: how requests come, whose they are, and how answers go. Nothing is asked of Slack yet. */
export function createSlack(
  config: Config,
  { now, log, sealer }: FeatureDeps['runtime'],
  { host, workingAfterMs, peopleRememberedMs: rememberedMs }: Overrides,
) {
  const { slack, language, timeZone, supportContact } = config;
  const clients = createClients({ ...slack, log });
  const connection = createConnection(config, host, log);
  const app = new App({
    // The identity is asked for when signing in: given a token, Bolt asks in its constructor, where a failure is lost.
    authorize: async () => ({ botToken: slack.botToken }),
    // The bot hears of nothing that it says itself.
    ignoreSelf: false,
    receiver: connection.receiver,
    convoStore: false,
    logger: createBoltLogger(log),
  });
  app.error(async (error) => log.error({ err: error }, 'a request failed outside its feature'));
  const inFlight = trackInFlight(app);

  let identity: BotIdentity = { teamId: undefined, enterpriseId: undefined };
  const client = clients.asking;
  const users = createUsers({ client, identity: () => identity, language, timeZone, log, rememberedMs });
  const access = createAccess({ ...config.access, client, log });
  const blockFallback = createBlockFallback(now, log);
  const post = createPost(clients.posting, blockFallback, log);
  const router = createRouter({
    app,
    sealer,
    log,
    now,
    fetch: clients.fetch,
    post,
    blockFallback,
    formClient: clients.forms,
    users,
    access,
    supportContact,
    language,
    ...(workingAfterMs === undefined ? {} : { workingAfterMs }),
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
    postingClient: clients.posting,
    /** Learns which workspace the bot is in, and says what its token may not do. @throws where Slack does not take its token */
    async signIn() {
      const { team_id: teamId, enterprise_id: enterpriseId, response_metadata } = await client.auth.test();
      identity = { teamId, enterpriseId };
      logMissingScopes(response_metadata?.scopes, log);
    },
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
