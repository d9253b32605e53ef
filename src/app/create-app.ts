import type { Config, SeveralConfig } from '../config.ts';
import {
  cacheState,
  databaseState,
  platformState,
  queueState,
  slackState,
  worst,
} from '../ops/health/parts.ts';
import { createHealth } from '../ops/health/readiness.ts';
import { createOpsServer, healthz, type OpsServer } from '../ops/server.ts';
import { createAppInstallations } from './installations.ts';
import { type Bot, type Bots, createLifecycle } from './lifecycle.ts';
import { createMetricsRoute } from './metrics-snapshot.ts';
import type { Overrides } from './overrides.ts';
import { createPlatforms, createProcessParts, type ProcessParts } from './process-parts.ts';
import { warnIfNoOneMayAsk } from './start-warnings.ts';
import { createWorkspaceBot } from './workspace-bot.ts';
import { createWorkspaceBots } from './workspace-bots.ts';
import type { WorkspaceSlotOptions } from './workspace-slot.ts';

/** Creates the bot, for one workspace or several. Before `start`, opens nothing but the key file. */
export async function createApp(config: Config | SeveralConfig, overrides: Overrides = {}): Promise<Bot> {
  const parts = await createProcessParts(config, overrides);
  const platforms = createPlatforms(parts);
  const bots =
    'workspaces' in config
      ? createWorkspaceBots(config, {
          parts,
          platforms,
          installations: createAppInstallations(config, parts),
          overrides,
        })
      : createSingleBot(config, { parts, platforms, overrides });
  return createLifecycle({
    parts,
    bots,
    ops: createOps(parts, bots),
    hasDatabase: overrides.database !== undefined,
  });
}

function createSingleBot(
  config: Config,
  { parts, platforms, overrides }: Pick<WorkspaceSlotOptions, 'parts' | 'platforms' | 'overrides'>,
): Bots {
  const { runtime, storage, dueClock, connection } = parts;
  const platform = platforms.acquire(config.platform);
  const bot = createWorkspaceBot({
    config,
    runtime,
    overrides,
    storage,
    dueClock,
    platform,
    account: platform.upstream.account,
    receiver: connection.receiver,
    botToken: config.slack.botToken,
  });
  return {
    running: () => [bot],
    async start() {
      await bot.slack.signIn();
      warnIfNoOneMayAsk(config.access, runtime.log);
    },
    startDueWork: (mayHaveDueWork) => (mayHaveDueWork ? bot.scheduleDueWork() : undefined),
    async warmUp() {
      await bot.openDatabase();
    },
    prepare: bot.prepare,
    requestsFinished: bot.slack.inFlight.ended,
    async stop() {},
  };
}

/** The HTTP server for health checks and metrics; `undefined` if `OPS_PORT` is `off`. */
function createOps(parts: ProcessParts, bots: Bots): OpsServer | undefined {
  const { config, connection, storage, dueClock, redisTokens, prometheus, runtime } = parts;
  const { now, log, stopping } = runtime;
  const { ops } = config;
  if (ops === undefined) return undefined;
  const running = () => bots.running();
  const { readyz, states } = createHealth({
    slack: () => slackState(connection, stopping.aborted),
    database: () => databaseState(storage.ping),
    queue: () => queueState(running().flatMap(({ jobs }) => jobs.failure() ?? [])[0], dueClock.isOff()),
    cache: () => cacheState(redisTokens),
    platform: () => worst(running().map(({ platform }) => platformState(platform.upstream, now()))),
    ...(bots.states ? { workspaces: bots.states } : {}),
  });
  const metrics = prometheus && createMetricsRoute(prometheus, { storage, connection, bots, states, now });
  const routes = { '/healthz': healthz, '/readyz': readyz, ...(metrics ? { '/metrics': metrics } : {}) };
  return createOpsServer({ ...ops, log, routes });
}
