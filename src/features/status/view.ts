import { earliestTime } from '../../domain/messages/message.ts';
import { maskMsisdn } from '../../domain/messages/redaction.ts';
import { isStuck, type TracedMessage } from '../../domain/messages/status-verdict.ts';
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
import { legText, OUTCOME_EMOJI } from '../../slack/blocks/timeline.ts';
import { periodText, senderName } from '../../slack/blocks/view-options.ts';
import { MAX_LOOKUP_DAYS } from './input.ts';
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
import { messageOperator, statusLines } from './verdict-text.ts';

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
    contextBlock(subjectFacts(model, options).join(' · ')),
    statusActions(model, options, buttons),
  );
}

function pageLines(model: StatusModel, options: StatusView): Parameters<typeof richText> {
  const { newest, now } = model;
  const { shown, page } = messagePage(model);
  const isFirst = page === 0 && newest !== undefined;
  const others = isFirst ? shown.slice(1) : shown;
  const isDayNamed = isDayShown(model, options);
  return [
    ...(isFirst ? newestLines(newest, model, options) : []),
    ...others.map((traced) => messageLine(traced, now, isDayNamed, options)),
  ];
}

export function sharedStatusView(model: LookupModel, options: StatusView, sharedBy: string): View {
  const { t, format } = options;
  const asOf = t.answer.asOfDay(format.since(model.now));
  return view(headLine(model, options), contextBlock(`${t.post.sharedBy(sharedBy)} · ${asOf}`));
}

export function wholeStatusView(model: LookupModel, options: StatusView): View {
  const { t, format } = options;
  const isNumber = 'verdict' in model;
  const newest = newestOf(model);
  const oneLines = newest ? newestLines(newest, model, options) : [];
  const lines = isNumber ? pageLines(model, options) : oneLines;
  const facts = isNumber ? subjectFacts(model, options).slice(1) : [messageTitle(model, options)];
  const asOf = t.answer.asOfDay(format.since(model.now));
  const footer = [asOf, ...(lines.length > 0 ? [zoneText(options)] : [])].join(' · ');
  return view(
    headLine(model, options),
    ...(lines.length > 0 ? [richText(...lines)] : []),
    ...(isNumber ? noticeBlocks(model, options) : []),
    // The footer is a separate element, because a reference that resembles markup would hide its date.
    contextBlock(...(facts.length > 0 ? [facts.join(' · ')] : []), footer),
  );
}

export function noticesOf(
  { shortfall, unreadable, otherNumbers }: StatusModel,
  { status }: StatusTranslations,
) {
  return [
    ...(shortfall ? [status.shortfall(shortfall.announced, shortfall.received)] : []),
    ...(unreadable > 0 ? [status.unreadable(unreadable)] : []),
    ...(otherNumbers > 0 ? [status.filtersIgnored] : []),
  ];
}

function noticeBlocks(model: StatusModel, { t }: StatusView): ViewBlock[] {
  return noticesOf(model, t).map((notice) => richText(line(emoji('warning'), ' ', notice)));
}

function headLine(model: LookupModel, options: StatusView): ViewBlock {
  const { sign, verdict } = linesOf(model, options);
  const msisdn = msisdnOf(model);
  const isNamed = msisdn === '' && 'found' in model;
  const about = isNamed ? options.t.message.title(requestText(model, options)) : maskMsisdn(msisdn);
  return richText(line(emoji(sign), ` ${about} · `, bold(verdict)));
}

export function linesOf(model: LookupModel, options: StatusView): AnswerLines {
  return 'verdict' in model ? numberLines(model, options) : messageLines(model, options);
}

function numberLines(model: StatusModel, options: StatusView): AnswerLines {
  const { t, senders } = options;
  const { verdict, newest, now, peers, request } = model;
  if (newest) return statusLines({ verdict, newest, now, peers }, options);
  const { verdict: says, act, say } = t.status;
  if (isUnreadable(model))
    return { sign: 'warning', verdict: says.noneReadable, say: say.unclear, act: act.again };
  const when = periodName(model, options);
  const sign = 'information_source';
  if (request.sender !== undefined) {
    const from = senderName(request.sender, senders);
    return { sign, verdict: says.noneFrom(from, when), act: act.withoutSender };
  }
  return { sign, verdict: says.none(when), act: widerDays(model) ? act.moreDays : act.checkNumber };
}

