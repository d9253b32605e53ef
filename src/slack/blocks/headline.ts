import { mayBeLate } from '../../domain/detection/attribution.ts';
import type { IncidentStatus } from '../../domain/detection/events.ts';
import { FEWEST_JUDGED } from '../../domain/detection/findings.ts';
import type { Extent } from '../../domain/detection/incident.ts';
import type { Detection } from '../../domain/detection/judge.ts';
import { type IncidentVerdict, isBad, severityOf } from '../../domain/detection/verdict.ts';
import type { FailureCode } from '../../domain/failure.ts';
import { sumOf } from '../../domain/figures/rates.ts';
import type { Translations } from '../../i18n/index.ts';
import type { UnusableAnswer } from '../../i18n/locales/findings.en.ts';
import { channel, emoji, line } from './blocks.ts';
import { operatorName } from './figures.ts';
import { capitalized, type Localized, listText } from './format.ts';
import { displayName } from './text.ts';

export interface JudgedSubject {
  readonly detection: Detection;
  /** True for an operator known to send no delivery receipts, even if the judged figures do not show that. */
  readonly sendsNoReceipts?: boolean | undefined;
}

/** An incident, as far as a headline depends on it. */
type OpenProblem = Pick<IncidentLine, 'extent' | 'resolved'>;

export interface Headline<
  Subject extends JudgedSubject = JudgedSubject,
  Problem extends OpenProblem = OpenProblem,
> {
  readonly verdict: IncidentVerdict;
  readonly subjects: readonly Subject[];
  readonly named: readonly Subject[];
  /**
   * Why customers are not told that messages arrive, though no share exceeds its usual one: at the named operators many
   * messages are bad without a usual figure, or receipts are missing, or most operators have too few messages.
   */
  readonly unsure?: 'not_compared' | 'without_receipts' | 'few_judged';
  /** How many operators have a verdict. */
  readonly judged: { readonly count: number; readonly of: number };
  readonly failure: FailureCode | undefined;
  /** Unresolved incidents at the operators that the answer is about; what they advise holds until their end. */
  readonly open: readonly Problem[];
}

interface HeadlineInput<Subject, Problem> {
  readonly verdict: IncidentVerdict;
  readonly all: Subject | undefined;
  /** The worst one comes first. */
  readonly operators: readonly Subject[];
  readonly about?: { readonly operator: string | undefined; readonly subject: Subject } | undefined;
  readonly unreachable?: { readonly failure?: FailureCode | undefined } | undefined;
  readonly incidents?: readonly Problem[];
}

export const MOST_NAMED = 2;

/** Decides what each answer says about the state of SMS, its sign, and whether customers get a sentence. */
export function headlineOf<Subject extends JudgedSubject, Problem extends OpenProblem>(
  input: HeadlineInput<Subject, Problem>,
): Headline<Subject, Problem> {
  const { about, unreachable, incidents = [] } = input;
  const [all, operators] = about ? [about.subject, [about.subject]] : [input.all, input.operators];
  const open = incidents.filter(({ extent, resolved }) => {
    const isHere = !about || extent.of !== 'operators' || extent.operators.includes(about.operator ?? null);
    return extent.of !== 'platform' && !resolved && isHere;
  });
  const judged = operators.filter(({ detection }) => detection.verdict !== 'too_little_traffic');
  const worst = operators[0]?.detection.verdict ?? 'normal';
  const isWorst = all && isBad(worst) && severityOf(worst) >= severityOf(input.verdict);
  const verdict = about || isWorst ? worst : input.verdict;
  const bad = about || isWorst ? operators.filter(({ detection }) => detection.verdict === worst) : [];
  const isAll = bad.length === judged.length && judged.length > 1;
  return {
    verdict,
    subjects: bad.length > 0 || !all ? bad : [all],
    named: isAll ? [] : bad,
    ...unsureOf(verdict, operators, judged),
    judged: { count: judged.length, of: operators.length },
    failure: unreachable?.failure,
    open,
  };
}

function unsureOf<Subject extends JudgedSubject>(
  verdict: IncidentVerdict,
  operators: readonly Subject[],
  judged: readonly Subject[],
): Partial<Pick<Headline<Subject>, 'unsure' | 'named'>> {
  if (isBad(verdict)) return {};
  const bad = operators.filter((one) => uncomparedProblem(one) !== undefined);
  if (bad.length > 0) return { unsure: 'not_compared', named: bad };
  if (verdict !== 'normal') return {};
  // If no operator sends receipts, nothing is known of deliveries.
  if (judged.length > 0 && judged.every(isWithoutReceipts))
    return { unsure: 'without_receipts', named: judged };
  const messages = (some: readonly Subject[]) => sumOf(some, ({ detection }) => detection.counts.recent);
  const areFew = 2 * judged.length < operators.length || 2 * messages(judged) < messages(operators);
  return areFew ? { unsure: 'few_judged' } : {};
}

