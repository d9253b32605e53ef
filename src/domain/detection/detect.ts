import { QUARTER_MS } from '../../runtime/durations.ts';
import type { ChangeSubject } from '../figures/changes.ts';
import { OTHER_NAME } from '../figures/figures.ts';
import { type Proportion, sumOf } from '../figures/rates.ts';
import { type Accumulation, recentAccumulation, subjectAccumulation } from './accumulation.ts';
import { attribute } from './attribution.ts';
import type { Observation, OperatorBaseline } from './baseline.ts';
import { addCounts, type Counts, NO_COUNTS, type OperatorCounts, type QuarterCounts } from './counts.ts';
import {
  addComparisons,
  type BaselineComparison,
  compareWithBaseline,
  type Sensitivity,
  sendsReceipts,
} from './findings.ts';
import { type Detection, judge, type SubjectInput, type SubjectJudgement } from './judge.ts';
import { areLevelsRecent, levelOf, updateLevels } from './level.ts';
import type { Sample, SampleName, Samples } from './sample.ts';
import { subjectKey } from './subject.ts';
import { type IncidentVerdict, isBad } from './verdict.ts';

export interface Check {
  readonly at: Date;
  readonly readAt: Date | undefined;
  readonly platform: PlatformAnswers;
  readonly verdict: IncidentVerdict;
  /** All operators together, then each operator; empty if the platform could not be read. */
  readonly detections: readonly Detection[];
  /** Counts of the operators beyond the limit of 200, which are judged only as part of the total. */
  readonly otherCounts?: Counts;
  /** Present if some past weeks could not be read; operators without a baseline then get no result. */
  readonly lacksBaselines?: true;
  readonly accumulated?: Accumulation;
}

export type PlatformAnswers = { readonly login: boolean; readonly report: boolean };

export interface DetectInput {
  readonly readAt: Date;
  readonly counts: readonly OperatorCounts[];
  readonly baselines: readonly OperatorBaseline[];
  readonly lacksBaselines?: boolean;
}

export interface DetectOptions {
  readonly at: Date;
  readonly platform: PlatformAnswers;
  readonly sensitivity?: Sensitivity;
  readonly before?: Accumulation | undefined;
}

export function detect(
  input: DetectInput | undefined,
  { at, platform, sensitivity = 'normal', before }: DetectOptions,
): Check {
  const hasFigures = input !== undefined && platform.report;
  const judgements = hasFigures ? judgeAll(input, sensitivity, before) : [];
  const detections = attribute(judgements.map(({ detection }) => detection));
  const other = hasFigures ? input.counts.find(({ operator }) => operator === OTHER_NAME) : undefined;
  return {
    at,
    readAt: hasFigures ? input.readAt : undefined,
    platform,
    verdict: hasFigures ? (detections[0]?.verdict ?? 'too_little_traffic') : 'platform_unreachable',
    detections,
    ...(other ? { otherCounts: other.counts } : {}),
    ...(input?.lacksBaselines ? { lacksBaselines: true } : {}),
    ...(hasFigures ? { accumulated: nextAccumulation(judgements, input.readAt, before) } : {}),
  };
}

/** Adds the evidence of a reading, unless it was counted before. Operators without messages keep levels. */
function nextAccumulation(
  judgements: readonly SubjectJudgement[],
  readAt: Date,
  before: Accumulation | undefined,
): Accumulation {
  const readMs = readAt.getTime();
  if (before && before.readMs >= readMs) return before;
  const current = judgements.map((one) => one.accumulation);
  const named = new Set(current.map(({ subject }) => subjectKey(subject)));
  const absent = before?.subjects.filter(
    ({ subject, days }) => !named.has(subjectKey(subject)) && areLevelsRecent(days, readMs),
  );
  return { readMs, subjects: [...current, ...(absent ?? []).map((one) => ({ ...one, quarters: [] }))] };
}

/** Counts by operator, which are stored as the baseline of this hour in later weeks. */
export function observationsOf({ readAt, detections, verdict, otherCounts }: Check): Observation[] {
  if (!readAt) return [];
  const observed = (operator: string | undefined, counts: Counts, of: IncidentVerdict): Observation => {
    return { at: readAt, operator, counts, basis: 'observed', inIncident: isBad(of) };
  };
  const each = detections.flatMap(({ subject, verdict: own, counts }) =>
    subject.of === 'operator' ? [observed(subject.operator, counts, own)] : [],
  );
  return otherCounts ? [...each, observed(OTHER_NAME, otherCounts, verdict)] : each;
}

