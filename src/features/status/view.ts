import type { Message } from '../../domain/message.ts';
import { type Msisdn, maskMsisdn } from '../../domain/msisdn.ts';
import type { Outcome } from '../../domain/timeline.ts';
import type { Traced, Verdict } from '../../domain/verdict.ts';
import {
  actions,
  bold,
  button,
  context,
  divider,
  emoji,
  italic,
  line,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../slack/blocks.ts';
import { nameOf, periodText, type ViewOptions } from '../../slack/question-view.ts';
import type { Words } from '../../slack/words/index.ts';
import type { MessageModel } from './find-message.ts';
import { foundBlocks } from './found-view.ts';
import type { MessageRequest } from './input.ts';
import type { StatusModel } from './lookup.ts';
import { messageBlocks, OUTCOME_EMOJI } from './message-view.ts';
import type { Turn } from './turn.ts';
import { othersWords, verdictWords } from './verdict-words.ts';

/** How the buttons under an answer get their values, and which are there. */
export interface ButtonOptions {
  readonly seal: (turn: Turn) => string;
  /** The same for a message on its way to this number; `undefined` where its end cannot be waited for. */
  readonly sealWaited: (msisdn: Msisdn, message: Message) => string | undefined;
  /** Whether there is a channel to share with. */
  readonly canShare: boolean;
}

/** The answer to “what happened to this number's messages?” */
export function statusView(model: StatusModel, options: ViewOptions, buttons: ButtonOptions): View {
  return view(
    ...statusBlocks(model, options, buttons),
    divider(),
    turnButtons(model, options, buttons),
    footer(model, options),
  );
}

/** The answer to “what happened to this message?” */
export function foundView(
  model: MessageModel,
  options: ViewOptions,
  { seal, sealWaited, canShare }: ButtonOptions,
): View {
  const value = seal({ kind: 'message', request: dated(model) });
  const traced = model.found?.traced;
  const buttons = [button('status.refresh', options.words.answer.refresh, value)];
  if (canShare && model.found) buttons.push(button('status.share', options.words.post.share, value));
  return view(
    ...foundBlocks(model, options),
    ...(traced ? settleButton(traced, traced.message.msisdn, 0, options, sealWaited) : []),
    divider(),
    actions('status.turn', ...buttons),
    foundFooter(model, options),
  );
}

/** The request with its day by name: after midnight “today” would be another. */
function dated({ request, day }: MessageModel): MessageRequest {
  return request.by === 'reference' && day !== undefined
    ? { ...request, day: { kind: 'day', day } }
    : request;
}

/** An answer as a channel sees it: without buttons, with who shared it and when. */
export function sharedView(
  model: StatusModel | MessageModel,
  viewOptions: ViewOptions,
  sharedBy: string,
): View {
  const options = { ...viewOptions, isShared: true };
  const blocks =
    'verdict' in model
      ? [...statusBlocks(model, options), divider(), footer(model, options)]
      : [...foundBlocks(model, options), divider(), foundFooter(model, options)];
  return view(...blocks, context(options.words.post.sharedBy(sharedBy, options.formats.moment(model.now))));
}

/** Under a message whose end can be waited for, the one of its place in the answer. */
function settleButton(
  { message, timeline }: Traced,
  msisdn: Msisdn,
  place: number,
  { words }: ViewOptions,
  sealWaited: ButtonOptions['sealWaited'],
): ViewBlock[] {
  if (timeline.outcome !== 'waiting' || msisdn === '') return [];
  const value = sealWaited(msisdn, message);
  if (value === undefined) return [];
  return [actions(`status.settle.${place}`, button('status.settle', words.status.settle.button, value))];
}

function statusBlocks(
  model: StatusModel,
  options: ViewOptions,
  buttons?: Pick<ButtonOptions, 'sealWaited'>,
): ViewBlock[] {
  const { words, senders } = options;
  const { request, period, shown, now } = model;
  const senderName = request.sender === undefined ? undefined : nameOf(request.sender, senders);
  const sender = senderName === undefined ? '' : ` · ${words.answer.from(senderName)}`;
  const { sentence, more, customer } = verdictWords(model, senderName, words, options.formats);
  return [
    richText(
      line(bold(maskMsisdn(request.msisdn)), ` · ${periodText(request.spec, period, options)}${sender}`),
      ...(model.total > 0 ? [line(summary(model, words))] : []),
    ),
    richText(
      line(emoji(verdictEmoji(model)), ' ', bold(sentence), more === '' ? '' : ` ${more}`),
      ...(model.others ? [line(othersWords(model.others, options))] : []),
    ),
    ...noticesOf(model, words).map((notice) => richText(line(emoji('warning'), ' ', italic(notice)))),
    context(words.status.tellCustomer(customer)),
    ...shown.flatMap((traced, place) => [
      divider(),
      ...messageBlocks(traced, now, options),
      ...(buttons ? settleButton(traced, request.msisdn, place, options, buttons.sealWaited) : []),
    ]),
  ];
}

const OUTCOME_ORDER: readonly Outcome[] = [
  'delivered',
  'failed',
  'waiting',
  'no_receipt',
  'unconfirmed',
  'other',
  'unknown',
];

function summary({ total, counts }: StatusModel, words: Words): string {
  const counted = OUTCOME_ORDER.filter((outcome) => counts[outcome] > 0).map((outcome) =>
    words.status.counted(outcome, counts[outcome]),
  );
  return `${words.answer.messages(total)}: ${counted.join(', ')}`;
}

const VERDICT_EMOJI: Readonly<Record<Verdict['kind'], string>> = {
  none: 'information_source',
  works: OUTCOME_EMOJI.delivered,
  waiting: OUTCOME_EMOJI.waiting,
  stuck: 'warning',
  no_receipt: OUTCOME_EMOJI.no_receipt,
  unconfirmed: OUTCOME_EMOJI.unconfirmed,
  failed: OUTCOME_EMOJI.failed,
  unclear: OUTCOME_EMOJI.other,
  unknown: OUTCOME_EMOJI.unknown,
};

function verdictEmoji({ verdict }: StatusModel): string {
  const isDoubtful =
    verdict.kind === 'works'
      ? verdict.last.clockOff || verdict.last.delayedBy !== undefined
      : verdict.kind === 'waiting' && verdict.troubledBefore > 0;
  return isDoubtful ? 'warning' : VERDICT_EMOJI[verdict.kind];
}

/** Whatever makes an answer less than whole. */
export function noticesOf(
  { shortfall, unreadable, undated, otherNumbers }: StatusModel,
  words: Words,
): string[] {
  const notices: string[] = [];
  if (shortfall) notices.push(words.status.shortfall(shortfall.announced, shortfall.received));
  if (unreadable > 0) notices.push(words.status.unreadable(unreadable));
  if (undated > 0) notices.push(words.status.undated(undated));
  if (otherNumbers > 0) notices.push(words.status.filtersIgnored);
  return notices;
}

function turnButtons(
  model: StatusModel,
  { words }: ViewOptions,
  { seal, canShare }: ButtonOptions,
): ViewBlock {
  const { request, page, pages, asOf, total } = model;
  const turnTo = (to: number, then?: Date) => seal({ kind: 'number', request, page: to, asOf: then });
  const buttons = [];
  if (page > 0) buttons.push(button('status.newer', words.status.newer, turnTo(page - 1, asOf)));
  if (page < pages - 1) buttons.push(button('status.older', words.status.older, turnTo(page + 1, asOf)));
  buttons.push(button('status.refresh', words.answer.refresh, turnTo(0)));
  const here = turnTo(page, asOf);
  if (canShare) buttons.push(button('status.share', words.post.share, here));
  if (total > 0) buttons.push(button('status.csv', words.post.csv, here));
  return actions('status.turn', ...buttons);
}

const A_MINUTE_MS = 60_000;

function footer({ page, pages, asOf, now }: StatusModel, { words, formats }: ViewOptions): ViewBlock {
  const parts = [words.answer.timesIn(formats.timeZone), words.answer.asOf(formats.time(now))];
  if (now.getTime() - asOf.getTime() >= A_MINUTE_MS) parts.push(words.status.upTo(formats.time(asOf)));
  if (pages > 1) parts.push(words.status.page(page + 1, pages));
  return context(parts.join(' · '));
}

function foundFooter({ now }: MessageModel, { words, formats }: ViewOptions): ViewBlock {
  return context(`${words.answer.timesIn(formats.timeZone)} · ${words.answer.asOf(formats.time(now))}`);
}
