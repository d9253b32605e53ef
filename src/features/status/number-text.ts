import { doesLead } from '../../domain/detection/operator-trouble.ts';
import { earliestTime } from '../../domain/messages/message.ts';
import { messageKindOf } from '../../domain/messages/message-kind.ts';
import { formatMsisdn } from '../../domain/messages/msisdn.ts';
import { hasProblem, medianSeconds, type TracedMessage } from '../../domain/messages/status-verdict.ts';
import { HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';
import type { AnswerLines } from '../../slack/blocks/advice-view.ts';
import { line, type richText } from '../../slack/blocks/blocks.ts';
import { periodText, senderName } from '../../slack/blocks/view-options.ts';
import { MAX_LOOKUP_DAYS } from './input.ts';
import type { StatusView } from './locales/index.ts';
import type { StatusModel } from './lookup.ts';
import { operatorShown } from './trouble-text.ts';
import { ownLines, type StatusSubject, statusLines, subjectOf } from './verdict-text.ts';

/** The kind of the message that the verdict is about, and whether there are newer ones. */
export function aboutNewest({ newest, all }: StatusModel, { t }: StatusView): string | undefined {
  const { newest: says, kinds } = t.status;
  const kind = newest && messageKindOf(newest.message);
  if (!newest || kind === undefined) return undefined;
  const newer = all.indexOf(newest);
  return newer > 0 ? says.code(newer) : says.ofKind(kinds[kind]);
}

/** What the number's past says about the question, in one line. */
export function pastLines(model: StatusModel, options: StatusView): Parameters<typeof richText> {
  const { history, trouble, newest } = model;
  const { format, t } = options;
  const { history: says } = t.status;
  const { problems, operator } = history;
  const isLed = newest && trouble && doesLead(trouble, newest);
  const state = newest?.timeline.outcome;
  const isOpen = newest && (hasProblem(newest, model.now) || (state !== 'delivered' && state !== 'waiting'));
  const ledOver = isLed && isOpen ? newest : undefined;
  const gap = gapOf(model);
  const newer = newest ? model.all.slice(0, model.all.indexOf(newest)) : [];
  const unconfirmed = newer.filter((one) => hasProblem(one, model.now)).length;
  const facts = [
    ...(ledOver ? [`${ownLines(subjectIn(model, ledOver), options).verdict}.`] : []),
    ...(unconfirmed > 0 ? [says.newerUnconfirmed(unconfirmed)] : []),
    ...(problems?.lastArrival ? [says.lastArrival(format.since(problems.lastArrival))] : []),
    ...(operator
      ? [
          says.operator(
            operatorShown(operator.now) ?? '',
            format.since(operator.since),
            operatorShown(operator.before) ?? '',
          ),
        ]
      : []),
    ...(gap ? [says.nothingSince(format.since(gap), isAboutCode(model))] : []),
  ];
  return facts.length > 0 ? [line(facts.join(' '))] : [];
}

/** With a question about codes, a pause of this length is told; else only one of an hour. */
const CODE_GAP_MS = 10 * MINUTE_MS;

const isAboutCode = ({ request }: StatusModel) => request.kinds?.includes('code') === true;

/** When the newest message was sent, if the customer probably waits for one that was not sent. */
function gapOf(model: StatusModel): Date | undefined {
  const { newest, all, now, period, verdict, request } = model;
  const isWhole = !hasNotices(model) && model.undated === 0;
  if (verdict.kind !== 'works' || newest !== all[0] || period.end < now || !isWhole) return undefined;
  const sentAt = newest && earliestTime(newest.message);
  const gapMs = isAboutCode(model) ? CODE_GAP_MS : HOUR_MS;
  const isNotable = sentAt && now.getTime() - sentAt.getTime() >= gapMs && request.sender === undefined;
  return isNotable ? sentAt : undefined;
}

function subjectIn(model: StatusModel, newest: TracedMessage): StatusSubject {
  return { ...model, newest, usual: medianSeconds(model.all, newest) };
}

export function numberLines(model: StatusModel, options: StatusView): AnswerLines {
  const { newest, outside, now, trouble } = model;
  const { verdict: says, act, say } = options.t.status;
  if (newest) {
    const lines = statusLines(subjectIn(model, newest), options);
    return gapOf(model) ? { ...lines, act: lines.act ?? act.askSendingTeam } : lines;
  }
  if (isUnreadable(model))
    return { sign: 'warning', verdict: says.noneReadable, say: say.unclear, act: act.again };
  if (!outside) return noneLines(model, options);
  const lines = statusLines(subjectOf(outside, now, { trouble }), options);
  if (trouble && doesLead(trouble, outside)) return lines;
  return { ...lines, sign: 'information_source', verdict: outsideText(model, outside, options) };
}

/** Says that there is no message in the period, and when the newest one outside it was sent. */
function outsideText(model: StatusModel, outside: TracedMessage, options: StatusView): string {
  const at = earliestTime(outside.message);
  const { verdict } = noneLines(model, options);
  return at ? options.t.status.verdict.newestOutside(verdict, options.format.moment(at)) : verdict;
}

/** The line above the steps of a message outside the period. */
export function aboutOutside(model: StatusModel, outside: TracedMessage, options: StatusView): string {
  const { trouble } = model;
  return trouble && doesLead(trouble, outside)
    ? `${outsideText(model, outside, options)}:`
    : options.t.status.newest.outside;
}

function noneLines(model: StatusModel, options: StatusView): AnswerLines {
  const { t, senders, isShared } = options;
  const { request, otherKinds, isTyped, isNoneOutside } = model;
  const { verdict: says, act, say } = t.status;
  const when = periodName(model, options);
  const sign = 'information_source';
  const { spec } = request;
  const isWhole = isNoneOutside || (spec.kind === 'last_days' && spec.days === MAX_LOOKUP_DAYS);
  const days = isWhole ? MAX_LOOKUP_DAYS : undefined;
  // Only the person who typed the digits sees them, so that a typing error is seen.
  const typed = isTyped && !isShared ? formatMsisdn(request.msisdn) : undefined;
  if (request.sender !== undefined) {
    const verdict = says.noneFrom(senderName(request.sender, senders), typed, when);
    return { sign, verdict, say: say.none(undefined, true, days), act: act.withoutSender };
  }
  const [kind, ...more] = request.kinds ?? [];
  const only = more.length > 0 ? undefined : kind;
  const next = widerDays(model) ? act.moreDays : act.checkNumber;
  return {
    sign,
    verdict: says.none(only, typed, when),
    say: say.none(only, otherKinds > 0, days),
    act: otherKinds > 0 ? act.askWhetherSent : next,
  };
}

/** Name of the period, such as “yesterday”; its dates if it has no name, or if “yesterday” is read in a shared answer. */
export function periodName({ request, period, isNoneOutside }: StatusModel, options: StatusView): string {
  if (isNoneOutside) return options.t.period({ kind: 'last_days', days: MAX_LOOKUP_DAYS });
  const name = options.isShared ? '' : options.t.period(request.spec);
  return name || periodText(request.spec, period, options);
}

/** True if the platform has entries, but none can be shown, so that “no messages” would be wrong. */
export function isUnreadable(model: StatusModel): boolean {
  return model.total === 0 && hasNotices(model);
}

export function widerDays({ request: { spec }, isNoneOutside }: StatusModel): number | undefined {
  const isWidest = isNoneOutside || (spec.kind === 'last_days' && spec.days >= MAX_LOOKUP_DAYS);
  return isWidest ? undefined : MAX_LOOKUP_DAYS;
}

const hasNotices = ({ shortfall, unreadable, otherNumbers }: StatusModel) =>
  shortfall !== undefined || unreadable > 0 || otherNumbers > 0;
