import type { Message } from '../../domain/messages/message.ts';
import { type Msisdn, maskMsisdn } from '../../domain/messages/msisdn.ts';
import { type StatusVerdict, type Traced, verdictOf } from '../../domain/messages/status-verdict.ts';
import type { Outcome } from '../../domain/messages/timeline.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import {
  actions,
  bold,
  button,
  contextBlock,
  divider,
  emoji,
  italic,
  line,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../slack/blocks/blocks.ts';
import { clip } from '../../slack/blocks/limits.ts';
import { sanitize, visible } from '../../slack/blocks/sanitize.ts';
import { nameOf, periodText } from '../../slack/notices.ts';
import type { StatusButtonState } from './actions.ts';
import type { MessageRequest } from './input.ts';
import type { StatusTranslations, StatusView } from './locales/index.ts';
import type { MessageModel, StatusModel } from './lookup.ts';
import { messageBlocks, OUTCOME_EMOJI } from './message/view.ts';
import { customerText, peersText, verdictText } from './verdict-text.ts';

/** How the buttons under an answer get their values, and which are there. */
export interface StatusButtonOptions {
  readonly seal: (turn: StatusButtonState) => string;
  /** The same for a message on its way to this number; `undefined` where its end cannot be waited for. */
  readonly sealWaited: (msisdn: Msisdn, message: Message) => string | undefined;
  /** Whether there is a channel to share with. */
  readonly canShare: boolean;
}

