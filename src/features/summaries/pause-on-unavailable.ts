import type { Language } from '../../i18n/index.ts';
import type { Log } from '../../ops/log.ts';
import type { Post } from '../../posting/post.ts';
import {
  asksForPause,
  isChannelUnavailable,
  isSignedOut,
  isTransient,
  type SlackError,
} from '../../slack/errors.ts';

import type { SlackUser } from '../../slack/listeners/users.ts';
import type { Subscription } from '../../store/channels/subscription-rows.ts';
import type { Subscriptions } from '../../store/channels/subscriptions.ts';
import { summaryTranslations } from './locales/index.ts';
import { pausedView } from './paused-view.ts';

export interface ClosedDeps {
  readonly subscriptions: Pick<Subscriptions, 'pause' | 'untold' | 'takeUntold' | 'leaveUntold'>;
  readonly post: Pick<Post, 'toPerson'>;
  readonly people: { find(id: string, otherwise: Language): Promise<Pick<SlackUser, 'language'>> };
  /** Short number → name. */
  readonly senders: ReadonlyMap<string, string>;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** Pauses the subscription of a channel that is closed to the bot, and tells who subscribed. @throws on other refusals */
export async function closeIfClosed(
  { refused }: SlackError,
  subscription: Subscription,
  deps: ClosedDeps,
): Promise<void> {
  if (!isChannelUnavailable(refused)) throw new Error(`Slack refused a summary: ${refused}`);
  await pauseAndTell(subscription, refused, deps);
}

/** Pauses a subscription that nobody asked to be paused, and tells who subscribed. */
export async function pauseAndTell(
  { id, channel }: Pick<Subscription, 'id' | 'channel'>,
  because: string,
  deps: ClosedDeps,
): Promise<void> {
  if (await deps.subscriptions.pause(id, because))
    deps.log.info({ subscription: id, channel, because }, 'a subscription was paused');
  await tellPaused(deps);
}

/**
 * Tells those whose subscriptions were paused without anybody asking and who do not know yet. Each hears it once; where
 * Slack does not say whether it took the message it is sent again: twice is better than never. Where it asks for a
 * pause, the others are told another time.
 */
export async function tellPaused({ subscriptions, post, people, senders, log }: ClosedDeps): Promise<void> {
  for (const id of await subscriptions.untold()) {
    const subscription = await subscriptions.takeUntold(id);
    if (!subscription) continue;
    let isOver = false;
    try {
      const { subscriber, language } = subscription;
      const t = summaryTranslations((await people.find(subscriber, language)).language);
      const told = await post.toPerson(subscriber, pausedView(subscription, { t, senders }));
      isOver = !('refused' in told && (isTransient(told.refused) || isSignedOut(told.refused)));
      // Not told for good: the list of subscriptions says why it is paused.
      if (isOver && 'refused' in told)
        log.warn({ subscription: id, reason: told.refused }, 'nobody could be told that it is paused');
      if ('refused' in told && asksForPause(told.refused)) return;
    } finally {
      if (!isOver) await subscriptions.leaveUntold(id);
    }
  }
}
