import { mayBeLate } from '../../domain/detection/attribution.ts';
import { FEWEST_JUDGED, type Finding } from '../../domain/detection/findings.ts';
import type { Extent } from '../../domain/detection/incident.ts';
import type { Detection } from '../../domain/detection/judge.ts';
import { type IncidentVerdict, isBad, severityOf } from '../../domain/detection/verdict.ts';
import type { FailureCode } from '../../domain/failure.ts';
import type { Translations } from '../../i18n/index.ts';
import type { UnusableAnswer } from '../../i18n/locales/findings.en.ts';
import { operatorName } from './figures.ts';
import { capitalized, listText } from './format.ts';

export interface JudgedSubject {
  readonly detection: Detection;
  /** True for an operator known to send no delivery receipts, even if the judged figures do not show that. */
  readonly sendsNoReceipts?: boolean | undefined;
}

export interface TrafficHeadline<Subject extends JudgedSubject = JudgedSubject> {
  readonly verdict: IncidentVerdict;
  readonly subjects: readonly Subject[];
  readonly named: readonly Subject[];
  /** How many operators have enough messages for a verdict; set only if they are fewer than half of all. */
  readonly judged?: { readonly count: number; readonly of: number };
}

interface HeadlineInput<Subject> {
  readonly verdict: IncidentVerdict;
  readonly all: Subject | undefined;
  readonly operators: readonly Subject[];
}

export const MOST_NAMED = 2;

export function trafficHeadlineOf<Subject extends JudgedSubject>({
  verdict,
  all,
  operators,
}: HeadlineInput<Subject>): TrafficHeadline<Subject> {
  const worst = operators[0]?.detection.verdict;
  const worstVerdict = worst && isBad(worst) && severityOf(worst) >= severityOf(verdict) ? worst : undefined;
  const judged = operators.filter(({ detection }) => detection.verdict !== 'too_little_traffic');
  if (!all || worstVerdict === undefined) {
    const headline = { verdict, subjects: all ? [all] : [], named: [] };
    const areFew = verdict === 'normal' && 2 * judged.length < operators.length;
    return areFew ? { ...headline, judged: { count: judged.length, of: operators.length } } : headline;
  }
  const subjects = operators.filter(({ detection }) => detection.verdict === worstVerdict);
  const isAll = subjects.length === judged.length && judged.length > 1;
  return { verdict: worstVerdict, subjects, named: isAll ? [] : subjects };
}

export function trafficHeadlineText(
  { verdict, subjects, named, judged }: TrafficHeadline,
  t: Translations,
): string {
  const { headlines } = t;
  if (judged) return headlines.partly(judged.count, judged.of);
  const detections = subjects.map(({ detection }) => detection);
  if (detections.some(isOnlyNotCompared)) return headlines.notCompared;
  const operators = namesOf(named, t);
  if (verdict === 'down' && detections.every(mayBeLate)) return headlines.withoutReceipt(operators);
  if (verdict === 'down' && detections.every(areMostLate)) return headlines.late(operators);
  const [only] = named;
  if (verdict === 'normal' && only && isWithoutReceipts(only))
    return headlines.withoutReceipts(operators ?? '');
  if (verdict === 'degraded' && isPartlyFailing(detections.flatMap(({ findings }) => findings)))
    return headlines.partlyFailing(operators);
  if (verdict === 'degraded' && detections.every(({ isFailing }) => isFailing))
    return headlines.failing(operators);
  return headlines.of[verdict](operators);
}

export function verdictText(detection: Detection, { headlines, figures }: Translations): string {
  if (isOnlyNotCompared(detection)) return headlines.verdicts.notCompared;
  const { verdict } = detection;
  if (verdict === 'down' && mayBeLate(detection)) return headlines.verdicts.downOrLate;
  return areMostLate(detection) ? headlines.verdicts.late : figures.verdicts[verdict];
}

