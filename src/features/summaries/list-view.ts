import {
  actions,
  bold,
  button,
  channel,
  context,
  dangerous,
  divider,
  header,
  line,
  richText,
  user,
  type View,
  type ViewBlock,
  view,
} from '../../slack/blocks.ts';
import { pauseReason } from '../../slack/closed-view.ts';
import { adviceView } from '../../slack/errors.ts';
import { createFormats } from '../../slack/format.ts';
import { LIST_PAGE_SIZE, type ListPage, pageOf, turnButtons } from '../../slack/pages.ts';
import { nameOf } from '../../slack/question-view.ts';
import type { Advice, Words } from '../../slack/words/index.ts';
import type { Subscription } from '../../store/subscriptions.ts';
import { rowValue } from './turn.ts';

/** What subscriptions are shown with: the reader's words, and the time at which they look. */
export interface ListOptions {
  readonly words: Words;
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
  const { subscription: words, channels } = options.words;
  const { shown, page, pages } = pageOf(subscriptions, asked, LIST_PAGE_SIZE);
  const noted = note === undefined ? [] : [richText(line(bold(note)))];
  const add = button('subscription.add', words.buttons.add, 'new');
  if (shown.length === 0) {
    const [example] = words.help.examples[1] ?? [];
    const { blocks } = adviceView(words.none, options.words, example);
    return view(...noted, ...(blocks as ViewBlock[]), actions('subscription.list', add));
  }
  return view(
    ...noted,
    header(words.title(createFormats(options.words, 'UTC', options.now).number(subscriptions.length))),
    ...shown.flatMap((each) => [divider(), ...rowBlocks(each, page, options)]),
    divider(),
    context(...(pages > 1 ? [channels.page(page + 1, pages)] : []), words.timesOf),
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
  { words, senders }: Pick<ListOptions, 'words' | 'senders'>,
) {
  const from =
    sender === undefined ? words.subscription.allSenders : words.answer.from(nameOf(sender, senders));
  return [bold(`${number} · `), channel(id), bold(` · ${from}`)];
}

function rowBlocks(subscription: Subscription, page: number, options: ListOptions): ViewBlock[] {
  const { number, state, time, zone, language, subscriber, nextDueAt, pausedBecause, lastPost } =
    subscription;
  const { buttons, removing, ...words } = options.words.subscription;
  const { channels } = options.words;
  const formats = createFormats(options.words, zone, options.now);
  const isActive = state === 'active';
  const last = lastPost ? words.last(formats.days(lastPost.day, lastPost.day)) : words.noneYet;
  const value = rowValue({ number, page });
  return [
    richText(
      line(...titleOf(subscription, options)),
      line(words.everyDay(time, zone, channels.languages[language])),
      line(
        isActive
          ? words.next(formats.moment(nextDueAt), zone === options.timeZone ? undefined : zone)
          : bold(channels.paused(pauseReason(pausedBecause, options.words))),
        ` · ${last} · ${words.setUpBy}`,
        user(subscriber),
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
