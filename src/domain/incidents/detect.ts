import type { ChangeSubject } from '../figures/changes.ts';
import { OTHER_NAME } from '../figures/figures.ts';
import { type Accumulation, goingOn, keptOf } from './accumulation.ts';
import { attribute } from './attribution.ts';
import type { Observation, OperatorBaseline } from './baseline.ts';
import { addCounts, type Counts, NO_COUNTS, type OperatorCounts } from './counts.ts';
import { addCompared, compareWith, type Sensitivity, sendsReceipts } from './findings.ts';
import { type Detection, type Judged, type Judgement, judge } from './judge.ts';
import { areRecent, daysAfter, levelOf } from './level.ts';
import { addLooks, looksOf } from './looks.ts';
import { subjectKey } from './subject.ts';
import { type IncidentVerdict, isBad } from './verdict.ts';

export interface Check {
  readonly at: Date;
  /** `undefined` where the platform could not be read. */
  readonly readAt: Date | undefined;
  readonly platform: PlatformAnswers;
  readonly verdict: IncidentVerdict;
  /** All together first; empty where the platform could not be read. */
  readonly detections: readonly Detection[];
  /** Operators beyond the limit: they count only in the total. */
  readonly untold?: Counts;
  /** Some past weeks could not be read: operators without a baseline have no result. */
  readonly lacksUsual?: true;
  /** Absent where nothing could be read. */
  readonly accumulated?: Accumulation;
}

export type PlatformAnswers = { readonly login: boolean; readonly report: boolean };

export interface DetectInput {
  readonly readAt: Date;
  readonly counts: readonly OperatorCounts[];
  readonly baselines: readonly OperatorBaseline[];
  readonly lacksUsual?: boolean;
}

export interface DetectOptions {
  readonly at: Date;
  readonly platform: PlatformAnswers;
  readonly sensitivity?: Sensitivity;
  /** Without it a check stands alone. */
  readonly before?: Accumulation | undefined;
}

/** Each operator with current or usual messages, and all together. `undefined`: no figures. */
export function detect(
  input: DetectInput | undefined,
  { at, platform, sensitivity = 'normal', before }: DetectOptions,
): Check {
  const canTell = input !== undefined && platform.report;
  const judged = canTell ? judgeAll(input, sensitivity, before) : [];
  const detections = attribute(judged.map(({ detection }) => detection));
  const untold = canTell ? input.counts.find(({ operator }) => operator === OTHER_NAME) : undefined;
  return {
    at,
    readAt: canTell ? input.readAt : undefined,
    platform,
    verdict: canTell ? (detections[0]?.verdict ?? 'too_little_traffic') : 'platform_unreachable',
    detections,
    ...(untold ? { untold: untold.counts } : {}),
    ...(input?.lacksUsual ? { lacksUsual: true } : {}),
    ...(canTell ? { accumulated: accumulatedOf(judged, input.readAt, before) } : {}),
  };
}

/** Figures that were counted before add nothing; operators without messages at this hour stay. */
function accumulatedOf(
  judged: readonly Judgement[],
  readAt: Date,
  before: Accumulation | undefined,
): Accumulation {
  const readMs = readAt.getTime();
  if (before && before.readMs >= readMs) return before;
  const kept = judged.map((one) => one.kept);
  const named = new Set(kept.map(({ whose }) => subjectKey(whose)));
  const quiet = before?.subjects.filter(
    ({ whose, days }) => !named.has(subjectKey(whose)) && areRecent(days, readMs),
  );
  return { readMs, subjects: [...kept, ...(quiet ?? []).map((one) => ({ ...one, quarters: [] }))] };
}

/** Stored as the baseline of this hour in later weeks. */
export function observationsOf({ readAt, detections, verdict, untold }: Check): Observation[] {
  if (!readAt) return [];
  const observed = (operator: string | undefined, counts: Counts, of: IncidentVerdict): Observation => {
    return { at: readAt, operator, counts, basis: 'observed', inIncident: isBad(of) };
  };
  const each = detections.flatMap(({ subject, verdict: own, counts }) =>
    subject.of === 'operator' ? [observed(subject.operator, counts, own)] : [],
  );
  return untold ? [...each, observed(OTHER_NAME, untold, verdict)] : each;
}

function judgeAll(
  { readAt, counts, baselines }: DetectInput,
  sensitivity: Sensitivity,
  kept: Accumulation | undefined,
): Judgement[] {
  const before = goingOn(kept, readAt.getTime());
  const reading = { readAt, before, sensitivity };
  const isNew = before === undefined || before.readMs < readAt.getTime();
  const now = new Map(counts.map((one) => [one.operator, one]));
  const usual = new Map(baselines.map((one) => [one.operator, one.baseline]));
  const each = [...new Set([...now.keys(), ...usual.keys()])].map((operator) => {
    const subject: ChangeSubject = { of: 'operator', operator };
    // An operator without figures has sent nothing.
    const own = now.get(operator) ?? { counts: NO_COUNTS, quarters: [] };
    const baseline = usual.get(operator);
    const known = keptOf(kept, subject)?.days;
    const days = areRecent(known, readAt.getTime()) ? known : undefined;
    const compared = baseline && compareWith(own.counts, baseline, levelOf(days));
    const last = before && { readMs: before.readMs, quarters: keptOf(before, subject)?.quarters };
    const looks = compared && isNew ? looksOf(own, compared, readAt.getTime(), last) : {};
    return {
      subject,
      operator,
      own,
      baseline,
      compared,
      looks,
      days: daysAfter(days, own.counts, readAt.getTime()),
    };
  });
  const known = each.flatMap(({ compared }) => compared ?? []);
  const judged: Judged[] = each
    .filter(({ operator }) => operator !== OTHER_NAME)
    .map(({ subject, own, baseline, compared, looks, days }) => ({
      subject,
      counts: own.counts,
      quarters: own.quarters,
      days,
      compared,
      looks,
      hasReceipts: baseline === undefined || sendsReceipts(baseline),
    }));
  const together: Judged = {
    subject: { of: 'all' },
    counts: addCounts(each.map(({ own }) => own.counts)),
    compared: known.length > 0 ? addCompared(known) : undefined,
    looks: addLooks(each.map(({ looks }) => looks)),
    hasReceipts: true,
  };
  return [together, ...judged].map((one) => judge(one, reading));
}
