import type { FailureCode } from '../../../domain/failure.ts';
import { shareOf } from '../../../domain/figures/rates.ts';
import { mayBeLate } from '../../../domain/incidents/attribution.ts';
import { addCounts, type Counts, type ShareName } from '../../../domain/incidents/counts.ts';
import type { Detection } from '../../../domain/incidents/detect.ts';
import {
  FEWEST_JUDGED,
  type Finding,
  type FindingKind,
  type IncidentVerdict,
  isBad,
  isEnough,
  severityOf,
} from '../../../domain/incidents/findings.ts';
import { operatorName } from '../../../slack/blocks/figures.ts';
import { capitalized, type Localized, listText } from '../../../slack/format.ts';
import type { IncidentTranslations } from '../locales/index.ts';
import type { CheckedSubject, CheckModel, LastHours, Onset } from '../model.ts';

export interface Headline {
  readonly verdict: IncidentVerdict;
  readonly subjects: readonly CheckedSubject[];
  /** The ones to name; none where it is true of all. */
  readonly named: readonly CheckedSubject[];
}

type HeadlineFacts = Pick<CheckModel, 'verdict' | 'all' | 'operators' | 'about'>;

export function headlineOf({ verdict, all, operators, about }: HeadlineFacts): Headline {
  if (about) {
    const { subject } = about;
    return { verdict: subject.detection.verdict, subjects: [subject], named: [subject] };
  }
  const worst = operators[0]?.detection.verdict;
  const worstVerdict = worst && isBad(worst) && severityOf(worst) >= severityOf(verdict) ? worst : undefined;
  if (!all || worstVerdict === undefined) return { verdict, subjects: all ? [all] : [], named: [] };
  const subjects = operators.filter(({ detection }) => detection.verdict === worstVerdict);
  const judged = operators.filter(({ detection }) => detection.verdict !== 'too_little_traffic');
  const isAll = subjects.length === judged.length && judged.length > 1;
  return { verdict: worstVerdict, subjects, named: isAll ? [] : subjects };
}

const SIGNS = {
  normal: 'white_check_mark',
  degraded: 'warning',
  down: 'red_circle',
  silent: 'mute',
  clock_off: 'clock3',
  too_little_traffic: 'grey_question',
  platform_unreachable: 'electric_plug',
} as const satisfies Record<IncidentVerdict, string>;

/** The emoji in the colour of a verdict. */
export function signOf(verdict: IncidentVerdict): string {
  return SIGNS[verdict];
}

export function isOnlyNotCompared({ verdict, counts }: Detection): boolean {
  return verdict === 'too_little_traffic' && counts.recent >= FEWEST_JUDGED;
}

type Options = Localized<IncidentTranslations>;

/** At most twelve words, but for long names. */
export function headlineText({ verdict, subjects, named }: Headline, t: IncidentTranslations): string {
  const { check } = t;
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

/** A platform that refuses the bot's account does answer. */
export function isAccountRefused(failure: FailureCode | undefined): boolean {
  return failure === 'wrong_credentials' || failure === 'not_allowed';
}

export function verdictText(detection: Detection, { check }: IncidentTranslations): string {
  if (isOnlyNotCompared(detection)) return check.notCompared.verdict;
  const { verdict } = detection;
  return verdict === 'down' && mayBeLate(detection) ? check.downOrLate : check.verdicts[verdict];
}

/** Who keeps the messages, as far as can be told; `undefined` where that is not the question. */
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
  const doOthersFareWell =
    others.some(({ detection }) => detection.verdict === 'normal') &&
    others.every(({ detection }) => !isBad(detection.verdict));
  return doOthersFareWell ? owner.onlyOperator : owner.operator;
}

