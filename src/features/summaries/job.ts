import { z } from 'zod';
import { isFailure } from '../../domain/failure.ts';
import { addDaysTo } from '../../domain/time/calendar.ts';
import { dayBefore, latestAt, nextAt } from '../../domain/time/schedule.ts';
import { localDay } from '../../domain/time/wall-clock.ts';
import type { Postponement } from '../../jobs/queue.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import { unlessAborted } from '../../runtime/timeouts.ts';
import type { Subscription } from '../../store/channels/subscriptions.ts';
import type { StepKind, Summary } from '../../store/posting/summaries.ts';
import { type Deps, inBackground } from '../dependencies.ts';
import { addDetails, correct, keyOf, type StepDeps } from './correct.ts';
import { notifyPausedSubscriptions, publishSummary } from './publish.ts';
import { type ReadSummary, readSummary, type SummaryModel, type SummaryQuestion } from './summarize.ts';
import { channelView } from './view.ts';

const PLAN = 'summary-plan';
const CONCURRENCY = 4;
const FORGOTTEN_AFTER_DAYS = 60;
/** How long channels with the same request share figures, or a failure to read them. */
const CACHE_TTL_MS = { figures: MINUTE_MS, failure: 15_000 };
/** If the platform cannot be read for this time, a summary is posted without figures. */
const LONGEST_READ_WAIT_MS = 15 * MINUTE_MS;
const STEP = 'summary';
/** A summary's next step is queued again if it has no result after this time; it is never queued twice. */
const REQUEUED_AFTER_MS = 10 * MINUTE_MS;
const BATCH = 500;
/**
 * Changes of posts per round of 30 s: 48 a minute, of the 50 that Slack accepts from all features together.
 * https://docs.slack.dev/apis/web-api/rate-limits (`chat.update`: tier 3)
 */
const CHANGES_AT_ONCE = 24;
const CHANGES_A_CORRECTION = 2;
/** Of the changes in a round, at most this many add figures to posts that lack them. */
const FILLED_AT_ONCE = 18;

/** `isExtra`: a person requested the step, in addition to the regular steps. */
const stepData = z.object({ id: z.string(), isExtra: z.boolean().optional() });
type StepData = z.infer<typeof stepData>;

export function registerSummaryJobs(given: Deps): void {
  const deps = inBackground(given);
  // Figures are compared with times of their reading, which are by the process’s clock.
  const stepDeps = { ...deps, read: createSharedReading(given) };
  deps.jobs.work(STEP, {
    schema: stepData,
    concurrency: CONCURRENCY,
    handle: (data, { signal }) => runStep(data, stepDeps, signal),
  });
  deps.jobs.work(PLAN, {
    schema: z.object({}),
    concurrency: 1,
    everyMs: deps.runtime.timings.summariesEveryMs,
    async handle() {
      await plan(deps);
      await notifyPausedSubscriptions(deps);
    },
  });
}

/** Posts a summary, or updates its post; replaces the regular post that is due later today. */
export async function sendNow(
  { id, channel, sender, time, zone, language, nextDueAt }: Subscription,
  { stores: { summaries, subscriptions }, posting, jobs }: Deps,
): Promise<void> {
  const at = jobs.now();
  const day = addDaysTo(localDay(at, zone), -1);
  const isDueLater = dayBefore(nextDueAt, time, zone) === day;
  const dueAt = isDueLater ? nextDueAt : at;
  await summaries.plan([{ channel, sender, day, zone, language, dueAt }], at);
  if (isDueLater) await subscriptions.moveOn([{ id, from: nextDueAt, to: nextAt(time, zone, nextDueAt) }]);
  const summary = await summaries.findFor(channel, sender, day);
  if (!summary) return;
  if (isPerhapsMissing(summary)) {
    await posting.setMissing({ channel, key: keyOf(summary) });
    await summaries.progress(summary.id, { state: 'due', stepAt: at });
  }
  const data = { id: summary.id, isExtra: true } satisfies StepData;
  await jobs.send(STEP, [{ data, key: `${summary.id}:extra` }]);
}

export async function forgetSummaries({ stores, runtime }: Deps): Promise<void> {
  await stores.summaries.forget(addDaysTo(localDay(runtime.now(), 'UTC'), -FORGOTTEN_AFTER_DAYS));
}

