import { nextLookAt } from '../../../domain/time/schedule.ts';
import type { Place } from '../../../posting/post.ts';
import type { OnceOutcome } from '../../../posting/post-once.ts';
import { DAY_MS, HOUR_MS } from '../../../runtime/durations.ts';
import type { View } from '../../../slack/blocks/blocks.ts';
import { createFormatter } from '../../../slack/blocks/format.ts';
import { isMessageGone, isTransient } from '../../../slack/errors.ts';
import { refusalOfLater } from '../../../slack/listeners/access.ts';
import type { TrackedMessage } from '../../../store/posting/message-tracking.ts';
import type { FeatureDeps } from '../../dependencies.ts';
import { type StatusView, statusTranslations } from '../locales/index.ts';
import type { MessageUnderTracking } from './model.ts';
import {
  keyLostView,
  type TrackingModel,
  trackingBegunView,
  trackingEndView,
  trackingStoppedView,
  trackingView,
} from './view.ts';

/** How long an unreadable platform is still asked once no receipt can come. */
const UNREADABLE_FOR_MS = DAY_MS;

type CheckResult = Pick<TrackingModel, 'message' | 'state' | 'checkedAt'>;

/** Ends the tracking of a person who may no longer use the bot. */
export async function mayBeTold(
  { id, person, askedAt }: TrackedMessage,
  { slack, stores, settings, runtime }: FeatureDeps,
): Promise<boolean> {
  const reason = await refusalOfLater(person, undefined, slack);
  if (!reason) return true;
  const { refusal, because } = reason;
  const now = runtime.now().getTime();
  const givenUpAt = askedAt.getTime() + settings.settleHours * HOUR_MS + UNREADABLE_FOR_MS;
  if (refusal === 'unverified' && now < givenUpAt) {
    await stores.trackedMessages.looked(id, new Date(now + runtime.timings.trackingRetryMs));
    return false;
  }
  const facts = { tracking: id, user: person, refusal, because };
  runtime.log.info(facts, 'a message is followed no more: who asked for it may not use the bot');
  await stores.trackedMessages.end(id);
  return false;
}

export async function publishState(
  row: TrackedMessage,
  result: CheckResult,
  deps: FeatureDeps,
  signal: AbortSignal,
): Promise<void> {
  const { post } = deps.posting;
  const { trackedMessages } = deps.stores;
  const { id, askedAt } = row;
  const until = untilOf(result.message, deps);
  const nextCheckAt = isOver(result, until) ? undefined : nextLookAt(askedAt, result.checkedAt, until);
  const model: TrackingModel = { row, ...result, until, ...(nextCheckAt ? { nextCheckAt } : {}) };
  const options = viewOptions(row, deps);
  const current = trackingView(model, options);
  if (!nextCheckAt) return publishEnd(row, { current, news: trackingEndView(model, options) }, deps, signal);
  const place = row.place ?? (await postFirst(row, { current, nextCheckAt }, deps, signal));
  if (place?.ts === undefined) return;

  // The tracking may have been stopped.
  if (!(await trackedMessages.find(id))) return;
  const refusal = await post.change(place, current);
  if (refusal && !isTransient(refusal.refused) && !isMessageGone(refusal.refused)) {
    return giveUp(id, refusal.refused, deps);
  }
  await trackedMessages.looked(id, nextCheckAt);
  // It was stopped while the message changed.
  if (!(await trackedMessages.find(id))) {
    await post.settle(place, trackingStoppedView(result.message, options));
  }
}

export async function publishKeyLost(row: TrackedMessage, deps: FeatureDeps, signal: AbortSignal) {
  const lost = keyLostView(viewOptions(row, deps));
  await publishEnd(row, { current: lost, news: lost }, deps, signal);
}

export function publishBegin(
  row: TrackedMessage,
  message: MessageUnderTracking,
  deps: FeatureDeps,
): Promise<OnceOutcome> {
  const begun = trackingBegunView({ row, message, until: untilOf(message, deps) }, viewOptions(row, deps));
  return postCurrent(row, begun, deps, deps.runtime.stopping);
}

