import { z } from 'zod';
import { isFailure } from '../../domain/failure.ts';
import { addDaysTo } from '../../domain/time/calendar.ts';
import { dayBefore, latestAt, nextAt } from '../../domain/time/schedule.ts';
import { localDay } from '../../domain/time/wall-clock.ts';
import type { Again } from '../../jobs/queue.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import type { Subscription } from '../../store/channels/subscriptions.ts';
import type { StepKind, Summary } from '../../store/posting/summaries.ts';
import type { FeatureDeps } from '../dependencies.ts';
import { addDetails, correct, keyOf, type StepDeps } from './correct.ts';
import { publishSummary, tellPausedSubscriptions } from './publish.ts';
import { type ReadSummary, readSummary, type SummaryModel, type SummaryQuestion } from './summarize.ts';
import { channelView } from './view.ts';

const PLAN = 'summary-plan';
const AT_ONCE = 4;
const FORGOTTEN_AFTER_DAYS = 60;
/** Channels that are due together share a reading, a failed one as well. */
const GOOD_FOR_MS = { figures: MINUTE_MS, failure: 15_000 };
const STEP = 'summary';
/** A step not done by then is queued again, which does nothing where it still waits. */
const QUEUED_AGAIN_MS = 10 * MINUTE_MS;
const BATCH = 500;
/**
 * 48 a minute. Slack accepts 50 in a workspace, those of incidents and of reports under way included.
 * https://docs.slack.dev/apis/web-api/rate-limits (`chat.update` is of tier 3)
 */
const CHANGES_AT_ONCE = 24;
const CHANGES_A_CORRECTION = 2;
/** Posts without figures come first, and leave room for corrections. */
const FILLED_AT_ONCE = 18;

/** `isExtra`: a person asks for it, besides the regular steps. */
const stepData = z.object({ id: z.string(), isExtra: z.boolean().optional() });
type StepData = z.infer<typeof stepData>;

export function registerSummaryJobs(deps: FeatureDeps): void {
  const working = { ...deps, read: createSharedReading(deps) };
  deps.jobs.work(STEP, {
    schema: stepData,
    atOnce: AT_ONCE,
    handle: (data, { signal }) => takeStep(data, working, signal),
  });
  deps.jobs.work(PLAN, {
    schema: z.object({}),
    atOnce: 1,
    everyMs: deps.runtime.timings.summariesEveryMs,
    async handle() {
      await plan(deps);
      await tellPausedSubscriptions(deps);
    },
  });
}

/** Updates what stands; posts again only where the first post is perhaps missing. Replaces the post due later today. */
export async function sendNow(
  { id, channel, sender, time, zone, language, nextDueAt }: Subscription,
  { stores: { summaries, subscriptions }, posting, jobs, runtime }: FeatureDeps,
): Promise<void> {
  const at = runtime.now();
  const day = addDaysTo(localDay(at, zone), -1);
  const isAhead = dayBefore(nextDueAt, time, zone) === day;
  // Corrections follow the hour at which the channel reads its summaries.
  const dueAt = isAhead ? nextDueAt : at;
  await summaries.plan([{ channel, sender, day, zone, language, dueAt }], at);
  if (isAhead) await subscriptions.moveOn([{ id, from: nextDueAt, to: nextAt(time, zone, nextDueAt) }]);
  const summary = await summaries.findFor(channel, sender, day);
  if (!summary) return;
  if (isPerhapsMissing(summary)) {
    await posting.setMissing({ channel, key: keyOf(summary) });
    await summaries.progress(summary.id, { state: 'due', stepAt: at });
  }
  const data = { id: summary.id, isExtra: true } satisfies StepData;
  await jobs.send(STEP, [{ data, key: `${summary.id}:extra` }]);
}

export async function forgetSummaries({ stores, runtime }: FeatureDeps): Promise<void> {
  await stores.summaries.forget(addDaysTo(localDay(runtime.now(), 'UTC'), -FORGOTTEN_AFTER_DAYS));
}