export function headlineText(headline: Headline, t: Translations): string {
  const { headlines } = t;
  const { verdict, subjects, named, unsure, judged, failure, open } = headline;
  const operators = namesOf(named, t);
  if (unsure === 'not_compared') {
    const kinds = new Set(named.map((one) => uncomparedProblem(one)?.kind ?? 'late'));
    const [kind = 'late', another] = kinds;
    return headlines.uncompared[another ? 'both' : kind](operators ?? '');
  }
  if (verdict === 'normal' && open.length > 0) return stillOpenText(open, t);
  const answered = unusableAnswerFor(failure, t);
  if (answered) return answered.headline;
  if (unsure === 'without_receipts') return headlines.withoutReceipts(operators ?? '');
  if (unsure === 'few_judged') return headlines.partly(judged.count, judged.of);
  const detections = subjects.map(({ detection }) => detection);
  if (detections.some(isOnlyNotCompared)) return headlines.notCompared;
  if (verdict === 'down' && detections.every(mayBeLate)) return headlines.withoutReceipt(operators);
  if (verdict === 'down' && detections.every(areMostLate)) return headlines.late(operators);
  if (verdict === 'degraded' && isPartlyFailing(subjects)) return headlines.partlyFailing(operators);
  if (verdict === 'degraded' && detections.every(({ isFailing }) => isFailing))
    return headlines.failing(operators);
  return headlines.of[verdict](operators);
}

export function signFor({ verdict, unsure, open }: Headline): string {
  if (unsure === 'not_compared') return 'warning';
  if (verdict === 'normal' && open.length > 0) return 'hourglass_flowing_sand';
  return signOf(unsure === 'without_receipts' ? 'too_little_traffic' : verdict);
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

export function isPartlyFailing(subjects: readonly JudgedSubject[]): boolean {
  const kinds = new Set(subjects.flatMap(({ detection }) => detection.findings.map(({ kind }) => kind)));
  return kinds.has('failures') && (kinds.has('late') || kinds.has('waiting') || kinds.has('slow_hand_over'));
}

export function isOnlyNotCompared({ verdict, counts }: Detection): boolean {
  return verdict === 'too_little_traffic' && counts.recent >= FEWEST_JUDGED;
}

/** Share of messages not delivered in time above which an operator without usual figures is not called normal. */
const UNCOMPARED_BAD = 0.2;

/** What many of the newest messages do, if there is no usual figure to compare with. */
export function uncomparedProblem(
  one: JudgedSubject,
): { readonly kind: 'late' | 'failures'; readonly share: number; readonly of: number } | undefined {
  const { of, hits, failed = 0 } = one.detection.counts.late;
  const late = isWithoutReceipts(one) ? 0 : hits - failed;
  if (!isOnlyNotCompared(one.detection) || late + failed <= UNCOMPARED_BAD * of) return undefined;
  return failed > late
    ? { kind: 'failures', share: failed / of, of }
    : { kind: 'late', share: late / of, of };
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
function stillOpenText(open: readonly OpenProblem[], t: Translations): string {
  const names = new Set(open.map(({ extent }) => incidentSubjectText(extent, t)));
  return t.headlines.incident.stillOpen(listText([...names], t));
}

export interface IncidentLine extends Pick<IncidentStatus, 'acknowledged' | 'resolved' | 'snoozed'> {
  readonly extent: Extent;
  readonly beganAt: Date;
  /** True after two good checks in a row. */
  readonly isRecovering: boolean;
  /** A channel that the bot may use and that has the message of the incident. */
  readonly channel: string;
}

export function openIncidentLine(
  { extent, beganAt, isRecovering, acknowledged, snoozed, resolved, ...incident }: IncidentLine,
  { t, format }: Localized<Translations>,
  notes: readonly string[] = [],
) {
  const say = t.headlines.incident.line;
  const done: string[] = [];
  if (acknowledged) done.push(say.acknowledged(displayName(acknowledged.by.name)));
  if (snoozed)
    done.push(say.snoozed(snoozed.until && format.since(snoozed.until), displayName(snoozed.by.name)));
  if (resolved) done.push(say.resolved(displayName(resolved.by.name)));
  const parts = [
    say.open(incidentSubjectText(extent, t), format.since(beganAt)),
    ...(isRecovering ? [say.recovering] : []),
    ...(done.length > 0 ? done : [say.unhandled]),
    ...notes,
  ];
  const sign = emoji(snoozed ? 'zzz' : 'clipboard');
  return line(sign, ` ${parts.join(' · ')} · ${say.in} `, channel(incident.channel));
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
