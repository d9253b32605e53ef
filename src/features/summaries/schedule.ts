import { dayBefore, latestAt, nextAt } from '../../domain/time/schedule.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import type { Subscription } from '../../store/channels/subscriptions.ts';
import type { NewSummary, StepKind } from '../../store/posting/summaries.ts';
import type { FeatureDeps } from '../dependencies.ts';

/** Work on one summary; `isExtra`: somebody asks for it to be brought up to date beside its regular steps. */
export interface StepData {
  readonly id: string;
  readonly isExtra?: boolean | undefined;
}

export const STEP = 'summary';
/** Work that has not been done by then is queued again, which does nothing where it still waits. */
const QUEUED_AGAIN_MS = 10 * MINUTE_MS;
const BATCH = 500;
/**
 * Changes each time the planner looks, 48 a minute. Slack promises to take 50 in a workspace and no more for certain,
 * and those of incidents and of reports under way count among them: going faster would have it put off those.
 * https://docs.slack.dev/apis/web-api/rate-limits (`chat.update` is of tier 3)
 */
const CHANGES_AT_ONCE = 24;
const CHANGES_A_CORRECTION = 2;
/** Posts without figures come first, as their channels have nothing to read; they leave room for corrections. */
const FILLED_AT_ONCE = 18;

/**
 * Plans what is due: makes a row for each channel's day and queues the next step of each row. The rows decide: whoever
 * plans a second time, or goes on where a process ended, makes nothing twice. Of several days that were missed the
 * latest is planned alone.
 */
export async function plan(deps: FeatureDeps): Promise<void> {
  const { subscriptions, summaries } = deps.stores;
  const { now, timings } = deps.runtime;
  // A post is not late by what lies between two rounds.
  const by = new Date(now().getTime() + timings.summariesEveryMs);
  for (;;) {
    const due = await subscriptions.due(by, BATCH);
    const planned = due.map((subscription) => summaryOf(subscription, by));
    await summaries.plan(planned, now());
    await subscriptions.moveOn(
      due.map(({ id, time, zone, nextDueAt }) => ({ id, from: nextDueAt, to: nextAt(time, zone, by) })),
    );
    if (due.length < BATCH) break;
  }
  await queueSteps('posts', by, deps);
  // Slack takes only so many posts a minute: what a channel waits for goes before what is added or corrected.
  if (await summaries.areDue(now())) return;
  await queueDetails(deps);
  const filled = await queueSteps('fillings', by, deps, FILLED_AT_ONCE);
  await queueSteps('corrections', by, deps, Math.floor((CHANGES_AT_ONCE - filled) / CHANGES_A_CORRECTION));
}

export async function queueDetails(deps: FeatureDeps): Promise<void> {
  await queueSteps('details', deps.runtime.now(), deps);
}

/** @returns how many */
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
        // The step before may not be over yet: it is other work.
        key: `${id}.${stepAt.getTime()}`,
      })),
    );
    const queued = steps.map(({ id }) => id);
    await summaries.queued(queued, now());
  }
  return count;
}

function summaryOf({ channel, sender, time, zone, language }: Subscription, by: Date): NewSummary {
  const dueAt = latestAt(time, zone, by);
  return { channel, sender, day: dayBefore(dueAt, time, zone), zone, language, dueAt };
}
