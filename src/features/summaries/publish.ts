import { dayBefore, latestAt } from '../../domain/time/schedule.ts';
import type { Again } from '../../jobs/queue.ts';
import {
  type Pausable,
  pauseUnasked,
  tellPaused,
  WITHDRAWN,
} from '../../posting/channels/unavailable-channel.ts';
import type { Place } from '../../posting/post.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import { explain } from '../../slack/blocks/advice-view.ts';
import type { View } from '../../slack/blocks/blocks.ts';
import { isChannelUnavailable } from '../../slack/errors.ts';
import type { Subscription } from '../../store/channels/subscriptions.ts';
import type { Summary } from '../../store/posting/summaries.ts';
import type { FeatureDeps } from '../dependencies.ts';
import { editPosted, FILL_AGAIN_MS, keyOf, type StepDeps } from './correct.ts';
import { summaryTranslations } from './locales/index.ts';
import { pausedSubscriptionView } from './subscription-view.ts';
import { claimedRate, type SummaryReading } from './summarize.ts';
import { type PostingOptions, summaryView, unreadableView } from './view.ts';

/** A later post says so. */
const LATE_AFTER_MS = 15 * MINUTE_MS;
/** How long a post waits for a platform that cannot be read. */
const PATIENCE_MS = 15 * MINUTE_MS;
const READ_AGAIN_MS = MINUTE_MS;

export async function publishSummary(
  summary: Summary,
  deps: StepDeps,
  signal: AbortSignal,
): Promise<undefined | Again> {
  const { summaries } = deps.stores;
  const { now } = deps.runtime;
  const { id, channel, dueAt } = summary;
  const drop = () => summaries.drop(id).then(() => undefined);
  if (!(await isWanted(summary, deps))) return drop();
  const at = now();
  const reading = await deps.read(summary, signal);
  const patientUntil = summary.plannedAt.getTime() + PATIENCE_MS;
  if ('failure' in reading && now().getTime() < patientUntil)
    return { again: new Date(Math.min(now().getTime() + READ_AGAIN_MS, patientUntil)) };
  // Reading may have taken long.
  const subscription = await isWanted(summary, deps);
  if (!subscription) return drop();

  const perhapsMissing = await summaries.perhapsMissingBefore(summary);
  let isLate = false;
  const view = () => {
    isLate = 'model' in reading && now().getTime() - dueAt.getTime() > LATE_AFTER_MS;
    return viewOf(reading, id, { late: isLate ? { dueAt } : undefined, perhapsMissing });
  };
  const outcome = await deps.posting.postOnce({ channel, key: keyOf(summary), view, signal });
  if ('again' in outcome) return outcome;
  if ('refused' in outcome) {
    if (!isChannelUnavailable(outcome.refused))
      throw new Error(`Slack refused a summary: ${outcome.refused}`);
    await pauseAndTell(subscription, outcome.refused, deps);
    return drop();
  }
  if ('perhapsMissing' in outcome) {
    await summaries.progress(id, { state: 'ended' });
    deps.runtime.log.warn(
      { summary: id, channel },
      'a summary is perhaps missing: Slack did not say whether it took it, and it cannot be looked for',
    );
    return undefined;
  }
  const { place, isNew } = outcome;
  // A process that died posted it; it may have known less.
  const edited = isNew ? 'done' : await editPosted(place, { view: view(), at }, deps.posting.rateLimitedPost);
  if (edited === 'gone')
    return summaries.progress(id, { state: 'ended', ts: place.ts }).then(() => undefined);
  if (edited !== 'done') {
    // It may say that there are no figures yet: it is filled in later.
    const stepAt = 'again' in edited ? edited.again : new Date(at.getTime() + FILL_AGAIN_MS);
    await summaries.progress(id, { state: 'unreadable', ts: place.ts, isLate, stepAt });
    return undefined;
  }
  await notePosted(summary, reading, { place, isLate, at }, deps);
  return undefined;
}

function viewOf(
  reading: SummaryReading,
  id: string,
  posting: Pick<PostingOptions, 'late' | 'perhapsMissing'>,
): View {
  const { question, options } = reading;
  if ('model' in reading) return summaryView(reading.model, { ...options, ...posting });
  const { sentence } = explain(reading.failure, options.t, options.formatter);
  return unreadableView(question, { ...options, sentence, reference: referenceOf(id) });
}

async function notePosted(
  { id, channel }: Summary,
  reading: SummaryReading,
  { place: { ts }, isLate, at }: { readonly place: Place; readonly isLate: boolean; readonly at: Date },
  deps: StepDeps,
): Promise<void> {
  const { summaries } = deps.stores;
  const { log } = deps.runtime;
  if ('failure' in reading) {
    const facts = { ref: referenceOf(id), summary: id, channel, code: reading.failure.code };
    log.warn(facts, 'a summary was posted without figures: the platform could not be read');
    const stepAt = new Date(at.getTime() + FILL_AGAIN_MS);
    return summaries.progress(id, { state: 'unreadable', ts, stepAt });
  }
  log.info({ summary: id, channel }, 'a summary was posted');
  const firstRate = claimedRate(reading.model.totals);
  await summaries.progress(id, { state: 'posted', ts, isLate, stepAt: at, firstRate });
}

/** In a post without figures and in the log. */
function referenceOf(id: string): string {
  return id.slice(0, 6);
}

/** Pauses it where the channel may no longer show figures. */
async function isWanted(
  { channel, sender, day }: Summary,
  deps: StepDeps,
): Promise<Subscription | undefined> {
  const subscription = await deps.stores.subscriptions.findFor(channel, sender);
  if (subscription?.state !== 'active') return undefined;
  if (!deps.slack.access.allowsChannel(channel)) {
    await pauseAndTell(subscription, WITHDRAWN, deps);
    return undefined;
  }
  const { time, zone } = subscription;
  return dayBefore(latestAt(time, zone, deps.runtime.now()), time, zone) > day ? undefined : subscription;
}

async function pauseAndTell(subscription: Subscription, because: string, deps: FeatureDeps): Promise<void> {
  await pauseUnasked(subscription, because, pausable(deps), deps.runtime);
  await tellPausedSubscriptions(deps);
}

export async function tellPausedSubscriptions(deps: FeatureDeps): Promise<void> {
  await tellPaused(pausable(deps), deps.posting.rateLimitedPost, deps);
}

function pausable({ stores, slack, settings }: FeatureDeps): Pausable<Subscription> {
  const { senders } = settings;
  return {
    kind: 'subscription',
    settings: stores.subscriptions,
    async noticeFor(subscription) {
      const { subscriber: owner, language } = subscription;
      const t = summaryTranslations((await slack.users.find(owner, { otherwise: language })).language);
      return { owner, view: pausedSubscriptionView(subscription, t, senders) };
    },
  };
}