/** The answer to “what happened to this number's messages?” */
export function statusView(model: StatusModel, options: StatusView, buttons: StatusButtonOptions): View {
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
  options: StatusView,
  { seal, sealWaited, canShare }: StatusButtonOptions,
): View {
  const value = seal({ kind: 'message', request: dated(model) });
  const traced = model.found?.traced;
  const buttons = [button('status.refresh', options.t.answer.refresh, value)];
  if (canShare && model.found) buttons.push(button('status.share', options.t.post.share, value));
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
export function sharedStatusView(
  model: StatusModel | MessageModel,
  viewOptions: StatusView,
  sharedBy: string,
): View {
  const options = { ...viewOptions, isShared: true };
  const blocks =
    'verdict' in model
      ? [...statusBlocks(model, options), divider(), footer(model, options)]
      : [...foundBlocks(model, options), divider(), foundFooter(model, options)];
  return view(
    ...blocks,
    contextBlock(options.t.post.sharedBy(sharedBy, options.formatter.moment(model.now))),
  );
}

/** Under a message whose end can be waited for, the one of its place in the answer. */
function settleButton(
  { message, timeline }: Traced,
  msisdn: Msisdn,
  place: number,
  { t }: StatusView,
  sealWaited: StatusButtonOptions['sealWaited'],
): ViewBlock[] {
  if (timeline.outcome !== 'waiting' || msisdn === '') return [];
  const value = sealWaited(msisdn, message);
  if (value === undefined) return [];
  return [actions(`status.settle.${place}`, button('status.settle', t.status.settle.button, value))];
}

function statusBlocks(
  model: StatusModel,
  options: StatusView,
  buttons?: Pick<StatusButtonOptions, 'sealWaited'>,
): ViewBlock[] {
  const { t, senders } = options;
  const { request, period, shown, now } = model;
  const senderName = request.sender === undefined ? undefined : nameOf(request.sender, senders);
  const sender = senderName === undefined ? '' : ` · ${t.answer.from(senderName)}`;
  const { sentence, more, customer } = verdictText(model, senderName, t, options.formatter);
  return [
    richText(
      line(bold(maskMsisdn(request.msisdn)), ` · ${periodText(request.spec, period, options)}${sender}`),
      ...(model.total > 0 ? [line(summary(model, t))] : []),
    ),
    richText(
      line(emoji(verdictEmoji(model)), ' ', bold(sentence), more === '' ? '' : ` ${more}`),
      ...(model.others ? [line(peersText(model.others, options))] : []),
    ),
    ...noticesOf(model, t).map((notice) => richText(line(emoji('warning'), ' ', italic(notice)))),
    contextBlock(t.status.tellCustomer(customer)),
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

function summary({ total, counts }: StatusModel, t: StatusTranslations): string {
  const counted = OUTCOME_ORDER.filter((outcome) => counts[outcome] > 0).map((outcome) =>
    t.status.counted(outcome, counts[outcome]),
  );
  return `${t.answer.messages(total)}: ${counted.join(', ')}`;
}

const VERDICT_EMOJI: Readonly<Record<StatusVerdict['kind'], string>> = {
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
  t: StatusTranslations,
): string[] {
  const notices: string[] = [];
  if (shortfall) notices.push(t.status.shortfall(shortfall.announced, shortfall.received));
  if (unreadable > 0) notices.push(t.status.unreadable(unreadable));
  if (undated > 0) notices.push(t.status.undated(undated));
  if (otherNumbers > 0) notices.push(t.status.filtersIgnored);
  return notices;
}

function turnButtons(
  model: StatusModel,
  { t }: StatusView,
  { seal, canShare }: StatusButtonOptions,
): ViewBlock {
  const { request, page, pages, asOf, total } = model;
  const turnTo = (to: number, then?: Date) => seal({ kind: 'number', request, page: to, asOf: then });
  const buttons = [];
  if (page > 0) buttons.push(button('status.newer', t.status.newer, turnTo(page - 1, asOf)));
  if (page < pages - 1) buttons.push(button('status.older', t.status.older, turnTo(page + 1, asOf)));
  buttons.push(button('status.refresh', t.answer.refresh, turnTo(0)));
  const here = turnTo(page, asOf);
  if (canShare) buttons.push(button('status.share', t.post.share, here));
  if (total > 0) buttons.push(button('status.csv', t.post.csv, here));
  return actions('status.turn', ...buttons);
}

function footer({ page, pages, asOf, now }: StatusModel, { t, formatter }: StatusView): ViewBlock {
  const parts = [t.answer.timesIn(formatter.timeZone), t.answer.asOf(formatter.time(now))];
  if (now.getTime() - asOf.getTime() >= MINUTE_MS) parts.push(t.status.upTo(formatter.time(asOf)));
  if (pages > 1) parts.push(t.status.page(page + 1, pages));
  return contextBlock(parts.join(' · '));
}

function foundFooter({ now }: MessageModel, { t, formatter }: StatusView): ViewBlock {
  return contextBlock(`${t.answer.timesIn(formatter.timeZone)} · ${t.answer.asOf(formatter.time(now))}`);
}

const LONGEST_SHOWN = 80;
const LONGEST_LABEL = 40;
const LONGEST_VALUE = 200;
const MOST_OTHERS = 20;

/** The answer to “what happened to this message?”: what is known of it, or that the platform does not know it. */
export function foundBlocks(model: MessageModel, options: StatusView): ViewBlock[] {
  const { t, formatter, isShared = false } = options;
  const { request, day, found, now } = model;
  // What was asked for is no secret to the asker, and must be told apart from others like it.
  const typed = request.by === 'id' ? request.id : request.reference;
  const asked = isShared ? sanitize(typed, LONGEST_SHOWN) : clip(visible(typed), LONGEST_SHOWN);
  const when = day === undefined ? '' : ` · ${formatter.days(day, day)}`;
  if (!found) {
    const { sentence, nextStep } = t.message.notFound(asked, request.by);
    return [richText(line(bold(sentence)), line(nextStep))];
  }
  const { traced, others } = found;
  const { msisdn } = traced.message;
  const number = msisdn === '' ? '' : ` · ${maskMsisdn(msisdn)}`;
  const blocks: ViewBlock[] = [
    richText(line(bold(t.message.title(asked)), `${when}${number}`)),
    contextBlock(t.status.tellCustomer(customerText(verdictOf([traced], now), t, formatter))),
    divider(),
    ...messageBlocks(traced, now, options),
  ];
  if (others.length > 0) {
    const shown = others.slice(0, MOST_OTHERS).map(({ label, value }) => {
      const text = value === asked ? asked : sanitize(value, LONGEST_VALUE);
      return line(`${sanitize(label, LONGEST_LABEL)}: ${text}`);
    });
    blocks.push(richText(line(bold(t.message.others)), ...shown));
  }
  return blocks;
}
