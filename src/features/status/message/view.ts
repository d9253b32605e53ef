import type { Message } from '../../../domain/messages/message.ts';
import { type Msisdn, maskMsisdn } from '../../../domain/messages/msisdn.ts';
import type { PeerComparison } from '../../../domain/messages/peer-comparison.ts';
import type { TracedMessage } from '../../../domain/messages/status-verdict.ts';
import { daysBetween } from '../../../domain/time/calendar.ts';
import { localDay } from '../../../domain/time/wall-clock.ts';
import { answerLines } from '../../../slack/blocks/advice-view.ts';
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
import type { MessageModel, StatusQuery } from '../lookup.ts';
import { peersText, statusLines, subjectOf } from '../verdict-text.ts';

const LONGEST_SHOWN = 80;
/** An older message is shown with those of its own day. */
const OTHERS_DAYS = 3;

export interface StatusButtons {
  readonly seal: (query: StatusQuery) => string;
  /** `undefined` where the message has no time. */
  readonly sealTracked: (msisdn: Msisdn, message: Message) => string | undefined;
  readonly canShare: boolean;
}

export function messageView(model: MessageModel, options: StatusView, buttons: StatusButtons): View {
  const { t } = options;
  const { request, found, now, peers } = model;
  const state = buttons.seal({ kind: 'message', request: datedRequest(model) });
  if (!found) {
    const { sentence, nextStep } = t.message.notFound(requestText(model, options), request.by);
    return view(
      answerLines({ sign: 'information_source', verdict: sentence, act: nextStep }, t),
      actions('status.turn', button('status.refresh', t.answer.refresh, state)),
    );
  }
  const { traced } = found;
  const subject = subjectOf(traced, now);
  return view(
    ...(subject ? [answerLines(statusLines({ ...subject, peers }, options), t)] : []),
    richText(...newestLines(traced, { now, peers }, options)),
    contextBlock(messageTitle(model, options)),
    answerActions(
      state,
      [
        ...trackingButton(traced, traced.message.msisdn, options, buttons),
        button('status.details', t.answer.details, state),
        ...othersButton(traced, now, options, buttons),
      ],
      [
        { value: 'refresh', label: t.answer.refresh },
        ...(buttons.canShare ? [{ value: 'share', label: t.post.share }] : []),
      ],
    ),
  );
}

/** With the day by name: after midnight “today” would be another. */
export function datedRequest({ request, day }: MessageModel): MessageRequest {
  return request.by === 'reference' && day !== undefined
    ? { ...request, day: { kind: 'day', day } }
    : request;
}

/** Masked only for others: the person typed it. */
export function requestText({ request }: MessageModel, { isShared = false }: StatusView): string {
  const typed = request.by === 'id' ? request.id : request.reference;
  return isShared ? sanitize(typed, LONGEST_SHOWN) : clip(visible(typed), LONGEST_SHOWN);
}

/** `Message ABC-123 · 18 Nov · +56 9 •••• •678` */
export function messageTitle(model: MessageModel, options: StatusView): string {
  const { day, found } = model;
  const msisdn = found?.traced.message.msisdn ?? '';
  return [
    options.t.message.title(requestText(model, options)),
    ...(day === undefined ? [] : [options.formatter.days(day, day)]),
    ...(msisdn === '' ? [] : [maskMsisdn(msisdn)]),
  ].join(' · ');
}

export function newestLines(
  traced: TracedMessage,
  { now, peers }: { readonly now: Date; readonly peers?: PeerComparison | undefined },
  options: StatusView,
): Parameters<typeof richText> {
  return [
    ...(peers ? [line(peersText(peers, options))] : []),
    preformatted(timelineView(traced, options.t, options.formatter, now)),
  ];
}

export function trackingButton(
  { message, timeline }: TracedMessage,
  msisdn: Msisdn,
  { t }: StatusView,
  { sealTracked }: Pick<StatusButtons, 'sealTracked'>,
) {
  if (timeline.outcome !== 'waiting' || msisdn === '') return [];
  const value = sealTracked(msisdn, message);
  return value === undefined ? [] : [primary(button('status.settle', t.status.tracking.button, value))];
}

function othersButton(
  { message }: TracedMessage,
  now: Date,
  { t, formatter: { timeZone } }: StatusView,
  { seal }: StatusButtons,
) {
  const { msisdn, platformAt } = message;
  if (msisdn === '' || !platformAt) return [];
  const day = localDay(platformAt, timeZone);
  const isRecent = daysBetween(day, localDay(now, timeZone)) < OTHERS_DAYS;
  const spec = isRecent
    ? ({ kind: 'last_days', days: OTHERS_DAYS } as const)
    : ({ kind: 'day', day } as const);
  const value = seal({ kind: 'number', request: { msisdn, spec, sender: undefined }, page: 0 });
  return [button('status.number', t.message.otherMessages, value)];
}

/** The menu's state is the id of the row; a state too long for an id makes a button of each entry. */
export function answerActions(
  state: string,
  buttons: readonly ReturnType<typeof button>[],
  rare: readonly { readonly value: string; readonly label: string }[],
): ViewBlock {
  return state.length <= limits.blockId
    ? actions(state, ...buttons, overflow('status.more', rare))
    : actions(
        'status.turn',
        ...buttons,
        ...rare.map(({ value, label }) => button(`status.${value}`, label, state)),
      );
}
