import { z } from 'zod';
import { isFailure } from '../../domain/failure.ts';
import { addDaysTo } from '../../domain/time/calendar.ts';
import { dayBefore, nextAt } from '../../domain/time/schedule.ts';
import { localDay } from '../../domain/time/wall-clock.ts';
import type { Again } from '../../jobs/types.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import type { Subscription } from '../../store/channels/subscriptions.ts';
import type { Summary } from '../../store/posting/summaries.ts';
import type { FeatureDeps } from '../dependencies.ts';
import { addDetails, correct, keyOf, type StepDeps } from './correct.ts';
import { publishSummary, tellPausedSubscriptions } from './publish.ts';
import { plan, STEP, type StepData } from './schedule.ts';
import { type ReadSummary, readSummary, type SummaryModel, type SummaryQuestion } from './summarize.ts';

const PLAN = 'summary-plan';
const AT_ONCE = 4;
const FORGOTTEN_AFTER_DAYS = 60;

const stepData: z.ZodType<StepData> = z.object({ id: z.string(), isExtra: z.boolean().optional() });

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

/**
 * Brings up to date what stands already, never a second post for a day, unless the first is perhaps missing: whoever asks
 * for it has seen whether it is. What was due later today is due no more.
 */
export async function sendNow(
  { id, channel, sender, time, zone, language, nextDueAt }: Subscription,
  { stores: { summaries, subscriptions }, posting, jobs, runtime }: FeatureDeps,
): Promise<void> {
  const at = runtime.now();
  const day = addDaysTo(localDay(at, zone), -1);
  const isAhead = dayBefore(nextDueAt, time, zone) === day;
  // It is corrected at the hour at which the channel reads its summaries.
  const dueAt = isAhead ? nextDueAt : at;
  await summaries.plan([{ channel, sender, day, zone, language, dueAt }], at);
  if (isAhead) await subscriptions.moveOn([{ id, from: nextDueAt, to: nextAt(time, zone, nextDueAt) }]);
  const summary = await summaries.findFor(channel, sender, day);
  if (!summary) return;
  if (isPerhapsMissing(summary)) {
    await posting.setMissing({ channel, key: keyOf(summary) });
    await summaries.progress(summary.id, { state: 'due', stepAt: at });
  }
  const data: StepData = { id: summary.id, isExtra: true };
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
  if (summary.state === 'due') return publishSummary(summary, deps, signal);
  if (isPerhapsMissing(summary)) return undefined;
  if (isExtra) return correct(summary, deps, signal);
  // Done already, by work that was queued twice.
  if (summary.state === 'ended' || summary.stepAt > deps.runtime.now()) return undefined;
  const later =
    summary.hasDetails || summary.state === 'unreadable'
      ? await correct(summary, deps, signal)
      : await addDetails(summary, deps, signal);
  // Its row waits, and not the queue: as long as its step stays due it takes the turn of others, over and over.
  if (later) await deps.stores.summaries.progress(id, { stepAt: later.again });
  return undefined;
}

/** Channels that are due together are told the same; a platform that could not be read is not asked by each of them. */
const GOOD_FOR_MS = { figures: MINUTE_MS, failure: 15_000 };

function createSharedReading(deps: FeatureDeps): ReadSummary {
  const readings = new Map<string, { readonly model: Promise<SummaryModel>; goodUntilMs: number }>();

  function shared(question: SummaryQuestion): Promise<SummaryModel> {
    const nowMs = deps.runtime.now().getTime();
    for (const [key, { goodUntilMs }] of readings) if (goodUntilMs < nowMs) readings.delete(key);
    const key = JSON.stringify([question.day, question.zone, question.sender]);
    const known = readings.get(key);
    if (known) return known.model;
    const model = readSummary(question, deps);
    // For ever while it is under way.
    const reading = { model, goodUntilMs: Number.POSITIVE_INFINITY };
    readings.set(key, reading);
    const keepFor = (ms: number) => {
      reading.goodUntilMs = deps.runtime.now().getTime() + ms;
    };
    model.then(
      () => keepFor(GOOD_FOR_MS.figures),
      () => keepFor(GOOD_FOR_MS.failure),
    );
    return model;
  }

  return async ({ day, zone, sender }, signal) => {
    signal.throwIfAborted();
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    try {
      return { model: await Promise.race([shared({ day, zone, sender }), aborted]) };
    } catch (error) {
      if (!isFailure(error)) throw error;
      return { failure: error };
    } finally {
      signal.removeEventListener('abort', abort);
    }
  };
}

function isPerhapsMissing({ state, ts }: Summary): boolean {
  return state === 'ended' && ts === undefined;
}
