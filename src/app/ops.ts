import type { Config } from '../config.ts';
import type { FeatureDeps } from '../features/dependencies.ts';
import type { createJobs } from '../jobs/jobs.ts';
import { cacheState, databaseState, platformState, queueState, slackState } from '../ops/health/parts.ts';
import { createHealth } from '../ops/health/readiness.ts';
import type { Prometheus } from '../ops/prometheus.ts';
import { createOpsServer, healthz, type OpsServer } from '../ops/server.ts';
import type { RedisTokens, Upstream } from '../upstream/index.ts';
import { createMetricsRoute } from './metrics.ts';
import type { createSlack } from './slack.ts';
import type { Stores } from './stores.ts';

interface Asked extends Omit<FeatureDeps['runtime'], 'sealer' | 'metrics'> {
  readonly slack: Pick<ReturnType<typeof createSlack>, 'connection'>;
  readonly stores: Pick<Stores, 'look' | 'openWork' | 'connections'>;
  readonly jobs: Pick<ReturnType<typeof createJobs>, 'failure' | 'waiting'>;
  readonly redisTokens: RedisTokens | undefined;
  readonly upstream: Upstream;
  /** Left out where nobody can ask for metrics. */
  readonly prometheus: Prometheus | undefined;
}

/** What whoever runs the bot can ask of it, a path each; `undefined` where `OPS_PORT` is `off`. */
export function createOps(
  { ops }: Pick<Config, 'ops'>,
  { slack, stores, jobs, redisTokens, upstream, now, log, stopping, prometheus }: Asked,
): OpsServer | undefined {
  if (ops === undefined) return undefined;
  const { readyz, states } = createHealth({
    slack: () => slackState(slack.connection, stopping.aborted),
    database: () => databaseState(stores.look),
    queue: () => queueState(jobs.failure()),
    cache: () => cacheState(redisTokens),
    platform: () => platformState(upstream, now()),
  });
  const metrics = prometheus && createMetricsRoute(prometheus, { stores, jobs, upstream, states, now });
  const routes = { '/healthz': healthz, '/readyz': readyz, ...(metrics ? { '/metrics': metrics } : {}) };
  return createOpsServer({ ...ops, log, routes });
}