export function nextStep(
  { verdict, subjects }: Headline,
  { unreachable, incidents, operators, baseline }: CheckModel,
  t: IncidentTranslations,
  isSlightlyWorse = false,
): string {
  const steps = t.check.nextStep;
  switch (verdict) {
    case 'normal': {
      // Of what somebody has resolved there is nothing to do before it is told again.
      const open = incidents.filter(({ resolved }) => !resolved);
      if (open.length > 0)
        return (open.every((one) => one.isRecovering) ? steps.recovering : steps.goesOn)(open.length);
      return isSlightlyWorse ? steps.straying : steps.normal;
    }
    case 'silent':
      return steps.silent;
    case 'clock_off':
      return steps.clockOff;
    case 'too_little_traffic': {
      const isComing = baseline.isReading || baseline.unread > 0;
      if (isComing && subjects.some(({ detection }) => isOnlyNotCompared(detection)))
        return steps.notCompared;
      return operators.some(({ lastHours }) => lastHours) ? steps.tooLittle : steps.nobody;
    }
    case 'platform_unreachable':
      return unreachableStep(unreachable?.failure, t);
    default:
      return steps[ownerOf(subjects)];
  }
}

/** Where the account of the bot is at fault, calling the platform mends nothing. */
export function unreachableStep(
  failure: FailureCode | undefined,
  { check: { nextStep } }: IncidentTranslations,
): string {
  if (failure === 'wrong_credentials') return nextStep.wrongCredentials;
  return failure === 'not_allowed' ? nextStep.notAllowed : nextStep.unreachable;
}

function ownerOf(subjects: readonly CheckedSubject[]) {
  const owners = new Set(subjects.map(({ detection }) => detection.owner));
  const [only] = owners;
  return owners.size === 1 && only !== undefined ? only : 'unknown';
}

/** Names of several, or a long one, are not read out to anybody. */
const LONGEST_SAID = 20;

/** As `customerText`; of a check. */
export function customerSentence(
  { verdict, subjects, named }: Headline,
  t: IncidentTranslations,
): string | undefined {
  if (verdict === 'normal' && named.length > 0 && named.every(isReceiptless)) return undefined;
  const operators = named.map(({ detection: { subject } }) =>
    subject.of === 'operator' ? (subject.operator ?? null) : null,
  );
  const isFailing = subjects.every(({ detection }) => detection.isFailing);
  return customerText({ verdict, isFailing, operators }, t);
}

/**
 * What customers can be told, in one language: no number, no time, nothing of one message; `undefined` where nothing is
 * known. `operators` are none where it is true of all, and `null` for the unknown route.
 */
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
  const isSaid = another === undefined && (only ?? '').length <= LONGEST_SAID;
  const to = only === undefined ? '' : isSaid ? customers.of(only) : customers.some;
  switch (verdict) {
    case 'normal':
    case 'clock_off':
      return customer.normal(to);
    case 'degraded':
      return customer[isFailing ? 'failing' : 'delayed'](to);
    case 'down':
      return customer.down(to);
    case 'too_little_traffic':
      return undefined;
    default:
      return customer.unknown(to);
  }
}

export function noFindingSentence(
  detection: Detection,
  { operators, baseline: { isReading, unread } }: CheckModel,
  options: Options,
): string {
  const { t, formatter } = options;
  const { check, answer } = t;
  const { counts, usual, verdict } = detection;
  if (isOnlyNotCompared(detection) && detection.baseline === undefined) {
    const { comes, unread: failed, none } = check.notCompared;
    return isReading ? comes : unread > 0 ? failed : none;
  }
  if (verdict === 'too_little_traffic') {
    return check.tooFew(answer.messages(Math.floor(counts.recent)), formatter.number(FEWEST_JUDGED));
  }
  const [late, usuallyLate] = [shareOf(comparedCounts(detection, operators).late), shareOf(usual.late)];
  if (late === undefined || usuallyLate === undefined) return capitalized(check.verdicts[verdict]);
  const usually = isKnownExactly(detection) ? shareText(1 - usuallyLate, options) : undefined;
  return check.well(subjectName(detection, t), shareText(1 - late, options), usually);
}

/** What is reckoned back is a little too good: beside figures that are as usual it would seem to deny that. */
export function isKnownExactly({ baseline }: Detection): boolean {
  return baseline?.basis === 'observed';
}

/** So many delivered of those of the last hours, and as many as usually are. */
export function deliveredTexts(
  { delivered, of, usual }: LastHours,
  { t, formatter }: Options,
): { readonly now: string; readonly usual: string | undefined } {
  const { countOf } = t.check.table;
  const all = formatter.number(of);
  const text = (count: number) => countOf(formatter.number(Math.round(count)), all);
  return { now: text(delivered), usual: usual === undefined ? undefined : text(usual * of) };
}