/** Name of the period, such as “yesterday”, or its dates if it has no name or the answer is shared. */
function periodName({ request, period }: StatusModel, options: StatusView): string {
  const name = options.isShared ? '' : options.t.period(request.spec);
  return name || periodText(request.spec, period, options);
}

/** True if the platform has entries, but none can be shown, so that “no messages” would be wrong. */
export function isUnreadable({ total, unreadable, shortfall, otherNumbers }: StatusModel): boolean {
  return total === 0 && (unreadable > 0 || shortfall !== undefined || otherNumbers > 0);
}

function widerDays({ request: { spec } }: StatusModel): number | undefined {
  const isWidest = spec.kind === 'last_days' && spec.days >= MAX_LOOKUP_DAYS;
  return isWidest ? undefined : MAX_LOOKUP_DAYS;
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

/** Line about one message, such as `✅ 19 Nov 10:05:20 delivered +2 s +6 s · Entel`. */
function messageLine(traced: TracedMessage, now: Date, isDayNamed: boolean, { t, format }: StatusView) {
  const { message, timeline } = traced;
  const { platformToOperator, operatorToHandset, total, outcome, position } = timeline;
  const at = earliestTime(message);
  const time = at ? `${isDayNamed ? `${format.day(at)} ` : ''}${format.time(at)} ` : '';
  const isSplit = platformToOperator !== undefined || operatorToHandset !== undefined;
  const legs = (isSplit ? [platformToOperator, operatorToHandset] : [total]).flatMap((leg) =>
    leg ? [legText(leg, t, format)] : [],
  );
  const operator = messageOperator(traced) ?? t.unknownRoute;
  if (position && isStuck(traced, now)) {
    const stuck = t.status.stuck(format.duration((now.getTime() - position.since.getTime()) / 1000));
    return line(emoji('warning'), ` ${time}${stuck} · ${operator}`);
  }
  const status = [t.outcomes[outcome].replace(/^./, (first) => first.toLowerCase()), ...legs].join(' ');
  return line(emoji(OUTCOME_EMOJI[outcome]), ` ${time}${status} · ${operator}`);
}

/** Facts about the request: `+56 9 •••• •678`, `last 3 days`, `from OTP (56001)`, `page 2 of 3`. */
function subjectFacts(model: StatusModel, options: StatusView): string[] {
  const { t, senders } = options;
  const { request, total } = model;
  const { page, pages } = messagePage(model);
  return [
    maskMsisdn(request.msisdn),
    periodName(model, options),
    ...(request.sender === undefined ? [] : [t.answer.from(senderName(request.sender, senders))]),
    ...(total > 0 ? [t.answer.messages(total)] : []),
    ...(pages > 1 ? [t.status.page(page + 1, pages)] : []),
  ];
}

function statusActions(model: StatusModel, options: StatusView, buttons: StatusButtons): ViewBlock {
  const { t } = options;
  const { request, asOf, total, newest } = model;
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
  if (!newest) return answerActions(here, widerButtons(model, options, buttons), entries);
  const tracking = page === 0 ? trackingButton(newest, request.msisdn, options, buttons) : [];
  return answerActions(
    here,
    [
      ...tracking,
      button('status.details', t.answer.details, here),
      ticketButton(here, options),
      ...pageTurns,
    ],
    entries,
  );
}

function widerButtons(model: StatusModel, { t }: StatusView, { seal }: StatusButtons) {
  const { request } = model;
  if (request.sender !== undefined) {
    const value = seal({ kind: 'number', request: { ...request, sender: undefined }, page: 0 });
    return [primary(button('status.number', t.status.allSenders, value))];
  }
  const days = widerDays(model);
  if (days === undefined || isUnreadable(model)) return [];
  const spec = { kind: 'last_days', days } as const;
  const value = seal({ kind: 'number', request: { ...request, spec }, page: 0 });
  return [primary(button('status.number', t.status.wider(days), value))];
}