async function runStep(
  { id, isExtra = false }: StepData,
  deps: StepDeps,
  signal: AbortSignal,
): Promise<undefined | Postponement> {
  const summary = await deps.stores.summaries.find(id);
  if (!summary) return undefined;
  if (summary.state === 'due') {
    const waitUntilMs = summary.plannedAt.getTime() + LONGEST_READ_WAIT_MS;
    const later = await publishSummary(summary, deps, signal, waitUntilMs);
    const now = deps.runtime.now();
    // Details (replies in a post's thread) wait until no post is due: Slack accepts few messages a minute.
    if (!later && !(await deps.stores.summaries.areDue(now))) await queueSteps('details', now, deps);
    return later;
  }
  if (isPerhapsMissing(summary)) return undefined;
  if (isExtra) return correct(summary, deps, signal);
  if (summary.state === 'ended' || summary.stepAt > deps.runtime.now()) return undefined;
  const step = summary.hasDetails || summary.state === 'unreadable' ? correct : addDetails;
  const later = await step(summary, deps, signal);
  // The retry's time is stored with the summary, because a waiting job would delay the other jobs.
  if (later) await deps.stores.summaries.progress(id, { stepAt: later.again });
  return undefined;
}

function createSharedReading(deps: Deps): ReadSummary {
  const readings = new Map<string, { readonly model: Promise<SummaryModel>; expiresAtMs: number }>();

  function shared(question: SummaryQuestion): Promise<SummaryModel> {
    const nowMs = deps.runtime.now().getTime();
    for (const [key, { expiresAtMs }] of readings) if (expiresAtMs < nowMs) readings.delete(key);
    const key = JSON.stringify([question.day, question.zone, question.sender]);
    const known = readings.get(key);
    if (known) return known.model;
    // A reading does not expire while it is in progress.
    const reading = { model: readSummary(question, deps), expiresAtMs: Number.POSITIVE_INFINITY };
    readings.set(key, reading);
    const cacheFor = (ms: number) => () => {
      reading.expiresAtMs = deps.runtime.now().getTime() + ms;
    };
    reading.model.then(cacheFor(CACHE_TTL_MS.figures), cacheFor(CACHE_TTL_MS.failure));
    return reading.model;
  }

  return async ({ day, zone, sender, language }, signal) => {
    signal.throwIfAborted();
    const question = { day, zone, sender };
    const optionsNow = () => channelView({ language, zone }, deps.runtime.now(), deps.settings.senders);
    try {
      const model = await unlessAborted(shared(question), signal);
      return { model, question, options: optionsNow() };
    } catch (error) {
      if (!isFailure(error)) throw error;
      return { failure: error, question, options: optionsNow() };
    }
  };
}

function isPerhapsMissing({ state, ts }: Summary): boolean {
  return state === 'ended' && ts === undefined;
}

/** Plans due summaries; repeating this is harmless. Of several missed days, only the latest is planned. */
async function plan(deps: Deps): Promise<void> {
  const { subscriptions, summaries } = deps.stores;
  const { now, timings } = deps.runtime;
  // Posts that are due before the next round are planned now, so that they are punctual.
  const by = new Date(now().getTime() + timings.summariesEveryMs);
  for (;;) {
    const due = await subscriptions.due(by, BATCH);
    const planned = due.map(({ channel, sender, time, zone, language }) => {
      const dueAt = latestAt(time, zone, by);
      return { channel, sender, day: dayBefore(dueAt, time, zone), zone, language, dueAt };
    });
    await summaries.plan(planned, now());
    await subscriptions.moveOn(
      due.map(({ id, time, zone, nextDueAt }) => ({ id, from: nextDueAt, to: nextAt(time, zone, by) })),
    );
    if (due.length < BATCH) break;
  }
  await queueSteps('posts', by, deps);
  // Due posts have priority over details and corrections: Slack accepts few messages a minute.
  if (await summaries.areDue(now())) return;
  await queueSteps('details', now(), deps);
  const filled = await queueSteps('fillings', by, deps, FILLED_AT_ONCE);
  await queueSteps('corrections', by, deps, Math.floor((CHANGES_AT_ONCE - filled) / CHANGES_A_CORRECTION));
}

async function queueSteps(
  kind: StepKind,
  by: Date,
  { jobs, stores: { summaries }, runtime: { now } }: Deps,
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  let count = 0;
  while (count < most) {
    const queuedBefore = new Date(now().getTime() - REQUEUED_AFTER_MS);
    const steps = await summaries.toDo(kind, by, queuedBefore, Math.min(BATCH, most - count));
    if (steps.length === 0) break;
    count += steps.length;
    await jobs.send(
      STEP,
      steps.map(({ id, stepAt }) => ({
        data: { id } satisfies StepData,
        at: stepAt,
        // The key contains the time, so that a step can be queued while the step before it still runs.
        key: `${id}.${stepAt.getTime()}`,
      })),
    );
    const queued = steps.map(({ id }) => id);
    await summaries.queued(queued, now());
  }
  return count;
}
