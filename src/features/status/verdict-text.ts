import { PEER_SECONDS, type PeerComparison } from '../../domain/messages/peer-comparison.ts';
import {
  FAILURES_TO_STOP,
  type StatusVerdict,
  type TracedMessage,
  verdictOf,
} from '../../domain/messages/status-verdict.ts';
import type { Translations } from '../../i18n/index.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import type { AnswerLines } from '../../slack/blocks/advice-view.ts';
import { sanitize } from '../../slack/blocks/text.ts';
import { OUTCOME_EMOJI } from '../../slack/blocks/timeline.ts';
import type { StatusTranslations, StatusView } from './locales/index.ts';

const LONGEST_STATUS_WORD = 60;
const LONGEST_OPERATOR = 30;
/** A wait for a receipt longer than this is no longer normal, but the message is not stuck yet. */
const NORMAL_WAIT_MS = 2 * MINUTE_MS;

export interface StatusSubject {
  readonly verdict: StatusVerdict;
  readonly newest: TracedMessage;
  readonly now: Date;
  readonly peers?: PeerComparison | undefined;
}

export function subjectOf(newest: TracedMessage, now: Date, peers?: PeerComparison): StatusSubject {
  return { verdict: verdictOf([newest], now), newest, now, peers };
}

type Kind<K extends StatusVerdict['kind']> = Extract<StatusVerdict, { readonly kind: K }>;
type OnItsWay = Extract<StatusVerdict, { readonly problemsBefore: number }>;

/** The line `say` is for the customer: it has no numbers or internals of the operator. */
export function statusLines(subject: StatusSubject, options: StatusView): AnswerLines {
  const { verdict, newest } = subject;
  const { t, format } = options;
  const { verdict: says, say, act } = t.status;
  const { platformAt, operatorAt } = newest.message;
  const when = (at: Date | undefined) => at && format.since(at);
  switch (verdict.kind) {
    case 'works':
      return deliveredLines(verdict, subject, options);
    case 'waiting':
      return waitingLines(verdict, subject, options);
    case 'stuck':
      return stuckLines(verdict, subject, options);
    case 'failed':
      return failedLines(verdict, subject, options);
    case 'no_receipt': {
      const { count, handedOver } = verdict;
      const sent = when(platformAt ?? operatorAt);
      const text = concluded(
        handedOver ? says.noReceipt(count, sent) : says.neverHandedOver(count, sent),
        subject,
        t,
      );
      return handedOver
        ? { sign: OUTCOME_EMOJI.no_receipt, verdict: text, say: say.noReceipt, act: act.askCustomer }
        : { sign: 'warning', verdict: text, say: say.failedBeforeHandOver, act: act.tellOnCall };
    }
    case 'sent':
      return {
        sign: OUTCOME_EMOJI.sent,
        verdict: says.sent(when(verdict.at)),
        say: say.sent,
        act: act.askCustomer,
      };
    case 'unconfirmed': {
      const text = says.unconfirmed(when(verdict.at));
      return { sign: OUTCOME_EMOJI.unconfirmed, verdict: text, say: say.unclear, act: act.askCustomer };
    }
    case 'unclear': {
      const text = says.unclear(statusWordOf(newest, t));
      return { sign: OUTCOME_EMOJI.other, verdict: text, say: say.unclear, act: act.askAdministrator };
    }
    case 'unknown':
    case 'none':
      return { sign: OUTCOME_EMOJI.unknown, verdict: says.unknown, say: say.unclear, act: act.again };
  }
}

function concluded(sentence: string, { peers }: StatusSubject, { status }: StatusTranslations): string {
  return peers?.suggests ? `${sentence}; ${status.peers[peers.suggests]}` : sentence;
}

function deliveredLines(
  { last }: Kind<'works'>,
  subject: StatusSubject,
  { t, format }: StatusView,
): AnswerLines {
  const { at, totalSeconds, clockOff, delayedBy } = last;
  const { verdict: says, say, act } = t.status;
  const when = at && format.since(at);
  const took = totalSeconds === undefined ? undefined : format.duration(totalSeconds);
  const text = delayedBy && took ? says.deliveredLate(when, took) : says.delivered(when, took);
  return {
    sign: clockOff || delayedBy ? 'warning' : OUTCOME_EMOJI.delivered,
    verdict: concluded(clockOff ? says.deliveredClockOff : text, subject, t),
    say: say.delivered(at && !clockOff ? format.moment(at) : undefined),
    act: subject.peers?.suggests === 'not_alone' ? act.check : undefined,
  };
}

