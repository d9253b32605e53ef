import type { MetricsSnapshot, QueueSnapshot, WorkSnapshot } from '../ops/gauges.ts';
import type { Health } from '../ops/health/readiness.ts';
import type { Prometheus } from '../ops/metrics.ts';
import type { OpsRoute } from '../ops/server.ts';
import { DAY_MS } from '../runtime/durations.ts';
import { memoizeStaleIfError } from '../runtime/memoize.ts';
import { valueWithin } from '../runtime/timeouts.ts';
import type { Connection } from '../slack/connection/http.ts';
import type { OpenWork } from '../store/open-work.ts';
import type { Bots } from './lifecycle.ts';
import type { Storage } from './storage.ts';
import type { WorkspaceBot } from './workspace-bot.ts';

interface Sources {
  readonly storage: Pick<Storage, 'connections'>;
  readonly connection: Pick<Connection, 'connections'>;
  readonly bots: Pick<Bots, 'running' | 'states'>;
  readonly states: Health['states'];
  readonly now: () => Date;
}

/** Requests for metrics within this time share one query of the database. */
const WORK_FRESH_MS = 15_000;
/** After this wait for the database, the other metrics are returned without the database's values. */
const WORK_TIMEOUT_MS = 1_000;
/** After this wait for the database, its previous values are used. Shorter than `WORK_TIMEOUT_MS`. */
const REFRESH_TIMEOUT_MS = 500;

export function createMetricsRoute(
  prometheus: Prometheus,
  { storage, connection, bots, states, now }: Sources,
): OpsRoute {
  const times = { freshMs: WORK_FRESH_MS, staleMs: DAY_MS, ttlMs: DAY_MS };
  const readWork = memoizeStaleIfError(times, async (): Promise<WorkSnapshot | undefined> => {
    const readAt = now();
    const works: OpenWorkspaceWork[] = [];
    // The workspaces are queried one after another, so that database connections stay free for requests.
    for (const { stores, jobs } of bots.running()) {
      const work = await stores.openWork();
      if (work) works.push({ ...work, queues: (await jobs.waiting()) ?? [] });
    }
    return works.length === 0 ? undefined : { readAt, ...together(works) };
  });
  const workInTime = async () => {
    const work = readWork('work', REFRESH_TIMEOUT_MS).then(
      ({ value }) => value,
      () => undefined,
    );
    return await valueWithin(WORK_TIMEOUT_MS, work);
  };
  return async () => {
    const [{ slack, ...parts }, work, connections] = await Promise.all([
      states(),
      workInTime(),
      storage.connections(),
    ]);
    const body = await prometheus.exposition({
      isReady: slack.state === 'ok',
      parts: Object.fromEntries(Object.entries(parts).map(([part, { state }]) => [part, state])),
      ...platformOf(bots.running()),
      connections,
      slackConnections: connection.connections?.(),
      work,
      workspaces: bots.states?.(),
    });
    return { status: 200, type: prometheus.contentType, body };
  };
}

function platformOf(bots: readonly WorkspaceBot[]): Pick<MetricsSnapshot, 'openCircuits' | 'backlog'> {
  const upstreams = [...new Set(bots.map(({ platform }) => platform.upstream))];
  const circuits = upstreams.map((upstream) => upstream.circuits());
  return {
    openCircuits: {
      platform: circuits.some(({ platform }) => platform !== undefined),
      oauth: circuits.some(({ oauth }) => oauth !== undefined),
    },
    backlog: upstreams.reduce((sum, upstream) => sum + (upstream.backlog()?.waiting ?? 0), 0),
  };
}

type OpenWorkspaceWork = OpenWork & { readonly queues: readonly QueueSnapshot[] };

function together(works: readonly OpenWorkspaceWork[]): Omit<WorkSnapshot, 'readAt'> {
  const sum = (of: (work: OpenWorkspaceWork) => number) => works.reduce((total, work) => total + of(work), 0);
  const queues = Map.groupBy(
    works.flatMap((work) => work.queues),
    ({ queue }) => queue,
  );
  return {
    openIncidents: sum((work) => work.openIncidents),
    activeWatches: sum((work) => work.activeWatches),
    // Workspaces without watches are left out, because the bot does not check them for incidents.
    lastGoodCheckAt: earliest(
      works
        .filter(({ activeWatches }) => works.length === 1 || activeWatches > 0)
        .map((work) => work.lastGoodCheckAt),
    ),
    checkTookMs: Math.max(...works.map((work) => work.checkTookMs)),
    oldestDueSummaryAt: earliest(works.map((work) => work.oldestDueSummaryAt)),
    queues: [...queues].map(([queue, all]) => ({
      queue,
      waiting: all.reduce((total, { waiting }) => total + waiting, 0),
      oldestDueAt: earliest(all.map((one) => one.oldestDueAt)),
    })),
  };
}

function earliest(times: readonly (Date | undefined)[]): Date | undefined {
  return times.filter((time) => time !== undefined).toSorted((a, b) => a.getTime() - b.getTime())[0];
}
