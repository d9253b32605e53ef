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
import type { CheckedSubject, CheckModel, Onset } from '../model.ts';

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

export function isOnlyNotCompared({ verdict, counts }: Detection): boolean {
  return verdict === 'too_little_traffic' && counts.recent >= FEWEST_JUDGED;
}

type Options = Localized<IncidentTranslations>;

export function headlineText({ verdict, subjects, named }: Headline, t: IncidentTranslations): string {
  const { check } = t;
  const detections = subjects.map(({ detection }) => detection);
  if (detections.some(isOnlyNotCompared)) return check.notCompared.headline;
  const operators = namesOf(named, t);
  if (verdict === 'down' && detections.every(mayBeLate)) return check.withoutReceipt(operators);
  return check.headline[verdict](operators);
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
  { unreachable, incidents }: CheckModel,
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
    case 'too_little_traffic':
      return steps.tooLittle;
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

/** What customers can be told, in one language: no number, no time, nothing of one message. */
export function customerSentence({ verdict, subjects, named }: Headline, t: IncidentTranslations): string {
  const { customer } = t.check;
  const known = named.filter(
    ({ detection: { subject } }) => subject.of === 'operator' && subject.operator !== undefined,
  );
  const operators = namesOf(known, t);
  switch (verdict) {
    case 'normal':
    case 'clock_off':
      return customer.normal(undefined);
    case 'degraded':
      return customer[subjects.every(({ detection }) => detection.isFailing) ? 'failing' : 'delayed'](
        operators,
      );
    case 'down':
      return customer.down(operators);
    default:
      return customer.unknown(undefined);
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
  const [inTime, usually] = [shareText(1 - late, options), shareText(1 - usuallyLate, options)];
  return check.well(subjectName(detection, t), inTime, usually);
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
    const { share, of, kind, usual = 0 } = most;
    const now = `${table.share(shareText(share, options), formatter.number(Math.round(of)))} ${measures[kind]}`;
    return [strays(subjectName(detection, t) ?? t.check.everything, now, shareText(usual, options))];
  });
  return said.length === 0
    ? undefined
    : straying(listText(said, t, { most: MOST_NAMED, others: t.check.andMore }));
}

function excessOf({ share, usual }: Measured): number {
  return usual === undefined ? 0 : share - usual;
}

/** More operators than these are counted, not named. */
const MOST_NAMED = 3;

/** In percent: all and nothing without a decimal. */
export function shareText(share: number, { t, formatter }: Options): string {
  if (share !== 0 && share !== 1) return formatter.percent(share);
  return new Intl.NumberFormat(t.locale, { style: 'percent' }).format(share);
}

function namesOf(subjects: readonly CheckedSubject[], t: IncidentTranslations): string | undefined {
  if (subjects.length === 0) return undefined;
  const names = subjects.map(({ detection }) => subjectName(detection, t) ?? '');
  return listText(names, t, { most: MOST_NAMED, others: t.check.andMore });
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
  const [now, then] = [shareText(share, options), shareText(usual, options)];
  return t.check.findings[kind](name, now, then, formatter.number(Math.round(of)));
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
