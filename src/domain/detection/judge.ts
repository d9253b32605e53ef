import type { ChangeSubject } from '../figures/changes.ts';
import { shareOf, wilsonInterval } from '../figures/rates.ts';
import {
  type Accumulation,
  isSinceRecovery,
  type SubjectAccumulation,
  subjectAccumulation,
} from './accumulation.ts';
import type { Attribution } from './attribution.ts';
import type { Baseline } from './baseline.ts';
import { type Counts, NO_COUNTS, type QuarterCounts, waitingSince } from './counts.ts';
import { type Cusums, evidenceAboveThreshold, type TestedKind, updateCusums } from './cusum.ts';
import {
  type AccumulatedEvidence,
  type BaselineComparison,
  basisOf,
  byExcess,
  type Finding,
  type FindingKind,
  findAll,
  isJudged,
  isSampleWell,
  isStillSilent,
  isWell,
  type Sensitivity,
} from './findings.ts';
import type { DailyLevels } from './level.ts';
import type { Sample, Samples } from './sample.ts';
import type { IncidentVerdict } from './verdict.ts';

export interface Detection {
  readonly subject: ChangeSubject;
  readonly verdict: Exclude<IncidentVerdict, 'platform_unreachable'>;
  /** Findings, sorted by excess over the usual share, descending; some do not decide the verdict. */
  readonly findings: readonly Finding[];
  readonly owner: Attribution | undefined;
  readonly isFailing: boolean;
  readonly isWell: boolean;
  /** Present if all messages of this check were already counted by the previous one. */
  readonly isUnchanged?: true;
  readonly counts: Counts;
  /** Counts that the baseline predicts for the present number of messages; zero without a baseline. */
  readonly usual: Counts;
  readonly baseline: Pick<Baseline, 'weeks' | 'basis'> | undefined;
  /** If false, waiting and late messages are not judged. */
  readonly sendsReceipts: boolean;
}

export interface SubjectInput {
  readonly subject: ChangeSubject;
  readonly counts: Counts;
  readonly quarters?: readonly QuarterCounts[] | undefined;
  readonly days?: DailyLevels | undefined;
  readonly compared: BaselineComparison | undefined;
  readonly samples: Samples;
  readonly hasReceipts: boolean;
}

export interface JudgeContext {
  readonly readAt: Date;
  readonly before: Accumulation | undefined;
  readonly sensitivity: Sensitivity;
}

export interface SubjectJudgement {
  readonly detection: Detection;
  readonly accumulation: SubjectAccumulation;
}

export function judge(one: SubjectInput, context: JudgeContext): SubjectJudgement {
  const { subject, compared, counts, quarters, days, hasReceipts } = one;
  const was = subjectAccumulation(context.before, subject);
  const { findings, isUnchanged, isDecided, isWell, accumulation } = compared
    ? judgeCompared({ ...one, compared }, was, context)
    : {
        ...{ findings: [], isUnchanged: false, isDecided: false, isWell: false },
        accumulation: { subject, cusums: {}, quarters, days },
      };
  const isFailing = doFail(findings);
  return {
    detection: {
      subject,
      verdict: verdictOf(findings, isDecided),
      findings,
      owner: ownerOf(findings, isFailing),
      isFailing,
      isWell,
      ...(isUnchanged ? { isUnchanged } : {}),
      counts,
      usual: compared?.usual ?? NO_COUNTS,
      baseline: compared && { weeks: compared.weeks, basis: compared.basis },
      sendsReceipts: hasReceipts,
    },
    accumulation,
  };
}

function judgeCompared(
  { subject, quarters, days, compared, samples }: SubjectInput & { readonly compared: BaselineComparison },
  was: SubjectAccumulation | undefined,
  { readAt, before, sensitivity }: JudgeContext,
) {
  const readMs = readAt.getTime();
  const since = (kind: TestedKind) =>
    kind === 'waiting' ? waitingSince(readAt).getTime() : (before?.readMs ?? readMs);
  const cusums = updateCusums(
    was?.cusums ?? {},
    samples,
    { sensitivity, reconstructedShare: compared.reconstructedShare },
    since,
  );
  const recovery = { compared, samples, cusums, hadBacklog: was?.hasBacklog ?? false };
  const isRecovered = hasRecovered(recovery, sensitivity);
  const wellSinceMs = was?.wellSinceMs ?? (was?.isOpen && isRecovered ? readMs : undefined);
  const found = findAll(compared, sensitivity).filter(({ kind }) =>
    isSinceRecovery(kind, readAt, wellSinceMs),
  );
  const alarms = evidenceAboveThreshold(cusums, sensitivity);
  const isDecided = isJudged(compared) || (was?.isOpen === true && isRecovered);
  return {
    findings: withEvidence(found, alarms, compared),
    isUnchanged:
      found.length === 0 &&
      alarms.size > 0 &&
      [...alarms.keys()].every((kind) => (samples[kind]?.of ?? 0) === 0),
    isDecided,
    isWell: isDecided && isRecovered,
    accumulation: {
      subject,
      cusums,
      quarters,
      days,
      hasBacklog: hasBacklog(recovery, sensitivity, explainsLate(compared.now)),
      wellSinceMs,
      isOpen: was?.isOpen,
    },
  };
}

