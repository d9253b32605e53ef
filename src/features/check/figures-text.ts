import { addCounts, measure, type ShareName } from '../../domain/detection/counts.ts';
import { isAccumulated } from '../../domain/detection/evidence.ts';
import { type FindingKind, type MeasuredKind, SHARE_NAMES } from '../../domain/detection/findings.ts';
import type { Onset } from '../../domain/detection/incident.ts';
import type { Detection } from '../../domain/detection/judge.ts';
import { shareOf } from '../../domain/figures/rates.ts';
import { baselineFigureText, findingText, shareOfText, shareText } from '../../slack/blocks/findings.ts';
import { capitalized, type Localized, listText } from '../../slack/blocks/format.ts';
import {
  isOnlyNotCompared,
  isWithoutReceipts,
  MOST_NAMED,
  subjectName,
  unusableAnswerFor,
} from '../../slack/blocks/headline.ts';
import { type Headline, headlineOf, headlineText, isBadButNotCompared, ownerSentence } from './advice.ts';
import type { CheckTranslations, CheckViewOptions } from './locales/index.ts';
import type { CheckedSubject, CheckModel, LastHours } from './model.ts';

type Options = Localized<CheckTranslations>;

/** The answer mentions a share of problems that exceeds the usual share by at least this much. */
const SLIGHTLY_WORSE = 0.1;
export function evidenceLines(headline: Headline, model: CheckModel, options: CheckViewOptions): string[] {
  const { t } = options;
  if (model.unreachable) return unreachableLines(model.unreachable, model, options);
  const { subjects, verdict, named } = headline;
  const [subject] = subjects;
  if (!subject) return [t.check.noneLately];
  if (verdict === 'too_little_traffic')
    return [...undeliveredSentences(model, options), lastHoursSentence(subject, model, options)];
  if (verdict === 'normal') {
    const areWithoutReceipts = named.length > 0 && named.every(isWithoutReceipts);
    return [
      ...(areWithoutReceipts ? [t.check.trust.none] : []),
      noFindingText(subject.detection, model, options),
      ...remarks(headline, model, options),
    ];
  }
  // Omitted for several subjects, because the table shows when each operator's problem began.
  const onset = subjects.length === 1 ? onsetText(subject.onset, options) : undefined;
  const shown = subjects.length === 1 ? subject : named.length === 0 ? model.all : undefined;
  const [finding] = shown?.detection.findings ?? [];
  const owner = ownerSentence(headline, model, t);
  const why = finding && findingText(shown && subjectName(shown.detection, t), finding, options);
  // The evidence of several hours says itself since when.
  if (why && subjects.length === 1 && isAccumulated(finding))
    return owner === undefined ? [why] : [why, owner];
  const because = [onset, owner ?? why].filter(Boolean);
  return because.length === 0 ? [] : [because.join(' ')];
}

function unreachableLines(
  { failure, since, lastReadAt, last }: NonNullable<CheckModel['unreachable']>,
  { baseline }: CheckModel,
  options: CheckViewOptions,
): string[] {
  const { t, format } = options;
  const answered = unusableAnswerFor(failure, t);
  const sinceText = answered ? t.check.unreadableSince : t.check.unreachableSince;
  const headline = last && headlineOf(last);
  const [subject] = headline?.verdict === 'normal' ? headline.subjects : [];
  const said = headline && headlineText(headline, t);
  return [
    ...(answered?.because === undefined ? [] : [answered.because]),
    ...(since ? [sinceText(format.since(since))] : []),
    ...(lastReadAt ? [t.check.lastFigures(format.since(lastReadAt), said)] : []),
    ...(last && subject
      ? [noFindingText(subject.detection, { operators: last.operators, baseline }, options)]
      : []),
  ];
}

/** Lines about operators that the verdict of a good check does not describe. */
export function remarks(
  { verdict, subjects }: Headline,
  { about, all, operators }: CheckModel,
  options: CheckViewOptions,
): string[] {
  if (verdict !== 'normal') return [];
  const { t } = options;
  const { check, findings } = t;
  const shown = about || !all ? subjects : [...operators, all];
  const listed = (say: (list: string) => string, measuredOf: (one: Detection) => Measured | undefined) => {
    const texts = shown.flatMap(({ detection }) => {
      const measured = measuredOf(detection);
      if (!measured) return [];
      const { kind, share, of, usual } = measured;
      const now = shareOfText(share, of, options);
      const name = capitalized(subjectName(detection, t) ?? findings.everything);
      const usually = usual === undefined ? undefined : baselineFigureText(detection, usual, of, options);
      return [check.remark(name, `${now} ${findings.measures[kind]}`, usually)];
    });
    return texts.length === 0
      ? []
      : [say(listText(texts, t, { most: MOST_NAMED, others: findings.andMore }))];
  };
  return [
    // In a good check, findings are failures that are over.
    ...listed(check.failedBefore, ({ subject, findings }) =>
      subject.of === 'all' ? undefined : findings[0],
    ),
    ...listed(check.slightlyWorse, slightlyWorseIn),
    ...listed(check.notCompared.operators, (one) =>
      isBadButNotCompared(one) ? worstIn(one, ['late', 'failures']) : undefined,
    ),
  ];
}

