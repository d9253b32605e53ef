import type { ChangeSubject } from '../figures/changes.ts';
import { OTHER_NAME } from '../figures/figures.ts';
import { attribute, type Owner } from './attribution.ts';
import type { Baseline, Observation, OperatorBaseline } from './baseline.ts';
import { addCounts, type Counts, NO_COUNTS, type OperatorCounts } from './counts.ts';
import {
  addCompared,
  type Compared,
  compareWith,
  type Finding,
  type FindingKind,
  findAll,
  type IncidentVerdict,
  isBad,
  isJudged,
  isWell,
  type Sensitivity,
  sendsReceipts,
} from './findings.ts';

export interface Detection {
  readonly subject: ChangeSubject;
  readonly verdict: Exclude<IncidentVerdict, 'platform_unreachable'>;
  /** What is worse than usual, the worst first; what else the verdict does not name is among them. */
  readonly findings: readonly Finding[];
  /** Where the messages are kept; `undefined` where none wait, or that cannot be told. */
  readonly owner: Owner | undefined;
  /** What does not arrive has failed, for the most part, and does not wait. */
  readonly isFailing: boolean;
  readonly isWell: boolean;
  readonly counts: Counts;
  /** What the baseline expects of as many messages as `counts` has; empty where there is no baseline. */
  readonly usual: Counts;
  readonly baseline: Pick<Baseline, 'weeks' | 'basis'> | undefined;
  /** False of an operator that never sends any: it is judged by its hand-over, failures and silence. */
  readonly sendsReceipts: boolean;
}

export interface Check {
  readonly at: Date;
  /** How old the figures are; `undefined` where the platform could not be read. */
  readonly readAt: Date | undefined;
  readonly platform: PlatformAnswers;
  readonly verdict: IncidentVerdict;
  /** All together first, then each operator; none where the platform could not be read. */
  readonly detections: readonly Detection[];
  /** Counts of operators that were not told apart: they are judged with all together only. Left out where there are none. */
  readonly untold?: Counts;
  /** What is usual could not all be read: of those without a baseline nothing follows. */
  readonly lacksUsual?: true;
}

export type PlatformAnswers = { readonly login: boolean; readonly report: boolean };

export interface DetectInput {
  readonly readAt: Date;
  readonly counts: readonly OperatorCounts[];
  readonly baselines: readonly OperatorBaseline[];
  /** Not all of the weeks before are known yet, which the baselines are made of. */
  readonly lacksUsual?: boolean;
}

export interface DetectOptions {
  readonly at: Date;
  readonly platform: PlatformAnswers;
  readonly sensitivity?: Sensitivity;
}

/**
 * Judges each operator that has messages, now or usually, and all together, against this hour of the week.
 * `undefined` is a platform that could not be read: nobody is judged then.
 */
export function detect(
  input: DetectInput | undefined,
  { at, platform, sensitivity = 'normal' }: DetectOptions,
): Check {
  const canTell = input !== undefined && platform.report;
  const detections = canTell ? judgeAll(input, sensitivity) : [];
  const untold = canTell ? input.counts.find(({ operator }) => operator === OTHER_NAME) : undefined;
  return {
    at,
    readAt: canTell ? input.readAt : undefined,
    platform,
    verdict: canTell ? (detections[0]?.verdict ?? 'too_little_traffic') : 'platform_unreachable',
    detections,
    ...(untold ? { untold: untold.counts } : {}),
    ...(input?.lacksUsual ? { lacksUsual: true } : {}),
  };
}

/** What is to be kept of a check: the measure of the same hour in the next weeks. */
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

function judgeAll({ counts, baselines }: DetectInput, sensitivity: Sensitivity): Detection[] {
  const now = new Map(counts.map((one) => [one.operator, one.counts]));
  const usual = new Map(baselines.map((one) => [one.operator, one.baseline]));
  const each = [...new Set([...now.keys(), ...usual.keys()])].map((operator) => {
    const own = now.get(operator) ?? NO_COUNTS;
    const baseline = usual.get(operator);
    return { operator, own, baseline, compared: baseline && compareWith(own, baseline) };
  });
  const known = each.flatMap(({ compared }) => compared ?? []);
  const all = known.length > 0 ? addCompared(known) : undefined;
  const whole = each.map(({ own }) => own);
  const judged: Judged[] = each
    .filter(({ operator }) => operator !== OTHER_NAME)
    .map(({ operator, own, baseline, compared }) => ({
      subject: { of: 'operator', operator },
      counts: own,
      compared,
      hasReceipts: baseline === undefined || sendsReceipts(baseline),
    }));
  const together: Judged = {
    subject: { of: 'all' },
    counts: addCounts(whole),
    compared: all,
    hasReceipts: true,
  };
  return attribute([together, ...judged].map((one) => judgeOne(one, sensitivity)));
}

interface Judged {
  readonly subject: ChangeSubject;
  readonly counts: Counts;
  /** `undefined` where nothing is known of what is usual. */
  readonly compared: Compared | undefined;
  readonly hasReceipts: boolean;
}

function judgeOne({ subject, counts, compared, hasReceipts }: Judged, sensitivity: Sensitivity): Detection {
  const findings = compared ? findAll(compared, sensitivity) : [];
  const isFailing = compared !== undefined && doesFail(findings, compared);
  return {
    subject,
    verdict: verdictOf(findings, compared !== undefined && isJudged(compared)),
    findings,
    owner: ownerOf(findings, isFailing),
    isFailing,
    isWell: compared !== undefined && isWell(compared, sensitivity),
    counts,
    usual: compared?.usual ?? NO_COUNTS,
    baseline: compared && { weeks: compared.weeks, basis: compared.basis },
    sendsReceipts: hasReceipts,
  };
}

const OF_DELIVERY: readonly FindingKind[] = ['waiting', 'late', 'slow_hand_over', 'failures'];

function verdictOf(findings: readonly Finding[], isJudged: boolean): Detection['verdict'] {
  const ofDelivery = findings.filter(({ kind }) => OF_DELIVERY.includes(kind));
  if (ofDelivery.some(({ isOfMost }) => isOfMost)) return 'down';
  if (ofDelivery.length > 0) return 'degraded';
  if (findings.some(({ kind }) => kind === 'silence')) return 'silent';
  if (findings.some(({ kind }) => kind === 'clock_off')) return 'clock_off';
  return isJudged ? 'normal' : 'too_little_traffic';
}

/** Where failures cannot be compared, by their part of what is not in time: what waits would be found waiting. */
function doesFail(findings: readonly Finding[], { now: { late } }: Compared): boolean {
  const kinds = new Set(findings.map(({ kind }) => kind));
  if (kinds.has('slow_hand_over') || kinds.has('waiting')) return false;
  return kinds.has('failures') || (kinds.has('late') && (late.failed ?? 0) >= late.hits / 2);
}

/**
 * By these findings alone: a slow hand-over is the platform's, and makes its messages wait too; what waits after it is
 * not. Who made messages fail cannot be told.
 */
function ownerOf(findings: readonly Finding[], isFailing: boolean): 'platform' | 'operator' | undefined {
  const kinds = new Set(findings.map(({ kind }) => kind));
  if (kinds.has('slow_hand_over')) return 'platform';
  return kinds.has('waiting') || (kinds.has('late') && !isFailing) ? 'operator' : undefined;
}
