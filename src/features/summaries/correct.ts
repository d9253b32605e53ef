import { createHash } from 'node:crypto';
import type { Postponement } from '../../jobs/queue.ts';
import type { PostedMessage } from '../../posting/post.ts';
import type { RateLimitedPost } from '../../posting/rate-limit.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';
import type { View } from '../../slack/blocks/blocks.ts';
import { isChannelUnavailable, isMessageGone, isTransient, type SlackError } from '../../slack/errors.ts';
import type { Summary } from '../../store/posting/summaries.ts';
import type { Deps } from '../dependencies.ts';
import { detailsView } from './details.ts';
import {
  claimedRate,
  type ReadSummary,
  readIncidents,
  type SummaryModel,
  type SummaryReading,
} from './summarize.ts';
import { summaryView } from './view.ts';

export interface StepDeps extends Deps {
  readonly read: ReadSummary;
}

/** Wait before the next attempt to add figures to a post that lacks them. */
export const FILL_RETRY_MS = 10 * MINUTE_MS;
const CORRECTED_AFTER_HOURS = [24, 48, 72];
const FIRST_CORRECTION_MS = Math.min(...CORRECTED_AFTER_HOURS) * HOUR_MS;
const NOT_FINAL_RETRY_MS = 6 * HOUR_MS;
/** Wait after a channel refused a post: it may be unarchived, or the bot may be invited again. */
const CLOSED_RETRY_MS = 6 * HOUR_MS;
const GIVEN_UP_AFTER_MS = 14 * DAY_MS;
/** Wait before the change of a post is retried, randomized so that retries are spread over time. */
const CHANGE_RETRY_MS = { least: 30_000, most: 120_000 };

type SuccessfulReading = Extract<SummaryReading, { readonly model: SummaryModel }> & { readonly at: Date };

export async function correct(
  summary: Summary,
  deps: StepDeps,
  signal: AbortSignal,
): Promise<undefined | Postponement> {
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
    incidents: await readIncidents(summary, deps),
  });
  const edited = await editPosted(messageOf(summary), { view, at }, deps.posting.rateLimitedPost);
  if (edited === 'gone') return end();
  if (edited !== 'done') {
    if ('again' in edited) return edited;
    throw new Error(`Slack refused the correction of a summary: ${edited.refused}`);
  }
  if (summary.state === 'unreadable') {
    // Figures that are added to a post without figures do not count as a correction.
    await summaries.progress(id, { state: 'posted', stepAt: at, firstRate: claimedRate(model.totals) });
  }
  return publishDetails(summary, reading, deps, signal);
}

export async function addDetails(
  summary: Summary,
  deps: StepDeps,
  signal: AbortSignal,
): Promise<undefined | Postponement> {
  const reading = await readAgain(summary, deps.runtime.now(), deps, signal);
  return 'again' in reading ? reading : publishDetails(summary, reading, deps, signal);
}

async function readAgain(
  summary: Summary,
  at: Date,
  { slack, read }: StepDeps,
  signal: AbortSignal,
): Promise<SuccessfulReading | Postponement> {
  // The change is retried later, because the bot may become allowed to use the channel again.
  if (!slack.access.allowsChannel(summary.channel))
    return { again: new Date(at.getTime() + CLOSED_RETRY_MS) };
  const reading = await read(summary, signal);
  if ('failure' in reading) return { again: new Date(at.getTime() + FILL_RETRY_MS) };
  return { ...reading, at };
}

async function publishDetails(
  summary: Summary,
  { model, options, at }: SuccessfulReading,
  deps: StepDeps,
  signal: AbortSignal,
): Promise<undefined | Postponement> {
  const { postOnce, rateLimitedPost } = deps.posting;
  const thread = messageOf(summary);
  const view = () => detailsView(model, options);
  const key = `${keyOf(summary)}:details`;
  const result = await postOnce({ channel: summary.channel, key, thread, view, signal });
  if ('again' in result) return result;
  // If Slack refuses the details, they are not retried, and the summary has none.
  if ('place' in result && !result.isNew) {
    const edited = await editPosted(result.place, { view: view(), at }, rateLimitedPost);
    if (typeof edited === 'object' && 'again' in edited) return edited;
  }
  const stepAt = nextStep(summary, model, at, deps.settings.receiptHours);
  await deps.stores.summaries.progress(summary.id, {
    hasDetails: true,
    ...(stepAt ? { stepAt, state: 'posted' } : { state: 'ended' }),
  });
  return undefined;
}

function nextStep({ dueAt }: Summary, model: SummaryModel, at: Date, receiptHours: number): Date | undefined {
  if (!model.totals.isProvisional) return undefined;
  const completeAt = model.period.end.getTime() + receiptHours * HOUR_MS;
  const steps = CORRECTED_AFTER_HOURS.map((hours) => dueAt.getTime() + hours * HOUR_MS);
  if (completeAt > Math.max(...steps)) steps.push(completeAt);
  const next = Math.min(...steps.filter((step) => step > at.getTime()));
  return new Date(Number.isFinite(next) ? next : at.getTime() + NOT_FINAL_RETRY_MS);
}

/** Returns the first post's delivery rate, to mention it; on the first day only if the rate has changed. */
function correctedRate(
  { firstRate, dueAt }: Summary,
  { model, options, at }: SuccessfulReading,
): number | undefined {
  if (firstRate === undefined) return undefined;
  const { format } = options;
  const deliveryRate = claimedRate(model.totals);
  const isSame = deliveryRate !== undefined && format.percent(deliveryRate) === format.percent(firstRate);
  return isSame && at.getTime() < dueAt.getTime() + FIRST_CORRECTION_MS ? undefined : firstRate;
}

export async function editPosted(
  place: PostedMessage,
  { view, at }: { readonly view: View; readonly at: Date },
  post: RateLimitedPost,
): Promise<'done' | 'gone' | Postponement | SlackError> {
  const refusal = await post.change(place, view);
  if (!refusal) return 'done';
  const { refused, retryAfterMs = 0 } = refusal;
  if (isMessageGone(refused)) return 'gone';
  const { least, most } = CHANGE_RETRY_MS;
  if (isChannelUnavailable(refused)) return { again: new Date(at.getTime() + CLOSED_RETRY_MS) };
  if (!isTransient(refused)) return refusal;
  const soonestMs = at.getTime() + Math.max(least, retryAfterMs);
  return { again: new Date(soonestMs + Math.random() * (most - least)) };
}

const DIGEST_LENGTH = 16;

/** Key in the message's Slack metadata; the sender is hashed, because other apps can read the metadata. */
export function keyOf({ day, sender }: Summary): string {
  const subject =
    sender === undefined
      ? 'all'
      : createHash('sha256').update(sender).digest('base64url').slice(0, DIGEST_LENGTH);
  return `summary:${day}:${subject}`;
}

function messageOf({ id, channel, ts }: Summary): PostedMessage {
  if (ts === undefined) throw new Error(`summary ${id} has not been posted`);
  return { channel, ts };
}
