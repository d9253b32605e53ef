import { App, type Receiver } from '@slack/bolt';
import type { ProcessConfig, WorkspaceConfig } from '../config.ts';
import type { FeatureDeps } from '../features/dependencies.ts';
import { scopes } from '../features/index.ts';
import type { Log } from '../ops/log.ts';
import { createPost } from '../posting/post.ts';
import { createBlockFallback } from '../slack/blocks/fallback.ts';
import { createChannelInfo } from '../slack/connection/channel-info.ts';
import { createBoltLogger, createClients } from '../slack/connection/clients.ts';
import { createDeduplication, type NoteShared } from '../slack/connection/deduplication.ts';
import { createInFlight } from '../slack/connection/dispatch.ts';
import type { BotTokenSource } from '../slack/connection/web-client.ts';
import { createAccess } from '../slack/listeners/access.ts';
import { createRouter } from '../slack/listeners/router.ts';
import { createUsageLimits, type TakeShared } from '../slack/listeners/usage-limits.ts';
import { type BotIdentity, createUsers } from '../slack/listeners/users.ts';
import { tellEndedInstallation } from '../slack/oauth/ended.ts';
import type { AuditQueue } from '../store/audit/queue.ts';
import type { Preference } from '../store/people/preferences.ts';
import type { Overrides } from './overrides.ts';

interface BehindSlack extends Pick<FeatureDeps['platform'], 'backlog'> {
  readonly audit: AuditQueue['write'];
  readonly noteShared: NoteShared | undefined;
  readonly takeShared: TakeShared | undefined;
  readonly preferences: (userId: string) => Promise<Preference>;
}

export interface SlackOptions {
  readonly config: ProcessConfig & WorkspaceConfig;
  readonly runtime: FeatureDeps['runtime'];
  readonly overrides: Overrides;
  readonly receiver: Receiver;
  readonly botToken: string | BotTokenSource;
  readonly onTokenRefused?: (() => void) | undefined;
  /** An organisation’s token does not name the workspace. */
  readonly teamId?: string | undefined;
  readonly behind: BehindSlack;
}

/** The bot’s side of Slack in one workspace. Nothing is asked of Slack yet. */
export function createSlack(options: SlackOptions) {
  const { config, runtime, overrides, botToken, onTokenRefused, behind } = options;
  const { now, log, metrics, sealer, stopping, timings } = runtime;
  const { replicasWithinMs, sharedCountsWithinMs, peopleRememberedMs } = timings;
  const { proxies, language, timeZone, supportContact } = config;
  const { apiUrl } = config.slack;
  const clients = createClients({ botToken, onTokenRefused, apiUrl, proxies, log, now, timings });
  const { asking: client, posting, forms, fetch } = clients;
  const app = createBoltApp(options.receiver, botToken, log);
  if (typeof botToken === 'string') tellEndedInstallation(app, log);
  const inFlight = createInFlight();
  app.use(({ next }) => inFlight.track(next()));
  const { ignoreRepeated, isFirst } = createDeduplication({ ...behind, log, replicasWithinMs });
  app.use(ignoreRepeated);

  let identity: BotIdentity = { teamId: undefined, enterpriseId: undefined };
  const users = createUsers({
    ...{ client, identity: () => identity, language, timeZone, log },
    rememberedMs: peopleRememberedMs,
    ...{ preferences: behind.preferences, preferenceWithinMs: sharedCountsWithinMs },
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
    audit: behind.audit,
    overLimit: config.limitsUsage
      ? createUsageLimits({ ...behind, sharedCountsWithinMs, limits: overrides.usageLimits })
      : async () => undefined,
    supportContact,
    language,
    stopping,
    backlog: behind.backlog,
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
    /** Finds the bot’s workspace, and logs missing scopes. @throws where Slack refuses the token */
    async signIn() {
      const { team_id: teamId, enterprise_id: enterpriseId, ...told } = await client.auth.test();
      const { is_enterprise_install: isOrganization = false, response_metadata } = told;
      identity = { teamId: options.teamId ?? teamId, enterpriseId, isOrganization };
      logMissingScopes(response_metadata?.scopes, log);
    },
  };
}

function createBoltApp(receiver: Receiver, botToken: string | BotTokenSource, log: Log): App {
  const app = new App({
    // With a token, Bolt would sign in within its constructor, where a failure is lost.
    authorize: async () => ({ botToken: typeof botToken === 'string' ? botToken : await botToken() }),
    // The bot receives no messages of its own.
    ignoreSelf: false,
    receiver,
    convoStore: false,
    logger: createBoltLogger(log),
  });
  app.error(async (error) => log.error({ err: error }, 'a request failed outside its feature'));
  return app;
}

/** Missing scopes: required ones as an error, optional ones with their loss. */
function logMissingScopes(granted: readonly string[] | undefined, log: Log): void {
  // An older Slack does not name scopes.
  if (granted === undefined) return;
  const lacks = (scope: string) => !granted.includes(scope);
  const missing = scopes.required.filter(lacks);
  if (missing.length > 0) {
    log.error(
      { missing },
      'the bot’s token lacks scopes that it needs: add them under “OAuth & Permissions”, or update the app from manifest.yml, and install it again',
    );
  }
  const lost = Map.groupBy(
    [...scopes.optional].filter(([scope]) => lacks(scope)),
    ([, loss]) => loss,
  );
  for (const [loss, lacking] of lost) {
    log.warn({ missing: lacking.map(([scope]) => scope) }, `without optional scopes: ${loss}`);
  }
}
