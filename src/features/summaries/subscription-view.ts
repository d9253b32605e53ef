import { withClosest } from '../../domain/spelling.ts';
import type { Advice } from '../../i18n/index.ts';
import {
  pausedView,
  removedView,
  rowBlocks,
  settingsView,
  settingTitle,
} from '../../posting/channels/list-view.ts';
import { LANGUAGE_WORDS } from '../../posting/channels/settings-input.ts';
import { adviceView, echo, inputAdvice } from '../../slack/blocks/advice-view.ts';
import {
  bold,
  button,
  channel,
  type ListPage,
  line,
  type Piece,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../slack/blocks/blocks.ts';
import { createFormatter } from '../../slack/blocks/format.ts';
import { senderName } from '../../slack/blocks/view-options.ts';
import { suggestionButtons } from '../../slack/listeners/typed-command.ts';
import type { Subscription } from '../../store/channels/subscriptions.ts';
import type { SubscriptionProblem } from './input.ts';
import type { SummaryTranslations } from './locales/index.ts';

export interface ListOptions {
  readonly t: SummaryTranslations;
  readonly senders: ReadonlyMap<string, string>;
  readonly now: Date;
  /** IANA time zone of the reader. */
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
    foot: subscriptions.every(({ zone }) => zone === options.timeZone) ? [] : [say.timesOf],
    add: [button('subscription.add', say.buttons.add, 'new')],
    row: (subscription: Subscription, at: number) => subscriptionBlocks(subscription, at, options),
  } as const;
  return settingsView(subscriptions, page, content, t);
}

export function addedView(subscription: Subscription, options: ListOptions): View {
  const { added, previewComes } = options.t.subscription;
  const { channel: id, time, zone } = subscription;
  const away = zone === options.timeZone ? undefined : zone;
  const sentence = line(bold(added.before), channel(id), bold(added.after(time, away)));
  return view(richText(sentence, line(previewComes)), ...subscriptionBlocks(subscription, 0, options));
}

export function alreadyThereView(subscription: Subscription, options: ListOptions): View {
  const { sentence, nextStep } = options.t.subscription.there;
  const said = richText(line(bold(sentence)), line(nextStep));
  return view(said, ...subscriptionBlocks(subscription, 0, options));
}

export function unsubscribedView(subscription: Subscription, sentence: string, options: ListOptions): View {
  return removedView(sentence, subscriptionTitle(subscription, options));
}

export function pausedSubscriptionView(
  subscription: Subscription,
  t: SummaryTranslations,
  senders: ReadonlyMap<string, string>,
): View {
  const title = subscriptionTitle(subscription, { t, senders });
  const { pausedNotice: sentence } = t.subscription;
  return pausedView(subscription, { kind: 'subscription', title, sentence }, t);
}

function subscriptionTitle(
  subscription: Subscription,
  { t, senders }: Omit<ListOptions, 'now' | 'timeZone'>,
): Piece[] {
  const { sender } = subscription;
  const from = sender === undefined ? t.subscription.allSenders : t.answer.from(senderName(sender, senders));
  return settingTitle(subscription, bold(` · ${from}`));
}

function subscriptionBlocks(subscription: Subscription, page: number, options: ListOptions): ViewBlock[] {
  const { time, zone, language, subscriber: owner, nextDueAt, lastPost, perhapsMissing } = subscription;
  const { t, now, timeZone } = options;
  const { buttons, ...say } = t.subscription;
  const format = createFormatter(t, zone, now);
  const last = lastPost ? say.last(format.days(lastPost.day, lastPost.day)) : say.noneYet;
  const missing =
    perhapsMissing === undefined ? [] : [say.perhapsMissing(format.days(perhapsMissing, perhapsMissing))];
  const row = {
    kind: 'subscription',
    title: subscriptionTitle(subscription, options),
    settings: say.everyDay(time, zone === timeZone ? undefined : zone, t.channels.languages[language]),
    active: say.next(format.moment(nextDueAt)),
    more: [last, ...missing].join(' · '),
    owner,
    whileActive: { action: 'send', label: buttons.sendNow },
  } as const;
  return rowBlocks(subscription, page, row, { t, format: createFormatter(t, timeZone, now) });
}

interface ProblemOptions extends Pick<ListOptions, 't' | 'senders'> {
  readonly typed: string;
  readonly seal: (text: string) => string;
}

export function subscriptionProblemView(
  problem: SubscriptionProblem,
  { t, senders, typed, seal }: ProblemOptions,
): View {
  const isAboutUnsubscribe = ['list', 'which', 'which_one'].includes(problem.problem);
  const wrong = !isAboutUnsubscribe && 'text' in problem ? problem.text : undefined;
  const meant = wrong === undefined ? undefined : withClosest(typed, wrong, LANGUAGE_WORDS);
  const suggestions = [
    ...(meant === undefined ? [] : [{ label: echo(meant), text: meant }]),
    ...(wrong === undefined || problem.problem === 'sender'
      ? []
      : [{ label: t.suggestions.leaveOut, text: typed.replace(wrong, '').trim() }]),
    isAboutUnsubscribe
      ? { label: t.suggestions.list, text: 'subscriptions' }
      : { label: t.suggestions.form, text: 'subscribe' },
  ];
  const advice = subscriptionProblemAdvice(problem, t, senders);
  return adviceView(advice, t, undefined, suggestionButtons(suggestions, seal));
}

export function subscriptionProblemAdvice(
  problem: SubscriptionProblem,
  t: SummaryTranslations,
  senders: ReadonlyMap<string, string>,
): Advice {
  const { subscription } = t;
  switch (problem.problem) {
    case 'zone':
      return t.channels.badZone(echo(problem.text));
    case 'time':
    case 'channel_name':
    case 'twice':
    case 'list':
    case 'which':
      return subscription[problem.problem](echo(problem.text));
    case 'no_channel':
    case 'which_one':
    case 'telephone':
      return subscription[problem.problem];
    default:
      return inputAdvice(problem, t, senders, subscription.notUnderstood);
  }
}
