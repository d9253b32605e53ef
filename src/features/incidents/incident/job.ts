import { z } from 'zod';
import { incidentStatusOf } from '../../../domain/incidents/events.ts';
import type { Again } from '../../../jobs/queue.ts';
import { DAY_MS } from '../../../runtime/durations.ts';
import type { FeatureDeps } from '../../dependencies.ts';
import { activeOf, type IncidentDeps } from '../model.ts';
import { monitorTraffic } from './monitor.ts';
import { pauseWithdrawn, publishIncident, tellPausedWatches } from './publish.ts';

const MONITOR_QUEUE = 'incident-watch';
const PUBLISH_QUEUE = 'incident';
const PUBLISHED_AT_ONCE = 4;
const MOST_QUEUED = 100;
const OBSERVATIONS_KEPT_DAYS = 30;

const publishData = z.object({ incident: z.string(), channel: z.string() });

export function registerJobs(deps: IncidentDeps): void {
  deps.jobs.work(PUBLISH_QUEUE, {
    schema: publishData,
    atOnce: PUBLISHED_AT_ONCE,
    handle: (message, { signal }) => publishIncident(message, deps, signal),
  });
  deps.jobs.work(MONITOR_QUEUE, {
    schema: z.object({}),
    atOnce: 1,
    everyMs: deps.runtime.timings.incidentsEveryMs,
    handle: async (_, { signal }) => doDueWork(deps, signal),
  });
}

/** While a round runs, the check waits for the next round. */
export async function queueCheck({ jobs }: FeatureDeps): Promise<void> {
  await jobs.send(MONITOR_QUEUE, [{ data: {}, key: 'now' }]);
}

/** One job per message. The rows prevent duplicates. */
export async function queuePublish({ jobs, stores }: FeatureDeps): Promise<void> {
  const lagging = await stores.incidentPosts.toPublish(MOST_QUEUED);
  const work = lagging.map((message) => ({ data: message, key: `${message.incident}.${message.channel}` }));
  if (work.length > 0) await jobs.send(PUBLISH_QUEUE, work);
}

export async function forgetIncidents({ stores, settings, runtime: { now } }: FeatureDeps): Promise<void> {
  const ago = (days: number) => new Date(now().getTime() - days * DAY_MS);
  await stores.incidents.forget(ago(settings.incidentDays));
  await stores.observations.forget(ago(OBSERVATIONS_KEPT_DAYS));
}

async function doDueWork(deps: IncidentDeps, signal: AbortSignal): Promise<undefined | Again> {
  await pauseWithdrawn(deps);
  const dueAt = await monitorTraffic(deps, signal);
  await wakeSnoozed(deps);
  await planPosts(deps);
  await queuePublish(deps);
  await tellPausedWatches(deps);
  const { now, timings } = deps.runtime;
  const nextRoundMs = now().getTime() + timings.incidentsEveryMs;
  return dueAt && dueAt.getTime() < nextRoundMs ? { again: dueAt } : undefined;
}

async function wakeSnoozed({ stores: { incidents }, runtime }: IncidentDeps): Promise<void> {
  const at = runtime.now();
  for (const { id, events } of await incidents.open()) {
    const { snoozed } = incidentStatusOf(events);
    if (snoozed?.until && snoozed.until <= at) await incidents.act(id, { kind: 'woken' }, at);
  }
}

/** In each watching channel, also one that started or reopened during the incident. */
async function planPosts({ stores: { incidents, incidentPosts, watches } }: IncidentDeps): Promise<void> {
  const active = activeOf(await watches.list());
  await incidentPosts.reopen(active.map(({ channel }) => channel));
  for (const { id, sensitivity, events } of await incidents.open()) {
    if (incidentStatusOf(events).resolved) continue;
    const own = active.filter((watch) => watch.sensitivity === sensitivity);
    await incidentPosts.plan(id, events.length, own);
  }
}
