import { PEER_SECONDS, type PeerComparison } from '../../domain/messages/peer-comparison.ts';
import {
  type LastDelivery,
  type StatusVerdict,
  type TracedMessage,
  verdictOf,
} from '../../domain/messages/status-verdict.ts';
import type { Translations } from '../../i18n/index.ts';
import type { FailureMeaning } from '../../i18n/types.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import type { AnswerLines } from '../../slack/blocks/advice-view.ts';
import { sanitize } from '../../slack/blocks/text.ts';
import { OUTCOME_EMOJI } from '../../slack/blocks/timeline.ts';
import type { StatusTranslations, StatusView } from './locales/index.ts';

const LONGEST_STATUS_WORD = 60;
const LONGEST_OPERATOR = 30;
/** A longer wait is not stuck yet, and not normal either. */
const NORMAL_WAIT_MS = 2 * MINUTE_MS;
/** After so many failures in a row another message would fail as well. */
const ENOUGH_FAILURES = 3;

export interface Subject {
  readonly verdict: StatusVerdict;
  readonly newest: TracedMessage;
  readonly now: Date;
  readonly peers?: PeerComparison | undefined;
}

export function subjectOf(newest: TracedMessage, now: Date, peers?: PeerComparison): Subject {
  return { verdict: verdictOf([newest], now), newest, now, peers };
}

export function statusLines(subject: Subject, options: StatusView): AnswerLines {
  return {
    sign: signOf(subject.verdict),
    verdict: verdictText(subject, options),
    say: sayText(subject, options),
    act: actText(subject, options),
  };
}

const SIGNS: Readonly<Record<StatusVerdict['kind'], string>> = {
  works: OUTCOME_EMOJI.delivered,
  waiting: OUTCOME_EMOJI.waiting,
  stuck: 'warning',
  no_receipt: OUTCOME_EMOJI.no_receipt,
  sent: OUTCOME_EMOJI.sent,
  unconfirmed: OUTCOME_EMOJI.unconfirmed,
  failed: OUTCOME_EMOJI.failed,
  unclear: OUTCOME_EMOJI.other,
  unknown: OUTCOME_EMOJI.unknown,
  none: OUTCOME_EMOJI.unknown,
};

function signOf(verdict: StatusVerdict): string {
  const isTroubled =
    (verdict.kind === 'works' && (verdict.last.clockOff || verdict.last.delayedBy !== undefined)) ||
    (verdict.kind === 'waiting' && verdict.troubledBefore > 0) ||
    (verdict.kind === 'no_receipt' && !verdict.handedOver);
  return isTroubled ? 'warning' : SIGNS[verdict.kind];
}

function verdictText(subject: Subject, options: StatusView): string {
  const { verdict, newest, now, peers } = subject;
  const { t, formatter } = options;
  const says = t.status.verdict;
  const when = (at: Date | undefined) => at && formatter.since(at);
  // While the newest message is on its way, what is said of others is about the one before.
  const cause = verdict.kind === 'waiting' || !peers?.suggests ? undefined : t.status.peers[peers.suggests];
  const concluded = (sentence: string) => (cause === undefined ? sentence : `${sentence}; ${cause}`);
  switch (verdict.kind) {
    case 'works':
      return concluded(deliveredText(verdict.last, options));
    case 'waiting':
    case 'stuck': {
      const { position, troubledBefore } = verdict;
      if (!position) return says.onItsWaySomewhere;
      if (verdict.kind === 'stuck') {
        const since = formatter.since(position.since);
        if (position.at === 'platform') return concluded(says.stuckAtPlatform(since));
        return concluded(says.stuckAtOperator(messageOperator(newest), since));
      }
      const waitedMs = Math.max(0, now.getTime() - position.since.getTime());
      const duration = formatter.duration(waitedMs / 1000);
      const isNormal = waitedMs < NORMAL_WAIT_MS;
      return troubledBefore > 0
        ? says.onItsWayTroubled(duration, isNormal, troubledBefore)
        : says.onItsWay(duration, isNormal);
    }
    case 'no_receipt': {
      const sent = when(newest.message.platformAt ?? newest.message.operatorAt);
      const say = verdict.handedOver ? says.noReceipt : says.neverHandedOver;
      return concluded(say(verdict.count, sent));
    }
    case 'sent':
      return says.sent(when(verdict.at));
    case 'failed': {
      const { count, at, handedOver } = verdict;
      if (!handedOver) return says.failedBeforeHandOver(count, when(at));
      return says.failed(count, when(at), cause ?? meaningOf(newest, options));
    }
    case 'unconfirmed':
      return says.unconfirmed(when(verdict.at));
    case 'unclear':
      return says.unclear(statusWordOf(newest, t));
    case 'unknown':
    case 'none':
      return says.unknown;
  }
}

