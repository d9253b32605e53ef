import { incidentStatusOf, isEnd, type LifeEvent } from '../../../domain/incidents/events.ts';
import type { Mention } from '../../../domain/incidents/mention.ts';
import type { Again } from '../../../jobs/queue.ts';
import {
  type Pausable,
  pauseUnasked,
  tellPaused,
  WITHDRAWN,
} from '../../../posting/channels/unavailable-channel.ts';
import type { Place } from '../../../posting/post.ts';
import { MINUTE_MS } from '../../../runtime/durations.ts';
import { createChannelFormatter } from '../../../slack/blocks/format.ts';
import { isChannelUnavailable, isMessageGone, isTransient } from '../../../slack/errors.ts';
import { refusalOfLater } from '../../../slack/listeners/access.ts';
import type { Watch } from '../../../store/channels/watches.ts';
import type { Incident } from '../../../store/incidents/incident.ts';
import type { IncidentPost } from '../../../store/incidents/messages.ts';
import type { FeatureDeps } from '../../dependencies.ts';
import { incidentTranslations } from '../locales/index.ts';
import { activeOf } from '../model.ts';
import { missingView, pausedWatchView } from '../watch/view.ts';
import { endView, threadView } from './details-view.ts';
import type { IncidentViewOptions } from './headline.ts';
import { incidentView } from './view.ts';

/** Slack accepts some fifty changes a minute: random delays spread the postponed ones. */
const CHANGE_AGAIN_MS = { least: 5_000, most: 30_000 };

