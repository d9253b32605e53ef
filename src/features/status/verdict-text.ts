import { PEER_SECONDS, type PeerComparison } from '../../domain/messages/peer-comparison.ts';
import type { LastDelivery, StatusVerdict, TracedMessage } from '../../domain/messages/status-verdict.ts';
import type { Position } from '../../domain/messages/timeline.ts';
import { sanitize } from '../../slack/blocks/text.ts';
import type { StatusTranslations, StatusView } from './locales/index.ts';
import type { StatusModel } from './lookup.ts';

const LONGEST_STATUS_WORD = 60;

export function statusVerdictText(model: StatusModel, senderName: string | undefined, options: StatusView) {
  const { t } = options;
  const { verdict } = model;
  const { status } = t;
  if (verdict.kind === 'none') {
    const { verdict: says, customer } = status;
    if (isUnreadable(model)) return { sentence: says.noneReadable, more: '', customer: customer.unclear };
    return senderName === undefined
      ? { sentence: says.none, more: status.noneHint, customer: customer.none }
      : { sentence: says.noneFrom(senderName), more: status.noneFromHint, customer: customer.noneFrom };
  }
  const stuckAt = verdict.kind === 'stuck' ? verdict.position?.at : undefined;
  const isHandset = stuckAt === 'operator' && model.peers?.suggests === 'handset';
  const stuckStep = isHandset ? status.peers.handsetNextStep : stuckAt && status.stuckNextStep[stuckAt];
  const more = [
    stuckStep,
    'troubledBefore' in verdict && verdict.troubledBefore > 0
      ? status.troubledBefore(verdict.troubledBefore)
      : '',
    'before' in verdict ? beforeText(verdict.before, options) : '',
    isPast(model) ? status.pastNote : '',
  ];
  return {
    sentence: verdictSentence(verdict, model, options),
    more: more.filter(Boolean).join(' '),
    customer: customerText(verdict, options),
  };
}

export function peersText(
  { operator, count, share, suggests }: PeerComparison,
  { t, formatter }: StatusView,
): string {
  const says = t.status.peers;
  const name = sanitize(operator, LONGEST_STATUS_WORD) || t.theOperator;
  const [shown, duration] = [formatter.percent(share), formatter.duration(PEER_SECONDS)];
  if (suggests === 'not_alone') {
    return says.notAlone(count, name, share === 0 ? undefined : shown, duration);
  }
  return `${says.fared(count, name, shown, duration)} ${says[suggests ?? 'unclear']}`;
}

/** What the agent can tell the customer: no number, no operator's inner workings. */
export function customerText(verdict: StatusVerdict, { t, formatter }: StatusView): string {
  const { customer } = t.status;
  switch (verdict.kind) {
    case 'none':
      return customer.none;
    case 'works': {
      const { at, clockOff } = verdict.last;
      // A time by a clock that is off is not passed on.
      return customer.works(at && !clockOff ? formatter.moment(at) : undefined);
    }
    case 'waiting':
      if (verdict.troubledBefore > 0) return customer.unclear;
      return verdict.position ? customer.waiting : customer.unclear;
    case 'stuck':
      return verdict.position?.at === 'platform' ? customer.stuckAtPlatform : customer.stuckAtOperator;
    case 'no_receipt':
      return verdict.handedOver ? customer.noReceipt : customer.failedBeforeHandOver;
    case 'failed':
      return verdict.handedOver ? customer.failed : customer.failedBeforeHandOver;
    case 'unconfirmed':
    case 'unclear':
    case 'unknown':
      return customer.unclear;
  }
}

/** Entries came, or were announced, and none of them can be shown: that is not “no messages”. */
function isUnreadable({ total, unreadable, shortfall, otherNumbers }: StatusModel): boolean {
  return total === 0 && (unreadable > 0 || shortfall !== undefined || otherNumbers > 0);
}

function verdictSentence(
  verdict: Exclude<StatusVerdict, { kind: 'none' }>,
  model: StatusModel,
  options: StatusView,
): string {
  const { t, formatter } = options;
  const { newest, total } = model;
  const says = t.status.verdict;
  const word = newest ? statusWordOf(newest, t) : t.platformSaysNothing;
  switch (verdict.kind) {
    case 'works':
      return worksText(verdict.last, isPast(model), options);
    case 'waiting':
    case 'stuck':
      return verdict.position
        ? onItsWayText(verdict.kind, verdict.position, model, options)
        : says.waitingSomewhere;
    case 'no_receipt':
      return verdict.handedOver ? says.noReceipt(verdict.count, total) : says.neverHandedOver(verdict.count);
    case 'failed': {
      const say = verdict.handedOver ? says.failed : says.failedBeforeHandOver;
      return say(verdict.count, word, verdict.at && formatter.moment(verdict.at));
    }
    case 'unconfirmed':
      return says.unconfirmed(verdict.at && formatter.moment(verdict.at));
    case 'unclear':
      return says.unclear(word);
    case 'unknown':
      return says.unknown;
  }
}

function worksText(last: LastDelivery, past: boolean, { t, formatter }: StatusView): string {
  const { at, totalSeconds, clockOff, delayedBy } = last;
  const says = t.status.verdict;
  const when = at && formatter.moment(at);
  const took = totalSeconds === undefined ? undefined : formatter.duration(totalSeconds);
  if (clockOff) return says.worksClockOff(when);
  if (delayedBy && took) return says.worksSlowly(when, took, delayedBy);
  return past ? says.worked(when, took) : says.works(when, took);
}

/** The period ended before the platform was read: nothing is said of what came after. */
function isPast({ period, now }: StatusModel): boolean {
  return period.end <= now;
}

function onItsWayText(
  kind: 'waiting' | 'stuck',
  { at, since }: Position,
  { newest, now }: StatusModel,
  { t, formatter }: StatusView,
): string {
  const says = t.status.verdict;
  const operator = (newest && messageOperator(newest)) ?? t.theOperator;
  const duration = formatter.duration(Math.max(0, now.getTime() - since.getTime()) / 1000);
  if (kind === 'waiting') {
    return at === 'operator' ? says.waitingAtOperator(operator, duration) : says.waitingAtPlatform(duration);
  }
  const when = formatter.since(since);
  return at === 'operator'
    ? says.stuckAtOperator(operator, when, duration)
    : says.stuckAtPlatform(when, duration);
}

function beforeText(before: LastDelivery | undefined, { t, formatter }: StatusView): string {
  if (!before) return t.status.neverBefore;
  const took = before.totalSeconds === undefined ? undefined : formatter.duration(before.totalSeconds);
  return t.status.before(before.at && formatter.moment(before.at), took);
}

export function statusWordOf({ message }: TracedMessage, t: StatusTranslations): string {
  return sanitize(message.statusWord ?? '', LONGEST_STATUS_WORD) || t.platformSaysNothing;
}

/** The operator's name; `undefined` for an unknown route. */
export function messageOperator({ message }: TracedMessage): string | undefined {
  return sanitize(message.operator ?? '', LONGEST_STATUS_WORD) || undefined;
}