function judgeAll(
  { readAt, counts, baselines }: DetectInput,
  sensitivity: Sensitivity,
  stored: Accumulation | undefined,
): SubjectJudgement[] {
  const before = recentAccumulation(stored, readAt.getTime());
  const context = { readAt, before, sensitivity };
  const isNew = before === undefined || before.readMs < readAt.getTime();
  const now = new Map(counts.map((one) => [one.operator, one]));
  const usual = new Map(baselines.map((one) => [one.operator, one.baseline]));
  const each = [...new Set([...now.keys(), ...usual.keys()])].map((operator) => {
    const subject: ChangeSubject = { of: 'operator', operator };
    const own = now.get(operator) ?? { counts: NO_COUNTS, quarters: [] };
    const baseline = usual.get(operator);
    const storedDays = subjectAccumulation(stored, subject)?.days;
    const days = areLevelsRecent(storedDays, readAt.getTime()) ? storedDays : undefined;
    const compared = baseline && compareWithBaseline(own.counts, baseline, levelOf(days));
    const was = before && { readMs: before.readMs, quarters: subjectAccumulation(before, subject)?.quarters };
    const samples = compared && isNew ? samplesOf(own, compared, readAt.getTime(), was) : {};
    return {
      subject,
      operator,
      counts: own.counts,
      quarters: own.quarters,
      days: updateLevels(days, own.counts, readAt.getTime()),
      compared,
      samples,
      hasReceipts: baseline === undefined || sendsReceipts(baseline),
    };
  });
  const comparisons = each.flatMap(({ compared }) => compared ?? []);
  const operators = each.filter(({ operator }) => operator !== OTHER_NAME);
  const together: SubjectInput = {
    subject: { of: 'all' },
    counts: addCounts(each.map((one) => one.counts)),
    compared: comparisons.length > 0 ? addComparisons(comparisons) : undefined,
    samples: addSamples(each.map(({ samples }) => samples)),
    hasReceipts: true,
  };
  return [together, ...operators].map((one) => judge(one, context));
}

const WAITING_MS = 5 * 60_000;

/** Counts messages since the last reading. If that was over 15 minutes ago, silence is not tested. */
function samplesOf(
  { counts, quarters }: Pick<OperatorCounts, 'counts' | 'quarters'>,
  compared: BaselineComparison,
  readMs: number,
  last: (Pick<OperatorCounts, 'quarters'> & { readonly readMs: number }) | undefined,
): Samples {
  const { shares } = compared;
  const elapsedMs = last ? readMs - last.readMs : WAITING_MS;
  const part = Math.min(1, elapsedMs / WAITING_MS);
  const of = (name: SampleName, usual: number | undefined, { of, hits }: Proportion): Samples => {
    const some = { of: Math.max(0, of), hits: Math.max(0, Math.min(of, hits)) };
    return usual === undefined ? {} : { [name]: { ...some, usualHits: usual * some.of } };
  };
  const { hits, of: all } = counts.waiting;
  const waiting = of('waiting', shares.waiting, { of: part * all, hits: part * hits });
  if (!last?.quarters || !quarters) return waiting;

  const since = new Map(last.quarters.map((one) => [one.start, one]));
  const fresh = (name: Exclude<keyof QuarterCounts, 'start'>) =>
    sumOf(quarters, (one) => one[name] - (since.get(one.start)?.[name] ?? 0));
  const [submitted, failed, slow] = [fresh('submitted'), fresh('failed'), fresh('slow')];
  const missing = Math.max(0, submitted - fresh('handedOver') - failed);
  const expected = (compared.lowestRecent * elapsedMs) / QUARTER_MS;
  const isSteady = compared.weeks > 1 && elapsedMs <= QUARTER_MS;
  return {
    ...waiting,
    ...of('slow_hand_over', shares.slowHandOver, { of: submitted, hits: missing }),
    ...of('handed_over_late', shares.slowHandOver, { of: submitted, hits: slow }),
    ...of('resolved_late', shares.late, { of: submitted, hits: fresh('late') + failed }),
    ...of('failures', shares.failed, { of: submitted, hits: failed }),
    ...(isSteady ? { silence: { hits: submitted, of: expected, usualHits: expected } } : {}),
  };
}

function addSamples(list: readonly Samples[]): Samples {
  const names = [...new Set(list.flatMap((samples) => Object.keys(samples) as SampleName[]))];
  return Object.fromEntries(
    names.map((name) => {
      const sum = (of: keyof Sample) => sumOf(list, (samples) => samples[name]?.[of] ?? 0);
      return [name, { of: sum('of'), hits: sum('hits'), usualHits: sum('usualHits') }];
    }),
  );
}
