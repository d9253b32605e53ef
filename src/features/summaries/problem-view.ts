import { WITHDRAWN } from '../../channels/unavailable-channel.ts';
import type { Advice } from '../../i18n/index.ts';
import { adviceView, echo, inputAdvice } from '../../slack/advice-view.ts';
import type { View } from '../../slack/blocks/blocks.ts';
import { unavailableReason } from '../../slack/errors.ts';

import type { SubscriptionProblem } from './input.ts';
import type { SummaryTranslations } from './locales/index.ts';

/** What was wrong with what was typed, and something that would have worked. */
export function subscriptionProblemView(
  problem: SubscriptionProblem,
  t: SummaryTranslations,
  senders: ReadonlyMap<string, string>,
): View {
  const [example] = t.subscription.help.examples[EXAMPLES[problem.problem]] ?? [];
  return adviceView(subscriptionProblemAdvice(problem, t, senders), t, example);
}

/** The sentence for what was wrong. */
export function subscriptionProblemAdvice(
  problem: SubscriptionProblem,
  t: SummaryTranslations,
  senders: ReadonlyMap<string, string>,
): Advice {
  const { subscription } = t;
  switch (problem.problem) {
    case 'time':
      return subscription.badTime(echo(problem.text));
    case 'zone':
      return subscription.badZone(echo(problem.text));
    case 'channel_name':
      return subscription.channelName(echo(problem.text));
    case 'twice':
      return subscription.twice(echo(problem.text));
    case 'list':
      return subscription.listAlone(echo(problem.text));
    case 'which':
      return subscription.notOne(echo(problem.text));
    case 'which_name':
      return subscription.whichName(echo(problem.text));
    case 'no_channel':
      return subscription.noChannel;
    case 'which_one':
      return subscription.whichOne;
    case 'telephone':
      return subscription.telephone;
    case 'no_sender':
      return subscription.noSender;
    default:
      return inputAdvice(problem, t, senders, subscription.notUnderstood);
  }
}

/** The example that shows the part in question: in the help text's order, a time, a channel, a sender, a number, the list. */
const EXAMPLES: Readonly<Record<SubscriptionProblem['problem'], number>> = {
  not_understood: 1,
  time: 0,
  zone: 1,
  channel_name: 1,
  twice: 1,
  no_channel: 1,
  no_sender: 2,
  sender: 2,
  telephone: 2,
  list: 4,
  which: 3,
  which_name: 3,
  which_one: 3,
  no_number: 3,
  number: 3,
  no_such_date: 0,
};

/** What opens a channel again for its summary, to whoever subscribed it. */
export function openedBy(because: string | undefined, { subscription }: SummaryTranslations): string {
  const { nextStep } = subscription.told;
  if (because === WITHDRAWN) return nextStep.withdrawn;
  const known = because === undefined ? undefined : unavailableReason(because);
  if (known === 'archived') return nextStep.archived;
  return known === 'notMember' || known === 'notFound' ? nextStep.invite : nextStep.other;
}
