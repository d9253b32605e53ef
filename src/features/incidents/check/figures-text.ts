import { shareOf } from '../../../domain/figures/rates.ts';
import { addCounts, type Counts, measure, type ShareName } from '../../../domain/incidents/counts.ts';
import { type FindingWithEvidence, isAccumulated } from '../../../domain/incidents/evidence.ts';
import {
  type AccumulatedEvidence,
  type Finding,
  type FindingKind,
  isEnough,
} from '../../../domain/incidents/findings.ts';
import type { Onset } from '../../../domain/incidents/incident.ts';
import type { Detection } from '../../../domain/incidents/judge.ts';
import { capitalized, type Localized, listText } from '../../../slack/blocks/format.ts';
import {
  isOnlyNotCompared,
  isWithoutReceipts,
  MOST_NAMED,
  subjectName,
  verdictText,
} from '../../../slack/blocks/headline.ts';
import type { IncidentTranslations, IncidentView } from '../locales/index.ts';
import type { CheckedSubject, CheckModel, LastHours } from '../model.ts';
import { type Headline, headlineOf, headlineText, ownerSentence, unusableAnswerFor } from './advice.ts';

type Options = Localized<IncidentTranslations>;

/** The answer mentions a share of problems that exceeds the usual share by at least this much. */
const SLIGHTLY_WORSE = 0.1;
const NOTICED = 0.02;
const COMPARED: readonly ShareName[] = ['waiting', 'late', 'slowHandOver', 'failed'];
/** Shares of fewer messages have no decimals, because for example 9.5% of 20 messages is impossible. */
const FEWEST_FOR_DECIMAL = 1000;

export function evidenceLines(headline: Headline, model: CheckModel, options: IncidentView): string[] {
  const { t, format } = options;
  const { unreachable } = model;
  if (unreachable) {
    const { failure, since, lastReadAt, last } = unreachable;
    const answered = unusableAnswerFor(failure, t);
    const sinceText = answered ? t.check.unreadableSince : t.check.unreachableSince;
    const said = last && headlineText(headlineOf(last), t);
    return [
      ...(answered?.because === undefined ? [] : [answered.because]),
      ...(since ? [sinceText(format.since(since))] : []),
      ...(lastReadAt ? [t.check.lastFigures(format.since(lastReadAt), said)] : []),
    ];
  }
  const { subjects, verdict } = headline;
  const [subject] = subjects;
  if (!subject) return [t.check.noneLately];
  if (verdict === 'too_little_traffic')
    return [...undeliveredSentences(model, options), lastHoursSentence(subject, model, options)];
  if (verdict === 'normal') {
    if (isWithoutReceipts(subject)) return [t.check.trust.none];
    const slightly = slightlyWorse(headline, model, options);
    return [noFindingText(subject.detection, model, options), ...(slightly === undefined ? [] : [slightly])];
  }
  // Omitted for several subjects, because the table shows when each operator's problem began.
  const onset = subjects.length === 1 ? onsetText(subject.onset, options) : undefined;
  const [finding] = subject.detection.findings;
  const owner = ownerSentence(headline, model, t);
  if (subjects.length === 1 && finding && isAccumulated(finding))
    return [accumulatedText(subject.detection, finding, options), ...(owner === undefined ? [] : [owner])];
  const because = owner ?? (finding && findingText(subjectName(subject.detection, t), finding, options));
  return [[onset, because].filter(Boolean).join(' ')];
}

/** Describes a problem found in hours of traffic, because a quarter of an hour has too few messages. */
function accumulatedText(detection: Detection, finding: FindingWithEvidence, options: IncidentView): string {
  const { t, format } = options;
  const name = subjectName(detection, t);
  const well = wellTexts(finding, options);
  if (!well) return findingText(name, finding, options);
  const facts = {
    since: format.since(new Date(finding.evidence.sinceMs)),
    verdict: verdictText(detection, t),
  };
  return t.check.evidence.almostCertain(name ?? t.check.everyOperator, well.now, {
    ...facts,
    usual: well.usual,
  });
}

