import { z } from 'zod';
import { addDaysTo, localDay } from '../../domain/time/period.ts';
import { dayBefore, nextAt } from '../../domain/time/schedule.ts';
import type { Again, Jobs } from '../../jobs/index.ts';
import type { Subscription } from '../../store/channels/subscription-rows.ts';
import type { Summaries } from '../../store/posting/summaries.ts';
import { correct } from './correct.ts';
import { deliverDetails } from './details.ts';
import { tellPaused } from './pause-on-unavailable.ts';
import { type PublishSummaryDeps, publishSummary } from './publish.ts';
import { PLANNED_EVERY_MS, type PlannerDeps, plan, queueDetails, STEP, type StepData } from './schedule.ts';
import { createSharedReading, type SummaryReadingDeps } from './summarize.ts';

export type JobDeps = Omit<PublishSummaryDeps, 'read' | 'queueDetails'> &
  PlannerDeps &
  SummaryReadingDeps & {
    readonly jobs: Pick<Jobs, 'work' | 'send'>;
    readonly summaries: Summaries;
  };

/** What a summary is asked for with before it is due. */
export type SendingDeps = Pick<JobDeps, 'summaries' | 'jobs' | 'now' | 'subscriptions'>;

const PLAN = 'summary-plan';
const AT_ONCE = 4;
const FORGOTTEN_AFTER_DAYS = 60;

const stepData: z.ZodType<StepData> = z.object({ id: z.string(), isExtra: z.boolean().optional() });

/** Says who does the work of summaries, once jobs are started. */
export function registerJobs(deps: JobDeps): void {
  const working = { ...deps, read: createSharedReading(deps), queueDetails: () => queueDetails(deps) };
  deps.jobs.work(STEP, {
    schema: stepData,
    atOnce: AT_ONCE,
    handle: (data, { signal }) => takeStep(data, working, signal),
  });
  deps.jobs.work(PLAN, {
    schema: z.object({}),
    atOnce: 1,
    everyMs: PLANNED_EVERY_MS,
    async handle() {
      await plan(deps);
      await tellPaused(deps);
    },
  });
}

/**
 * Sees to it that the channel reads yesterday's summary now. Where it stands already it is brought up to date: there
 * is never a second post for a day. One that would have been due later today is due no more.
 */
export async function sendNow(
  { id, channel, sender, time, zone, language, nextDueAt }: Subscription,
  { summaries, subscriptions, jobs, now }: SendingDeps,
): Promise<void> {
  const at = now();
  const day = addDaysTo(localDay(at, zone), -1);
  const ofSender = sender === undefined ? {} : { sender };
  const isAhead = dayBefore(nextDueAt, time, zone) === day;
  // It is corrected at the hour at which the channel reads its summaries.
  const dueAt = isAhead ? nextDueAt : at;
  await summaries.plan([{ channel, ...ofSender, day, zone, language, dueAt }], at);
  if (isAhead) await subscriptions.moveOn([{ id, from: nextDueAt, to: nextAt(time, zone, nextDueAt) }]);
  const summary = await summaries.findFor(channel, sender, day);
  if (!summary) return;
  const data: StepData = { id: summary.id, isExtra: true };
  await jobs.send(STEP, [{ data, key: `${summary.id}:extra` }]);
}

/** Forgets what ended long ago. */
export async function forgetSummaries({ summaries, now }: Pick<JobDeps, 'summaries' | 'now'>): Promise<void> {
  await summaries.forget(addDaysTo(localDay(now(), 'UTC'), -FORGOTTEN_AFTER_DAYS));
}

async function takeStep(
  { id, isExtra = false }: StepData,
  deps: PublishSummaryDeps & JobDeps,
  signal: AbortSignal,
): Promise<undefined | Again> {
  const summary = await deps.summaries.find(id);
  if (!summary) return undefined;
  if (summary.state === 'due') return publishSummary(summary, deps, signal);
  if (isExtra) return correct(summary, deps, signal);
  // Done already, by work that was queued twice.
  if (summary.state === 'ended' || summary.stepAt > deps.now()) return undefined;
  const later =
    summary.hasDetails || summary.state === 'unreadable'
      ? await correct(summary, deps, signal)
      : await deliverDetails(summary, deps, signal);
  // Its row waits, and not the queue: as long as its step stays due it takes the turn of others, over and over.
  if (later) await deps.summaries.progress(id, { stepAt: later.again });
  return undefined;
}
