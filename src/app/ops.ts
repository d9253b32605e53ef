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
import type { Bots } from './bots.ts';
import { createMetricsRoute } from './metrics.ts';
import type { ProcessParts } from './process-parts.ts';

/** What whoever runs the bot can ask of it, a path each; `undefined` where `OPS_PORT` is `off`. */
export function createOps(parts: ProcessParts, bots: Bots): OpsServer | undefined {
  const { config, connection, storage, redisTokens, prometheus, runtime } = parts;
  const { now, log, stopping } = runtime;
  const { ops } = config;
  if (ops === undefined) return undefined;
  const running = () => bots.running();
  const { readyz, states } = createHealth({
    slack: () => slackState(connection, stopping.aborted),
    database: () => databaseState(storage.look),
    queue: () => queueState(running().flatMap(({ jobs }) => jobs.failure() ?? [])[0]),
    cache: () => cacheState(redisTokens),
    platform: () => worst(running().map(({ platform }) => platformState(platform.upstream, now()))),
    ...(bots.states ? { workspaces: bots.states } : {}),
  });
  const metrics = prometheus && createMetricsRoute(prometheus, { storage, bots, states, now });
  const routes = { '/healthz': healthz, '/readyz': readyz, ...(metrics ? { '/metrics': metrics } : {}) };
  return createOpsServer({ ...ops, log, routes });
}
