import { pauseReason } from '../../channels/unavailable-channel.ts';
import type { Advice } from '../../i18n/index.ts';
import { adviceView } from '../../slack/advice-view.ts';
import {
  actions,
  bold,
  button,
  channel,
  contextBlock,
  dangerous,
  divider,
  header,
  line,
  richText,
  userMention,
  type View,
  type ViewBlock,
  view,
} from '../../slack/blocks/blocks.ts';
import { createFormatter } from '../../slack/format.ts';
import { LIST_PAGE_SIZE, type ListPage, pageOf, turnButtons } from '../../slack/pagination.ts';
import { senderName } from '../../slack/view-options.ts';
import type { Subscription } from '../../store/channels/subscription-rows.ts';
import { rowValue } from './actions.ts';
import type { SummaryTranslations } from './locales/index.ts';

/** What subscriptions are shown with: the reader's words, and the time at which they look. */
export interface ListOptions {
  readonly t: SummaryTranslations;
  readonly senders: ReadonlyMap<string, string>;
  readonly now: Date;
  /** The reader's. */
  readonly timeZone: string;
}

/** Subscriptions with what can be done with each, ten a page. */
export function listView(
  subscriptions: readonly Subscription[],
  { page: asked, note }: ListPage,
  options: ListOptions,
): View {
  const { subscription: t, channels } = options.t;
  const { shown, page, pages } = pageOf(subscriptions, asked, LIST_PAGE_SIZE);
  const noted = note === undefined ? [] : [richText(line(bold(note)))];
  const add = button('subscription.add', t.buttons.add, 'new');
  if (shown.length === 0) {
    const [example] = t.help.examples[1] ?? [];
    const { blocks } = adviceView(t.none, options.t, example);
    return view(...noted, ...(blocks as ViewBlock[]), actions('subscription.list', add));
  }
  return view(
    ...noted,
    header(t.title(createFormatter(options.t, 'UTC', options.now).number(subscriptions.length))),
    ...shown.flatMap((each) => [divider(), ...rowBlocks(each, page, options)]),
    divider(),
    contextBlock(...(pages > 1 ? [channels.page(page + 1, pages)] : []), t.timesOf),
    actions('subscription.list', ...turnButtons('subscription', { page, pages }, channels.buttons), add),
  );
}

/** One subscription with what can be done with it, under a sentence that says what has become of it. */
export function oneView(
  subscription: Subscription,
  { sentence, nextStep }: Advice,
  options: ListOptions,
): View {
  const said = richText(line(bold(sentence)), line(nextStep));
  return view(said, ...rowBlocks(subscription, 0, options));
}

/** One that is there no more, under a sentence that says so. */
export function removedView(subscription: Subscription, sentence: string, options: ListOptions): View {
  return view(richText(line(bold(sentence)), line(...titleOf(subscription, options))));
}

/** What one is called in a sentence: its number, channel and sender. */
export function titleOf(
  { number, channel: id, sender }: Subscription,
  { t, senders }: Pick<ListOptions, 't' | 'senders'>,
) {
  const from = sender === undefined ? t.subscription.allSenders : t.answer.from(senderName(sender, senders));
  return [bold(`${number} · `), channel(id), bold(` · ${from}`)];
}

function rowBlocks(subscription: Subscription, page: number, options: ListOptions): ViewBlock[] {
  const { number, state, time, zone, language, subscriber, nextDueAt, pausedBecause, lastPost } =
    subscription;
  const { buttons, removing, ...t } = options.t.subscription;
  const { channels } = options.t;
  const formatter = createFormatter(options.t, zone, options.now);
  const isActive = state === 'active';
  const last = lastPost ? t.last(formatter.days(lastPost.day, lastPost.day)) : t.noneYet;
  const value = rowValue({ number, page });
  return [
    richText(
      line(...titleOf(subscription, options)),
      line(t.everyDay(time, zone, channels.languages[language])),
      line(
        isActive
          ? t.next(formatter.moment(nextDueAt), zone === options.timeZone ? undefined : zone)
          : bold(channels.paused(pauseReason(pausedBecause, options.t))),
        ` · ${last} · ${t.setUpBy}`,
        userMention(subscriber),
      ),
    ),
    actions(
      `subscription.${number}`,
      ...(isActive
        ? [
            button('subscription.send', buttons.sendNow, value),
            button('subscription.pause', buttons.pause, value),
          ]
        : [button('subscription.resume', buttons.resume, value)]),
      button('subscription.change', buttons.change, value),
      dangerous(button('subscription.remove', buttons.remove, value), {
        title: removing.title(number),
        text: removing.text,
        confirm: removing.confirm,
        deny: removing.deny,
      }),
    ),
  ];
}