export function slightlyWorse(
  headline: Headline,
  model: CheckModel,
  options: IncidentView,
): string | undefined {
  if (headline.verdict !== 'normal') return undefined;
  const { about, all, operators } = model;
  return slightlyWorseSentence(about || !all ? headline.subjects : [...operators, all], options);
}

function undeliveredSentences({ about, operators }: CheckModel, options: IncidentView): string[] {
  const [worst] = operators;
  const { lastHours, detection } = worst ?? {};
  if (about || !worst || !detection || isWithoutReceipts(worst)) return [];
  if (!lastHours?.usual || lastHours.delivered > 0) return [];
  const { now, usual } = deliveredTexts(lastHours, options);
  const since = options.format.since(lastHours.since);
  return [options.t.check.undelivered(subjectName(detection, options.t) ?? '', since, now, usual ?? '')];
}

function lastHoursSentence(subject: CheckedSubject, model: CheckModel, options: IncidentView): string {
  const { t, format } = options;
  const { lastHours, detection } = subject;
  if (isOnlyNotCompared(detection) || (!lastHours && detection.counts.recent >= 1))
    return noFindingText(detection, model, options);
  if (!lastHours) return t.check.noneLately;
  if (isWithoutReceipts(subject)) return t.check.trust.none;
  const { now, usual } = deliveredTexts(lastHours, options);
  return t.check.lastHours(format.since(lastHours.since), now, usual);
}
export function noFindingText(
  detection: Detection,
  { operators, baseline: { isReading, unread } }: CheckModel,
  options: Options,
): string {
  const { t } = options;
  const { check, answer } = t;
  const { counts, usual, verdict } = detection;
  if (isOnlyNotCompared(detection) && detection.baseline === undefined) {
    const { reading, unread: failed, none } = check.notCompared;
    return isReading ? reading : unread > 0 ? failed : none;
  }
  if (verdict === 'too_little_traffic') {
    return check.tooFew(answer.messages(Math.floor(counts.recent)));
  }
  const compared = comparedCounts(detection, operators).late;
  const [late, usuallyLate] = [shareOf(compared), shareOf(usual.late)];
  if (late === undefined || usuallyLate === undefined) return capitalized(t.figures.verdicts[verdict]);
  const [name, inTime] = [subjectName(detection, t), shareText(1 - late, options, compared.of)];
  if (!isExact(detection)) return check.well(name, inTime, undefined);
  const usually = baselineText(1 - usuallyLate, options, compared.of);
  const worse = late - usuallyLate;
  return (worse >= NOTICED && worse < SLIGHTLY_WORSE ? check.wellWithin : check.well)(name, inTime, usually);
}

/** False if the usual figures were reconstructed from receipt times, because these are slightly too good. */
export function isExact({ baseline }: Detection): boolean {
  return baseline?.basis === 'observed';
}

export function deliveredTexts(
  { delivered, of, usual }: LastHours,
  { t, format }: Options,
): { readonly now: string; readonly usual: string | undefined } {
  const { countOf } = t.check.table;
  const all = format.number(of);
  const text = (count: number) => countOf(format.number(Math.round(count)), all);
  return { now: text(delivered), usual: usual === undefined ? undefined : text(usual * of) };
}

/** Counts of all operators include only those with usual figures and receipts, like the usual share. */
function comparedCounts({ subject, counts }: Detection, operators: CheckModel['operators']): Counts {
  if (subject.of === 'operator') return counts;
  const compared = operators.filter(({ detection }) => detection.baseline && detection.sendsReceipts);
  return addCounts(compared.map(({ detection }) => detection.counts));
}