/** Of all together those of operators that can be compared, and send receipts: `usual` is of no others. */
function comparedCounts({ subject, counts }: Detection, operators: CheckModel['operators']): Counts {
  if (subject.of === 'operator') return counts;
  const compared = operators.filter(({ detection }) => detection.baseline && detection.sendsReceipts);
  return addCounts(compared.map(({ detection }) => detection.counts));
}

/** Less is what alike hours differ by, and not worth a word: the margin of normal sensitivity. */
const SLIGHTLY_WORSE = 0.1;
const COMPARED: readonly ShareName[] = ['waiting', 'late', 'slowHandOver', 'failed'];

/** Who is not certainly worse than usual and not quite well either, so that nobody has to wonder at the table. */
export function slightlyWorseSentence(
  subjects: readonly CheckedSubject[],
  options: Options,
): string | undefined {
  const { t, formatter } = options;
  const { strays, straying, table, measures } = t.check;
  const said = subjects.flatMap(({ detection }) => {
    const { subject, verdict, isWell } = detection;
    // All together hold operators that are not compared, which only the detection knows to leave out.
    if (verdict !== 'normal' || (subject.of === 'all' && isWell)) return [];
    const by = COMPARED.flatMap((name) => measuredOf(detection, [name]) ?? []);
    const [most] = by.toSorted((a, b) => excessOf(b) - excessOf(a));
    if (!most || excessOf(most) < SLIGHTLY_WORSE) return [];
    const { share, of, kind } = most;
    const [hits, all] = [share * of, of].map((count) => formatter.number(Math.round(count)));
    const now = `${table.countOf(hits ?? '', all ?? '')} ${measures[kind]}`;
    return [strays(subjectName(detection, t) ?? t.check.everything, now)];
  });
  return said.length === 0
    ? undefined
    : straying(listText(said, t, { most: MOST_NAMED, others: t.check.andMore }));
}

function excessOf({ share, usual }: Measured): number {
  return usual === undefined ? 0 : share - usual;
}

/** More operators than these are counted, not named. */
const MOST_NAMED = 2;

/** In percent: all and nothing without a decimal. */
export function shareText(share: number, { t, formatter }: Options): string {
  if (share !== 0 && share !== 1) return formatter.percent(share);
  return new Intl.NumberFormat(t.locale, { style: 'percent' }).format(share);
}

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

export function findingSentence(
  name: string | undefined,
  { kind, share, usual, of }: Finding,
  options: Options,
): string {
  const { t, formatter } = options;
  const isSilence = kind === 'silence';
  const now = isSilence ? t.answer.messages(Math.round(share * of)) : shareText(share, options);
  return t.check.findings[kind](name, now, shareText(usual, options), formatter.number(Math.round(of)));
}

const MEASURED: Readonly<Record<ShareName, FindingKind>> = {
  waiting: 'waiting',
  late: 'late',
  slowHandOver: 'slow_hand_over',
  failed: 'failures',
  clockOff: 'clock_off',
};

interface Measured {
  readonly kind: FindingKind;
  readonly share: number;
  readonly of: number;
  readonly usual: number | undefined;
}

/** The first of these shares of enough messages that can be compared; else the first that there is. */
export function measuredOf({ counts, usual }: Detection, names: readonly ShareName[]): Measured | undefined {
  const measured = names.flatMap((name) => {
    const share = shareOf(counts[name]);
    const { of } = counts[name];
    return share === undefined
      ? []
      : [{ kind: MEASURED[name], share, of, usual: shareOf(usual[name]), name }];
  });
  return (
    measured.find(({ name, of, usual: then }) => then !== undefined && isEnough(name, { of })) ?? measured[0]
  );
}

export function onsetSentence(onset: Onset | undefined, { t, formatter }: Options): string | undefined {
  if (!onset) return undefined;
  const say = onset.isBefore ? t.check.sinceBefore : t.check.since;
  return say(formatter.since(onset.at));
}
