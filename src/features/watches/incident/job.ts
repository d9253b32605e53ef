import { z } from 'zod';
import { countedSince, recountSpans, sumAffected } from '../../../domain/detection/affected.ts';
import { BASELINE_WEEKS } from '../../../domain/detection/baseline.ts';
import { incidentStatusOf } from '../../../domain/detection/events.ts';
import type { Incident } from '../../../domain/detection/incident.ts';
import { isFailure } from '../../../domain/failure.ts';
import type { Period } from '../../../domain/time/period.ts';
import type { Postponement } from '../../../jobs/queue.ts';
import { DAY_MS, HOUR_MS, WEEK_MS } from '../../../runtime/durations.ts';
import { timeBetween } from '../../../traffic/window.ts';
import { type CheckDeps, type Deps, inBackground } from '../../dependencies.ts';
import { activeOf, monitorTraffic } from './monitor.ts';
import { notifyPausedWatches, pauseWithdrawn, publishIncident } from './publish.ts';

const MONITOR_QUEUE = 'incident-watch';
const PUBLISH_QUEUE = 'incident';
const PUBLISHED_AT_ONCE = 4;
const MOST_QUEUED = 100;
const OBSERVATION_RETENTION_DAYS = 30;

const publishData = z.object({ incident: z.string(), channel: z.string() });

export function registerJobs(deps: CheckDeps): void {
  deps.jobs.work(PUBLISH_QUEUE, {
    schema: publishData,
    concurrency: PUBLISHED_AT_ONCE,
    handle: (message, { signal }) => publishIncident(message, inBackground(deps), signal),
  });
  deps.jobs.work(MONITOR_QUEUE, {
    schema: z.object({}),
    concurrency: 1,
    everyMs: deps.runtime.timings.incidentsEveryMs,
    handle: async (_, { signal }) => doDueWork(deps, signal),
  });
}

/** Requests a traffic check as soon as possible; if checks are running, it comes with the next round. */
export async function queueCheck({ jobs }: Deps): Promise<void> {
  await jobs.send(MONITOR_QUEUE, [{ data: {}, key: 'now' }]);
}

/** Queues a job per incident message that is not up to date; database rows prevent duplicate posts. */
export async function queuePublish({ jobs, stores }: Deps): Promise<void> {
  const lagging = await stores.incidentPosts.toPublish(MOST_QUEUED);
  const work = lagging.map((message) => ({ data: message, key: `${message.incident}.${message.channel}` }));
  if (work.length > 0) await jobs.send(PUBLISH_QUEUE, work);
}

export async function forgetIncidents({ stores, settings, runtime: { now } }: Deps): Promise<void> {
  const ago = (days: number) => new Date(now().getTime() - days * DAY_MS);
  await stores.incidents.forget(ago(settings.incidentDays));
  await stores.observations.forget(ago(OBSERVATION_RETENTION_DAYS));
}

async function doDueWork(deps: CheckDeps, signal: AbortSignal): Promise<undefined | Postponement> {
  await pauseWithdrawn(deps);
  const dueAt = await monitorTraffic(deps, signal);
  await wakeSnoozed(inBackground(deps));
  await correctIncidents(inBackground(deps), signal);
  await planPosts(deps);
  await queuePublish(deps);
  await notifyPausedWatches(deps);
  const { now, timings } = deps.runtime;
  const leftMs = (dueAt?.getTime() ?? Number.POSITIVE_INFINITY) - now().getTime();
  if (leftMs >= timings.incidentsEveryMs) return undefined;
  return { again: new Date(deps.jobs.now().getTime() + leftMs) };
}

async function wakeSnoozed({ stores: { incidents }, runtime }: CheckDeps): Promise<void> {
  const at = runtime.now();
  for (const { id, events } of await incidents.open()) {
    const { snoozed } = incidentStatusOf(events);
    if (snoozed?.until && snoozed.until <= at) await incidents.act(id, { kind: 'woken' }, at);
  }
}

/** Plans a message in every watching channel, also if the watch began or resumed during the incident. */
async function planPosts({ stores: { incidents, incidentPosts, watches } }: CheckDeps): Promise<void> {
  const active = activeOf(await watches.list());
  await incidentPosts.reopen(active.map(({ channel }) => channel));
  for (const { id, sensitivity, events } of await incidents.open()) {
    if (incidentStatusOf(events).resolved) continue;
    const own = active.filter((watch) => watch.sensitivity === sensitivity);
    await incidentPosts.plan(id, events.length, own);
  }
}

/** By then nearly all receipts have come. */
const CORRECTED_AFTER_MS = DAY_MS;
const GIVEN_UP_AFTER_MS = 3 * DAY_MS;
const CORRECTED_AT_ONCE = 3;
/** Figures that were read longer ago lack receipts of the last hours. */
const READ_WITHIN_MS = 12 * HOUR_MS;

export async function correctIncidents(deps: Deps, signal: AbortSignal): Promise<void> {
  const { stores, runtime } = deps;
  const at = runtime.now();
  const ago = (ms: number) => new Date(at.getTime() - ms);
  const ended = { from: ago(GIVEN_UP_AFTER_MS), until: ago(CORRECTED_AFTER_MS) };
  for (const incident of await stores.incidents.toCorrect(ended, CORRECTED_AT_ONCE)) {
    const evidence = await countAgain(incident, at, deps, signal);
    if (evidence) await stores.incidents.correct({ ...incident, evidence });
  }
}

async function countAgain(
  { evidence, endedAt: end = new Date(0) }: Incident,
  at: Date,
  { traffic, runtime: { log } }: Deps,
  signal: AbortSignal,
): Promise<Incident['evidence'] | undefined> {
  const corrected = { ...evidence, correctedAt: at };
  const counted = evidence.spans.filter(({ affected, kinds }) => affected && kinds);
  if (counted.length === 0) return corrected;
  const from = new Date(Math.min(...counted.map((one) => one.from.getTime())));
  try {
    const period = timeBetween(countedSince(from, end), end);
    const readSince = new Date(at.getTime() - READ_WITHIN_MS);
    const { between } = await traffic.figuresFor({ period }, { readSince, signal });
    const silent = evidence.withoutReceipts ?? [];
    const sendsReceipts = (operator: string | undefined) => !silent.includes(operator ?? null);
    const past = await pastWeeks(period, traffic);
    const spans = recountSpans(evidence.spans, { end, between, past, sendsReceipts });
    return { ...corrected, spans, affected: sumAffected(spans) };
  } catch (error) {
    if (!isFailure(error)) throw error;
    log.info({ code: error.code }, 'the counts of an incident could not be corrected; they are tried again');
    return undefined;
  }
}

async function pastWeeks({ start, end }: Period, { storedIfAvailable }: Deps['traffic']) {
  const weeks = Array.from({ length: BASELINE_WEEKS }, (_, week) => async () => {
    const back = (at: Date) => new Date(at.getTime() - (week + 1) * WEEK_MS);
    const stored = await storedIfAvailable(timeBetween(back(start), back(end)));
    return stored && ((from: Date, to: Date) => stored.between(back(from), back(to)));
  });
  return (await Promise.all(weeks.map((read) => read()))).filter((one) => one !== undefined);
}
