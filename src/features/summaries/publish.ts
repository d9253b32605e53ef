import { createHash } from 'node:crypto';
import { WITHDRAWN } from '../../channels/unavailable-channel.ts';
import { type Failure, isFailure } from '../../domain/failure.ts';
import { dayBefore, latestAt } from '../../domain/time/schedule.ts';
import type { Again } from '../../jobs/index.ts';
import type { Place, Post } from '../../posting/post.ts';
import type { PostOnce } from '../../posting/post-once.ts';
import { MINUTE_MS, QUARTER_MS } from '../../runtime/durations.ts';
import { explain } from '../../slack/advice-view.ts';
import { createFormatter } from '../../slack/format.ts';
import type { Access } from '../../slack/listeners/access.ts';
import type { Subscription } from '../../store/channels/subscription-rows.ts';
import type { Subscriptions } from '../../store/channels/subscriptions.ts';
import type { Summaries, Summary } from '../../store/posting/summaries.ts';
import { editPosted } from './edit-posted.ts';
import { type SummaryView, summaryTranslations } from './locales/index.ts';
import { type SummaryModel, standingOf } from './model.ts';
import { type ClosedDeps, closeIfClosed, pauseAndTell } from './pause-on-unavailable.ts';
import type { ReadShared } from './summarize.ts';
import { summaryView, unreadableView } from './view.ts';

export interface PublishSummaryDeps extends ClosedDeps {
  readonly subscriptions: Pick<Subscriptions, 'findFor'> & ClosedDeps['subscriptions'];
  readonly summaries: Pick<Summaries, 'progress' | 'drop' | 'areDue'>;
  readonly postOnce: PostOnce;
  readonly post: Pick<Post, 'change'> & ClosedDeps['post'];
  readonly access: Pick<Access, 'allowsChannel'>;
  readonly read: ReadShared;
  /** Queues the details of summaries that stand without them. */
  readonly queueDetails: () => Promise<void>;
  readonly now: () => Date;
  readonly settleHours: number;
}

/** What is posted later than this after it was due says so. */
const LATE_AFTER_MS = QUARTER_MS;
/** For how long a platform that cannot be read is waited for before the channel is told. */
const PATIENCE_MS = QUARTER_MS;
const READ_AGAIN_MS = MINUTE_MS;
/** How soon a post that says that there are no figures is looked at again. */
export const FILL_AGAIN_MS = 10 * MINUTE_MS;

