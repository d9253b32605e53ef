import type { FailureCode } from '../../../domain/failure.ts';
import { type IncidentVerdict, isBad } from '../../../domain/incidents/verdict.ts';
import { operatorName } from '../../../slack/blocks/figures.ts';
import {
  isOnlyNotCompared,
  isWithoutReceipts,
  type TrafficHeadline,
  trafficHeadlineOf,
  trafficHeadlineText,
} from '../../../slack/blocks/headline.ts';
import type { IncidentTranslations, IncidentView } from '../locales/index.ts';
import type { UnusableAnswer } from '../locales/shapes.ts';
import type { CheckedSubject, CheckModel } from '../model.ts';

export interface Headline extends TrafficHeadline<CheckedSubject> {
  readonly failure?: FailureCode | undefined;
}

type HeadlineFacts = Pick<CheckModel, 'verdict' | 'all' | 'operators' | 'about'> &
  Partial<Pick<CheckModel, 'unreachable'>>;

/** The sentence for customers leaves out an operator's name that has more characters than this. */
const LONGEST_OPERATOR_NAME = 20;

export function headlineOf({ about, unreachable, ...judged }: HeadlineFacts): Headline {
  if (!about) return { ...trafficHeadlineOf(judged), failure: unreachable?.failure };
  const { subject } = about;
  return { verdict: subject.detection.verdict, subjects: [subject], named: [subject] };
}

export function headlineText(headline: Headline, t: IncidentTranslations): string {
  return unusableAnswerFor(headline.failure, t)?.headline ?? trafficHeadlineText(headline, t);
}

export function unusableAnswerFor(
  failure: FailureCode | undefined,
  { check }: IncidentTranslations,
): UnusableAnswer | undefined {
  const known: Partial<Record<FailureCode, UnusableAnswer>> = check.unusableAnswers;
  return failure && known[failure];
}

/** Says who causes the problem, such as the operator; `undefined` unless traffic is degraded or down. */
export function ownerSentence(
  { verdict, subjects }: Headline,
  { operators }: CheckModel,
  t: IncidentTranslations,
): string | undefined {
  if (verdict !== 'degraded' && verdict !== 'down') return undefined;
  const { owner } = t.check;
  const only = ownerOf(subjects);
  if (only !== 'operator') return owner[only];
  const others = operators.filter((one) => !subjects.includes(one));
  const areOthersNormal =
    others.some(({ detection }) => detection.verdict === 'normal') &&
    others.every(({ detection }) => !isBad(detection.verdict));
  return areOthersNormal ? owner.onlyOperator : owner.operator;
}

export function nextStep(
  { verdict, subjects }: Headline,
  model: CheckModel,
  { t, isShared }: Pick<IncidentView, 't' | 'isShared'>,
  isSlightlyWorse = false,
): string {
  const { unreachable, incidents, operators, baseline } = model;
  const steps = isShared ? { ...t.check.nextStep, ...t.check.nextStepShared } : t.check.nextStep;
  switch (verdict) {
    case 'normal': {
      const open = incidents.filter(({ resolved }) => !resolved);
      if (open.length > 0)
        return (open.every((one) => one.isRecovering) ? steps.recovering : steps.goesOn)(open.length);
      return isSlightlyWorse ? steps.slightlyWorse : steps.normal;
    }
    case 'silent':
      return steps.silent;
    case 'clock_off':
      return steps.clockOff;
    case 'too_little_traffic': {
      const isComing = baseline.isReading || baseline.unread > 0;
      if (isComing && subjects.some(({ detection }) => isOnlyNotCompared(detection)))
        return steps.notCompared;
      const isShown = newestShown(model) !== undefined && operators.some(({ lastHours }) => lastHours);
      return isShown ? steps.tooLittle : steps.noMessages;
    }
    case 'platform_unreachable':
      return unreachableStep(unreachable?.failure, t);
    default:
      return steps[ownerOf(subjects)];
  }
}

export function newestShown({
  about,
  operators,
  verdict,
}: CheckModel): { operator: string | undefined } | undefined {
  const isTooFew = verdict === 'too_little_traffic';
  const shown =
    about?.subject ??
    operators.find(({ detection, lastHours }) => isBad(detection.verdict) || (isTooFew && lastHours));
  const subject = shown?.detection.subject;
  return subject?.of === 'operator' ? { operator: subject.operator } : undefined;
}

/** Says what to do: one text if the platform answers without usable figures, another if it is silent. */
export function unreachableStep(failure: FailureCode | undefined, t: IncidentTranslations): string {
  return unusableAnswerFor(failure, t)?.nextStep ?? t.check.nextStep.unreachable;
}

function ownerOf(subjects: readonly CheckedSubject[]) {
  const owners = new Set(subjects.map(({ detection }) => detection.owner));
  const [only] = owners;
  return owners.size === 1 && only !== undefined ? only : 'unknown';
}

/** Sentence to say to customers; `undefined` if over half of the operators could not be judged. */
export function customerAdvice(
  { verdict, subjects, named, judged }: Headline,
  t: IncidentTranslations,
): string | undefined {
  if (judged) return undefined;
  if (verdict === 'normal' && named.length > 0 && named.every(isWithoutReceipts)) return undefined;
  const operators = named.map(({ detection: { subject } }) =>
    subject.of === 'operator' ? (subject.operator ?? null) : null,
  );
  const isFailing = subjects.every(({ detection }) => detection.isFailing);
  return customerText({ verdict, isFailing, operators }, t);
}

/** Text for customers, without figures or times; no `operators` means all, `null` traffic without name. */
export function customerText(
  {
    verdict,
    isFailing,
    operators,
  }: {
    readonly verdict: IncidentVerdict;
    readonly isFailing: boolean;
    readonly operators: readonly (string | null)[];
  },
  t: IncidentTranslations,
): string | undefined {
  const { customer, customers } = t.check;
  const known = operators.flatMap((operator) => (operator === null ? [] : [operatorName(operator, t)]));
  const [only, another] = known;
  const isNamed = another === undefined && (only ?? '').length <= LONGEST_OPERATOR_NAME;
  const to = only === undefined ? '' : isNamed ? customers.of(only) : customers.some;
  switch (verdict) {
    case 'normal':
      return customer.normal(to);
    case 'degraded':
      return customer[isFailing ? 'failing' : 'delayed'](to);
    case 'down':
      return customer[isFailing ? 'allFail' : 'down'](to);
    // The verdicts `clock_off` and `too_little_traffic` do not say whether messages arrive.
    case 'clock_off':
    case 'too_little_traffic':
      return undefined;
    default:
      return customer.unknown(to);
  }
}