/** Under a lease, so that an older state never arrives last. */
export async function publishIncident(
  { incident: id, channel }: Pick<IncidentPost, 'incident' | 'channel'>,
  deps: FeatureDeps,
  signal: AbortSignal,
): Promise<undefined | Again> {
  const { incidents, incidentPosts, leases } = deps.stores;
  const lease = await leases.take(`incident ${id} ${channel}`);
  if (!lease) return again(deps, deps.runtime.timings.incidentBusyMs);
  try {
    const during = AbortSignal.any([signal, lease.lost]);
    for (;;) {
      during.throwIfAborted();
      const incident = await incidents.find(id);
      const post = (await incidentPosts.of(id)).find((one) => one.channel === channel);
      if (!incident || !post) {
        // An unreadable row would be published first for ever.
        await incidentPosts.progress({ incident: id, channel }, { over: 'gone' });
        return undefined;
      }
      if (post.over || post.shown >= incident.revision) return undefined;
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
  deps: FeatureDeps,
  signal: AbortSignal,
): Promise<undefined | Again> {
  const { incidentPosts } = deps.stores;
  const { post: slackPost, postOnce } = deps.posting;
  const { channel } = post;
  const mention = await mentionNow(post, deps);
  const view = () => incidentView(incident, optionsFor(post, deps), mention);
  let place: Place;
  if (post.ts === undefined) {
    const outcome = await postOnce({ channel, key: keyOf(incident), view, signal });
    if ('again' in outcome) return outcome;
    if ('refused' in outcome) return refused(outcome.refused, post, deps);
    if ('perhapsMissing' in outcome) return leaveMissing(incident, post, deps, signal);
    place = outcome.place;
    await incidentPosts.progress(post, { ts: place.ts });
    if (!outcome.isNew) return undefined;
  } else {
    place = { channel, ts: post.ts };
    const refusal = await slackPost.change(place, view());
    if (refusal) return refused(refusal.refused, post, deps);
  }

  for (const event of incident.events.filter(({ number }) => number > post.told)) {
    if (isSaid(event, incident.events)) {
      const key = `${keyOf(incident)}:${event.number}`;
      const isBroadcast = post.tellsEnd === true && isEnd(event);
      const said = () => {
        const options = optionsFor(post, deps);
        return isBroadcast
          ? endView(event, incident, options, mention)
          : threadView(event, incident, options);
      };
      const outcome = await postOnce({ channel, key, thread: place, isBroadcast, view: said, signal });
      if ('again' in outcome) return outcome;
      // Without a reply the message still says it.
    }
    await incidentPosts.progress(post, { told: event.number });
  }
  await incidentPosts.progress(post, { shown: incident.revision });
  return undefined;
}

/** The owner is informed before the row ends: an ended row is not published again. */
async function leaveMissing(
  incident: Incident,
  post: IncidentPost,
  deps: FeatureDeps,
  signal: AbortSignal,
): Promise<undefined | Again> {
  const { channel } = post;
  const later = await tellMissing(incident, channel, deps, signal);
  if (later) return later;
  await deps.stores.incidentPosts.progress(post, { over: 'gone' });
  deps.runtime.log.warn(
    { incident: incident.id, channel },
    'the message of an incident is perhaps missing: Slack did not say whether it took it, and it cannot be looked for',
  );
  return undefined;
}

/** At most one direct message. If it fails, the list of watches shows it. */
async function tellMissing(
  incident: Incident,
  channel: string,
  deps: FeatureDeps,
  signal: AbortSignal,
): Promise<undefined | Again> {
  const { stores, slack, posting, runtime } = deps;
  const watch = await stores.watches.findFor(channel);
  if (!watch) return undefined;
  const reason = await refusalOfLater(watch.watcher, undefined, slack);
  if (reason) return reason.refusal === 'unverified' ? again(deps, MINUTE_MS) : undefined;
  const direct = await posting.post.direct(watch.watcher);
  if ('refused' in direct) return isTransient(direct.refused) ? again(deps, MINUTE_MS) : undefined;
  const outcome = await posting.postOnce({
    channel: direct.channel,
    key: `${keyOf(incident)}:missing:${channel}`,
    view: () => missingView(watch, incident.beganAt, runtime.now()),
    signal,
  });
  return 'again' in outcome ? outcome : undefined;
}

/** Not posted: a new snooze length, the end of a resolved incident, and developments while snoozed or resolved. */
function isSaid({ kind, number }: LifeEvent, events: readonly LifeEvent[]): boolean {
  const { snoozed, resolved } = incidentStatusOf(events.filter((one) => one.number < number));
  switch (kind) {
    case 'began':
      return false;
    case 'worsened':
    case 'widened':
      return !snoozed && !resolved;
    case 'ended':
    case 'lost_sight':
    case 'unchecked':
    case 'unwatched':
      return !resolved;
    case 'snoozed':
      return !snoozed;
    default:
      return true;
  }
}

/** A person without access is not mentioned. If Slack does not answer, the mention stays. */
async function mentionNow(
  { incident, mention }: IncidentPost,
  { slack, runtime: { log } }: FeatureDeps,
): Promise<Mention | undefined> {
  if (mention?.of !== 'person') return mention;
  const reason = await refusalOfLater(mention.id, undefined, slack);
  if (!reason || reason.refusal === 'unverified') return mention;
  const { refusal, because } = reason;
  log.info(
    { incident, user: mention.id, refusal, because },
    'somebody who may not use the bot is not mentioned',
  );
  return undefined;
}

async function refused(word: string, post: IncidentPost, deps: FeatureDeps): Promise<undefined | Again> {
  if (isMessageGone(word))
    return deps.stores.incidentPosts.progress(post, { over: 'gone' }).then(() => undefined);
  if (isChannelUnavailable(word)) return close(post, word, deps);
  if (!isTransient(word)) throw new Error(`Slack refused the message of an incident: ${word}`);
  const { least, most } = CHANGE_AGAIN_MS;
  return again(deps, least + Math.random() * (most - least));
}

/** The pause comes first: an active watch would publish again. */
async function close(post: IncidentPost, because: string, deps: FeatureDeps): Promise<undefined> {
  await closeWatch(post.channel, because, deps);
  await deps.stores.incidentPosts.progress(post, { over: 'closed' });
}

/** In the message's metadata, to find the message again. */
function keyOf({ id }: Incident): string {
  return `incident:${id}`;
}

function optionsFor(
  { language, zone }: IncidentPost,
  { runtime: { now } }: FeatureDeps,
): IncidentViewOptions {
  const t = incidentTranslations(language);
  return { t, formatter: createChannelFormatter(t, zone, now()) };
}

function again({ runtime: { now } }: FeatureDeps, afterMs: number): Again {
  return { again: new Date(now().getTime() + afterMs) };
}

function pausable({ stores: { watches } }: FeatureDeps): Pausable<Watch> {
  return {
    kind: 'watch',
    settings: watches,
    noticeFor: async (watch) => ({ owner: watch.watcher, view: pausedWatchView(watch) }),
  };
}

async function closeWatch(channel: string, because: string, deps: FeatureDeps): Promise<void> {
  const watch = await deps.stores.watches.findFor(channel);
  if (watch) await pauseUnasked(watch, because, pausable(deps), deps.runtime);
  await tellPausedWatches(deps);
}

/** The owners are informed later. */
export async function pauseWithdrawn(deps: FeatureDeps): Promise<void> {
  for (const watch of activeOf(await deps.stores.watches.list())) {
    if (!deps.slack.access.allowsChannel(watch.channel))
      await pauseUnasked(watch, WITHDRAWN, pausable(deps), deps.runtime);
  }
}

export async function tellPausedWatches(deps: FeatureDeps): Promise<void> {
  await tellPaused(pausable(deps), deps.posting.post, deps);
}