function deliveredText(last: LastDelivery, { t, formatter }: StatusView): string {
  const { at, totalSeconds, clockOff, delayedBy } = last;
  const says = t.status.verdict;
  if (clockOff) return says.deliveredClockOff;
  const when = at && formatter.since(at);
  const took = totalSeconds === undefined ? undefined : formatter.duration(totalSeconds);
  return delayedBy && took ? says.deliveredLate(when, took) : says.delivered(when, took);
}

/** For the customer: no number, no operator's inner workings. */
function sayText({ verdict, peers }: Subject, { t, formatter }: StatusView): string {
  const { say } = t.status;
  const isOperators = peers?.suggests === 'not_alone';
  switch (verdict.kind) {
    case 'works': {
      const { at, clockOff } = verdict.last;
      // A clock that is off gives no time to pass on.
      return say.delivered(at && !clockOff ? formatter.moment(at) : undefined);
    }
    case 'waiting':
      return verdict.position && verdict.troubledBefore === 0 ? say.waiting : say.unclear;
    case 'stuck':
      if (verdict.position?.at === 'platform') return say.stuckAtPlatform;
      return isOperators ? say.operatorTrouble : say.stuckAtOperator;
    case 'no_receipt':
      return verdict.handedOver ? say.noReceipt : say.failedBeforeHandOver;
    case 'sent':
      return say.sent;
    case 'failed':
      if (!verdict.handedOver) return say.failedBeforeHandOver;
      if (isOperators) return say.operatorTrouble;
      return verdict.count >= ENOUGH_FAILURES ? say.failedOften : say.failed;
    case 'unconfirmed':
    case 'unclear':
    case 'unknown':
    case 'none':
      return say.unclear;
  }
}

function actText({ verdict, newest, peers }: Subject, options: StatusView): string | undefined {
  const { act } = options.t.status;
  const isOperators = peers?.suggests === 'not_alone';
  switch (verdict.kind) {
    case 'works':
      return isOperators ? act.check : undefined;
    case 'waiting':
      // A message without a number cannot be tracked, and a shared answer has no button for it.
      return verdict.position && newest.message.msisdn !== '' && !options.isShared ? act.wait : act.again;
    case 'stuck':
      if (verdict.position?.at === 'platform') return act.tellOnCall;
      if (isOperators) return act.check;
      return peers?.suggests === 'handset' ? act.checkPhone : act.tellOperatorsTeam;
    case 'no_receipt':
      return verdict.handedOver ? act.askCustomer : act.tellOnCall;
    case 'sent':
    case 'unconfirmed':
      return act.askCustomer;
    case 'failed':
      if (!verdict.handedOver) return act.tellOnCall;
      if (isOperators) return act.check;
      if (verdict.count >= ENOUGH_FAILURES) return act.stop;
      return explained(newest, options)?.nextStep ?? act.checkNumber;
    case 'unclear':
      return act.askAdministrator;
    case 'unknown':
    case 'none':
      return act.again;
  }
}

export function peersText({ operator, count, share }: PeerComparison, { t, formatter }: StatusView): string {
  const name = sanitize(operator, LONGEST_OPERATOR) || undefined;
  const shown = share === 0 ? undefined : formatter.percent(share);
  return t.status.peers.fared(count, name, shown, formatter.duration(PEER_SECONDS));
}

/** `“expired”: the phone could not be reached.` */
export function wordMeaning(traced: TracedMessage, options: StatusView): string | undefined {
  const known = explained(traced, options);
  return known && options.t.status.wordMeans(statusWordOf(traced, options.t), known.meaning);
}

function meaningOf(traced: TracedMessage, options: StatusView): string {
  return explained(traced, options)?.meaning ?? statusWordOf(traced, options.t);
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

/** The deployment's own words (`FAILURE_WORDS`) come first. `undefined` for an unknown word. Ignores case. */
export function explainFailureWord(
  word: string | undefined,
  t: Translations,
  own: ReadonlyMap<string, string> = new Map(),
): FailureMeaning | undefined {
  const key = (word ?? '').trim().toLowerCase();
  const known = new Map<string, FailureMeaning>(Object.entries(t.failureWords)).get(key);
  const meaning = own.get(key);
  return meaning === undefined ? known : { meaning, nextStep: known?.nextStep ?? t.failureNextStep };
}
