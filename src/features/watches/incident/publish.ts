import { incidentStatusOf, isEnd, type LifeEvent } from '../../../domain/detection/events.ts';
import { type Incident, occurrencesOf } from '../../../domain/detection/incident.ts';
import type { Mention } from '../../../domain/detection/mention.ts';
import type { Postponement } from '../../../jobs/queue.ts';
import {
  notifyOwnersOfPauses,
  type Pausable,
  pauseByBot,
  WITHDRAWN,
} from '../../../posting/channels/unavailable-channel.ts';
import type { PostedMessage } from '../../../posting/post.ts';
import { MINUTE_MS } from '../../../runtime/durations.ts';
import { createChannelFormatter } from '../../../slack/blocks/format.ts';
import { isChannelUnavailable, isMessageGone, isTransient } from '../../../slack/errors.ts';
import { refusalOfLater } from '../../../slack/listeners/access.ts';
import type { Watch } from '../../../store/channels/watches.ts';
import type { IncidentPost } from '../../../store/incidents/messages.ts';
import type { Deps } from '../../dependencies.ts';
import { incidentTranslations } from '../locales/index.ts';
import { missingView, pausedWatchView } from '../view.ts';
import { broadcastView, threadView } from './details-view.ts';
import type { IncidentViewOptions } from './headline.ts';
import { activeOf } from './monitor.ts';
import { incidentView } from './view.ts';

/** Wait before a retry, randomized to spread changes: Slack accepts about 50 changes a minute. */
const CHANGE_RETRY_MS = { least: 5_000, most: 30_000 };

/** Updates an incident's message; a lease keeps a second replica from replacing it with an older text. */
export async function publishIncident(
  { incident: id, channel }: Pick<IncidentPost, 'incident' | 'channel'>,
  deps: Deps,
  signal: AbortSignal,
): Promise<undefined | Postponement> {
  const { incidents, incidentPosts, leases } = deps.stores;
  const lease = await leases.acquire(`incident ${id} ${channel}`);
  if (!lease) return again(deps, deps.runtime.timings.incidentBusyMs);
  try {
    const during = AbortSignal.any([signal, lease.lost]);
    for (;;) {
      during.throwIfAborted();
      const incident = await incidents.find(id);
      const post = (await incidentPosts.of(id)).find((one) => one.channel === channel);
      if (!incident || !post) {
        // Ends the post of an unreadable incident, which would otherwise be tried first in every round.
        await incidentPosts.progress({ incident: id, channel }, { over: 'gone' });
        return undefined;
      }
      if (post.over || post.shownRevision >= incident.revision) return undefined;
      const later = deps.slack.access.allowsChannel(channel)
        ? await show(incident, post, deps, during)
        : await close(post, WITHDRAWN, deps);
      if (later) return later;
    }
  } finally {
    await lease.release();
  }
}

async function show(
  incident: Incident,
  post: IncidentPost,
  deps: Deps,
  signal: AbortSignal,
): Promise<undefined | Postponement> {
  const { incidentPosts } = deps.stores;
  const { post: slackPost, postOnce } = deps.posting;
  const { channel } = post;
  const mention = await mentionNow(post, deps);
  const view = () => incidentView(incident, optionsFor(post, deps), mention);
  let place: PostedMessage;
  if (post.ts === undefined) {
    const result = await postOnce({ channel, key: keyOf(incident), view, signal });
    if ('again' in result) return result;
    if ('refused' in result) return refused(result.refused, post, deps);
    if ('perhapsMissing' in result) return recordMissing(incident, post, deps, signal);
    place = result.place;
    await incidentPosts.progress(post, { ts: place.ts });
    if (!result.isNew) return undefined;
  } else {
    place = { channel, ts: post.ts };
    const refusal = await slackPost.change(place, view());
    if (refusal) return refused(refusal.refused, post, deps);
  }

  for (const event of incident.events.filter(({ number }) => number > post.reportedEvent)) {
    if (isPosted(event, incident.events)) {
      const key = `${keyOf(incident)}:${event.number}`;
      const past = incident.events.filter(({ number }) => number <= event.number);
      const isFirstRelapse = event.kind === 'relapsed' && occurrencesOf(past) === 2;
      const isBroadcast = isFirstRelapse || (post.tellsEnd === true && isEnd(event));
      const said = () => {
        const options = optionsFor(post, deps);
        return isBroadcast
          ? broadcastView(event, incident, options, mention)
          : threadView(event, incident, options);
      };
      const result = await postOnce({ channel, key, thread: place, isBroadcast, view: said, signal });
      if ('again' in result) return result;
    }
    await incidentPosts.progress(post, { reportedEvent: event.number });
  }
  await incidentPosts.progress(post, { shownRevision: incident.revision });
  return undefined;
}

