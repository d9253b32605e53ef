import { nextLookAt } from '../../../domain/messages/tracking-schedule.ts';
import type { Place, Post } from '../../../posting/post.ts';
import type { PostOnce } from '../../../posting/post-once.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../runtime/durations.ts';
import type { View } from '../../../slack/blocks/blocks.ts';
import { isGone, isPassing } from '../../../slack/errors.ts';
import { createFormatter } from '../../../slack/format.ts';
import type { MessageTracking, TrackedMessage } from '../../../store/posting/message-tracking.ts';
import { type StatusView, statusTranslations } from '../locales/index.ts';
import { keyLostView, settledView, settleView, stoppedView, type TrackingModel } from './view.ts';

export interface TellDeps {
  readonly settlings: Pick<MessageTracking, 'find' | 'place' | 'looked' | 'end'>;
  readonly post: Pick<Post, 'direct' | 'change' | 'settle'>;
  readonly postOnce: PostOnce;
  /** Short number → name. */
  readonly senders: ReadonlyMap<string, string>;
  readonly settleHours: number;
  readonly now: () => Date;
}

/** After what Slack may take the next time. */
const AGAIN_MS = MINUTE_MS;
/** For how long a platform that cannot be read is waited for when no receipt will come any more. */
const PATIENCE_MS = DAY_MS;

type Look = Pick<TrackingModel, 'waited' | 'sight' | 'lookedAt'>;

/** What is to be told, as its reader reads it. */
interface Told {
  /** For the direct message that is kept current. */
  readonly current: View;
  /** Of the end, for a change notifies nobody. */
  readonly news: View;
  /** Left out once it is over. */
  readonly nextLookAt?: Date | undefined;
}

/** Tells who waits for a message what a look has found, and puts it back until the next look, or ends it. */
export async function tellAsker(
  settling: TrackedMessage,
  look: Look,
  deps: TellDeps,
  signal: AbortSignal,
): Promise<void> {
  const { settlings, settleHours, post } = deps;
  const { id, askedAt } = settling;
  const until = new Date(look.waited.platformAt.getTime() + settleHours * HOUR_MS);
  const next = isOver(look, until) ? undefined : nextLookAt(askedAt, look.lookedAt, until);
  const model: TrackingModel = { settling, ...look, until, ...(next ? { nextLookAt: next } : {}) };
  const options = viewOptions(settling, deps);
  const told = { current: settleView(model, options), news: settledView(model, options), nextLookAt: next };
  if (!next) return tellEnd(settling, told, deps, signal);
  const place = settling.place ?? (await begin(settling, told, deps, signal));
  if (!place) return;

  // Nobody may be waiting any more.
  if (!(await settlings.find(id))) return;
  const refusal = await post.change(place, told.current);
  if (refusal && !isPassing(refusal.refused) && !isGone(refusal.refused)) {
    return giveUp(id, refusal.refused, deps);
  }
  await settlings.looked(id, next);
  // Somebody stopped it while the message changed.
  if (!(await settlings.find(id))) await post.settle(place, stoppedView(look.waited, options));
}

/** Tells who waits that what was waited for was kept under another key: it cannot be looked for any more. */
export async function tellKeyLost(
  settling: TrackedMessage,
  deps: TellDeps,
  signal: AbortSignal,
): Promise<void> {
  const lost = keyLostView(viewOptions(settling, deps));
  await tellEnd(settling, { current: lost, news: lost }, deps, signal);
}

/**
 * The first look: a direct message that is kept current from then on, or that says the end already.
 *
 * @returns where it stands, where it was posted before and is not current
 */
async function begin(
  settling: TrackedMessage,
  { current, nextLookAt: next }: Told,
  deps: TellDeps,
  signal: AbortSignal,
): Promise<Place | undefined> {
  const { settlings, post, postOnce } = deps;
  const { id, person } = settling;
  const direct = await post.direct(person);
  if ('refused' in direct) {
    if (!isPassing(direct.refused)) return giveUp(id, direct.refused, deps);
    await settlings.looked(id, soon(deps));
    return undefined;
  }
  const outcome = await postOnce({
    channel: direct.channel,
    key: `settling:${id}`,
    view: () => current,
    signal,
  });
  if ('refused' in outcome) return giveUp(id, outcome.refused, deps);
  if ('again' in outcome) {
    await settlings.looked(id, outcome.again);
    return undefined;
  }
  await settlings.place(id, outcome.place);
  if (!outcome.isNew) return outcome.place;
  if (next) await settlings.looked(id, next);
  else await settlings.end(id);
  return undefined;
}

/** The message that was kept current says so, and one message more tells it. */
async function tellEnd(
  settling: TrackedMessage,
  told: Told,
  deps: TellDeps,
  signal: AbortSignal,
): Promise<void> {
  const { settlings, post, postOnce } = deps;
  const { id } = settling;
  const place = settling.place ?? (await begin(settling, told, deps, signal));
  if (!place) return;

  // Nobody may be waiting any more.
  if (!(await settlings.find(id))) return;
  // The last change is not made up for by another.
  const refusal = await post.settle(place, told.current);
  const isCurrent = !refusal || isGone(refusal.refused);
  if (!isCurrent && !isPassing(refusal.refused)) return giveUp(id, refusal.refused, deps);
  const outcome = await postOnce({
    channel: place.channel,
    key: `settled:${id}`,
    view: () => told.news,
    signal,
  });
  if ('again' in outcome) return settlings.looked(id, outcome.again);
  if ('refused' in outcome) return giveUp(id, outcome.refused, deps);
  if (!isCurrent) return settlings.looked(id, soon(deps));
  await settlings.end(id);
}

function soon({ now }: Pick<TellDeps, 'now'>): Date {
  return new Date(now().getTime() + AGAIN_MS);
}

/** Slack takes no messages to this person: nobody can be told. */
async function giveUp(id: string, refused: string, { settlings }: TellDeps): Promise<never> {
  await settlings.end(id);
  throw new Error(`Slack refused to tell what became of a message: ${refused}`);
}

function isOver({ sight, lookedAt }: Look, until: Date): boolean {
  if ('failure' in sight) return lookedAt.getTime() >= until.getTime() + PATIENCE_MS;
  const outcome = sight.traced?.timeline.outcome;
  return outcome === 'delivered' || outcome === 'failed' || lookedAt >= until;
}

/** As its reader reads it, today and on other days. */
function viewOptions({ language, zone }: TrackedMessage, { senders, now }: TellDeps): StatusView {
  const t = statusTranslations(language);
  return { t, formatter: createFormatter(t, zone, now(), { isLasting: true }), senders };
}
