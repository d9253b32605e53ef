import { actions, bold, button, line, richText, type View, view } from '../../slack/blocks.ts';
import { pauseReason } from '../../slack/closed-view.ts';
import type { ViewOptions } from '../../slack/question-view.ts';
import type { Subscription } from '../../store/subscriptions.ts';
import { titleOf } from './list-view.ts';
import { openedBy } from './problem-view.ts';
import { rowValue } from './turn.ts';

/** To whoever subscribed a channel that is closed to the bot: what happened, and a button for when it is open again. */
export function pausedView(
  subscription: Subscription,
  { words, senders }: Pick<ViewOptions, 'words' | 'senders'>,
): View {
  const { number, pausedBecause } = subscription;
  const { told, buttons } = words.subscription;
  return view(
    richText(
      line(bold(told.sentence(pauseReason(pausedBecause, words)))),
      line(...titleOf(subscription, { words, senders })),
      line(openedBy(pausedBecause, words)),
    ),
    actions(
      'subscription.paused',
      button('subscription.resume', buttons.resume, rowValue({ number, page: 0 })),
    ),
  );
}
