import { OTHERS_SECONDS, type Others } from '../../domain/others.ts';
import type { Position } from '../../domain/timeline.ts';
import type { LastDelivery, Verdict } from '../../domain/verdict.ts';
import type { Formats } from '../../slack/format.ts';
import type { ViewOptions } from '../../slack/question-view.ts';
import { untrusted } from '../../slack/untrusted.ts';
import type { Words } from '../../slack/words/index.ts';
import type { StatusModel } from './lookup.ts';
import { LONGEST_WORD, operatorOf, statusWordOf } from './message-view.ts';

export interface VerdictWords {
  readonly sentence: string;
  /** What else is worth knowing, and what to do next. */
  readonly more: string;
  /** What the agent can tell the customer. */
  readonly customer: string;
}

/** Says the verdict: to the agent, and for the customer. */
export function verdictWords(
  model: StatusModel,
  senderName: string | undefined,
  words: Words,
  formats: Formats,
): VerdictWords {
  const { verdict } = model;
  const { status } = words;
  if (verdict.kind === 'none') {
    const { verdict: says, customer } = status;
    if (isUnreadable(model)) return { sentence: says.noneReadable, more: '', customer: customer.unclear };
    return senderName === undefined
      ? { sentence: says.none, more: status.noneHint, customer: customer.none }
      : { sentence: says.noneFrom(senderName), more: status.noneFromHint, customer: customer.noneFrom };
  }
  const stuckAt = verdict.kind === 'stuck' ? verdict.position?.at : undefined;
  const isHandset = stuckAt === 'operator' && model.others?.suggests === 'handset';
  const stuckStep = isHandset ? status.others.handsetNextStep : stuckAt && status.stuckNextStep[stuckAt];
  const more = [
    stuckStep,
    'troubledBefore' in verdict && verdict.troubledBefore > 0
      ? status.troubledBefore(verdict.troubledBefore)
      : '',
    'before' in verdict ? beforeWords(verdict.before, words, formats) : '',
    isPast(model) ? status.pastNote : '',
  ];
  return {
    sentence: sentenceFor(verdict, model, words, formats),
    more: more.filter(Boolean).join(' '),
    customer: customerWords(verdict, words, formats),
  };
}

/** Whether it is just this customer. */
export function othersWords(
  { operator, count, share, suggests }: Others,
  { words, formats }: Pick<ViewOptions, 'words' | 'formats'>,
): string {
  const says = words.status.others;
  const name = untrusted(operator, LONGEST_WORD) || words.theOperator;
  const [shown, duration] = [formats.percent(share), formats.duration(OTHERS_SECONDS)];
  if (suggests === 'not_alone') {
    return says.notAlone(count, name, share === 0 ? undefined : shown, duration);
  }
  return `${says.fared(count, name, shown, duration)} ${says[suggests ?? 'unclear']}`;
}

/** What the agent can tell the customer: no number, no operator's inner workings. */
export function customerWords(verdict: Verdict, words: Words, formats: Formats): string {
  const { customer } = words.status;
  switch (verdict.kind) {
    case 'none':
      return customer.none;
    case 'works': {
      const { at, clockOff } = verdict.last;
      // A time by a clock that is off is not passed on.
      return customer.works(at && !clockOff ? formats.moment(at) : undefined);
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

function sentenceFor(
  verdict: Exclude<Verdict, { kind: 'none' }>,
  model: StatusModel,
  words: Words,
  formats: Formats,
): string {
  const { newest, total } = model;
  const says = words.status.verdict;
  const word = newest ? statusWordOf(newest, words) : words.platformSaysNothing;
  switch (verdict.kind) {
    case 'works':
      return worksWords(verdict.last, isPast(model), words, formats);
    case 'waiting':
    case 'stuck':
      return verdict.position
        ? onItsWayWords(verdict.kind, verdict.position, model, words, formats)
        : says.waitingSomewhere;
    case 'no_receipt':
      return verdict.handedOver ? says.noReceipt(verdict.count, total) : says.neverHandedOver(verdict.count);
    case 'failed': {
      const say = verdict.handedOver ? says.failed : says.failedBeforeHandOver;
      return say(verdict.count, word, verdict.at && formats.moment(verdict.at));
    }
    case 'unconfirmed':
      return says.unconfirmed(verdict.at && formats.moment(verdict.at));
    case 'unclear':
      return says.unclear(word);
    case 'unknown':
      return says.unknown;
  }
}

function worksWords(last: LastDelivery, past: boolean, words: Words, formats: Formats): string {
  const { at, totalSeconds, clockOff, delayedBy } = last;
  const says = words.status.verdict;
  const when = at && formats.moment(at);
  const took = totalSeconds === undefined ? undefined : formats.duration(totalSeconds);
  if (clockOff) return says.worksClockOff(when);
  if (delayedBy && took) return says.worksSlowly(when, took, delayedBy);
  return past ? says.worked(when, took) : says.works(when, took);
}

/** The period ended before the platform was read: nothing is said of what came after. */
function isPast({ period, now }: StatusModel): boolean {
  return period.end <= now;
}

function onItsWayWords(
  kind: 'waiting' | 'stuck',
  { at, since }: Position,
  { newest, now }: StatusModel,
  words: Words,
  formats: Formats,
): string {
  const says = words.status.verdict;
  const operator = (newest && operatorOf(newest)) ?? words.theOperator;
  const duration = formats.duration(Math.max(0, now.getTime() - since.getTime()) / 1000);
  if (kind === 'waiting') {
    return at === 'operator' ? says.waitingAtOperator(operator, duration) : says.waitingAtPlatform(duration);
  }
  const when = formats.since(since);
  return at === 'operator'
    ? says.stuckAtOperator(operator, when, duration)
    : says.stuckAtPlatform(when, duration);
}

function beforeWords(before: LastDelivery | undefined, words: Words, formats: Formats): string {
  if (!before) return words.status.neverBefore;
  const took = before.totalSeconds === undefined ? undefined : formats.duration(before.totalSeconds);
  return words.status.before(before.at && formats.moment(before.at), took);
}
