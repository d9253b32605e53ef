import { doesLead } from '../../../domain/detection/operator-trouble.ts';
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
  bold,
  button,
  contextBlock,
  line,
  overflow,
  primary,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../../slack/blocks/blocks.ts';
import { clip, limits, sanitize, sanitizeField, visible } from '../../../slack/blocks/text.ts';
import { timelineLines } from '../../../slack/blocks/timeline.ts';
import { senderName } from '../../../slack/blocks/view-options.ts';
import { followButton } from '../follow/view.ts';
import type { MessageRequest } from '../input.ts';
import type { StatusView } from '../locales/index.ts';
import { type MessageModel, msisdnOf, type StatusQuery } from '../lookup.ts';
import { troubleLine } from '../trouble-text.ts';
import { peersText, statusLines, subjectOf } from '../verdict-text.ts';

const LONGEST_SHOWN = 80;
const LONGEST_LABEL = 40;
const LONGEST_VALUE = 200;
/** So many fields fit into an answer; Details has more. */
const MOST_FIELDS = 8;
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
    // The fields that the bot does not know, if there is nothing else to show.
    ...(areFieldsAll(model) ? otherFields(model, options) : []),
    contextBlock(messageTitle(model, options)),
    answerActions(
      state,
      [
        ...trackingButton(traced, traced.message.msisdn, options, buttons),
        button('status.details', t.answer.details, state),
        ...followButton(model.trouble, options),
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

/** True if the platform gives neither status nor time, but fields that the bot does not know. */
function areFieldsAll({ found }: MessageModel): boolean {
  return found?.traced.timeline.outcome === 'unknown' && found.otherFields.length > 0;
}

/** Fields that the bot does not know, with their label; at most the first `most`. */
export function otherFields(model: MessageModel, options: StatusView, most = MOST_FIELDS): ViewBlock[] {
  const fields = model.found?.otherFields ?? [];
  if (fields.length === 0) return [];
  const requested = requestText(model, options);
  const shown = fields.slice(0, most).map(({ label, value }) => {
    const text = value === requested ? requested : sanitizeField(label, value, LONGEST_VALUE);
    return line(`${sanitize(label, LONGEST_LABEL)}: ${text}`);
  });
  return [richText(line(bold(options.t.message.others)), ...shown)];
}

export function messageLines(model: MessageModel, options: StatusView): AnswerLines {
  const { request, found, now } = model;
  const { t } = options;
  if (found) {
    const lines = statusLines(subjectOf(found.traced, now, model), options);
    return areFieldsAll(model)
      ? { ...lines, verdict: t.status.verdict.onlyFields, act: t.status.act.askAdministrator }
      : lines;
  }
  const { sentence, nextStep } = t.message.notFound(requestText(model, options), request.by);
  return { sign: 'information_source', verdict: sentence, say: t.status.say.notFound, act: nextStep };
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

/** Title of an answer about a message, such as `Message ABC-123 · 18 Nov · +56 9 •••• •678 · from OTP (56001)`. */
export function messageTitle(model: MessageModel, options: StatusView): string {
  const { day, found } = model;
  const msisdn = msisdnOf(model);
  const sender = found?.traced.message.sender;
  return [
    options.t.message.title(requestText(model, options)),
    ...(day === undefined ? [] : [options.format.days(day, day)]),
    ...(msisdn === '' ? [] : [maskMsisdn(msisdn)]),
    ...(sender === undefined ? [] : [options.t.answer.from(senderName(sender, options.senders))]),
  ].join(' · ');
}

export function newestLines(
  traced: TracedMessage,
  { now, peers, trouble }: Pick<MessageModel, 'now' | 'peers' | 'trouble'>,
  options: StatusView,
  about?: string,
): Parameters<typeof richText> {
  return [
    ...(peers ? [line(peersText(peers, options))] : []),
    ...(trouble && !doesLead(trouble, traced) ? [troubleLine(trouble, options)] : []),
    ...(about === undefined ? [] : [line(about)]),
    ...timelineLines(traced, options.t, options.format, now),
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
