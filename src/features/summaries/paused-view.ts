import { pauseReason } from '../../channels/unavailable-channel.ts';
import { actions, bold, button, line, richText, type View, view } from '../../slack/blocks/blocks.ts';
import type { Subscription } from '../../store/channels/subscription-rows.ts';
import { rowValue } from './actions.ts';
import { titleOf } from './list-view.ts';
import type { SummaryView } from './locales/index.ts';
import { openedBy } from './problem-view.ts';

/** To whoever subscribed a channel that is closed to the bot: what happened, and a button for when it is open again. */
export function pausedView(
  subscription: Subscription,
  { t, senders }: Pick<SummaryView, 't' | 'senders'>,
): View {
  const { number, pausedBecause } = subscription;
  const { told, buttons } = t.subscription;
  return view(
    richText(
      line(bold(told.sentence(pauseReason(pausedBecause, t)))),
      line(...titleOf(subscription, { t, senders })),
      line(openedBy(pausedBecause, t)),
    ),
    actions(
      'subscription.paused',
      button('subscription.resume', buttons.resume, rowValue({ number, page: 0 })),
    ),
  );
}
