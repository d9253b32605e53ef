import type { Detection } from '../../domain/detection/judge.ts';
import { isBad } from '../../domain/detection/verdict.ts';
import type { FailureCode } from '../../domain/failure.ts';
import { shareOf } from '../../domain/figures/rates.ts';
import {
  areMostLate,
  type CustomerFacts,
  customerText,
  isOnlyNotCompared,
  isPartlyFailing,
  isWithoutReceipts,
  signOf,
  stillOpenText,
  type TrafficHeadline,
  trafficHeadlineOf,
  trafficHeadlineText,
  unreachableStep,
  unusableAnswerFor,
} from '../../slack/blocks/headline.ts';
import type { CheckTranslations, CheckViewOptions } from './locales/index.ts';
import type { CheckedSubject, CheckModel, ShownIncident } from './model.ts';

export interface Headline extends TrafficHeadline<CheckedSubject> {
  readonly failure?: FailureCode | undefined;
  /** Unresolved incidents at the operators that the answer is about; what they advise holds until their end. */
  readonly open: readonly ShownIncident[];
}

type HeadlineFacts = Pick<CheckModel, 'verdict' | 'all' | 'operators' | 'about'> &
  Partial<Pick<CheckModel, 'unreachable' | 'incidents'>>;

/** Share of messages not delivered in time above which an operator without usual figures is not called normal. */
const NOT_COMPARED_BAD = 0.2;

export function headlineOf({ about, unreachable, incidents = [], ...facts }: HeadlineFacts): Headline {
  const open = incidents.filter(({ extent, resolved, operators }) => {
    const isHere = !about || operators.length === 0 || operators.includes(about.operator ?? null);
    return extent.of !== 'platform' && !resolved && isHere;
  });
  if (about) {
    const { subject } = about;
    return { verdict: subject.detection.verdict, subjects: [subject], named: [subject], open };
  }
  const { operators } = facts;
  const headline = { ...trafficHeadlineOf(facts), failure: unreachable?.failure, open };
  const judged = operators.filter(({ detection }) => detection.verdict !== 'too_little_traffic');
  if (headline.verdict !== 'normal') return headline;
  if (operators.some(({ detection }) => isBadButNotCompared(detection)))
    return { ...headline, judged: { count: judged.length, of: operators.length } };
  // If no operator sends receipts, nothing is known of deliveries.
  return judged.every(isWithoutReceipts) ? { ...headline, named: judged } : headline;
}

/** Many of its newest messages did not arrive in time, and there is no usual figure to compare with. */
export function isBadButNotCompared(detection: Detection): boolean {
  const share = shareOf(detection.counts.late) ?? 0;
  return isOnlyNotCompared(detection) && detection.sendsReceipts && share > NOT_COMPARED_BAD;
}

export function headlineText(headline: Headline, t: CheckTranslations): string {
  const { verdict, open, failure } = headline;
  if (verdict === 'normal' && open.length > 0) {
    return stillOpenText(
      open.map(({ extent }) => extent),
      t,
    );
  }
  return unusableAnswerFor(failure, t)?.headline ?? trafficHeadlineText(headline, t);
}

export function signFor({ verdict, open }: Headline): string {
  return verdict === 'normal' && open.length > 0 ? 'hourglass_flowing_sand' : signOf(verdict);
}

/** Says who causes the problem, such as the operator; `undefined` unless traffic is degraded or down. */
export function ownerSentence(
  { verdict, subjects }: Headline,
  { operators }: CheckModel,
  t: CheckTranslations,
): string | undefined {
  if (verdict !== 'degraded' && verdict !== 'down') return undefined;
  const { owner } = t.findings;
  const only = ownerOf(subjects);
  if (only !== 'operator') return owner[only];
  const others = operators.filter((one) => !subjects.includes(one));
  const areOthersNormal =
    others.some(({ detection }) => detection.verdict === 'normal') &&
    others.every(({ detection }) => !isBad(detection.verdict));
  return areOthersNormal ? owner.onlyOperator : owner.operator;
}

export function nextStep(
  { verdict, subjects, open: [incident] }: Headline,
  model: CheckModel,
  { t, isShared }: Pick<CheckViewOptions, 't' | 'isShared'>,
  hasRemarks = false,
): string {
  const { unreachable, operators, baseline, incidents } = model;
  const { nextStep: steps } = t.findings;
  if (verdict === 'platform_unreachable') return unreachableStep(unreachable?.failure, t);
  const isOwn = isBad(verdict);
  if (isOwn || incident) {
    const of = isOwn ? verdict : incident?.verdict;
    if (of === 'silent') return steps.silent;
    if (of === 'clock_off') return steps.clockOff;
    const step = steps[isOwn ? ownerOf(subjects) : (incident?.owner ?? 'unknown')];
    return typeof step === 'string' ? step : step(isOwn);
  }
  if (incidents.some(({ resolved }) => !resolved)) return steps.goesOn;
  if (verdict === 'normal') return hasRemarks ? steps.slightlyWorse : steps.normal;
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
    operators.find(({ detection, lastHours }) => isBad(detection.verdict) || (isTooFew && lastHours));
  const subject = shown?.detection.subject;
  return subject?.of === 'operator' ? { operator: subject.operator } : undefined;
}

function findingsOf(subjects: readonly CheckedSubject[]) {
  return subjects.flatMap(({ detection }) => detection.findings);
}

function ownerOf(subjects: readonly CheckedSubject[]) {
  const owners = new Set(subjects.map(({ detection }) => detection.owner));
  const [only] = owners;
  const isOne = owners.size === 1 && !isPartlyFailing(findingsOf(subjects));
  return isOne && only !== undefined ? only : 'unknown';
}

/** Sentence to say to customers; `undefined` if over half of the operators could not be judged. */
export function customerAdvice(headline: Headline, t: CheckTranslations): string | undefined {
  const { verdict, named, judged, open } = headline;
  const own = factsOf(headline);
  const bad = [own, ...open].filter((one) => one.verdict === 'degraded' || one.verdict === 'down');
  if (verdict !== 'platform_unreachable' && bad.length > 0) {
    const isOfAll = bad.some(({ operators }) => operators.length === 0);
    const worst = bad.some((one) => one.verdict === 'down') ? 'down' : 'degraded';
    const operators = isOfAll ? [] : [...new Set(bad.flatMap((one) => one.operators))];
    return customerText({ verdict: worst, isFailing: bad.every((one) => one.isFailing), operators }, t);
  }
  const areWithoutReceipts = verdict === 'normal' && named.length > 0 && named.every(isWithoutReceipts);
  return judged || areWithoutReceipts ? undefined : customerText(own, t);
}

function factsOf({ verdict, subjects, named }: Headline): CustomerFacts {
  const areLate = verdict === 'down' && subjects.every(({ detection }) => areMostLate(detection));
  const isPartly = verdict === 'degraded' && isPartlyFailing(findingsOf(subjects));
  const operators = named.map(({ detection: { subject } }) => {
    return subject.of === 'operator' ? (subject.operator ?? null) : null;
  });
  const isFailing = !isPartly && subjects.every(({ detection }) => detection.isFailing);
  return { verdict: areLate ? 'degraded' : isPartly ? 'down' : verdict, isFailing, operators };
}
