import { addCounts, measure, type ShareName } from '../../domain/detection/counts.ts';
import { isAccumulated } from '../../domain/detection/evidence.ts';
import { basisOf, type Finding, type MeasuredKind, SHARE_NAMES } from '../../domain/detection/findings.ts';
import type { Onset } from '../../domain/detection/incident.ts';
import type { Detection } from '../../domain/detection/judge.ts';
import { isBad } from '../../domain/detection/verdict.ts';
import { shareOf } from '../../domain/figures/rates.ts';
import { baselineText, findingText, shareOfText, shareText } from '../../slack/blocks/findings.ts';
import { capitalized, type Localized, listText } from '../../slack/blocks/format.ts';
import {
  headlineOf,
  headlineText,
  isOnlyNotCompared,
  isWithoutReceipts,
  MOST_NAMED,
  subjectName,
  uncomparedProblem,
  unusableAnswerFor,
} from '../../slack/blocks/headline.ts';
import { type CheckHeadline, ownerSentence } from './advice.ts';
import type { CheckTranslations, CheckViewOptions } from './locales/index.ts';
import type { CheckedSubject, CheckModel, LastHours } from './model.ts';

type Options = Localized<CheckTranslations>;

/** The answer mentions a share of problems that exceeds the usual share by at least this much. */
const SLIGHTLY_WORSE = 0.1;
const COMPARED: readonly MeasuredKind[] = ['waiting', 'late', 'slow_hand_over', 'failures'];

export function evidenceLines(
  headline: CheckHeadline,
  model: CheckModel,
  options: CheckViewOptions,
): string[] {
  const { t } = options;
  if (model.unreachable) return unreachableLines(model.unreachable, model, options);
  const { subjects, verdict, named, unsure } = headline;
  const [subject] = subjects;
  if (!subject) return [t.check.noneLately];
  if (verdict === 'too_little_traffic')
    return [...remarks(headline, model, options), lastHoursSentence(subject, model, options)];
  if (verdict === 'normal') {
    return [
      ...(unsure === 'without_receipts' ? [t.check.trust.none] : []),
      // Would contradict the headline, because it counts only operators with usual figures.
      ...(unsure === 'not_compared' ? [] : [noFindingText(subject.detection, model, options)]),
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

/** Lines about operators that the verdict of a check without findings does not describe. */
export function remarks(
  { verdict, subjects }: CheckHeadline,
  model: CheckModel,
  options: CheckViewOptions,
): string[] {
  if (isBad(verdict)) return [];
  const { t } = options;
  const { about, all, operators } = model;
  const { check, findings } = t;
  const shown = about || !all ? subjects : [...operators, all];
  const listed = (
    say: (list: string) => string,
    measuredOf: (one: CheckedSubject) => Measured | undefined,
  ) => {
    const texts = shown.flatMap((one) => {
      const { detection } = one;
      const measured = measuredOf(one);
      if (!measured) return [];
      const { kind, share, of, usual, basis } = measured;
      const now = shareOfText(share, of, options);
      const name = capitalized(subjectName(detection, t) ?? findings.everything);
      const usually = usual === undefined ? undefined : baselineText({ usual, of, basis }, options);
      return [check.remark(name, `${now} ${findings.measures[kind]}`, usually)];
    });
    return texts.length === 0
      ? []
      : [say(listText(texts, t, { most: MOST_NAMED, others: findings.andMore }))];
  };
  return [
    ...undeliveredSentences(model, options),
    // In a good check, findings are failures that are over.
    ...listed(check.failedBefore, ({ detection: { subject, findings } }) =>
      subject.of === 'all' ? undefined : findings[0],
    ),
    ...listed(check.slightlyWorse, ({ detection }) => slightlyWorseIn(detection)),
    ...listed(check.notCompared.operators, (one) =>
      one.detection.subject.of === 'all' ? undefined : uncomparedProblem(one),
    ),
  ];
}

type Measured = Pick<Finding, 'kind' | 'share' | 'of'> & Partial<Pick<Finding, 'usual' | 'basis'>>;

function slightlyWorseIn(detection: Detection): Measured | undefined {
  const { subject, verdict, isWell, findings } = detection;
  // A good total of all operators is not compared, because it includes operators without a baseline.
  if (verdict !== 'normal' || findings.length > 0 || (subject.of === 'all' && isWell)) return undefined;
  const { counts, usual, baseline } = detection;
  const measured = COMPARED.flatMap((kind): Measured[] => {
    const [share, usually] = [counts, usual].map((own) => shareOf(measure(own, SHARE_NAMES[kind])));
    if (share === undefined || usually === undefined || share - usually < SLIGHTLY_WORSE) return [];
    const basis = basisOf(kind, baseline?.basis ?? 'observed');
    return [{ kind, share, of: counts[SHARE_NAMES[kind]].of, usual: usually, basis }];
  });
  // The share that exceeds the usual one by most.
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
  const usually = usual === undefined ? undefined : t.findings.aboutCount(countOf(usual * of));
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
    const basis = detection.baseline?.basis;
    const usually = baselineText({ usual: 1 - usuallyBad, of: now.of, basis }, options);
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
