import { z } from 'zod';
import { incidentStatusOf } from '../../../domain/incidents/events.ts';
import type { Again, Jobs } from '../../../jobs/index.ts';
import { DAY_MS } from '../../../runtime/durations.ts';
import type { Watches } from '../../../store/channels/watches.ts';
import type { Observations } from '../../../store/figures/observations.ts';
import type { Incidents } from '../../../store/incidents/incidents.ts';
import type { IncidentPosts } from '../../../store/incidents/messages.ts';
import { pauseWithdrawn, tellPausedWatches } from '../watch/pause-on-unavailable.ts';
import { activeOf, type MonitorDeps, monitorTraffic } from './monitor.ts';
import { type PublishDeps, publishIncident } from './publish.ts';

export type WatchJobDeps = MonitorDeps &
  PublishDeps & {
    readonly jobs: Pick<Jobs, 'work' | 'send'>;
    readonly watches: Watches;
    readonly incidents: Incidents;
    readonly incidentPosts: IncidentPosts;
  };

const WATCH = 'incident-watch';
const BRING = 'incident';
/** How often it is looked at what is due: checks, snoozes that are over, messages that lag behind. */
const LOOKED_EVERY_MS = 30_000;
const AT_ONCE = 4;
const MOST_BROUGHT = 100;
const KEPT_DAYS = { incidents: 90, observations: 30 };

const bringData = z.object({ incident: z.string(), channel: z.string() });

/** Says who watches and who brings messages up to date, once jobs are started. */
export function registerWatching(deps: WatchJobDeps): void {
  deps.jobs.work(BRING, {
    schema: bringData,
    atOnce: AT_ONCE,
    handle: (message, { signal }) => publishIncident(message, deps, signal),
  });
  deps.jobs.work(WATCH, {
    schema: z.object({}),
    atOnce: 1,
    everyMs: LOOKED_EVERY_MS,
    handle: async (_, { signal }) => goAround(deps, signal),
  });
}

/** Has what is due done now. Where that is under way already, the next round does it. */
export async function lookNow({ jobs }: Pick<WatchJobDeps, 'jobs'>): Promise<void> {
  await jobs.send(WATCH, [{ data: {}, key: 'now' }]);
}

/**
 * Queues the bringing of every message that lags behind, each by itself: one that Slack refuses keeps no other waiting.
 * The rows decide: whoever queues a second time, or goes on where a process ended, brings nothing twice.
 */
export async function queuePublish({
  jobs,
  incidentPosts,
}: {
  readonly jobs: Pick<Jobs, 'send'>;
  readonly incidentPosts: Pick<IncidentPosts, 'toPublish'>;
}): Promise<void> {
  const lagging = await incidentPosts.toPublish(MOST_BROUGHT);
  const work = lagging.map((message) => ({ data: message, key: `${message.incident}.${message.channel}` }));
  if (work.length > 0) await jobs.send(BRING, work);
}

/** Forgets incidents that were over long ago, and counts that are no measure any more. */
export async function forgetIncidents({
  incidents,
  observations,
  now,
}: {
  readonly incidents: Pick<Incidents, 'forget'>;
  readonly observations: Pick<Observations, 'forget'>;
  readonly now: () => Date;
}): Promise<void> {
  const ago = (days: number) => new Date(now().getTime() - days * DAY_MS);
  await incidents.forget(ago(KEPT_DAYS.incidents));
  await observations.forget(ago(KEPT_DAYS.observations));
}

async function goAround(deps: WatchJobDeps, signal: AbortSignal): Promise<undefined | Again> {
  await pauseWithdrawn(deps);
  const dueAt = await monitorTraffic(deps, signal);
  await wakeSnoozed(deps);
  await planPosts(deps);
  await queuePublish(deps);
  await tellPausedWatches(deps);
  const nextMs = deps.now().getTime() + LOOKED_EVERY_MS;
  return dueAt && dueAt.getTime() < nextMs ? { again: dueAt } : undefined;
}

async function wakeSnoozed({ incidents, now }: WatchJobDeps): Promise<void> {
  const at = now();
  for (const { id, events } of await incidents.open()) {
    const { snoozed } = incidentStatusOf(events);
    if (snoozed?.until && snoozed.until <= at) await incidents.act(id, { kind: 'woken' }, at);
  }
}

/**
 * A message in each channel that watches, also in one that began to while the incident was under way, or is open to the
 * bot again.
 */
async function planPosts({ incidents, incidentPosts, watches }: WatchJobDeps): Promise<void> {
  const active = activeOf(await watches.list());
  await incidentPosts.reopen(active.map(({ channel }) => channel));
  for (const { id, sensitivity, events } of await incidents.open()) {
    if (incidentStatusOf(events).resolved) continue;
    const own = active.filter((watch) => watch.sensitivity === sensitivity);
    await incidentPosts.plan(id, events.length, own);
  }
}