/** z-score for “more than half of the messages are bad”: the one-sided 95 % quantile. */
const MAJORITY_Z = 1.64;

function withEvidence(
  found: readonly Finding[],
  alarms: ReadonlyMap<TestedKind, AccumulatedEvidence>,
  { basis }: BaselineComparison,
): readonly Finding[] {
  const of = (kind: FindingKind) => [...alarms].find(([own]) => own === kind)?.[1];
  const more = [...alarms].flatMap(([kind, evidence]): Finding[] => {
    if (found.some((one) => one.kind === kind)) return [];
    const { of, hits, usualHits } = evidence;
    const isOfMost = kind === 'silence' || wilsonInterval(hits, of, MAJORITY_Z).low > 0.5;
    const share = { share: hits / of, of, usual: usualHits / of };
    return [{ kind, ...share, basis: basisOf(kind, basis), isOfMost, evidence }];
  });
  const known = found.map((one) => {
    const evidence = of(one.kind);
    return evidence ? { ...one, evidence } : one;
  });
  return [...known, ...more].sort(byExcess);
}

interface RecoveryEvidence {
  readonly compared: BaselineComparison;
  readonly samples: Samples;
  readonly cusums: Cusums;
  /** True if messages waited at the previous check, so messages that are late now may be old. */
  readonly hadBacklog: boolean;
}

const BACKLOG_KINDS = ['waiting', 'slow_hand_over'] as const;
type BacklogKind = (typeof BACKLOG_KINDS)[number];

function hasBacklog(
  { compared, samples }: Omit<RecoveryEvidence, 'hadBacklog'>,
  sensitivity: Sensitivity,
  kinds: readonly BacklogKind[] = BACKLOG_KINDS,
): boolean {
  return kinds.some((kind) => !isSampleWell(kind, samples[kind], compared, sensitivity));
}

/** In a steady delay most messages are late, but few wait, so these do not explain that later ones are late. */
function explainsLate({ waiting, late, slowHandOver }: Counts): BacklogKind[] {
  const doesWaiting = 2 * (shareOf(waiting) ?? 0) >= (shareOf(late) ?? 0);
  const doesMissing = 2 * (slowHandOver.missing ?? 0) >= slowHandOver.hits;
  return BACKLOG_KINDS.filter((kind) => (kind === 'waiting' ? doesWaiting : doesMissing));
}

/** Judges by messages since the last check; if these cannot be counted, by the totals of recent messages. */
function hasRecovered(
  { compared, samples, cusums, hadBacklog }: RecoveryEvidence,
  sensitivity: Sensitivity,
): boolean {
  const { waiting, slow_hand_over, failures, resolved_late, handed_over_late } = samples;
  if (!slow_hand_over) return isWell(compared, sensitivity);
  const is = (kind: FindingKind, sample: Sample | undefined) =>
    isSampleWell(kind, sample, compared, sensitivity);
  const { clockOff } = compared.now;
  return (
    (waiting?.of ?? 0) + slow_hand_over.of > 0 &&
    evidenceAboveThreshold(cusums, sensitivity).size === 0 &&
    !isStillSilent(compared) &&
    is('clock_off', { ...clockOff, usualHits: compared.usual.clockOff.hits }) &&
    !hasBacklog({ compared, samples, cusums }, sensitivity) &&
    is('failures', failures) &&
    (hadBacklog || (is('late', resolved_late) && is('slow_hand_over', handed_over_late)))
  );
}

const OF_DELIVERY: readonly FindingKind[] = ['waiting', 'late', 'slow_hand_over', 'failures'];

function verdictOf(findings: readonly Finding[], isJudged: boolean): Detection['verdict'] {
  const finding = decisiveFinding(findings);
  if (!finding) return isJudged ? 'normal' : 'too_little_traffic';
  if (OF_DELIVERY.includes(finding.kind)) return finding.isOfMost ? 'down' : 'degraded';
  return finding.kind === 'silence' ? 'silent' : 'clock_off';
}

/** The finding that decides the verdict. */
export function decisiveFinding(findings: readonly Finding[]): Finding | undefined {
  const ofDelivery = findings.filter(({ kind }) => OF_DELIVERY.includes(kind));
  const silence = findings.find(({ kind }) => kind === 'silence');
  return ofDelivery.find(({ isOfMost }) => isOfMost) ?? ofDelivery[0] ?? silence ?? findings[0];
}

/** True if messages fail more than they are late; false if messages wait. */
export function doFail(findings: readonly Finding[]): boolean {
  const kinds = findings.map(({ kind }) => kind);
  if (kinds.includes('slow_hand_over') || kinds.includes('waiting')) return false;
  // The first finding exceeds its usual share by most.
  return kinds.find((kind) => kind === 'failures' || kind === 'late') === 'failures';
}

/** A slow hand-over is the platform's fault, waiting is the operator's; failures have no known owner. */
function ownerOf(findings: readonly Finding[], isFailing: boolean): 'platform' | 'operator' | undefined {
  const kinds = new Set(findings.map(({ kind }) => kind));
  if (kinds.has('slow_hand_over')) return 'platform';
  return kinds.has('waiting') || (kinds.has('late') && !isFailing) ? 'operator' : undefined;
}
