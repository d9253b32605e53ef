import type { FailureCode } from '../../../domain/failure.ts';
import { mayBeLate } from '../../../domain/incidents/attribution.ts';
import type { Detection } from '../../../domain/incidents/detect.ts';
import {
  FEWEST_JUDGED,
  type IncidentVerdict,
  isBad,
  severityOf,
} from '../../../domain/incidents/findings.ts';
import { operatorName } from '../../../slack/blocks/figures.ts';
import { listText } from '../../../slack/format.ts';
import type { IncidentTranslations } from '../locales/index.ts';
import type { UnusableAnswer } from '../locales/shapes.ts';
import type { CheckedSubject, CheckModel } from '../model.ts';

export interface Headline {
  readonly verdict: IncidentVerdict;
  readonly subjects: readonly CheckedSubject[];
  /** The ones to name; none where it is true of all. */
  readonly named: readonly CheckedSubject[];
  /** Where all is well together, and most operators have too few messages to be judged: how many of them were. */
  readonly judged?: { readonly count: number; readonly of: number };
  /** Why the platform could not be read. */
  readonly failure?: FailureCode | undefined;
}

type HeadlineFacts = Pick<CheckModel, 'verdict' | 'all' | 'operators' | 'about'> &
  Partial<Pick<CheckModel, 'unreachable'>>;

export function headlineOf({ verdict, all, operators, about, unreachable }: HeadlineFacts): Headline {
  if (about) {
    const { subject } = about;
    return { verdict: subject.detection.verdict, subjects: [subject], named: [subject] };
  }
  const worst = operators[0]?.detection.verdict;
  const worstVerdict = worst && isBad(worst) && severityOf(worst) >= severityOf(verdict) ? worst : undefined;
  const judged = operators.filter(({ detection }) => detection.verdict !== 'too_little_traffic');
  if (!all || worstVerdict === undefined) {
    const headline = { verdict, subjects: all ? [all] : [], named: [], failure: unreachable?.failure };
    const areFew = verdict === 'normal' && 2 * judged.length < operators.length;
    return areFew ? { ...headline, judged: { count: judged.length, of: operators.length } } : headline;
  }
  const subjects = operators.filter(({ detection }) => detection.verdict === worstVerdict);
  const isAll = subjects.length === judged.length && judged.length > 1;
  return { verdict: worstVerdict, subjects, named: isAll ? [] : subjects };
}

export function isOnlyNotCompared({ verdict, counts }: Detection): boolean {
  return verdict === 'too_little_traffic' && counts.recent >= FEWEST_JUDGED;
}

/** At most twelve words, but for long names. */
export function headlineText(
  { verdict, subjects, named, judged, failure }: Headline,
  t: IncidentTranslations,
): string {
  const { check } = t;
  const answered = answeredWith(failure, t);
  if (answered) return answered.headline;
  if (judged) return check.partly(judged.count, judged.of);
  const detections = subjects.map(({ detection }) => detection);
  if (detections.some(isOnlyNotCompared)) return check.notCompared.headline;
  const operators = namesOf(named, t);
  if (verdict === 'down' && detections.every(mayBeLate)) return check.withoutReceipt(operators);
  const [only] = named;
  if (verdict === 'normal' && only && isReceiptless(only)) return check.receiptless(operators ?? '');
  if (verdict === 'degraded' && detections.every(({ isFailing }) => isFailing))
    return check.failing(operators);
  return check.headline[verdict](operators);
}

/** Nothing is known of how its messages arrive, now or ever. */
export function isReceiptless({ detection, isReceiptless }: CheckedSubject): boolean {
  return !detection.sendsReceipts || isReceiptless === true;
}

/** How a platform that cannot be read does answer; `undefined` where it does not. */
export function answeredWith(
  failure: FailureCode | undefined,
  { check }: IncidentTranslations,
): UnusableAnswer | undefined {
  const known: Partial<Record<FailureCode, UnusableAnswer>> = check.answeredWith;
  return failure && known[failure];
}

export function verdictText(detection: Detection, t: IncidentTranslations): string {
  if (isOnlyNotCompared(detection)) return t.check.notCompared.verdict;
  const { verdict } = detection;
  return verdict === 'down' && mayBeLate(detection) ? t.check.downOrLate : t.figures.verdicts[verdict];
}

/** More operators than these are counted, not named. */
export const MOST_NAMED = 2;

function namesOf(subjects: readonly CheckedSubject[], t: IncidentTranslations): string | undefined {
  if (subjects.length === 0) return undefined;
  if (subjects.length > MOST_NAMED) return t.check.operators(subjects.length);
  return listText(
    subjects.map(({ detection }) => subjectName(detection, t) ?? ''),
    t,
  );
}

export function subjectName(
  { subject }: Pick<Detection, 'subject'>,
  t: IncidentTranslations,
): string | undefined {
  return subject.of === 'all' ? undefined : operatorName(subject.operator, t);
}
