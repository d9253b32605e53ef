import type { FailureCode } from '../../domain/failure.ts';
import {
  FEWEST_JUDGED,
  isBad,
  type Judgement,
  mayBeLate,
  severityOf,
  type Verdict,
} from '../../domain/incident.ts';
import type { Words } from '../../slack/words/index.ts';
import { namesOf } from './check-words.ts';
import type { CheckedSubject, CheckModel } from './model.ts';

/** What is wrong, and with whom: `undefined` operators are all of them. */
export interface Gist {
  readonly verdict: Verdict;
  readonly subjects: readonly CheckedSubject[];
  /** The ones to name; none where it is true of all. */
  readonly named: readonly CheckedSubject[];
}

/** The worst there is to say, of whom it is true. */
export function gistOf({
  verdict,
  all,
  operators,
  about,
}: Pick<CheckModel, 'verdict' | 'all' | 'operators' | 'about'>): Gist {
  if (about) {
    const { subject } = about;
    return { verdict: subject.judgement.verdict, subjects: [subject], named: [subject] };
  }
  const worst = operators[0]?.judgement.verdict;
  const worstVerdict = worst && isBad(worst) && severityOf(worst) >= severityOf(verdict) ? worst : undefined;
  if (!all || worstVerdict === undefined) return { verdict, subjects: all ? [all] : [], named: [] };
  const subjects = operators.filter(({ judgement }) => judgement.verdict === worstVerdict);
  const judged = operators.filter(({ judgement }) => judgement.verdict !== 'too_little_traffic');
  const isAll = subjects.length === judged.length && judged.length > 1;
  return { verdict: worstVerdict, subjects, named: isAll ? [] : subjects };
}

/** Whether there would be enough messages to judge by, were there enough to compare them with. */
export function isOnlyNotCompared({ verdict, counts }: Judgement): boolean {
  return verdict === 'too_little_traffic' && counts.recent >= FEWEST_JUDGED;
}

export function headlineOf({ verdict, subjects, named }: Gist, words: Words): string {
  const { check } = words;
  const judgements = subjects.map(({ judgement }) => judgement);
  if (judgements.some(isOnlyNotCompared)) return check.notCompared.headline;
  const operators = namesOf(named, words);
  if (verdict === 'down' && judgements.every(mayBeLate)) return check.withoutReceipt(operators);
  return check.headline[verdict](operators);
}

/** One word or two. */
export function verdictText(judgement: Judgement, { check }: Words): string {
  if (isOnlyNotCompared(judgement)) return check.notCompared.verdict;
  const { verdict } = judgement;
  return verdict === 'down' && mayBeLate(judgement) ? check.downOrLate : check.verdicts[verdict];
}

/** Who keeps the messages, as far as can be told; `undefined` where that is not the question. */
export function ownerSentence(
  { verdict, subjects }: Gist,
  { operators }: Pick<CheckModel, 'operators'>,
  words: Words,
): string | undefined {
  if (verdict !== 'degraded' && verdict !== 'down') return undefined;
  const { owner } = words.check;
  const only = ownerOf(subjects);
  if (only !== 'operator') return owner[only];
  const others = operators.filter((one) => !subjects.includes(one));
  const doOthersFareWell =
    others.some(({ judgement }) => judgement.verdict === 'normal') &&
    others.every(({ judgement }) => !isBad(judgement.verdict));
  return doOthersFareWell ? owner.onlyOperator : owner.operator;
}

/** What to do about it. */
export function nextStep(
  { verdict, subjects }: Gist,
  { unreachable, incidents }: Pick<CheckModel, 'unreachable' | 'incidents'>,
  words: Words,
  isStraying = false,
): string {
  const steps = words.check.nextStep;
  switch (verdict) {
    case 'normal': {
      // Of what somebody has resolved there is nothing to do before it is told again.
      const open = incidents.filter(({ resolved }) => !resolved);
      if (open.length > 0)
        return (open.every((one) => one.isRecovering) ? steps.recovering : steps.goesOn)(open.length);
      return isStraying ? steps.straying : steps.normal;
    }
    case 'silent':
      return steps.silent;
    case 'clock_off':
      return steps.clockOff;
    case 'too_little_traffic':
      return steps.tooLittle;
    case 'platform_unreachable':
      return unreachableStep(unreachable?.failure, words);
    default:
      return steps[ownerOf(subjects)];
  }
}

/** Where the account of the bot is at fault, calling the platform mends nothing. */
export function unreachableStep(failure: FailureCode | undefined, { check: { nextStep } }: Words): string {
  if (failure === 'wrong_credentials') return nextStep.wrongCredentials;
  return failure === 'not_allowed' ? nextStep.notAllowed : nextStep.unreachable;
}

function ownerOf(subjects: readonly CheckedSubject[]) {
  const owners = new Set(subjects.map(({ judgement }) => judgement.owner));
  const [only] = owners;
  return owners.size === 1 && only !== undefined ? only : 'unknown';
}

/** What customers can be told, in one language: no number, no time, nothing of one message. */
export function customerSentence({ verdict, subjects, named }: Gist, words: Words): string {
  const { customer } = words.check;
  const operators = namesOf(
    named.filter(({ judgement: { whose } }) => whose.of === 'operator' && whose.operator !== undefined),
    words,
  );
  switch (verdict) {
    case 'normal':
    case 'clock_off':
      return customer.normal(undefined);
    case 'degraded':
      return (subjects.every(isFailing) ? customer.failing : customer.delayed)(operators);
    case 'down':
      return customer.down(operators);
    default:
      return customer.unknown(undefined);
  }
}

function isFailing({ judgement }: CheckedSubject): boolean {
  return judgement.isFailing;
}
