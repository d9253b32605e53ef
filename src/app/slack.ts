import type { App, Receiver } from '@slack/bolt';
import type { ProcessConfig, WorkspaceConfig } from '../config.ts';
import type { Deps } from '../features/dependencies.ts';
import { scopes } from '../features/index.ts';
import { createPost } from '../posting/post.ts';
import { createBlockFallback } from '../slack/blocks/fallback.ts';
import { createChannelInfo } from '../slack/connection/channel-info.ts';
import { createBoltLogger, createClients } from '../slack/connection/clients.ts';
import { createDeduplication, type RecordShared } from '../slack/connection/deduplication.ts';
import { createInFlight, WorkspaceApp } from '../slack/connection/dispatch.ts';
import { logMissingScopes } from '../slack/connection/scopes.ts';
import type { BotTokenSource } from '../slack/connection/web-client.ts';
import { createAccess } from '../slack/listeners/access.ts';
import { createRouter } from '../slack/listeners/router.ts';
import { createUsageLimits, type TakeSharedTokens } from '../slack/listeners/usage-limits.ts';
import { type BotIdentity, createUsers } from '../slack/listeners/users.ts';
import { logEndedInstallation } from '../slack/oauth/ended-installation.ts';
import type { AuditQueue } from '../store/audit/queue.ts';
import type { Preference } from '../store/people/preferences.ts';
import type { Overrides } from './overrides.ts';

interface SlackBackends extends Pick<Deps['platform'], 'backlog'> {
  readonly audit: AuditQueue['write'];
  readonly recordShared: RecordShared | undefined;
  readonly takeSharedTokens: TakeSharedTokens | undefined;
  readonly preferences: (userId: string) => Promise<Preference>;
}

export interface SlackOptions {
  readonly config: ProcessConfig & WorkspaceConfig;
  readonly runtime: Deps['runtime'];
  readonly overrides: Overrides;
  readonly receiver: Receiver;
  readonly botToken: string | BotTokenSource;
  readonly onTokenRefused?: (() => void) | undefined;
  /** The workspace's id, given if the token is for an organisation and so does not name the workspace. */
  readonly teamId?: string | undefined;
  readonly backends: SlackBackends;
}

export function createSlack(options: SlackOptions) {
  const { config, runtime, overrides, botToken, onTokenRefused, backends } = options;
  const { now, log, metrics, sealer, stopping, timings } = runtime;
  const { replicasTimeoutMs, sharedCountsTimeoutMs, peopleTtlMs } = timings;
  const { proxies, language, timeZone, supportContact } = config;
  const { apiUrl } = config.slack;
  const clients = createClients({ botToken, onTokenRefused, apiUrl, proxies, log, now, timings });
  const { asking: client, posting, forms, fetch } = clients;
  const app = createBoltApp(options, () => identity.botUserId ?? '');
  if (typeof botToken === 'string') logEndedInstallation(app, log);
  const inFlight = createInFlight();
  app.use(({ next }) => inFlight.track(next()));
  const { ignoreRepeated, isFirst } = createDeduplication({ ...backends, log, replicasTimeoutMs });
  app.use(ignoreRepeated);

  let identity: BotIdentity = { teamId: undefined, enterpriseId: undefined };
  const users = createUsers({
    ...{ client, identity: () => identity, language, timeZone, log },
    ttlMs: peopleTtlMs,
    ...{ preferences: backends.preferences, preferenceTimeoutMs: sharedCountsTimeoutMs },
  });
  const access = createAccess({ ...config.access, identity: () => identity, client, log });
  const blockFallback = createBlockFallback(now, log);
  const post = createPost(posting, blockFallback, log, timings);
  const router = createRouter({
    app,
    sealer,
    log,
    metrics,
    now,
    fetch,
    post,
    blockFallback,
    ...{ formClient: forms, client },
    users,
    access,
    isFirst,
    audit: backends.audit,
    overLimit: config.limitsUsage
      ? createUsageLimits({ ...backends, sharedCountsTimeoutMs, limits: overrides.usageLimits })
      : async () => undefined,
    supportContact,
    language,
    stopping,
    backlog: backends.backlog,
    timings,
  });
  return {
    inFlight,
    router,
    users,
    access,
    channelInfo: createChannelInfo(client),
    post,
    blockFallback,
    postingClient: posting,
    /** Reads the bot's workspace from Slack, and logs missing scopes. @throws if Slack refuses the token */
    async signIn() {
      const { team_id: teamId, enterprise_id: enterpriseId, ...rest } = await client.auth.test();
      const { user_id: botUserId, is_enterprise_install: isOrganization = false, response_metadata } = rest;
      identity = { teamId: options.teamId ?? teamId, enterpriseId, isOrganization, botUserId };
      logMissingScopes(response_metadata?.scopes, scopes, log);
    },
  };
}

function createBoltApp(
  { receiver, botToken, runtime: { log, metrics } }: SlackOptions,
  botUserId: () => string,
): App {
  // With `token` in place of `authorize`, Bolt would sign in within its constructor, and hide a failure.
  const authorize = async () => ({
    botToken: typeof botToken === 'string' ? botToken : await botToken(),
    botUserId: botUserId(),
  });
  const logger = createBoltLogger(log);
  // Bolt need not filter out the bot's own messages, because the listeners ignore messages of bots.
  const boltOptions = { authorize, receiver, logger, ignoreSelf: false, convoStore: false } as const;
  const app = new WorkspaceApp(boltOptions, { log, metrics });
  app.error(async (error) => log.error({ err: error }, 'a request failed outside its feature'));
  return app;
}