function slightlyWorseSentence(subjects: readonly CheckedSubject[], options: Options): string | undefined {
  const { t, format } = options;
  const { slightlyWorseAt, slightlyWorse: slightlyWorseText, table, measures } = t.check;
  const said = subjects.flatMap(({ detection }) => {
    const { subject, verdict, isWell } = detection;
    // A good total of all operators is not compared, because it includes operators without a baseline.
    if (verdict !== 'normal' || (subject.of === 'all' && isWell)) return [];
    const by = COMPARED.flatMap((name) => measuredOf(detection, [name]) ?? []);
    const [most] = by.toSorted((a, b) => excessOf(b) - excessOf(a));
    if (!most || excessOf(most) < SLIGHTLY_WORSE) return [];
    const { share, of, kind } = most;
    const [hits, all] = [share * of, of].map((count) => format.number(Math.round(count)));
    const now = `${table.countOf(hits ?? '', all ?? '')} ${measures[kind]}`;
    return [slightlyWorseAt(subjectName(detection, t) ?? t.check.everything, now)];
  });
  return said.length === 0
    ? undefined
    : slightlyWorseText(listText(said, t, { most: MOST_NAMED, others: t.check.andMore }));
}

function excessOf({ share, usual }: Measured): number {
  return usual === undefined ? 0 : share - usual;
}

/** Formats a share of `of` messages in percent; 0% and 100% are shown only if they are exact. */
export function shareText(share: number, { t, format }: Options, of = Number.POSITIVE_INFINITY): string {
  const isEnd = share === 0 || share === 1;
  if (!isEnd && of >= FEWEST_FOR_DECIMAL) return format.percent(share);
  const shown = isEnd ? share : Math.min(0.99, Math.max(0.01, share));
  return new Intl.NumberFormat(t.locale, { style: 'percent' }).format(shown);
}

/** Formats the usual share like a share of `of` messages, but does not round a share such as 0.1% to 1%. */
export function baselineText(usual: number, options: Options, of: number): string {
  const isNearEnd = Math.min(usual, 1 - usual) < 0.005;
  return shareText(usual, options, isNearEnd ? undefined : of);
}

export function findingText(name: string | undefined, finding: Finding, options: Options): string {
  if (isAccumulated(finding)) return evidenceText(name, finding, options);
  const { t, format } = options;
  const { kind, share, usual, of } = finding;
  const isSilence = kind === 'silence';
  const now = isSilence ? t.answer.messages(Math.round(share * of)) : shareText(share, options, of);
  return t.check.findings[kind](name, now, baselineText(usual, options, of), format.number(Math.round(of)));
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

export function measuredOf({ counts, usual }: Detection, names: readonly ShareName[]): Measured | undefined {
  const measured = names.flatMap((name) => {
    const share = shareOf(measure(counts, name));
    const { of } = counts[name];
    return share === undefined
      ? []
      : [{ kind: MEASURED[name], share, of, usual: shareOf(measure(usual, name)), name }];
  });
  return (
    measured.find(({ name, of, usual: then }) => then !== undefined && isEnough(name, { of })) ?? measured[0]
  );
}

export function onsetText(onset: Onset | undefined, { t, format }: Options): string | undefined {
  if (!onset) return undefined;
  const say = onset.isBefore ? t.check.sinceBefore : t.check.since;
  return say(format.since(onset.at));
}

/** Without `name`, the sentence is about all operators together. */
export function evidenceText(
  name: string | undefined,
  { kind, evidence }: FindingWithEvidence,
  { t, format }: Localized<IncidentTranslations>,
): string {
  const since = format.since(new Date(evidence.sinceMs));
  return t.check.evidence.found[kind](name, { ...wholeCounts(evidence), since });
}

export function wholeCounts({ hits, of, usualHits }: AccumulatedEvidence) {
  return { hits: Math.round(hits), of: Math.round(of), usual: Math.round(usualHits) };
}

export function wellTexts(
  { kind, evidence }: FindingWithEvidence,
  { t, format }: Localized<IncidentTranslations>,
): { readonly now: string; readonly usual: string } | undefined {
  if (kind !== 'waiting' && kind !== 'slow_hand_over') return undefined;
  const { hits, of, usual } = wholeCounts(evidence);
  const { well } = t.check.evidence;
  const countOf = (count: number) => t.check.table.countOf(format.number(count), format.number(of));
  // A receipt may also report a failure, so messages with a receipt are not called delivered.
  const what = kind === 'slow_hand_over' ? 'handedOver' : hits === of ? 'delivered' : 'withReceipt';
  return { now: well[what](countOf(of - hits)), usual: countOf(of - usual) };
}
