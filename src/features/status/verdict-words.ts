import type { LastDelivery } from '../../domain/verdict.ts';
import type { Formats } from '../../slack/format.ts';
import type { Words } from '../../slack/words/index.ts';
import type { StatusModel } from './lookup.ts';
import { operatorOf, statusWordOf } from './message-view.ts';

export interface VerdictWords {
  readonly sentence: string;
  /** What is known of the time before the newest message. */
  readonly before: string | undefined;
  /** What the agent can tell the customer: no number, no operator's inner workings. */
  readonly customer: string;
}

/** Says the verdict to the agent, and to the customer. */
export function verdictWords(model: StatusModel, words: Words, formats: Formats): VerdictWords {
  const { verdict, newest, now, total } = model;
  const { verdict: says, customer } = words.status;
  const moment = (at: Date | undefined) => (at ? formats.moment(at) : undefined);
  const ago = (at: Date) => formats.duration((now.getTime() - at.getTime()) / 1000);
  const operator = newest?.message.operator === undefined ? words.theOperator : operatorOf(newest, words);
  const word = newest ? statusWordOf(newest, words) : words.platformSaysNothing;

  switch (verdict.kind) {
    case 'none':
      return isUnreadable(model)
        ? { sentence: says.noneReadable, before: undefined, customer: customer.unclear }
        : { sentence: says.none, before: words.status.noneHint, customer: customer.none };
    case 'works': {
      const { at, totalSeconds, clockOff, delayedBy } = verdict.last;
      const took = totalSeconds === undefined ? undefined : formats.duration(totalSeconds);
      const sentence = clockOff
        ? says.worksClockOff(moment(at))
        : delayedBy && took
          ? says.worksSlowly(moment(at), took, delayedBy)
          : says.works(moment(at), took);
      // A time by a clock that is off is not passed on.
      return { sentence, before: undefined, customer: customer.works(clockOff ? undefined : moment(at)) };
    }
    case 'waiting':
    case 'stuck': {
      const before = beforeWords(verdict.before, words, formats);
      const { position } = verdict;
      if (!position) return { sentence: says.waitingSomewhere, before, customer: customer.unclear };
      const atOperator = position.at === 'operator';
      if (verdict.kind === 'waiting') {
        const sentence = atOperator
          ? says.waitingAtOperator(operator, ago(position.since))
          : says.waitingAtPlatform(ago(position.since));
        return { sentence, before, customer: customer.waiting };
      }
      const since = formats.since(position.since);
      return atOperator
        ? {
            sentence: says.stuckAtOperator(operator, since, ago(position.since)),
            before,
            customer: customer.stuckAtOperator,
          }
        : {
            sentence: says.stuckAtPlatform(since, ago(position.since)),
            before,
            customer: customer.stuckAtPlatform,
          };
    }
    case 'no_receipt':
      return {
        sentence: says.noReceipt(verdict.count, total),
        before: beforeWords(verdict.before, words, formats),
        customer: customer.noReceipt,
      };
    case 'failed': {
      const say = verdict.handedOver ? says.failed : says.failedBeforeHandOver;
      return {
        sentence: say(verdict.count, word, moment(verdict.at)),
        before: beforeWords(verdict.before, words, formats),
        customer: verdict.handedOver ? customer.failed : customer.failedBeforeHandOver,
      };
    }
    case 'unclear':
      return {
        sentence: says.unclear(word),
        before: beforeWords(verdict.before, words, formats),
        customer: customer.unclear,
      };
    case 'unknown':
      return {
        sentence: says.unknown,
        before: beforeWords(verdict.before, words, formats),
        customer: customer.unclear,
      };
  }
}

/** Entries came, or were announced, and none of them can be shown: that is not “no messages”. */
function isUnreadable({ unreadable, shortfall }: StatusModel): boolean {
  return unreadable > 0 || shortfall !== undefined;
}

function beforeWords(before: LastDelivery | undefined, words: Words, formats: Formats): string {
  if (!before) return words.status.neverBefore;
  const took = before.totalSeconds === undefined ? undefined : formats.duration(before.totalSeconds);
  return words.status.before(before.at && formats.moment(before.at), took);
}
