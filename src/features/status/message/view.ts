import type { Message } from '../../../domain/messages/message.ts';
import { type Msisdn, maskMsisdn } from '../../../domain/messages/msisdn.ts';
import { redactText } from '../../../domain/messages/redaction.ts';
import { segmentsOf } from '../../../domain/messages/segments.ts';
import { type TracedMessage, verdictOf } from '../../../domain/messages/status-verdict.ts';
import type { Outcome } from '../../../domain/messages/timeline.ts';
import {
  actions,
  bold,
  button,
  contextBlock,
  divider,
  emoji,
  line,
  preformatted,
  quote,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../../slack/blocks/blocks.ts';
import { clip, sanitize, visible } from '../../../slack/blocks/text.ts';
import { timelineView } from '../../../slack/blocks/timeline.ts';
import { senderName } from '../../../slack/view-options.ts';
import type { MessageRequest } from '../input.ts';
import type { StatusTranslations, StatusView } from '../locales/index.ts';
import type { MessageModel, StatusQuery } from '../lookup.ts';
import { customerText, messageOperator, statusWordOf } from '../verdict-text.ts';

/** Beside words that say the same: nothing is told by an emoji alone. */
export const OUTCOME_EMOJI: Readonly<Record<Outcome, string>> = {
  delivered: 'white_check_mark',
  failed: 'x',
  waiting: 'hourglass_flowing_sand',
  no_receipt: 'grey_question',
  unconfirmed: 'grey_question',
  other: 'information_source',
  unknown: 'grey_question',
};

/** Five of the longest texts leave a message well under what Slack takes. */
const LONGEST_TEXT = 600;
const LONGEST_SHOWN = 80;
const LONGEST_LABEL = 40;
const LONGEST_VALUE = 200;
const MOST_OTHER_FIELDS = 20;

export interface StatusButtons {
  readonly seal: (query: StatusQuery) => string;
  /** The value of the button that tracks a message to this number; `undefined` where the platform gave it no time. */
  readonly sealTracked: (msisdn: Msisdn, message: Message) => string | undefined;
  readonly canShare: boolean;
}

export function messageView(
  model: MessageModel,
  options: StatusView,
  { seal, sealTracked, canShare }: StatusButtons,
): View {
  const value = seal({ kind: 'message', request: dated(model) });
  const traced = model.found?.traced;
  const buttons = [button('status.refresh', options.t.answer.refresh, value)];
  if (canShare && model.found) buttons.push(button('status.share', options.t.post.share, value));
  return view(
    ...messageAnswerBlocks(model, options),
    ...(traced ? trackingButton(traced, { ...traced.message, place: 0 }, options, sealTracked) : []),
    divider(),
    actions('status.turn', ...buttons),
    messageFooter(model, options),
  );
}

/** The request with its day by name: after midnight “today” would be another. */
function dated({ request, day }: MessageModel): MessageRequest {
  return request.by === 'reference' && day !== undefined
    ? { ...request, day: { kind: 'day', day } }
    : request;
}

export function messageAnswerBlocks(model: MessageModel, options: StatusView): ViewBlock[] {
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
  const { traced, otherFields } = found;
  const { msisdn } = traced.message;
  const number = msisdn === '' ? '' : ` · ${maskMsisdn(msisdn)}`;
  const blocks: ViewBlock[] = [
    richText(line(bold(t.message.title(asked)), `${when}${number}`)),
    contextBlock(t.status.tellCustomer(customerText(verdictOf([traced], now), options))),
    divider(),
    ...messageBlocks(traced, now, options),
  ];
  if (otherFields.length > 0) {
    const shown = otherFields.slice(0, MOST_OTHER_FIELDS).map(({ label, value }) => {
      const text = value === asked ? asked : sanitize(value, LONGEST_VALUE);
      return line(`${sanitize(label, LONGEST_LABEL)}: ${text}`);
    });
    blocks.push(richText(line(bold(t.message.others)), ...shown));
  }
  return blocks;
}

export function messageFooter({ now }: MessageModel, { t, formatter }: StatusView): ViewBlock {
  return contextBlock(`${t.answer.timesIn(formatter.timeZone)} · ${t.answer.asOf(formatter.time(now))}`);
}

/** Under a message that is on its way, the `place`th of an answer: the button that tracks it. */
export function trackingButton(
  { message, timeline }: TracedMessage,
  { msisdn, place }: { readonly msisdn: Msisdn; readonly place: number },
  { t }: StatusView,
  sealTracked: StatusButtons['sealTracked'],
): ViewBlock[] {
  if (timeline.outcome !== 'waiting' || msisdn === '') return [];
  const value = sealTracked(msisdn, message);
  if (value === undefined) return [];
  return [actions(`status.settle.${place}`, button('status.settle', t.status.tracking.button, value))];
}

/** One message: status and route, its way, its text (masked), its size. */
export function messageBlocks(traced: TracedMessage, now: Date, options: StatusView): ViewBlock[] {
  const { message } = traced;
  const { t } = options;
  const way = wayLines(traced, now, options);
  if (message.text === undefined) return [richText(...way), contextBlock(t.status.textMissing)];
  const { segments, encoding } = segmentsOf(message.text);
  const size = t.status.size([...message.text].length, segments, encoding);
  const masked = redactText(visible(message.text));
  if (masked.trim() === '') return [richText(...way), contextBlock(`${t.status.textInvisible} · ${size}`)];
  return [richText(...way, quote(shorten(masked, t))), contextBlock(size)];
}

export function wayLines(
  traced: TracedMessage,
  now: Date,
  { t, formatter, senders }: StatusView,
): Parameters<typeof richText> {
  const { message, timeline } = traced;
  const facts = [messageOperator(traced) ?? t.unknownRoute];
  if (message.sender !== undefined) facts.push(t.answer.from(senderName(message.sender, senders)));
  const at = message.platformAt ?? message.operatorAt ?? message.handsetAt;
  if (at) facts.push(formatter.moment(at));
  const head = line(
    emoji(OUTCOME_EMOJI[timeline.outcome]),
    ' ',
    bold(t.outcomes[timeline.outcome]),
    ` (${statusWordOf(traced, t)}) · ${facts.join(' · ')}`,
  );
  return [head, preformatted(timelineView(traced, t, formatter, now))];
}

function shorten(text: string, t: StatusTranslations): string {
  if (text.length <= LONGEST_TEXT) return text;
  const shown = clip(text, LONGEST_TEXT);
  return `${shown} ${t.status.moreCharacters([...text.slice(shown.length - 1)].length)}`;
}
