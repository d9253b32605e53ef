import { maskMsisdn, maskText } from '../../domain/messages/redaction.ts';
import { segmentsOf } from '../../domain/messages/segments.ts';
import type { TracedMessage } from '../../domain/messages/status-verdict.ts';
import { isLate, type MessageOutcome } from '../../domain/messages/timeline.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import { answerLines } from '../../slack/blocks/advice-view.ts';
import {
  bold,
  contextBlock,
  divider,
  emoji,
  line,
  quote,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../slack/blocks/blocks.ts';
import { capitalized } from '../../slack/blocks/format.ts';
import { clip, visible } from '../../slack/blocks/text.ts';
import { messageSign, timelineLines } from '../../slack/blocks/timeline.ts';
import { periodText, senderName } from '../../slack/blocks/view-options.ts';
import type { StatusTranslations, StatusView } from './locales/index.ts';
import type { LookupModel, MessageModel, StatusModel } from './lookup.ts';
import { messageTitle, otherFields } from './message/view.ts';
import { messageOperator, peersText, statusWordOf, wordMeaning } from './verdict-text.ts';
import { asOfText, linesOf, messagePage, noticesOf } from './view.ts';

/** Longest part of a message's text that is shown, in characters; five of them fit into a Slack message. */
const LONGEST_TEXT = 600;
const MOST_OTHER_FIELDS = 20;

export function statusDetailsView(
  model: LookupModel,
  options: StatusView,
  below: readonly ViewBlock[] = [],
): View {
  return 'verdict' in model ? numberDetails(model, options, below) : messageDetails(model, options, below);
}

/** A shared answer has only the verdict, so its thread says what to tell the customer and what to do. */
function firstLines(model: LookupModel, options: StatusView): ViewBlock[] {
  return options.isShared ? [answerLines(linesOf(model, options), options.t)] : [];
}

function numberDetails(model: StatusModel, options: StatusView, below: readonly ViewBlock[]): View {
  const { t, senders } = options;
  const { request, period, peers, now, total } = model;
  const { shown } = messagePage(model);
  const from = request.sender === undefined ? [] : [t.answer.from(senderName(request.sender, senders))];
  const subject = [` · ${periodText(request.spec, period, options)}`, ...from].join(' · ');
  const remarks = [
    ...(total > 0 ? [countsText(model, t)] : []),
    ...(peers ? [peersText(peers, options)] : []),
    ...historyOf(model, options),
    ...noticesOf(model, t),
    ...(model.undated > 0 ? [t.status.undated(model.undated)] : []),
    ...(period.end <= now ? [t.status.pastNote] : []),
  ];
  return view(
    ...firstLines(model, options),
    richText(line(bold(maskMsisdn(request.msisdn)), subject), ...remarks.map((remark) => line(remark))),
    ...shown.flatMap((traced) => [divider(), ...messageBlocks(traced, now, options)]),
    footer(model, options),
    ...(shown.length > 0 ? below : []),
  );
}

function messageDetails(model: MessageModel, options: StatusView, below: readonly ViewBlock[]): View {
  const { t, format } = options;
  const { found, now } = model;
  return view(
    ...firstLines(model, options),
    richText(line(bold(messageTitle(model, options)))),
    ...(found
      ? [...messageBlocks(found.traced, now, options), ...otherFields(model, options, MOST_OTHER_FIELDS)]
      : []),
    contextBlock(asOfText(options, t.answer.asOf(format.time(now)))),
    ...(found ? below : []),
  );
}

function countsText({ total, counts }: StatusModel, t: StatusTranslations): string {
  const counted = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => t.status.counted(outcome as MessageOutcome, count));
  return `${t.answer.messages(total)}: ${counted.join(', ')}.`;
}

function historyOf({ verdict }: StatusModel, { t, format }: StatusView): string[] {
  const { status } = t;
  if (verdict.kind === 'works') {
    const { delayedBy } = verdict.last;
    return delayedBy === undefined ? [] : [status.slowBecause[delayedBy]];
  }
  if (!('before' in verdict)) return [];
  if (!verdict.before) return [status.neverBefore];
  const { at, totalSeconds } = verdict.before;
  const took = totalSeconds === undefined ? undefined : format.duration(totalSeconds);
  return [status.before(at && format.moment(at), took)];
}

function messageBlocks(traced: TracedMessage, now: Date, options: StatusView): ViewBlock[] {
  const { message, timeline } = traced;
  const { t, format, senders } = options;
  const facts = [messageOperator(traced) ?? t.unknownRoute];
  if (message.sender !== undefined) facts.push(t.answer.from(senderName(message.sender, senders)));
  const at = message.platformAt ?? message.operatorAt ?? message.handsetAt;
  if (at) facts.push(format.moment(at));
  const meaning = wordMeaning(traced, options);
  const label = isLate(timeline) ? capitalized(t.status.deliveredLate) : t.outcomes[timeline.outcome];
  const about = ` (${statusWordOf(traced, t)}) · ${facts.join(' · ')}`;
  const way = [
    line(emoji(messageSign(traced)), ' ', bold(label), about),
    ...(meaning === undefined ? [] : [line(meaning)]),
    ...timelineLines(traced, t, format, now),
  ];
  if (message.text === undefined) return [richText(...way), contextBlock(t.status.textMissing)];
  const { segments, encoding } = segmentsOf(message.text);
  const size = t.status.size([...message.text].length, segments, encoding);
  const masked = maskText(visible(message.text));
  if (masked.trim() === '') return [richText(...way), contextBlock(`${t.status.textInvisible} · ${size}`)];
  return [richText(...way, quote(shorten(masked, message.text, t))), contextBlock(size)];
}

/** Shortens the masked text; hidden characters are counted in the longer of the masked and the whole text. */
function shorten(masked: string, whole: string, t: StatusTranslations): string {
  if (masked.length <= LONGEST_TEXT) return masked;
  const shown = clip(masked, LONGEST_TEXT);
  const length = Math.max([...masked].length, [...whole].length);
  return `${shown} ${t.status.moreCharacters(length - [...shown].length + 1)}`;
}

function footer(model: StatusModel, options: StatusView): ViewBlock {
  const { t, format } = options;
  const { asOf, now } = model;
  const { page, pages } = messagePage(model);
  const parts = [asOfText(options, t.answer.asOf(format.time(now)))];
  if (now.getTime() - asOf.getTime() >= MINUTE_MS) parts.push(t.status.upTo(format.time(asOf)));
  // A shared answer has no buttons for other pages.
  if (pages > 1 && !options.isShared) parts.push(t.status.page(page + 1, pages));
  return contextBlock(parts.join(' · '));
}