async function takeStep(
  { id, isExtra = false }: StepData,
  deps: StepDeps,
  signal: AbortSignal,
): Promise<undefined | Again> {
  const summary = await deps.stores.summaries.find(id);
  if (!summary) return undefined;
  if (summary.state === 'due') {
    const later = await publishSummary(summary, deps, signal);
    // Details wait until every channel has its post: Slack accepts few messages a minute.
    const now = deps.runtime.now();
    if (!later && !(await deps.stores.summaries.areDue(now))) await queueSteps('details', now, deps);
    return later;
  }
  if (isPerhapsMissing(summary)) return undefined;
  if (isExtra) return correct(summary, deps, signal);
  if (summary.state === 'ended' || summary.stepAt > deps.runtime.now()) return undefined;
  const step = summary.hasDetails || summary.state === 'unreadable' ? correct : addDetails;
  const later = await step(summary, deps, signal);
  // The row waits, not the queue, where it would take the turn of others again and again.
  if (later) await deps.stores.summaries.progress(id, { stepAt: later.again });
  return undefined;
}

function createSharedReading(deps: FeatureDeps): ReadSummary {
  const readings = new Map<string, { readonly model: Promise<SummaryModel>; goodUntilMs: number }>();

  function shared(question: SummaryQuestion): Promise<SummaryModel> {
    const nowMs = deps.runtime.now().getTime();
    for (const [key, { goodUntilMs }] of readings) if (goodUntilMs < nowMs) readings.delete(key);
    const key = JSON.stringify([question.day, question.zone, question.sender]);
    const known = readings.get(key);
    if (known) return known.model;
    // While it is under way.
    const reading = { model: readSummary(question, deps), goodUntilMs: Number.POSITIVE_INFINITY };
    readings.set(key, reading);
    const keepFor = (ms: number) => () => {
      reading.goodUntilMs = deps.runtime.now().getTime() + ms;
    };
    reading.model.then(keepFor(GOOD_FOR_MS.figures), keepFor(GOOD_FOR_MS.failure));
    return reading.model;
  }

  return async ({ day, zone, sender, language }, signal) => {
    signal.throwIfAborted();
    const question = { day, zone, sender };
    const optionsNow = () => channelView({ language, zone }, deps.runtime.now(), deps.settings.senders);
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    try {
      const model = await Promise.race([shared(question), aborted]);
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

/** Rows decide what is new: planning twice does nothing. Of several missed days only the latest is planned. */
export async function plan(deps: FeatureDeps): Promise<void> {
  const { subscriptions, summaries } = deps.stores;
  const { now, timings } = deps.runtime;
  // A post is not late by the time between two rounds.
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
  // Posts come before details and corrections: Slack accepts few messages a minute.
  if (await summaries.areDue(now())) return;
  await queueSteps('details', now(), deps);
  const filled = await queueSteps('fillings', by, deps, FILLED_AT_ONCE);
  await queueSteps('corrections', by, deps, Math.floor((CHANGES_AT_ONCE - filled) / CHANGES_A_CORRECTION));
}

async function queueSteps(
  which: StepKind,
  by: Date,
  { jobs, stores: { summaries }, runtime: { now } }: FeatureDeps,
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  let count = 0;
  while (count < most) {
    const queuedBefore = new Date(now().getTime() - QUEUED_AGAIN_MS);
    const steps = await summaries.toDo(which, by, queuedBefore, Math.min(BATCH, most - count));
    if (steps.length === 0) break;
    count += steps.length;
    await jobs.send(
      STEP,
      steps.map(({ id, stepAt }) => ({
        data: { id } satisfies StepData,
        at: stepAt,
        // A step that is still running has another key.
        key: `${id}.${stepAt.getTime()}`,
      })),
    );
    const queued = steps.map(({ id }) => id);
    await summaries.queued(queued, now());
  }
  return count;
}
