import type { createJobs } from '../jobs/jobs.ts';
import type { Snapshot, WorkSnapshot } from '../ops/gauges.ts';
import type { Health } from '../ops/health/readiness.ts';
import type { Prometheus } from '../ops/prometheus.ts';
import type { OpsRoute } from '../ops/server.ts';
import { DAY_MS } from '../runtime/durations.ts';
import { memoizeStaleIfError } from '../runtime/memoize.ts';
import { valueWithin } from '../runtime/timeouts.ts';
import type { Upstream } from '../upstream/index.ts';
import type { Stores } from './stores.ts';

interface Sources {
  readonly stores: Pick<Stores, 'openWork' | 'connections'>;
  readonly jobs: Pick<ReturnType<typeof createJobs>, 'waiting'>;
  readonly upstream: Pick<Upstream, 'circuits' | 'backlog'>;
  readonly states: Health['states'];
  readonly now: () => Date;
}

/** However many ask for metrics, and how often: the database is asked no more than that. */
const WORK_FRESH_MS = 15_000;
/** A database that does not answer keeps nobody waiting for the rest. */
const WORK_PATIENCE_MS = 1_000;
/** Sooner, so that what was read before is there in time: alerts go by it just when the database hangs. */
const NEWER_WORK_PATIENCE_MS = 500;

/** `/metrics`: what was measured since the start, and how the bot stands as it is asked. */
export function createMetricsRoute(prometheus: Prometheus, sources: Sources): OpsRoute {
  const snapshot = createSnapshots(sources);
  return async () => ({
    status: 200,
    type: prometheus.contentType,
    body: await prometheus.exposition(await snapshot()),
  });
}

function createSnapshots({ stores, jobs, upstream, states, now }: Sources): () => Promise<Snapshot> {
  const times = { freshMs: WORK_FRESH_MS, staleMs: DAY_MS, keptMs: DAY_MS };
  const readWork = memoizeStaleIfError(times, async (): Promise<WorkSnapshot | undefined> => {
    const readAt = now();
    const work = await stores.openWork();
    return work && { readAt, ...work, queues: (await jobs.waiting()) ?? [] };
  });
  const workInTime = async () => {
    const work = readWork('work', NEWER_WORK_PATIENCE_MS).then(
      ({ value }) => value,
      () => undefined,
    );
    return await valueWithin(WORK_PATIENCE_MS, work, () => undefined);
  };
  return async () => {
    const [{ slack, ...parts }, work, connections] = await Promise.all([
      states(),
      workInTime(),
      stores.connections(),
    ]);
    const { platform, oauth } = upstream.circuits();
    return {
      isReady: slack.state === 'ok',
      parts: Object.fromEntries(Object.entries(parts).map(([part, { state }]) => [part, state])),
      openCircuits: { platform: platform !== undefined, oauth: oauth !== undefined },
      backlog: upstream.backlog()?.waiting ?? 0,
      connections,
      work,
    };
  };
}