interface Measured {
  readonly kind: FindingKind;
  readonly share: number;
  readonly of: number;
  readonly usual: number | undefined;
}

function slightlyWorseIn(detection: Detection): Measured | undefined {
  const { subject, verdict, isWell, findings } = detection;
  // A good total of all operators is not compared, because it includes operators without a baseline.
  if (verdict !== 'normal' || findings.length > 0 || (subject.of === 'all' && isWell)) return undefined;
  const worst = worstIn(detection, ['waiting', 'late', 'slow_hand_over', 'failures']);
  return worst && worst.share - (worst.usual ?? 0) >= SLIGHTLY_WORSE ? worst : undefined;
}

/** The share that exceeds the usual one by most; without a baseline, the largest. */
function worstIn(
  { counts, usual, baseline }: Detection,
  kinds: readonly MeasuredKind[],
): Measured | undefined {
  const measured = kinds.flatMap((kind): Measured[] => {
    const [share, usually] = [counts, usual].map((own) => shareOf(measure(own, SHARE_NAMES[kind])));
    if (share === undefined || (baseline && usually === undefined)) return [];
    return [{ kind, share, of: counts[SHARE_NAMES[kind]].of, usual: usually }];
  });
  return measured.toSorted((a, b) => b.share - (b.usual ?? 0) - a.share + (a.usual ?? 0))[0];
}

function undeliveredSentences({ about, operators }: CheckModel, options: CheckViewOptions): string[] {
  const [worst] = operators;
  const { lastHours } = worst ?? {};
  if (about || !worst || !lastHours?.usual || lastHours.delivered > 0 || isWithoutReceipts(worst)) return [];
  return [deliveredText(subjectName(worst.detection, options.t) ?? '', lastHours, options)];
}

function lastHoursSentence(subject: CheckedSubject, model: CheckModel, options: CheckViewOptions): string {
  const { check } = options.t;
  const { lastHours, detection } = subject;
  if (isOnlyNotCompared(detection) || (!lastHours && detection.counts.recent >= 1))
    return noFindingText(detection, model, options);
  if (!lastHours) return check.noneLately;
  if (isWithoutReceipts(subject)) return check.trust.none;
  const all = model.operators.some(isWithoutReceipts) ? check.operatorsWithReceipts : check.everyOperator;
  return deliveredText(subjectName(detection, options.t) ?? all, lastHours, options);
}

function deliveredText(
  name: string,
  { since, delivered, of, usual }: LastHours,
  { t, format }: CheckViewOptions,
) {
  const countOf = (count: number) => t.findings.countOf(format.number(Math.round(count)), format.number(of));
  const usually = usual === undefined ? undefined : countOf(usual * of);
  return t.check.delivered(name, format.since(since), countOf(delivered), usually);
}

/** Compares what arrived with what usually arrives; without receipts, what was handed over. */
export function noFindingText(
  detection: Detection,
  { operators, baseline: { isReading, unread } }: Pick<CheckModel, 'operators' | 'baseline'>,
  options: Options,
): string {
  const { t } = options;
  const { check, answer } = t;
  const { usual, verdict, counts } = detection;
  if (isOnlyNotCompared(detection)) {
    const { reading, unread: failed, none, few } = check.notCompared;
    return detection.baseline ? few : isReading ? reading : unread > 0 ? failed : none;
  }
  if (verdict === 'too_little_traffic') return check.tooFew(answer.messages(Math.floor(counts.recent)));
  for (const name of ['late', 'slowHandOver'] as const) {
    const now = comparedCounts(detection, operators, name);
    const [bad, usuallyBad] = [shareOf(now), shareOf(usual[name])];
    if (bad === undefined || usuallyBad === undefined) continue;
    const usually = baselineFigureText(detection, 1 - usuallyBad, now.of, options);
    return check.well[name](subjectName(detection, t), shareText(1 - bad, options, now.of), usually);
  }
  return check.notCompared.none;
}

/** Counts all operators that have usual figures and, except for hand-overs, receipts. */
function comparedCounts({ subject, counts }: Detection, operators: CheckModel['operators'], name: ShareName) {
  if (subject.of === 'operator') return counts[name];
  const compared = operators.filter(
    ({ detection }) => detection.baseline && (detection.sendsReceipts || name === 'slowHandOver'),
  );
  return addCounts(compared.map(({ detection }) => detection.counts))[name];
}

export function onsetText(onset: Onset | undefined, { t, format }: Options): string | undefined {
  if (!onset) return undefined;
  const say = onset.isBefore ? t.check.sinceBefore : t.check.since;
  return say(format.since(onset.at));
}
