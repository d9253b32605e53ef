import { isBad } from '../../domain/detection/verdict.ts';
import {
  areMostLate,
  type CustomerFacts,
  customerText,
  type Headline,
  isOnlyNotCompared,
  isPartlyFailing,
  isWithoutReceipts,
  uncomparedProblem,
  unreachableStep,
} from '../../slack/blocks/headline.ts';
import type { CheckTranslations, CheckViewOptions } from './locales/index.ts';
import type { CheckedSubject, CheckModel, ShownIncident } from './model.ts';

export type CheckHeadline = Headline<CheckedSubject, ShownIncident>;

/** Says who causes the problem, such as the operator; `undefined` unless traffic is degraded or down. */
export function ownerSentence(
  { verdict, subjects }: CheckHeadline,
  { operators }: CheckModel,
  t: CheckTranslations,
): string | undefined {
  if (verdict !== 'degraded' && verdict !== 'down') return undefined;
  const { owner } = t.findings;
  const only = ownerOf(subjects);
  if (only !== 'operator') return owner[only];
  const others = operators.filter((one) => !subjects.includes(one));
  const areOthersNormal =
    others.some((one) => one.detection.verdict === 'normal' && !isWithoutReceipts(one)) &&
    others.every((one) => !isBad(one.detection.verdict) && !uncomparedProblem(one));
  return areOthersNormal ? owner.onlyOperator : owner.operator;
}

/** The open incident with the escalation pack for the ticket that the answer advises. */
export function packIncident({ verdict, subjects, open }: CheckHeadline): ShownIncident | undefined {
  const isOwn = isBad(verdict);
  const operators = subjects.map(({ detection: { subject } }) =>
    subject.of === 'operator' ? (subject.operator ?? null) : undefined,
  );
  const incident = open.find(
    ({ extent }) =>
      !isOwn || extent.of !== 'operators' || extent.operators.some((one) => operators.includes(one)),
  );
  const of = isOwn ? verdict : incident?.verdict;
  const owner = isOwn ? ownerOf(subjects) : incident?.owner;
  const isTicket = (of === 'down' || of === 'degraded') && (owner === 'link' || owner === 'operator');
  return isTicket ? incident : undefined;
}

export function nextStep(
  headline: CheckHeadline,
  model: CheckModel,
  { t, isShared }: Pick<CheckViewOptions, 't' | 'isShared'>,
  hasRemarks = false,
): string {
  const { verdict, subjects, unsure, open } = headline;
  const [incident] = open;
  const { unreachable, operators, baseline, incidents } = model;
  const { nextStep: steps } = t.findings;
  if (verdict === 'platform_unreachable') return unreachableStep(unreachable?.failure, t);
  const isOwn = isBad(verdict);
  if (isOwn || incident) {
    const of = isOwn ? verdict : incident?.verdict;
    if (of === 'silent') return steps.silent;
    if (of === 'clock_off') return steps.clockOff;
    const step = steps[isOwn ? ownerOf(subjects) : (incident?.owner ?? 'unknown')];
    return typeof step === 'string' ? step : step(isOwn, !isShared && packIncident(headline) !== undefined);
  }
  if (incidents.some(({ resolved }) => !resolved)) return steps.goesOn;
  if (verdict === 'normal' && unsure !== 'not_compared')
    return hasRemarks ? steps.slightlyWorse : steps.normal;
  const isComing = baseline.isReading || baseline.unread > 0;
  if (isComing && subjects.some(({ detection }) => isOnlyNotCompared(detection))) return steps.notCompared;
  const isShown = newestShown(model) !== undefined && operators.some(({ lastHours }) => lastHours);
  if (!isShown) return steps.noMessages;
  return isShared ? steps.tooLittleShared : steps.tooLittle;
}

export function newestShown({
  about,
  operators,
  verdict,
}: CheckModel): { operator: string | undefined } | undefined {
  const isTooFew = verdict === 'too_little_traffic';
  const shown =
    about?.subject ??
    operators.find(
      (one) => isBad(one.detection.verdict) || uncomparedProblem(one) || (isTooFew && one.lastHours),
    );
  const subject = shown?.detection.subject;
  return subject?.of === 'operator' ? { operator: subject.operator } : undefined;
}

function ownerOf(subjects: readonly CheckedSubject[]) {
  const owners = new Set(subjects.map(({ detection }) => detection.owner));
  const [only] = owners;
  const isOne = owners.size === 1 && !isPartlyFailing(subjects);
  return isOne && only !== undefined ? only : 'unknown';
}

/** Sentence to say to customers; `undefined` if it is not known whether messages arrive. */
export function customerAdvice(headline: CheckHeadline, t: CheckTranslations): string | undefined {
  const { verdict, unsure, open } = headline;
  const own = factsOf(headline);
  const bad = [own, ...open].filter((one) => one.verdict === 'degraded' || one.verdict === 'down');
  if (verdict !== 'platform_unreachable' && bad.length > 0) {
    const isOfAll = bad.some(({ operators }) => operators.length === 0);
    const worst = bad.some((one) => one.verdict === 'down') ? 'down' : 'degraded';
    const operators = isOfAll ? [] : [...new Set(bad.flatMap((one) => one.operators))];
    return customerText({ verdict: worst, isFailing: bad.every((one) => one.isFailing), operators }, t);
  }
  return unsure ? undefined : customerText(own, t);
}

function factsOf({ verdict, subjects, named }: CheckHeadline): CustomerFacts {
  const areLate = verdict === 'down' && subjects.every(({ detection }) => areMostLate(detection));
  const isPartly = verdict === 'degraded' && isPartlyFailing(subjects);
  const operators = named.map(({ detection: { subject } }) =>
    subject.of === 'operator' ? (subject.operator ?? null) : null,
  );
  const isFailing = !isPartly && subjects.every(({ detection }) => detection.isFailing);
  return { verdict: areLate ? 'degraded' : isPartly ? 'down' : verdict, isFailing, operators };
}