/** Informs the watch's owner before the post is marked as gone, because nothing is tried again after that. */
async function recordMissing(
  incident: Incident,
  post: IncidentPost,
  deps: Deps,
  signal: AbortSignal,
): Promise<undefined | Postponement> {
  const { channel } = post;
  const later = await notifyOwnerOfMissing(incident, channel, deps, signal);
  if (later) return later;
  await deps.stores.incidentPosts.progress(post, { over: 'gone' });
  deps.runtime.log.warn(
    { incident: incident.id, channel },
    'the message of an incident is perhaps missing: Slack did not say whether it took it, and it cannot be looked for',
  );
  return undefined;
}

/** Sends the watch's owner at most one direct message; the list of watches also shows the missing post. */
async function notifyOwnerOfMissing(
  incident: Incident,
  channel: string,
  deps: Deps,
  signal: AbortSignal,
): Promise<undefined | Postponement> {
  const { stores, slack, posting, runtime } = deps;
  const watch = await stores.watches.findFor(channel);
  if (!watch) return undefined;
  const reason = await refusalOfLater(watch.watcher, undefined, slack);
  if (reason) return reason.refusal === 'unverified' ? again(deps, MINUTE_MS) : undefined;
  const direct = await posting.post.openDirectMessage(watch.watcher);
  if ('refused' in direct) return isTransient(direct.refused) ? again(deps, MINUTE_MS) : undefined;
  const result = await posting.postOnce({
    channel: direct.channel,
    key: `${keyOf(incident)}:missing:${channel}`,
    view: () => missingView(watch, incident.beganAt, runtime.now()),
    signal,
  });
  return 'again' in result ? result : undefined;
}

/** False for a second snooze, the end of a resolved incident, and changes while snoozed or resolved. */
function isPosted({ kind, number }: LifeEvent, events: readonly LifeEvent[]): boolean {
  const past = events.filter((one) => one.number < number);
  const { snoozed, resolved } = incidentStatusOf(past);
  switch (kind) {
    case 'began':
    case 'resumed':
      return false;
    case 'relapsed':
      return true;
    case 'worsened':
    case 'widened':
      return !snoozed && !resolved;
    case 'ended':
    case 'lost_sight':
    case 'unchecked':
    case 'unwatched':
      // The end of a problem that only seemed to be over was posted before.
      return !resolved && past.findLast((one) => TURNS.includes(one.kind))?.kind !== 'resumed';
    case 'snoozed':
      return !snoozed;
    default:
      return true;
  }
}

const TURNS: readonly LifeEvent['kind'][] = ['began', 'relapsed', 'resumed'];

/** A person without access is not mentioned. If Slack does not answer, the mention stays unchanged. */
async function mentionNow(
  { incident, mention }: IncidentPost,
  { slack, runtime: { log } }: Deps,
): Promise<Mention | undefined> {
  if (mention?.of !== 'person') return mention;
  const reason = await refusalOfLater(mention.id, undefined, slack);
  if (!reason || reason.refusal === 'unverified') return mention;
  const { refusal, because } = reason;
  log.info(
    { incident, user: mention.id, refusal, because },
    'a person is not mentioned: they may not use the bot',
  );
  return undefined;
}

async function refused(word: string, post: IncidentPost, deps: Deps): Promise<undefined | Postponement> {
  if (isMessageGone(word))
    return deps.stores.incidentPosts.progress(post, { over: 'gone' }).then(() => undefined);
  if (isChannelUnavailable(word)) return close(post, word, deps);
  if (!isTransient(word)) throw new Error(`Slack refused the message of an incident: ${word}`);
  const { least, most } = CHANGE_RETRY_MS;
  return again(deps, least + Math.random() * (most - least));
}

/** Ends the post; the watch is paused first, because an active watch would publish the incident again. */
async function close(post: IncidentPost, because: string, deps: Deps): Promise<undefined> {
  const watch = await deps.stores.watches.findFor(post.channel);
  if (watch) await pauseByBot(watch, because, pausable(deps), deps.runtime);
  await notifyPausedWatches(deps);
  await deps.stores.incidentPosts.progress(post, { over: 'closed' });
}

/** Key in the Slack metadata of an incident's message, by which the bot finds the message after a crash. */
function keyOf({ id }: Incident): string {
  return `incident:${id}`;
}

function optionsFor({ language, zone }: IncidentPost, { runtime: { now } }: Deps): IncidentViewOptions {
  const t = incidentTranslations(language);
  return { t, format: createChannelFormatter(t, zone, now()) };
}

function again({ runtime: { now } }: Deps, afterMs: number): Postponement {
  return { again: new Date(now().getTime() + afterMs) };
}

function pausable({ stores: { watches } }: Deps): Pausable<Watch> {
  return {
    kind: 'watch',
    settings: watches,
    noticeFor: async (watch) => ({ owner: watch.watcher, view: pausedWatchView(watch) }),
  };
}

export async function pauseWithdrawn(deps: Deps): Promise<void> {
  for (const watch of activeOf(await deps.stores.watches.list())) {
    if (!deps.slack.access.allowsChannel(watch.channel))
      await pauseByBot(watch, WITHDRAWN, pausable(deps), deps.runtime);
  }
}

export async function notifyPausedWatches(deps: Deps): Promise<void> {
  await notifyOwnersOfPauses(pausable(deps), deps.posting.post, deps);
}