function waitingLines(
  { position, problemsBefore }: OnItsWay,
  { newest, now }: StatusSubject,
  { t, format, isShared }: StatusView,
): AnswerLines {
  const { verdict: says, say, act } = t.status;
  const isAffected = problemsBefore > 0;
  const sign = isAffected ? 'warning' : OUTCOME_EMOJI.waiting;
  if (!position) return { sign, verdict: says.onItsWaySomewhere, say: say.unclear, act: act.again };
  const waitedMs = Math.max(0, now.getTime() - position.since.getTime());
  const duration = format.duration(waitedMs / 1000);
  const isNormal = waitedMs < NORMAL_WAIT_MS;
  return {
    sign,
    verdict: isAffected
      ? says.onItsWayTroubled(duration, isNormal, problemsBefore)
      : says.onItsWay(duration, isNormal),
    say: isAffected ? say.unclear : say.waiting,
    // A message without a number cannot be tracked, and a shared answer has no tracking button.
    act: newest.message.msisdn !== '' && !isShared ? act.wait : act.again,
  };
}

function stuckLines({ position }: OnItsWay, subject: StatusSubject, { t, format }: StatusView): AnswerLines {
  const { verdict: says, say, act } = t.status;
  const { newest, now, peers } = subject;
  const since = format.since(position?.since ?? now);
  if (position?.at === 'platform') {
    const text = concluded(says.stuckAtPlatform(since), subject, t);
    return { sign: 'warning', verdict: text, say: say.stuckAtPlatform, act: act.tellOnCall };
  }
  const text = concluded(says.stuckAtOperator(messageOperator(newest), since), subject, t);
  if (peers?.suggests === 'not_alone')
    return { sign: 'warning', verdict: text, say: say.operatorTrouble, act: act.check };
  const next = peers?.suggests === 'handset' ? act.checkPhone : act.tellOperatorsTeam;
  return { sign: 'warning', verdict: text, say: say.stuckAtOperator, act: next };
}

function failedLines(
  { count, at, handedOver }: Kind<'failed'>,
  { newest, peers }: StatusSubject,
  options: StatusView,
): AnswerLines {
  const { t, format } = options;
  const { verdict: says, say, act } = t.status;
  const sign = OUTCOME_EMOJI.failed;
  const when = at && format.since(at);
  if (!handedOver) {
    const text = says.failedBeforeHandOver(count, when);
    return { sign, verdict: text, say: say.failedBeforeHandOver, act: act.tellOnCall };
  }
  const known = explained(newest, options);
  const cause = peers?.suggests ? t.status.peers[peers.suggests] : known?.meaning;
  const text = says.failed(count, when, cause ?? statusWordOf(newest, t));
  if (peers?.suggests === 'not_alone')
    return { sign, verdict: text, say: say.operatorTrouble, act: act.check };
  return count >= FAILURES_TO_STOP
    ? { sign, verdict: text, say: say.failedOften, act: act.stop }
    : { sign, verdict: text, say: say.failed, act: known?.nextStep ?? act.checkNumber };
}

export function peersText({ operator, count, share }: PeerComparison, { t, format }: StatusView): string {
  const name = sanitize(operator, LONGEST_OPERATOR) || undefined;
  const shown = share === 0 ? undefined : format.percent(share);
  return t.status.peers.fared(count, name, shown, format.duration(PEER_SECONDS));
}

/** Explains the status word of a failed message, such as `“expired”: the phone could not be reached.` */
export function wordMeaning(traced: TracedMessage, options: StatusView): string | undefined {
  const known = explained(traced, options);
  return known && options.t.status.wordMeans(statusWordOf(traced, options.t), known.meaning);
}

function explained({ message, timeline }: TracedMessage, { t, failureWords }: StatusView) {
  return timeline.outcome === 'failed' ? explainFailureWord(message.statusWord, t, failureWords) : undefined;
}

export function statusWordOf({ message }: TracedMessage, t: StatusTranslations): string {
  return sanitize(message.statusWord ?? '', LONGEST_STATUS_WORD) || t.platformSaysNothing;
}

export function messageOperator({ message }: TracedMessage): string | undefined {
  return sanitize(message.operator ?? '', LONGEST_OPERATOR) || undefined;
}

/** Explains a failure word in any case; `FAILURE_WORDS` has priority. `undefined` for an unknown word. */
export function explainFailureWord(
  word: string | undefined,
  t: Translations,
  own: ReadonlyMap<string, string> = new Map(),
) {
  const key = (word ?? '').trim().toLowerCase();
  const known = new Map(Object.entries(t.failureWords)).get(key);
  const meaning = own.get(key);
  return meaning === undefined ? known : { meaning, nextStep: known?.nextStep ?? t.failureNextStep };
}
