import { messageKindOf } from '../../domain/messages/message-kind.ts';
import { PEER_SECONDS, type PeerComparison } from '../../domain/messages/peer-comparison.ts';
import {
  FAILURES_TO_STOP,
  type History,
  isStuck,
  type StatusVerdict,
  type TracedMessage,
  verdictOf,
} from '../../domain/messages/status-verdict.ts';
import { LATE_SECONDS } from '../../domain/messages/timeline.ts';
import type { Translations } from '../../i18n/index.ts';
import { DAY_MS } from '../../runtime/durations.ts';
import type { AnswerLines } from '../../slack/blocks/advice-view.ts';
import { sanitize } from '../../slack/blocks/text.ts';
import { LATE_EMOJI, OUTCOME_EMOJI } from '../../slack/blocks/timeline.ts';
import type { StatusTranslations, StatusView } from './locales/index.ts';
import type { WaitPace } from './locales/verdict.en.ts';
import type { ShownTrouble } from './surroundings.ts';
import { leadingTroubleLines, operatorShown } from './trouble-text.ts';

const LONGEST_STATUS_WORD = 60;
/** A duration is slower than usual if it is this many times the usual one, and longer by this many seconds. */
const SLOWER = { times: 2, seconds: 10 } as const;

/** Such as “stuck, 18 h”; `undefined` for a message that is not. */
export function stuckText(traced: TracedMessage, now: Date, { t, format }: StatusView): string | undefined {
  const { position } = traced.timeline;
  if (!position || !isStuck(traced, now)) return undefined;
  const waited = format.duration((now.getTime() - position.since.getTime()) / 1000);
  return t.status.stuck(waited, position.at === 'platform');
}

export interface StatusSubject {
  readonly verdict: StatusVerdict;
  readonly newest: TracedMessage;
  readonly now: Date;
  readonly peers?: PeerComparison | undefined;
  readonly trouble?: ShownTrouble | undefined;
  readonly history?: History | undefined;
  /** Median seconds of the number's other deliveries. */
  readonly usual?: number | undefined;
}

type Around = Pick<StatusSubject, 'peers' | 'trouble'>;

export function subjectOf(newest: TracedMessage, now: Date, around: Around = {}): StatusSubject {
  return { ...around, verdict: verdictOf([newest], now), newest, now };
}

/** An incident at the number's operator comes first, then the state of its messages. */
export function statusLines(subject: StatusSubject, options: StatusView): AnswerLines {
  const { trouble, newest } = subject;
  return (trouble && leadingTroubleLines(trouble, newest, options)) ?? ownLines(subject, options);
}

type Kind<K extends StatusVerdict['kind']> = Extract<StatusVerdict, { readonly kind: K }>;
type OnItsWay = Extract<StatusVerdict, { readonly problemsBefore: number }>;

