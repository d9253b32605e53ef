import { earliestTime } from '../../domain/messages/message.ts';
import { messageKindOf } from '../../domain/messages/message-kind.ts';
import { maskMsisdn } from '../../domain/messages/redaction.ts';
import type { TracedMessage } from '../../domain/messages/status-verdict.ts';
import { isLate } from '../../domain/messages/timeline.ts';
import { localDay } from '../../domain/time/wall-clock.ts';
import { type AnswerLines, answerLines } from '../../slack/blocks/advice-view.ts';
import {
  bold,
  button,
  contextBlock,
  emoji,
  line,
  pageOf,
  primary,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../slack/blocks/blocks.ts';
import { zoneText } from '../../slack/blocks/format.ts';
import { legText, messageSign, stampText } from '../../slack/blocks/timeline.ts';
import { senderName } from '../../slack/blocks/view-options.ts';
import { followButton } from './follow/view.ts';
import type { StatusTranslations, StatusView } from './locales/index.ts';
import { type LookupModel, msisdnOf, newestOf, type StatusModel } from './lookup.ts';
import {
  answerActions,
  messageLines,
  messageTitle,
  newestLines,
  requestText,
  type StatusButtons,
  ticketButton,
  trackingButton,
} from './message/view.ts';
import {
  aboutNewest,
  aboutOutside,
  isUnreadable,
  numberLines,
  pastLines,
  periodName,
  widerDays,
} from './number-text.ts';
import { messageOperator, stuckText } from './verdict-text.ts';

const MESSAGES_PER_PAGE = 5;

export function messagePage({ all, page }: StatusModel) {
  return pageOf(all, page, MESSAGES_PER_PAGE);
}

export function statusView(model: StatusModel, options: StatusView, buttons: StatusButtons): View {
  const { t } = options;
  const messages = pageLines(model, options);
  return view(
    answerLines(numberLines(model, options), t),
    ...(messages.length > 0 ? [richText(...messages)] : []),
    ...noticeBlocks(model, options),
    contextBlock(
      subjectFacts(model, options)
        .slice(model.total > 0 || isUnreadable(model) ? 0 : 1)
        .join(' · '),
    ),
    statusActions(model, options, buttons),
  );
}

function pageLines(model: StatusModel, options: StatusView): Parameters<typeof richText> {
  const { newest, outside } = model;
  if (!newest && outside) return newestLines(outside, model, options, aboutOutside(model, outside, options));
  const { shown, page } = messagePage(model);
  const isFirst = page === 0 && newest !== undefined;
  const others = isFirst ? shown.filter((one) => one !== newest) : shown;
  const isDayNamed = isDayShown(model, options);
  return [
    ...(isFirst ? pastLines(model, options) : []),
    ...(isFirst ? newestLines(newest, model, options, aboutNewest(model, options)) : []),
    ...others.map((traced) => messageLine(traced, model, isDayNamed, options)),
  ];
}

export function sharedStatusView(model: LookupModel, options: StatusView, sharedBy: string): View {
  const { t, format } = options;
  const { sign, verdict } = linesOf(model, options);
  const asOf = t.answer.asOfDay(format.since(model.now));
  return view(
    richText(line(emoji(sign), ` ${subjectText(model, options)} · `, bold(verdict))),
    contextBlock(`${t.post.sharedBy(sharedBy)} · ${asOf}`),
  );
}

export function wholeStatusView(model: LookupModel, options: StatusView): View {
  const { t, format } = options;
  const isNumber = 'verdict' in model;
  const newest = newestOf(model);
  const oneLines = newest ? newestLines(newest, model, options) : [];
  const lines = isNumber ? pageLines(model, options) : oneLines;
  const facts = isNumber ? subjectFacts(model, options).slice(1) : [messageTitle(model, options)];
  const answer = linesOf(model, options);
  const asOf = t.answer.asOfDay(format.since(model.now));
  return view(
    answerLines({ ...answer, verdict: `${subjectText(model, options)} · ${answer.verdict}` }, t),
    ...(lines.length > 0 ? [richText(...lines)] : []),
    ...(isNumber ? noticeBlocks(model, options) : []),
    // The footer is a separate element, because a reference that resembles markup would hide its date.
    contextBlock(...(facts.length > 0 ? [facts.join(' · ')] : []), asOf),
  );
}

/** In a channel all times are in the zone of each reader, so no zone is named. */
export function asOfText(options: StatusView, asOf: string): string {
  return options.format === options.format.plain ? `${zoneText(options)} · ${asOf}` : asOf;
}

type Notices = Pick<StatusModel, 'shortfall' | 'unreadable' | 'otherNumbers'>;

export function noticesOf({ shortfall, unreadable, otherNumbers }: Notices, t: StatusTranslations) {
  const { status } = t;
  return [
    ...(shortfall ? [status.shortfall(shortfall.announced, shortfall.received)] : []),
    ...(unreadable > 0 ? [status.unreadable(unreadable)] : []),
    ...(otherNumbers > 0 ? [status.filtersIgnored] : []),
  ];
}

function noticeBlocks(model: StatusModel, { t }: StatusView): ViewBlock[] {
  const left = model.otherKinds > 0 ? [contextBlock(t.status.otherKinds(model.otherKinds))] : [];
  return [...noticesOf(model, t).map((notice) => richText(line(emoji('warning'), ' ', notice))), ...left];
}

function subjectText(model: LookupModel, options: StatusView): string {
  const msisdn = msisdnOf(model);
  const isNamed = msisdn === '' && 'found' in model;
  return isNamed ? options.t.message.title(requestText(model, options)) : maskMsisdn(msisdn);
}

export function linesOf(model: LookupModel, options: StatusView): AnswerLines {
  return 'verdict' in model ? numberLines(model, options) : messageLines(model, options);
}

/** True if lines must show the day; false if all are from today, or from one day that the view names. */
function isDayShown(model: StatusModel, { format: { timeZone } }: StatusView): boolean {
  const { shown, page } = messagePage(model);
  const { now } = model;
  const dayOf = ({ message }: TracedMessage) => {
    const at = earliestTime(message);
    return at && localDay(at, timeZone);
  };
  const days = new Set(shown.map(dayOf));
  return days.size > 1 || (page > 0 && !days.has(localDay(now, timeZone)));
}

/** Line about one message, such as `✅ 19 Nov 10:05:20 delivered +2 s +6 s · Entel · code`. */
function messageLine(
  traced: TracedMessage,
  { now, request }: StatusModel,
  isDayNamed: boolean,
  options: StatusView,
) {
  const { t, format, senders } = options;
  const hasSender = request.sender !== undefined;
  const { message, timeline } = traced;
  const { platformToOperator, operatorToHandset, total, outcome } = timeline;
  const at = earliestTime(message);
  const time = at ? `${stampText(at, isDayNamed, t, format)} ` : '';
  const isSplit = platformToOperator !== undefined || operatorToHandset !== undefined;
  const legs = (isSplit ? [platformToOperator, operatorToHandset] : [total]).flatMap((leg) =>
    leg ? [legText(leg, t, format)] : [],
  );
  const kind = messageKindOf(message);
  const about = [
    messageOperator(traced) ?? t.unknownRoute,
    ...(kind === undefined ? [] : [t.status.kinds[kind]]),
    ...(message.sender === undefined || hasSender ? [] : [senderName(message.sender, senders)]),
  ].join(' · ');
  const stuck = stuckText(traced, now, options);
  if (stuck !== undefined) {
    return line(emoji('warning'), ` ${time}${stuck} · ${about}`);
  }
  const state = t.outcomes[outcome].replace(/^./, (first) => first.toLowerCase());
  const status = [isLate(timeline) ? t.status.deliveredLate : state, ...legs].join(' ');
  return line(emoji(messageSign(traced)), ` ${time}${status} · ${about}`);
}

/** Facts about the request: `+56 9 •••• •678`, `last 3 days`, `from OTP (56001)`, `page 2 of 3`. */
function subjectFacts(model: StatusModel, options: StatusView): string[] {
  const { t, senders } = options;
  const { request, total } = model;
  const { page, pages, shown } = messagePage(model);
  const isPart = pages > 1 && options.isShared;
  return [
    maskMsisdn(request.msisdn),
    periodName(model, options),
    ...(request.sender === undefined ? [] : [t.answer.from(senderName(request.sender, senders))]),
    ...(total > 0 ? [isPart ? t.status.newestOf(shown.length, total) : t.answer.messages(total)] : []),
    ...(pages > 1 && !isPart ? [t.status.page(page + 1, pages)] : []),
  ];
}

function statusActions(model: StatusModel, options: StatusView, buttons: StatusButtons): ViewBlock {
  const { t } = options;
  const { request, asOf, total, newest, outside } = model;
  const { page, pages } = messagePage(model);
  const { seal, canShare } = buttons;
  const toPage = (to: number) => seal({ kind: 'number', request, page: to, asOf });
  const here = toPage(page);
  const pageTurns = [
    ...(page > 0 ? [button('status.newer', t.status.newer, toPage(page - 1))] : []),
    ...(page < pages - 1 ? [button('status.older', t.status.older, toPage(page + 1))] : []),
  ];
  const entries = [
    { value: 'refresh', label: t.answer.refresh },
    ...(canShare ? [{ value: 'share', label: t.post.share }] : []),
    ...(total > 0 ? [{ value: 'csv', label: t.post.csv }] : []),
  ];
  if (!newest) {
    const notify = outside ? trackingButton(outside, request.msisdn, options, buttons) : [];
    const wider = widerButtons(model, options, buttons, notify.length > 0);
    return answerActions(here, [...notify, ...wider, ...followButton(model.trouble, options)], entries);
  }
  const tracking = page === 0 ? trackingButton(newest, request.msisdn, options, buttons) : [];
  return answerActions(
    here,
    [
      ...tracking,
      button('status.details', t.answer.details, here),
      ...followButton(model.trouble, options),
      ticketButton(here, options),
      ...pageTurns,
    ],
    entries,
  );
}

function widerButtons(model: StatusModel, { t }: StatusView, { seal }: StatusButtons, isSecond: boolean) {
  const { request } = model;
  const first = isSecond ? (one: ReturnType<typeof button>) => one : primary;
  if (request.sender !== undefined) {
    const value = seal({ kind: 'number', request: { ...request, sender: undefined }, page: 0 });
    return [first(button('status.number', t.status.allSenders, value))];
  }
  const days = widerDays(model);
  if (days === undefined || isUnreadable(model)) return [];
  const spec = { kind: 'last_days', days } as const;
  const value = seal({ kind: 'number', request: { ...request, spec }, page: 0 });
  return [first(button('status.number', t.status.wider(days), value))];
}