async function postCurrent(
  row: TrackedMessage,
  current: View,
  deps: FeatureDeps,
  signal: AbortSignal,
): Promise<OnceOutcome> {
  const direct = await openDirect(row, deps);
  if (!('channel' in direct)) return direct;
  const { channel } = direct;
  const outcome = await deps.posting.postOnce({
    channel,
    key: `settling:${row.id}`,
    view: () => current,
    signal,
  });
  if ('place' in outcome) await deps.stores.trackedMessages.place(row.id, outcome.place);
  return outcome;
}

async function openDirect({ person }: TrackedMessage, deps: FeatureDeps) {
  const direct = await deps.posting.post.direct(person);
  return 'refused' in direct && isTransient(direct.refused) ? { again: retryAt(deps) } : direct;
}

/** @returns where an older message stands; without `ts` where Slack may not have accepted it */
async function postFirst(
  row: TrackedMessage,
  { current, nextCheckAt }: { readonly current: View; readonly nextCheckAt?: Date },
  deps: FeatureDeps,
  signal: AbortSignal,
): Promise<Place | { readonly channel: string; readonly ts?: undefined } | undefined> {
  const { id } = row;
  const { trackedMessages } = deps.stores;
  const outcome = await postCurrent(row, current, deps, signal);
  if ('refused' in outcome) return giveUp(id, outcome.refused, deps);
  if ('again' in outcome) {
    await trackedMessages.looked(id, outcome.again);
    return undefined;
  }
  if ('perhapsMissing' in outcome) {
    const direct = nextCheckAt ? { again: nextCheckAt } : await openDirect(row, deps);
    if ('refused' in direct) return giveUp(id, direct.refused, deps);
    if ('channel' in direct) return direct;
    await trackedMessages.looked(id, direct.again);
    return undefined;
  }
  if (!outcome.isNew) return outcome.place;
  if (nextCheckAt) await trackedMessages.looked(id, nextCheckAt);
  else await trackedMessages.end(id);
  return undefined;
}

async function publishEnd(
  row: TrackedMessage,
  { current, news }: { readonly current: View; readonly news: View },
  deps: FeatureDeps,
  signal: AbortSignal,
): Promise<void> {
  const { post, postOnce } = deps.posting;
  const { trackedMessages } = deps.stores;
  const { id } = row;
  const place = row.place ?? (await postFirst(row, { current }, deps, signal));
  if (!place) return;

  // The tracking may have been stopped.
  if (!(await trackedMessages.find(id))) return;
  // No later change makes up for this one. The news is another message, as a change notifies no one.
  const refusal = place.ts === undefined ? undefined : await post.settle(place, current);
  const isCurrent = !refusal || isMessageGone(refusal.refused);
  if (!isCurrent && !isTransient(refusal.refused)) return giveUp(id, refusal.refused, deps);
  const { channel } = place;
  const outcome = await postOnce({ channel, key: `settled:${id}`, view: () => news, signal });
  if ('again' in outcome) return trackedMessages.looked(id, outcome.again);
  if ('refused' in outcome) return giveUp(id, outcome.refused, deps);
  if (!isCurrent) return trackedMessages.looked(id, retryAt(deps));
  await trackedMessages.end(id);
}

/** After this no receipt can come. */
function untilOf({ platformAt }: MessageUnderTracking, { settings }: FeatureDeps): Date {
  return new Date(platformAt.getTime() + settings.settleHours * HOUR_MS);
}

function retryAt({ runtime }: FeatureDeps): Date {
  return new Date(runtime.now().getTime() + runtime.timings.trackingRetryMs);
}

async function giveUp(id: string, refused: string, { stores }: FeatureDeps): Promise<never> {
  await stores.trackedMessages.end(id);
  throw new Error(`Slack refused to tell what became of a message: ${refused}`);
}

function isOver({ state, checkedAt }: CheckResult, until: Date): boolean {
  if ('failure' in state) return checkedAt.getTime() >= until.getTime() + UNREADABLE_FOR_MS;
  const outcome = state.traced?.timeline.outcome;
  return outcome === 'delivered' || outcome === 'failed' || checkedAt >= until;
}

function viewOptions({ language, zone }: TrackedMessage, { settings, runtime }: FeatureDeps): StatusView {
  const t = statusTranslations(language);
  const formatter = createFormatter(t, zone, runtime.now(), { isLasting: true });
  return { t, formatter, senders: settings.senders };
}
