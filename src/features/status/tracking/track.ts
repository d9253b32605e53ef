import type { PostedMessage } from '../../../posting/post.ts';
import type { PostOnceResult } from '../../../posting/post-once.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../runtime/durations.ts';
import type { View } from '../../../slack/blocks/blocks.ts';
import { createFormatter } from '../../../slack/blocks/format.ts';
import { isMessageGone, isTransient } from '../../../slack/errors.ts';
import { refusalOfLater } from '../../../slack/listeners/access.ts';
import type { TrackedMessage } from '../../../store/posting/message-tracking.ts';
import type { Deps } from '../../dependencies.ts';
import { type StatusView, statusTranslations } from '../locales/index.ts';
import type { MessageUnderTracking } from './model.ts';
import {
  keyLostView,
  type TrackingModel,
  trackingEndView,
  trackingStartedView,
  trackingStoppedView,
  trackingView,
} from './view.ts';

/** Times after the request at which a tracked message is read again; most receipts come within minutes. */
const POLL_TIMES_MS = [0.5, 1.5, 3.5, 8.5, 23.5, 83.5].map((minutes) => minutes * MINUTE_MS);
const LATER_INTERVAL_MS = 3 * HOUR_MS;

/** Pauses between reads are 30 s, 1, 2, 5 and 15 min, 1 h, then 3 h each; the last read is at `until`. */
export function nextPollAt(askedAt: Date, now: Date, until: Date): Date {
  const passedMs = now.getTime() - askedAt.getTime();
  const last = POLL_TIMES_MS.at(-1) ?? 0;
  const later = last + (Math.floor((passedMs - last) / LATER_INTERVAL_MS) + 1) * LATER_INTERVAL_MS;
  const next = new Date(askedAt.getTime() + (POLL_TIMES_MS.find((afterMs) => afterMs > passedMs) ?? later));
  return now < until && next > until ? until : next;
}

/** If the platform cannot be read, checks are retried for this long after the last possible receipt. */
const UNREADABLE_FOR_MS = DAY_MS;

type TrackingCheck = Pick<TrackingModel, 'message' | 'state' | 'checkedAt'>;

/** Returns false, and ends the tracking, if the person may no longer use the bot. */
export async function mayBeNotified(
  { id, person, requestedAt }: TrackedMessage,
  { slack, stores, settings, runtime }: Deps,
): Promise<boolean> {
  const reason = await refusalOfLater(person, undefined, slack);
  if (!reason) return true;
  const { refusal, because } = reason;
  const now = runtime.now().getTime();
  const givenUpAt = requestedAt.getTime() + settings.receiptHours * HOUR_MS + UNREADABLE_FOR_MS;
  if (refusal === 'unverified' && now < givenUpAt) {
    await stores.trackedMessages.checked(id, new Date(now + runtime.timings.trackingRetryMs));
    return false;
  }
  const facts = { tracking: id, user: person, refusal, because };
  runtime.log.info(facts, 'a message is no longer followed: the person who asked may not use the bot');
  await stores.trackedMessages.end(id);
  return false;
}

export async function publishState(
  row: TrackedMessage,
  result: TrackingCheck,
  deps: Deps,
  signal: AbortSignal,
): Promise<void> {
  const { post } = deps.posting;
  const { trackedMessages } = deps.stores;
  const { id, requestedAt } = row;
  const until = untilOf(result.message, deps);
  const nextCheckAt = isOver(result, until) ? undefined : nextPollAt(requestedAt, result.checkedAt, until);
  const model: TrackingModel = { row, ...result, until, ...(nextCheckAt ? { nextCheckAt } : {}) };
  const options = viewOptions(row, deps);
  const current = trackingView(model, options);
  if (!nextCheckAt) return publishEnd(row, { current, news: trackingEndView(model, options) }, deps, signal);
  const target = row.target ?? (await postFirst(row, { current, nextCheckAt }, deps, signal));
  if (target?.ts === undefined) return;

  // The person may have stopped the tracking in the meantime.
  if (!(await trackedMessages.find(id))) return;
  const refusal = await post.change(target, current);
  if (refusal && !isTransient(refusal.refused) && !isMessageGone(refusal.refused)) {
    return giveUp(id, refusal.refused, deps);
  }
  await trackedMessages.checked(id, nextCheckAt);
  // If the person stopped the tracking during the change, the message must say so.
  if (!(await trackedMessages.find(id))) {
    await post.changeWithRetries(target, trackingStoppedView(result.message, options));
  }
}

export async function publishKeyLost(row: TrackedMessage, deps: Deps, signal: AbortSignal) {
  const lost = keyLostView(viewOptions(row, deps));
  await publishEnd(row, { current: lost, news: lost }, deps, signal);
}

