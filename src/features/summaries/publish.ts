import { dayBefore, latestAt } from '../../domain/time/schedule.ts';
import type { Postponement } from '../../jobs/queue.ts';
import {
  notifyOwnersOfPauses,
  type Pausable,
  pauseByBot,
  WITHDRAWN,
} from '../../posting/channels/unavailable-channel.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import { explain } from '../../slack/blocks/advice-view.ts';
import type { View } from '../../slack/blocks/blocks.ts';
import { isChannelUnavailable } from '../../slack/errors.ts';
import type { Subscription } from '../../store/channels/subscriptions.ts';
import type { Summary } from '../../store/posting/summaries.ts';
import type { Deps } from '../dependencies.ts';
import { editPosted, FILL_RETRY_MS, keyOf, type StepDeps } from './correct.ts';
import { summaryTranslations } from './locales/index.ts';
import { pausedSubscriptionView } from './subscription-view.ts';
import { claimedRate, readIncidents, type SummaryReading } from './summarize.ts';
import { type PostingOptions, summaryView, unreadableView } from './view.ts';

/** A summary that is posted later than this says that it is late. */
const LATE_AFTER_MS = 15 * MINUTE_MS;
const READ_RETRY_MS = MINUTE_MS;

/** If the platform cannot be read until `waitUntilMs`, the summary is posted without figures. */
export async function publishSummary(
  summary: Summary,
  deps: StepDeps,
  signal: AbortSignal,
  waitUntilMs: number,
): Promise<undefined | Postponement> {
  const { summaries } = deps.stores;
  const { now } = deps.runtime;
  const { id, channel, dueAt } = summary;
  const drop = () => summaries.drop(id).then(() => undefined);
  if (!(await isWanted(summary, deps))) return drop();
  const at = now();
  const reading = await deps.read(summary, signal);
  if ('failure' in reading && now().getTime() < waitUntilMs)
    return { again: new Date(Math.min(now().getTime() + READ_RETRY_MS, waitUntilMs)) };
  // The subscription is checked again, because it may have ended while the figures were read.
  const subscription = await isWanted(summary, deps);
  if (!subscription) return drop();

  const perhapsMissing = await summaries.perhapsMissingBefore(summary);
  const incidents = await readIncidents(summary, deps);
  let isLate = false;
  const view = () => {
    isLate = 'model' in reading && now().getTime() - dueAt.getTime() > LATE_AFTER_MS;
    return viewOf(reading, id, { late: isLate ? { dueAt } : undefined, perhapsMissing, incidents });
  };
  const result = await deps.posting.postOnce({ channel, key: keyOf(summary), view, signal });
  if ('again' in result) return result;
  if ('refused' in result) {
    if (!isChannelUnavailable(result.refused)) throw new Error(`Slack refused a summary: ${result.refused}`);
    await pauseAndNotify(subscription, result.refused, deps);
    return drop();
  }
  if ('perhapsMissing' in result) {
    await summaries.progress(id, { state: 'ended' });
    deps.runtime.log.warn(
      { summary: id, channel },
      'a summary is perhaps missing: Slack did not say whether it took it, and it cannot be looked for',
    );
    return undefined;
  }
  const { place, isNew } = result;
  // A post from an earlier attempt is updated, because it may have older figures.
  const edited = isNew ? 'done' : await editPosted(place, { view: view(), at }, deps.posting.rateLimitedPost);
  if (edited === 'gone')
    return summaries.progress(id, { state: 'ended', ts: place.ts }).then(() => undefined);
  if (edited !== 'done') {
    // The edit failed, so the post may have old figures or none: it is edited again at `stepAt`.
    const stepAt = 'again' in edited ? edited.again : new Date(at.getTime() + FILL_RETRY_MS);
    await summaries.progress(id, { state: 'unreadable', ts: place.ts, isLate, stepAt });
    return undefined;
  }
  await recordPosted(summary, reading, { ts: place.ts, isLate, at }, deps);
  return undefined;
}

function viewOf(
  reading: SummaryReading,
  id: string,
  posting: Pick<PostingOptions, 'late' | 'perhapsMissing' | 'incidents'>,
): View {
  const { question, options } = reading;
  if ('model' in reading) return summaryView(reading.model, { ...options, ...posting });
  const { sentence } = explain(reading.failure, options.t, options.format);
  const { incidents } = posting;
  return unreadableView(question, { ...options, incidents, sentence, reference: referenceOf(id) });
}

async function recordPosted(
  { id, channel }: Summary,
  reading: SummaryReading,
  { ts, isLate, at }: { readonly ts: string; readonly isLate: boolean; readonly at: Date },
  deps: StepDeps,
): Promise<void> {
  const { summaries } = deps.stores;
  const { log } = deps.runtime;
  if ('failure' in reading) {
    const facts = { ref: referenceOf(id), summary: id, channel, code: reading.failure.code };
    log.warn(facts, 'a summary was posted without figures: the platform could not be read');
    const stepAt = new Date(at.getTime() + FILL_RETRY_MS);
    return summaries.progress(id, { state: 'unreadable', ts, stepAt });
  }
  log.info({ summary: id, channel }, 'a summary was posted');
  const firstRate = claimedRate(reading.model.totals);
  await summaries.progress(id, { state: 'posted', ts, isLate, stepAt: at, firstRate });
}

/** A post without figures shows this reference, which the log also contains. */
function referenceOf(id: string): string {
  return id.slice(0, 6);
}

/** Returns the subscription if its summary is still due; pauses it if the bot may not use the channel. */
async function isWanted(
  { channel, sender, day }: Summary,
  deps: StepDeps,
): Promise<Subscription | undefined> {
  const subscription = await deps.stores.subscriptions.findFor(channel, sender);
  if (subscription?.state !== 'active') return undefined;
  if (!deps.slack.access.allowsChannel(channel)) {
    await pauseAndNotify(subscription, WITHDRAWN, deps);
    return undefined;
  }
  const { time, zone } = subscription;
  return dayBefore(latestAt(time, zone, deps.runtime.now()), time, zone) > day ? undefined : subscription;
}

async function pauseAndNotify(subscription: Subscription, because: string, deps: Deps): Promise<void> {
  await pauseByBot(subscription, because, pausable(deps), deps.runtime);
  await notifyPausedSubscriptions(deps);
}

export async function notifyPausedSubscriptions(deps: Deps): Promise<void> {
  await notifyOwnersOfPauses(pausable(deps), deps.posting.rateLimitedPost, deps);
}

function pausable({ stores, slack, settings }: Deps): Pausable<Subscription> {
  const { senders } = settings;
  return {
    kind: 'subscription',
    settings: stores.subscriptions,
    async noticeFor(subscription) {
      const { subscriber: owner, language } = subscription;
      const t = summaryTranslations((await slack.users.find(owner, { defaultLanguage: language })).language);
      return { owner, view: pausedSubscriptionView(subscription, t, senders) };
    },
  };
}