/** True if most messages are late, and surely not more than late. */
export function areMostLate({ verdict, findings }: Detection): boolean {
  const most = findings.filter(({ isOfMost }) => isOfMost);
  return verdict === 'down' && most.length > 0 && most.every(({ kind }) => kind === 'late');
}

export function isPartlyFailing(findings: readonly Finding[]): boolean {
  const kinds = new Set(findings.map(({ kind }) => kind));
  return kinds.has('failures') && (kinds.has('late') || kinds.has('waiting') || kinds.has('slow_hand_over'));
}

export function isOnlyNotCompared({ verdict, counts }: Detection): boolean {
  return verdict === 'too_little_traffic' && counts.recent >= FEWEST_JUDGED;
}

export function isWithoutReceipts({ detection, sendsNoReceipts }: JudgedSubject): boolean {
  return !detection.sendsReceipts || sendsNoReceipts === true;
}

function namesOf(subjects: readonly JudgedSubject[], t: Translations): string | undefined {
  if (subjects.length === 0) return undefined;
  if (subjects.length > MOST_NAMED) return t.headlines.operators(subjects.length);
  return listText(
    subjects.map(({ detection }) => subjectName(detection, t) ?? ''),
    t,
  );
}

export function subjectName({ subject }: Pick<Detection, 'subject'>, t: Translations): string | undefined {
  return subject.of === 'all' ? undefined : operatorName(subject.operator, t);
}

/** What an incident is about; several operators are counted. */
export function incidentSubjectText(extent: Extent, t: Translations): string {
  if (extent.of !== 'operators') return t.headlines.incident[extent.of];
  const { operators } = extent;
  if (operators.length > MOST_NAMED) return t.headlines.operators(operators.length);
  const names = operators.map((operator) => operatorName(operator ?? undefined, t));
  return capitalized(listText(names, t));
}

/** The newest figures are normal, but incidents are open. */
export function stillOpenText(extents: readonly Extent[], t: Translations): string {
  const names = new Set(extents.map((extent) => incidentSubjectText(extent, t)));
  return t.headlines.incident.stillOpen(listText([...names], t));
}

const SIGNS = {
  normal: 'white_check_mark',
  degraded: 'large_orange_circle',
  down: 'red_circle',
  silent: 'mute',
  clock_off: 'clock3',
  too_little_traffic: 'grey_question',
  platform_unreachable: 'electric_plug',
} as const satisfies Record<IncidentVerdict, string>;

export function signOf(verdict: IncidentVerdict): string {
  return SIGNS[verdict];
}

/** The sentence for customers leaves out an operator's name that has more characters than this. */
const LONGEST_OPERATOR_NAME = 20;

/** What the sentence for customers depends on. */
export interface CustomerFacts {
  readonly verdict: IncidentVerdict;
  readonly isFailing: boolean;
  /** None means all operators, `null` traffic without the name of an operator. */
  readonly operators: readonly (string | null)[];
}

export function unusableAnswerFor(
  failure: FailureCode | undefined,
  { findings }: Translations,
): UnusableAnswer | undefined {
  const known: Partial<Record<FailureCode, UnusableAnswer>> = findings.unusableAnswers;
  return failure && known[failure];
}

/** Says what to do: one text if the platform answers without usable figures, another if it is silent. */
export function unreachableStep(failure: FailureCode | undefined, t: Translations): string {
  return unusableAnswerFor(failure, t)?.nextStep ?? t.findings.nextStep.unreachable;
}

/** Text for customers, without figures or times. */
export function customerText(
  { verdict, isFailing, operators }: CustomerFacts,
  t: Translations,
): string | undefined {
  const { customer, customers } = t.findings;
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
      return customer[isFailing ? 'notArriving' : 'down'](to);
    // The verdicts `clock_off` and `too_little_traffic` do not say whether messages arrive.
    case 'clock_off':
    case 'too_little_traffic':
      return undefined;
    default:
      return customer.unknown(to);
  }
}