export function publishStart(
  row: TrackedMessage,
  message: MessageUnderTracking,
  deps: Deps,
): Promise<PostOnceResult> {
  const until = untilOf(message, deps);
  const current = trackingStartedView({ row, message, until }, viewOptions(row, deps));
  return postCurrent(row, current, deps, deps.runtime.stopping);
}

async function postCurrent(
  row: TrackedMessage,
  current: View,
  deps: Deps,
  signal: AbortSignal,
): Promise<PostOnceResult> {
  const direct = await openDirect(row, deps);
  if (!('channel' in direct)) return direct;
  const { channel } = direct;
  const outcome = await deps.posting.postOnce({
    channel,
    key: `settling:${row.id}`,
    view: () => current,
    signal,
  });
  if ('place' in outcome) await deps.stores.trackedMessages.setTarget(row.id, outcome.place);
  return outcome;
}

async function openDirect({ person }: TrackedMessage, deps: Deps) {
  const direct = await deps.posting.post.openDirectMessage(person);
  return 'refused' in direct && isTransient(direct.refused) ? { again: retryAt(deps) } : direct;
}

/** Posts the message; returns an earlier post's place, without `ts` if Slack may not have accepted it. */
async function postFirst(
  row: TrackedMessage,
  { current, nextCheckAt }: { readonly current: View; readonly nextCheckAt?: Date },
  deps: Deps,
  signal: AbortSignal,
): Promise<PostedMessage | { readonly channel: string; readonly ts?: undefined } | undefined> {
  const { id } = row;
  const { trackedMessages } = deps.stores;
  const outcome = await postCurrent(row, current, deps, signal);
  if ('refused' in outcome) return giveUp(id, outcome.refused, deps);
  if ('again' in outcome) {
    await trackedMessages.checked(id, outcome.again);
    return undefined;
  }
  if ('perhapsMissing' in outcome) {
    const direct = nextCheckAt ? { again: nextCheckAt } : await openDirect(row, deps);
    if ('refused' in direct) return giveUp(id, direct.refused, deps);
    if ('channel' in direct) return direct;
    await trackedMessages.checked(id, direct.again);
    return undefined;
  }
  if (!outcome.isNew) return outcome.place;
  if (nextCheckAt) await trackedMessages.checked(id, nextCheckAt);
  else await trackedMessages.end(id);
  return undefined;
}

async function publishEnd(
  row: TrackedMessage,
  { current, news }: { readonly current: View; readonly news: View },
  deps: Deps,
  signal: AbortSignal,
): Promise<void> {
  const { post, postOnce } = deps.posting;
  const { trackedMessages } = deps.stores;
  const { id } = row;
  const target = row.target ?? (await postFirst(row, { current }, deps, signal));
  if (!target) return;

  // The person may have stopped the tracking in the meantime.
  if (!(await trackedMessages.find(id))) return;
  // The last change is retried. The result is also a new message, because a change notifies no one.
  const refusal = target.ts === undefined ? undefined : await post.changeWithRetries(target, current);
  const isCurrent = !refusal || isMessageGone(refusal.refused);
  if (!isCurrent && !isTransient(refusal.refused)) return giveUp(id, refusal.refused, deps);
  const { channel } = target;
  const outcome = await postOnce({ channel, key: `settled:${id}`, view: () => news, signal });
  if ('again' in outcome) return trackedMessages.checked(id, outcome.again);
  if ('refused' in outcome) return giveUp(id, outcome.refused, deps);
  if (!isCurrent) return trackedMessages.checked(id, retryAt(deps));
  await trackedMessages.end(id);
}

function untilOf({ platformAt }: MessageUnderTracking, { settings }: Deps): Date {
  return new Date(platformAt.getTime() + settings.receiptHours * HOUR_MS);
}

function retryAt({ runtime }: Deps): Date {
  return new Date(runtime.now().getTime() + runtime.timings.trackingRetryMs);
}

async function giveUp(id: string, refused: string, { stores }: Deps): Promise<never> {
  await stores.trackedMessages.end(id);
  throw new Error(`Slack refused to tell what became of a message: ${refused}`);
}

function isOver({ state, checkedAt }: TrackingCheck, until: Date): boolean {
  if ('failure' in state) return checkedAt.getTime() >= until.getTime() + UNREADABLE_FOR_MS;
  const outcome = state.traced?.timeline.outcome;
  return outcome === 'delivered' || outcome === 'failed' || checkedAt >= until;
}

function viewOptions({ language, zone }: TrackedMessage, { settings, runtime }: Deps): StatusView {
  const t = statusTranslations(language);
  const format = createFormatter(t, zone, runtime.now(), { isLasting: true });
  return { t, format, senders: settings.senders };
}
