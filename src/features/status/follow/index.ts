import { type TroubleEnd, troubleEnd } from '../../../domain/detection/operator-trouble.ts';
import { DAY_MS } from '../../../runtime/durations.ts';
import { adviceView } from '../../../slack/blocks/advice-view.ts';
import { line, richText, view } from '../../../slack/blocks/blocks.ts';
import { createFormatter } from '../../../slack/blocks/format.ts';
import { lastingViewOptions } from '../../../slack/blocks/view-options.ts';
import { isTransient } from '../../../slack/errors.ts';
import { refusalOfLater } from '../../../slack/listeners/access.ts';
import type { Reply } from '../../../slack/listeners/context.ts';
import type { Listeners } from '../../../slack/listeners/router.ts';
import type { IncidentFollower } from '../../../store/incidents/followers.ts';
import type { Deps } from '../../dependencies.ts';
import { type StatusContext, type StatusTranslations, statusTranslations } from '../locales/index.ts';
import { followEndView, followStartedView, openFollowValue } from './view.ts';

export function registerFollow(router: Listeners<StatusTranslations>, deps: Deps): void {
  router.button('status.follow', (value, context) => startFollowing(value, context, deps));
  router.button('status.follow.stop', async (value, { user, t, acts }) => {
    acts.note('unfollowed');
    await deps.stores.incidentFollowers.remove({ ...openFollowValue(value), person: user.id });
    return view(richText(line(t.follow.stopped)));
  });
}

async function startFollowing(
  value: string,
  context: StatusContext,
  { stores, settings }: Deps,
): Promise<Reply> {
  const { user, t, acts } = context;
  const { incident: id, operator } = openFollowValue(value);
  acts.note('followed');
  const incident = await stores.incidents.find(id);
  if (!incident) return { ephemeral: adviceView(t.follow.forgotten, t) };
  const end = troubleEnd(incident, operator);
  if (end) return { ephemeral: followEndView(operator, end, lastingViewOptions(context, settings)) };
  const { language, timeZone: zone } = user;
  await stores.incidentFollowers.add({ incident: id, person: user.id, operator, language, zone });
  return { ephemeral: followStartedView(id, operator, t) };
}

/** A direct message is tried again for this long after the end. */
const MOST_WAIT_MS = DAY_MS;

/** Notifies the followers of ended incidents; a later round tries again where Slack does not answer. */
export async function notifyFollowers(deps: Deps, signal: AbortSignal): Promise<void> {
  const { incidentFollowers, incidents } = deps.stores;
  const { log, now } = deps.runtime;
  const followers = Map.groupBy(await incidentFollowers.list(), ({ incident }) => incident);
  for (const [id, ofIncident] of followers) {
    const incident = await incidents.find(id);
    for (const follower of ofIncident) {
      signal.throwIfAborted();
      const end = incident && troubleEnd(incident, follower.operator);
      if (!end) continue;
      const isDone = await notify(follower, end, deps, signal).catch((error: unknown) => {
        if (signal.aborted) throw error;
        log.warn({ err: error, incident: id }, 'a follower of an incident could not be notified of its end');
        return false;
      });
      if (isDone || now().getTime() - end.to.getTime() > MOST_WAIT_MS)
        await incidentFollowers.remove(follower);
    }
  }
}

/** @returns false if the direct message must be tried again */
async function notify(
  { incident, person, operator, language, zone }: IncidentFollower,
  end: TroubleEnd,
  { slack, posting, settings, runtime }: Deps,
  signal: AbortSignal,
): Promise<boolean> {
  const reason = await refusalOfLater(person, undefined, slack);
  if (reason) return reason.refusal !== 'unverified';
  const direct = await posting.post.openDirectMessage(person);
  if ('refused' in direct) return !isTransient(direct.refused);
  const t = statusTranslations(language);
  const format = createFormatter(t, zone, runtime.now(), { isLasting: true });
  const posted = await posting.postOnce({
    channel: direct.channel,
    key: `followed:${incident}:${end.to.getTime()}:${operator ?? ''}`,
    view: () => followEndView(operator, end, { t, format, senders: settings.senders }),
    signal,
  });
  return !('again' in posted);
}
