import { pausedView, removedView, rowBlocks, settingsView, titleOf } from '../../channels/list-view.ts';
import { WITHDRAWN } from '../../channels/unavailable-channel.ts';
import type { Advice } from '../../i18n/index.ts';
import { adviceView, echo, inputAdvice } from '../../slack/advice-view.ts';
import {
  bold,
  button,
  type ListPage,
  line,
  type Piece,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../slack/blocks/blocks.ts';
import { unavailableReason } from '../../slack/errors.ts';
import { createFormatter } from '../../slack/format.ts';
import { senderName } from '../../slack/view-options.ts';
import type { Subscription } from '../../store/channels/subscriptions.ts';
import type { SubscriptionProblem } from './input.ts';
import type { SummaryTranslations } from './locales/index.ts';

export interface ListOptions {
  readonly t: SummaryTranslations;
  readonly senders: ReadonlyMap<string, string>;
  readonly now: Date;
  /** The reader's. */
  readonly timeZone: string;
}

export function subscriptionsView(
  subscriptions: readonly Subscription[],
  page: ListPage,
  options: ListOptions,
): View {
  const { t, now } = options;
  const say = t.subscription;
  const content = {
    kind: 'subscription',
    title: say.title(createFormatter(t, 'UTC', now).number(subscriptions.length)),
    none: { advice: say.none, example: say.help.examples[1]?.[0] },
    foot: [say.timesOf],
    add: button('subscription.add', say.buttons.add, 'new'),
    row: (subscription: Subscription, at: number) => subscriptionBlocks(subscription, at, options),
  } as const;
  return settingsView(subscriptions, page, content, t);
}

export function subscriptionView(
  subscription: Subscription,
  { sentence, nextStep }: Advice,
  options: ListOptions,
): View {
  const said = richText(line(bold(sentence)), line(nextStep));
  return view(said, ...subscriptionBlocks(subscription, 0, options));
}

export function unsubscribedView(subscription: Subscription, sentence: string, options: ListOptions): View {
  return removedView(sentence, subscriptionTitle(subscription, options));
}

/** To whoever subscribed a channel that is closed to the bot: what happened, and a button for when it is open again. */
export function pausedSubscriptionView(
  subscription: Subscription,
  t: SummaryTranslations,
  senders: ReadonlyMap<string, string>,
): View {
  const title = subscriptionTitle(subscription, { t, senders });
  const nextStep = openedBy(subscription.pausedBecause, t);
  const { sentence } = t.subscription.told;
  return pausedView(subscription, { kind: 'subscription', title, sentence, nextStep }, t);
}

function openedBy(because: string | undefined, { subscription }: SummaryTranslations): string {
  const { nextStep } = subscription.told;
  if (because === WITHDRAWN) return nextStep.withdrawn;
  const known = because === undefined ? undefined : unavailableReason(because);
  if (known === 'archived') return nextStep.archived;
  return known === 'notMember' || known === 'notFound' ? nextStep.invite : nextStep.other;
}

function subscriptionTitle(
  subscription: Subscription,
  { t, senders }: Omit<ListOptions, 'now' | 'timeZone'>,
): Piece[] {
  const { sender } = subscription;
  const from = sender === undefined ? t.subscription.allSenders : t.answer.from(senderName(sender, senders));
  return titleOf(subscription, bold(` · ${from}`));
}

function subscriptionBlocks(subscription: Subscription, page: number, options: ListOptions): ViewBlock[] {
  const { time, zone, language, subscriber: owner, nextDueAt, lastPost } = subscription;
  const { t, now, timeZone } = options;
  const { buttons, removing, ...say } = t.subscription;
  const formatter = createFormatter(t, zone, now);
  const last = lastPost ? say.last(formatter.days(lastPost.day, lastPost.day)) : say.noneYet;
  const row = {
    kind: 'subscription',
    title: subscriptionTitle(subscription, options),
    settings: say.everyDay(time, zone, t.channels.languages[language]),
    active: say.next(formatter.moment(nextDueAt), zone === timeZone ? undefined : zone),
    more: last,
    owner,
    removing,
    whileActive: (value: string) => button('subscription.send', buttons.sendNow, value),
    always: (value: string) => button('subscription.change', buttons.change, value),
  } as const;
  return rowBlocks(subscription, page, row, t);
}

export function subscriptionProblemView(
  problem: SubscriptionProblem,
  t: SummaryTranslations,
  senders: ReadonlyMap<string, string>,
): View {
  const [example] = t.subscription.help.examples[EXAMPLES[problem.problem]] ?? [];
  return adviceView(subscriptionProblemAdvice(problem, t, senders), t, example);
}

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