/** Posts a day's summary in its channel, unless nobody wants it any more. */
export async function publishSummary(
  summary: Summary,
  deps: PublishSummaryDeps,
  signal: AbortSignal,
): Promise<undefined | Again> {
  const { summaries, postOnce, now, log } = deps;
  const { id, channel } = summary;
  if (!(await isWanted(summary, deps))) return summaries.drop(id).then(() => undefined);
  const at = now();
  const read = await readFor(summary, deps, signal);
  const model = 'model' in read ? read.model : undefined;
  const patientUntil = summary.plannedAt.getTime() + PATIENCE_MS;
  if (!model && now().getTime() < patientUntil)
    return { again: new Date(Math.min(now().getTime() + READ_AGAIN_MS, patientUntil)) };
  // Reading may have taken long.
  const subscription = await isWanted(summary, deps);
  if (!subscription) return summaries.drop(id).then(() => undefined);

  let isLate = false;
  const view = () => {
    const options = viewOptions(summary, deps);
    if ('failure' in read) {
      const { sentence } = explain(read.failure, options.t, options.formatter);
      return unreadableView(questionOf(summary), { ...options, sentence, reference: referenceOf(summary) });
    }
    isLate = now().getTime() - summary.dueAt.getTime() > LATE_AFTER_MS;
    return summaryView(read.model, { ...options, ...(isLate ? { late: { dueAt: summary.dueAt } } : {}) });
  };
  const outcome = await postOnce({ channel, key: keyOf(summary), view, signal });
  if ('again' in outcome) return outcome;
  if ('refused' in outcome) {
    await closeIfClosed(outcome, subscription, deps);
    return summaries.drop(id).then(() => undefined);
  }
  const { place, isNew } = outcome;
  const { ts } = place;
  // Posted by a process that died before it could say so; it may have known less than is known now.
  const brought = isNew ? 'done' : await editPosted(place, { view: view(), at }, deps);
  if (brought === 'gone') return summaries.progress(id, { state: 'ended', ts }).then(() => undefined);
  if (brought !== 'done') {
    // What it says may be that there are no figures yet: it is filled in like one.
    const stepAt = 'again' in brought ? brought.again : new Date(at.getTime() + FILL_AGAIN_MS);
    await summaries.progress(id, { state: 'unreadable', ts, isLate, stepAt });
    return undefined;
  }
  if ('failure' in read) {
    const { code } = read.failure;
    log.warn(
      { ref: referenceOf(summary), summary: id, channel, code },
      'a summary was posted without figures: the platform could not be read',
    );
    const stepAt = new Date(at.getTime() + FILL_AGAIN_MS);
    await summaries.progress(id, { state: 'unreadable', ts, stepAt });
    return undefined;
  }
  log.info({ summary: id, channel }, 'a summary was posted');
  const { deliveryRate: firstRate } = standingOf(read.model);
  const posted = {
    state: 'posted',
    ts,
    isLate,
    stepAt: at,
    ...(firstRate === undefined ? {} : { firstRate }),
  } as const;
  await summaries.progress(id, posted);
  // While other channels wait for their post there are no details: Slack takes only so many messages a minute.
  if (!(await summaries.areDue(now()))) await deps.queueDetails();
  return undefined;
}

/**
 * Whose summary it is, where it is still to be posted: neither paused nor removed, and no later day is due. One whose
 * channel may show no figures any more is paused.
 */
async function isWanted(
  { channel, sender, day }: Summary,
  deps: PublishSummaryDeps,
): Promise<Subscription | undefined> {
  const { subscriptions, access, now } = deps;
  const subscription = await subscriptions.findFor(channel, sender);
  if (subscription?.state !== 'active') return undefined;
  if (!access.allowsChannel(channel)) {
    await pauseAndTell(subscription, WITHDRAWN, deps);
    return undefined;
  }
  const { time, zone } = subscription;
  return dayBefore(latestAt(time, zone, now()), time, zone) > day ? undefined : subscription;
}

const DIGEST_LENGTH = 16;

/** In the metadata of the message, by which it is found again. Apps that may read the channel read it too: no sender. */
export function keyOf({ day, sender }: Summary): string {
  const subject =
    sender === undefined
      ? 'all'
      : createHash('sha256').update(sender).digest('base64url').slice(0, DIGEST_LENGTH);
  return `summary:${day}:${subject}`;
}

/** Under which a post without figures and the log speak of the same. */
function referenceOf({ id }: Summary): string {
  return id.slice(0, 6);
}

/** The figures, or why the platform could not be read. */
export async function readFor(
  summary: Summary,
  { read }: PublishSummaryDeps,
  signal: AbortSignal,
): Promise<{ readonly model: SummaryModel } | { readonly failure: Failure }> {
  try {
    return { model: await read(questionOf(summary), signal) };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { failure: error };
  }
}

function questionOf({ day, zone, sender }: Summary) {
  return { day, zone, ...(sender === undefined ? {} : { sender }) };
}

export function placeOf({ id, channel, ts }: Summary): Place {
  if (ts === undefined) throw new Error(`summary ${id} has not been posted`);
  return { channel, ts };
}

/** As the channel reads it, today and on other days. */
export function viewOptions({ language, zone }: Summary, { now, senders }: PublishSummaryDeps): SummaryView {
  const t = summaryTranslations(language);
  return { t, formatter: createFormatter(t, zone, now(), { isLasting: true }), senders };
}