/** The line `say` is for the customer: it has no numbers or internals of the operator. */
export function ownLines(subject: StatusSubject, options: StatusView): AnswerLines {
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
        : { sign: 'warning', verdict: text, say: say.failedBeforeHandOver, act: act.sendAgain };
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

/** Adds the likely cause; “only this message” would be wrong if earlier ones have a problem, too. */
function concluded(
  sentence: string,
  { peers, history }: StatusSubject,
  { status }: StatusTranslations,
): string {
  const suggests = peers?.suggests;
  if (!suggests || (suggests === 'message' && history?.problems)) return sentence;
  return `${sentence}; ${status.peers[suggests]}`;
}

function deliveredLines(
  { last }: Kind<'works'>,
  subject: StatusSubject,
  { t, format }: StatusView,
): AnswerLines {
  const { at, totalSeconds, clockOff } = last;
  const { verdict: says, say, act } = t.status;
  const next = subject.peers?.suggests === 'not_alone' ? act.check : undefined;
  const moment = at && !clockOff ? format.moment(at) : undefined;
  if (totalSeconds !== undefined && totalSeconds > LATE_SECONDS) {
    const isCode = messageKindOf(subject.newest.message) === 'code';
    const { usual = 0 } = subject;
    const shown = isSlower(totalSeconds, usual) ? format.duration(usual) : undefined;
    return {
      sign: LATE_EMOJI,
      verdict: concluded(says.deliveredLate(format.duration(rounded(totalSeconds)), shown), subject, t),
      say: say.deliveredLate(moment, isCode),
      act: next,
    };
  }
  const took = totalSeconds === undefined ? undefined : format.duration(totalSeconds);
  return {
    sign: clockOff ? 'warning' : OUTCOME_EMOJI.delivered,
    verdict: clockOff ? says.deliveredClockOff : says.delivered(at && format.since(at), took),
    say: say.delivered(moment),
    act: next,
  };
}

/** In whole minutes from ten minutes on. */
const rounded = (seconds: number) => (seconds < 600 ? seconds : Math.round(seconds / 60) * 60);

const isSlower = (seconds: number, usual: number) =>
  usual > 0 && seconds > Math.max(SLOWER.times * usual, usual + SLOWER.seconds);

function waitingLines(
  { position, problemsBefore }: OnItsWay,
  { newest, now, usual = 0 }: StatusSubject,
  { t, format, isShared }: StatusView,
): AnswerLines {
  const { verdict: says, say, act } = t.status;
  const isAffected = problemsBefore > 0;
  const sign = isAffected ? 'warning' : OUTCOME_EMOJI.waiting;
  if (!position) return { sign, verdict: says.onItsWaySomewhere, say: say.unclear, act: act.again };
  const waited = Math.max(0, Math.round((now.getTime() - position.since.getTime()) / 1000));
  const isLong = waited > LATE_SECONDS || isSlower(waited, usual);
  const pace: WaitPace = !isLong
    ? 'normal'
    : isSlower(waited, usual)
      ? { usual: format.duration(usual) }
      : 'late';
  const duration = format.duration(waited);
  return {
    sign,
    verdict: isAffected
      ? says.onItsWayTroubled(duration, pace, problemsBefore)
      : says.onItsWay(duration, pace),
    say: isAffected ? say.unclear : isLong ? say.waitingLong : say.waiting,
    // A message without a number cannot be tracked, and a shared answer has no tracking button.
    act: newest.message.msisdn !== '' && !isShared ? act.wait : act.again,
  };
}

function stuckLines({ position }: OnItsWay, subject: StatusSubject, { t, format }: StatusView): AnswerLines {
  const { verdict: says, say, act } = t.status;
  const { newest, now, peers, history } = subject;
  const since = format.since(position?.since ?? now);
  const several =
    history?.stuck &&
    says.stuckSeveral(history.stuck.count, format.since(history.stuck.since), history.stuck.areAtPlatform);
  if (position?.at === 'platform') {
    const text = concluded(several ?? says.stuckAtPlatform(since), subject, t);
    return { sign: 'warning', verdict: text, say: say.stuckAtPlatform, act: act.tellOnCall };
  }
  const text = concluded(several ?? says.stuckAtOperator(messageOperator(newest), since), subject, t);
  if (peers?.suggests === 'not_alone')
    return { sign: 'warning', verdict: text, say: say.operatorTrouble, act: act.check };
  const next = peers?.suggests === 'handset' ? act.checkPhone : act.tellOperatorsTeam;
  return { sign: 'warning', verdict: text, say: say.stuckAtOperator, act: next };
}

/** Words that say more than that it failed, by what the customer can do. */
const HANDSET_WORDS: readonly string[] = ['expired'];
const REJECTED_WORDS: readonly string[] = ['rejected'];

function failedLines(
  { count, at, handedOver, word }: Kind<'failed'>,
  { newest, peers, now }: StatusSubject,
  options: StatusView,
): AnswerLines {
  const { t, format } = options;
  const { verdict: says, say, act } = t.status;
  const sign = OUTCOME_EMOJI.failed;
  const when = at && format.since(at);
  if (!handedOver) {
    const text = says.failedBeforeHandOver(count, when);
    const isOld = at && now.getTime() - at.getTime() > DAY_MS;
    return {
      sign,
      verdict: text,
      say: say.failedBeforeHandOver,
      act: isOld ? act.sendAgain : act.tellOnCall,
    };
  }
  const failed = (cause: string | undefined) => says.failed(count, when, cause ?? statusWordOf(newest, t));
  if (peers?.suggests === 'not_alone') {
    const text = failed(t.status.peers.not_alone);
    return { sign, verdict: text, say: say.operatorTrouble, act: act.check };
  }
  const known = explained(newest, options);
  const key = (word ?? '').trim().toLowerCase();
  if (HANDSET_WORDS.includes(key))
    return { sign, verdict: failed(known?.meaning), say: say.failedByHandset, act: known?.nextStep };
  if (REJECTED_WORDS.includes(key))
    return { sign, verdict: failed(known?.meaning), say: say.rejected, act: known?.nextStep };
  if (count >= FAILURES_TO_STOP)
    return { sign, verdict: failed(known?.meaning), say: say.failedOften, act: act.stop };
  if (peers?.suggests === 'handset')
    return { sign, verdict: failed(t.status.peers.handset), say: say.failedByHandset, act: act.checkPhone };
  const next = known?.nextStep ?? act.checkNumber;
  const isNumber = next === act.checkNumber;
  const sentence = isNumber ? say.failedByNumber : say.failed;
  return { sign, verdict: failed(known?.meaning), say: sentence, act: next };
}

export function peersText({ operator, count, share }: PeerComparison, { t, format }: StatusView): string {
  const name = operatorShown(operator);
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
  return operatorShown(message.operator);
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
