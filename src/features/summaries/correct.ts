import { createHash } from 'node:crypto';
import type { Again } from '../../jobs/queue.ts';
import type { Place } from '../../posting/post.ts';
import type { RateLimitedPost } from '../../posting/rate-limit.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';
import type { View } from '../../slack/blocks/blocks.ts';
import { isChannelUnavailable, isMessageGone, isTransient, type SlackError } from '../../slack/errors.ts';
import type { Summary } from '../../store/posting/summaries.ts';
import type { FeatureDeps } from '../dependencies.ts';
import { detailsView } from './details.ts';
import { claimedRate, type ReadSummary, type SummaryModel, type SummaryReading } from './summarize.ts';
import { summaryView } from './view.ts';

export interface StepDeps extends FeatureDeps {
  readonly read: ReadSummary;
}

/** How soon a post without figures is tried again. */
export const FILL_AGAIN_MS = 10 * MINUTE_MS;
const CORRECTED_AFTER_HOURS = [24, 48, 72];
const FIRST_CORRECTION_MS = Math.min(...CORRECTED_AFTER_HOURS) * HOUR_MS;
const NOT_FINAL_AGAIN_MS = 6 * HOUR_MS;
/** An archived channel may be brought back, and a bot invited again. */
const CLOSED_AGAIN_MS = 6 * HOUR_MS;
const GIVEN_UP_AFTER_MS = 14 * DAY_MS;
/** Spread, so that delayed changes do not come at once. */
const CHANGE_AGAIN_MS = { least: 30_000, most: 120_000 };

type Reading = Extract<SummaryReading, { readonly model: SummaryModel }> & { readonly at: Date };

export async function correct(
  summary: Summary,
  deps: StepDeps,
  signal: AbortSignal,
): Promise<undefined | Again> {
  const { summaries } = deps.stores;
  const { id, channel, isLate, dueAt } = summary;
  const at = deps.runtime.now();
  const end = () => summaries.progress(id, { state: 'ended' }).then(() => undefined);
  if (at.getTime() > dueAt.getTime() + GIVEN_UP_AFTER_MS) {
    deps.runtime.log.warn(
      { summary: id, channel },
      'a summary is no longer corrected: it could not be for two weeks',
    );
    return end();
  }
  const reading = await readAgain(summary, at, deps, signal);
  if ('again' in reading) return reading;

  const { model, options } = reading;
  const view = summaryView(model, {
    ...options,
    firstRate: correctedRate(summary, reading),
    late: isLate ? { dueAt } : undefined,
    perhapsMissing: await summaries.perhapsMissingBefore(summary),
  });
  const edited = await editPosted(placeOf(summary), { view, at }, deps.posting.rateLimitedPost);
  if (edited === 'gone') return end();
  if (edited !== 'done') {
    if ('again' in edited) return edited;
    throw new Error(`Slack refused the correction of a summary: ${edited.refused}`);
  }
  if (summary.state === 'unreadable') {
    // First figures correct nothing.
    await summaries.progress(id, { state: 'posted', stepAt: at, firstRate: claimedRate(model.totals) });
  }
  return putDetails(summary, reading, deps, signal);
}

export async function addDetails(
  summary: Summary,
  deps: StepDeps,
  signal: AbortSignal,
): Promise<undefined | Again> {
  const reading = await readAgain(summary, deps.runtime.now(), deps, signal);
  return 'again' in reading ? reading : putDetails(summary, reading, deps, signal);
}

async function readAgain(
  summary: Summary,
  at: Date,
  { slack, read }: StepDeps,
  signal: AbortSignal,
): Promise<Reading | Again> {
  // The channel may be allowed again.
  if (!slack.access.allowsChannel(summary.channel))
    return { again: new Date(at.getTime() + CLOSED_AGAIN_MS) };
  const reading = await read(summary, signal);
  if ('failure' in reading) return { again: new Date(at.getTime() + FILL_AGAIN_MS) };
  return { ...reading, at };
}

async function putDetails(
  summary: Summary,
  { model, options, at }: Reading,
  deps: StepDeps,
  signal: AbortSignal,
): Promise<undefined | Again> {
  const { postOnce, rateLimitedPost } = deps.posting;
  const thread = placeOf(summary);
  const view = () => detailsView(model, options);
  const key = `${keyOf(summary)}:details`;
  const outcome = await postOnce({ channel: summary.channel, key, thread, view, signal });
  if ('again' in outcome) return outcome;
  // Where Slack takes no details, the summary stands without them.
  if ('place' in outcome && !outcome.isNew) {
    const edited = await editPosted(outcome.place, { view: view(), at }, rateLimitedPost);
    if (typeof edited === 'object' && 'again' in edited) return edited;
  }
  const stepAt = nextStep(summary, model, at, deps.settings.settleHours);
  await deps.stores.summaries.progress(summary.id, {
    hasDetails: true,
    ...(stepAt ? { stepAt, state: 'posted' } : { state: 'ended' }),
  });
  return undefined;
}

function nextStep({ dueAt }: Summary, model: SummaryModel, at: Date, settleHours: number): Date | undefined {
  if (!model.totals.isProvisional) return undefined;
  const settlesAt = model.period.end.getTime() + settleHours * HOUR_MS;
  const steps = CORRECTED_AFTER_HOURS.map((hours) => dueAt.getTime() + hours * HOUR_MS);
  if (settlesAt > Math.max(...steps)) steps.push(settlesAt);
  const next = Math.min(...steps.filter((step) => step > at.getTime()));
  return new Date(Number.isFinite(next) ? next : at.getTime() + NOT_FINAL_AGAIN_MS);
}

/** An unchanged rate is no news on the first day. */
function correctedRate({ firstRate, dueAt }: Summary, { model, options, at }: Reading): number | undefined {
  if (firstRate === undefined) return undefined;
  const { formatter } = options;
  const deliveryRate = claimedRate(model.totals);
  const isSame =
    deliveryRate !== undefined && formatter.percent(deliveryRate) === formatter.percent(firstRate);
  return isSame && at.getTime() < dueAt.getTime() + FIRST_CORRECTION_MS ? undefined : firstRate;
}

/** `gone`: the message can never change; `again`: when it may; else Slack's refusal. */
export async function editPosted(
  place: Place,
  { view, at }: { readonly view: View; readonly at: Date },
  post: RateLimitedPost,
): Promise<'done' | 'gone' | Again | SlackError> {
  const refusal = await post.change(place, view);
  if (!refusal) return 'done';
  const { refused, retryAfterMs = 0 } = refusal;
  if (isMessageGone(refused)) return 'gone';
  const { least, most } = CHANGE_AGAIN_MS;
  if (isChannelUnavailable(refused)) return { again: new Date(at.getTime() + CLOSED_AGAIN_MS) };
  if (!isTransient(refused)) return refusal;
  const soonestMs = at.getTime() + Math.max(least, retryAfterMs);
  return { again: new Date(soonestMs + Math.random() * (most - least)) };
}

const DIGEST_LENGTH = 16;

/** The message's metadata. Apps that may read the channel can read it: no sender. */
export function keyOf({ day, sender }: Summary): string {
  const subject =
    sender === undefined
      ? 'all'
      : createHash('sha256').update(sender).digest('base64url').slice(0, DIGEST_LENGTH);
  return `summary:${day}:${subject}`;
}

function placeOf({ id, channel, ts }: Summary): Place {
  if (ts === undefined) throw new Error(`summary ${id} has not been posted`);
  return { channel, ts };
}
