import type { Message } from '../../../domain/messages/message.ts';
import type { Msisdn } from '../../../domain/messages/msisdn.ts';
import { maskMsisdn } from '../../../domain/messages/redaction.ts';
import type { TracedMessage } from '../../../domain/messages/status-verdict.ts';
import { daysBetween } from '../../../domain/time/calendar.ts';
import type { PeriodSpec } from '../../../domain/time/period.ts';
import { localDay } from '../../../domain/time/wall-clock.ts';
import { type AnswerLines, answerLines } from '../../../slack/blocks/advice-view.ts';
import {
  actions,
  button,
  contextBlock,
  line,
  overflow,
  preformatted,
  primary,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../../slack/blocks/blocks.ts';
import { clip, limits, sanitize, visible } from '../../../slack/blocks/text.ts';
import { timelineView } from '../../../slack/blocks/timeline.ts';
import type { MessageRequest } from '../input.ts';
import type { StatusView } from '../locales/index.ts';
import { type MessageModel, msisdnOf, type StatusQuery } from '../lookup.ts';
import { peersText, statusLines, subjectOf } from '../verdict-text.ts';

const LONGEST_SHOWN = 80;
/** For a message older than this many days, the button for other messages shows only the message's day. */
const OTHERS_DAYS = 3;

export interface StatusButtons {
  readonly seal: (query: StatusQuery) => string;
  /** Value of the button that tracks a message; `undefined` if the message has no time. */
  readonly sealTracked: (msisdn: Msisdn, message: Message) => string | undefined;
  readonly canShare: boolean;
}

export function messageView(model: MessageModel, options: StatusView, buttons: StatusButtons): View {
  const { t } = options;
  const { found, now } = model;
  const state = buttons.seal({ kind: 'message', request: datedRequest(model) });
  const lines = answerLines(messageLines(model, options), t);
  if (!found) return view(lines, actions('status.turn', button('status.refresh', t.answer.refresh, state)));
  const { traced } = found;
  return view(
    lines,
    richText(...newestLines(traced, model, options)),
    contextBlock(messageTitle(model, options)),
    answerActions(
      state,
      [
        ...trackingButton(traced, traced.message.msisdn, options, buttons),
        button('status.details', t.answer.details, state),
        ticketButton(state, options),
        ...othersButton(traced, now, options, buttons),
      ],
      [
        { value: 'refresh', label: t.answer.refresh },
        ...(buttons.canShare ? [{ value: 'share', label: t.post.share }] : []),
      ],
    ),
  );
}

export function messageLines(model: MessageModel, options: StatusView): AnswerLines {
  const { request, found, now, peers } = model;
  if (found) return statusLines(subjectOf(found.traced, now, peers), options);
  const { sentence, nextStep } = options.t.message.notFound(requestText(model, options), request.by);
  return { sign: 'information_source', verdict: sentence, act: nextStep };
}

/** Replaces the day by a date, because “today” would mean another day after midnight. */
export function datedRequest({ request, day }: MessageModel): MessageRequest {
  return request.by === 'reference' && day !== undefined
    ? { ...request, day: { kind: 'day', day } }
    : request;
}

/** The author of the request sees the reference as typed; other readers see a masked text. */
export function requestText({ request }: MessageModel, { isShared = false }: StatusView): string {
  const typed = request.by === 'id' ? request.id : request.reference;
  return isShared ? sanitize(typed, LONGEST_SHOWN) : clip(visible(typed), LONGEST_SHOWN);
}

/** Title of an answer about a message, such as `Message ABC-123 · 18 Nov · +56 9 •••• •678`. */
export function messageTitle(model: MessageModel, options: StatusView): string {
  const { day } = model;
  const msisdn = msisdnOf(model);
  return [
    options.t.message.title(requestText(model, options)),
    ...(day === undefined ? [] : [options.format.days(day, day)]),
    ...(msisdn === '' ? [] : [maskMsisdn(msisdn)]),
  ].join(' · ');
}

export function newestLines(
  traced: TracedMessage,
  { now, peers }: Pick<MessageModel, 'now' | 'peers'>,
  options: StatusView,
): Parameters<typeof richText> {
  return [
    ...(peers ? [line(peersText(peers, options))] : []),
    preformatted(timelineView(traced, options.t, options.format, now)),
  ];
}

export function trackingButton(
  { message, timeline }: TracedMessage,
  msisdn: Msisdn,
  { t }: StatusView,
  { sealTracked }: StatusButtons,
) {
  if (timeline.outcome !== 'waiting' || msisdn === '') return [];
  const value = sealTracked(msisdn, message);
  return value === undefined ? [] : [primary(button('status.settle', t.status.tracking.button, value))];
}

export function ticketButton(state: string, { t }: StatusView) {
  return button('status.ticket', t.ticket.button, state);
}

function othersButton(
  { message }: TracedMessage,
  now: Date,
  { t, format: { timeZone } }: StatusView,
  { seal }: StatusButtons,
) {
  const { msisdn, platformAt } = message;
  if (msisdn === '' || !platformAt) return [];
  const day = localDay(platformAt, timeZone);
  const isRecent = daysBetween(day, localDay(now, timeZone)) < OTHERS_DAYS;
  const spec: PeriodSpec = isRecent ? { kind: 'last_days', days: OTHERS_DAYS } : { kind: 'day', day };
  const value = seal({ kind: 'number', request: { msisdn, spec, sender: undefined }, page: 0 });
  return [button('status.number', t.message.otherMessages, value)];
}

/** The block id carries the encrypted request of the menu; if it is too long, buttons replace the menu. */
export function answerActions(
  state: string,
  buttons: readonly ReturnType<typeof button>[],
  entries: readonly { readonly value: string; readonly label: string }[],
): ViewBlock {
  return state.length <= limits.blockId
    ? actions(state, ...buttons, overflow('status.more', entries))
    : actions(
        'status.turn',
        ...buttons,
        ...entries.map(({ value, label }) => button(`status.${value}`, label, state)),
      );
}
