import { countBetween, sizeOf } from '../counting/second-counts.ts';
import type { ChangeSubject } from '../figures/changes.ts';
import type { OperatorFigures } from '../figures/figures.ts';
import { countStatuses } from '../figures/rates.ts';
import { IN_TIME_SECONDS } from './counts.ts';
import type { Check, PlatformAnswers } from './detect.ts';
import type { AccumulatedEvidence, Finding } from './findings.ts';
import type { Detection } from './judge.ts';
import type { IncidentSubject } from './subject.ts';
import { isBad } from './verdict.ts';

/** Findings of the latest check of an incident; stored as JSON, with times as texts. */
export interface Evidence {
  readonly readAt?: Date | undefined;
  readonly findings: readonly Finding[];
  readonly owner?: Detection['owner'];
  readonly baseline?: Detection['baseline'];
  /** Bad operators in an incident of all operators; `null` is a message without an operator name. */
  readonly operators: readonly (string | null)[];
  readonly platform: PlatformAnswers;
}

export function evidenceOf({ readAt, platform, detections }: Check, subject: IncidentSubject): Evidence {
  const own = detections.find((one) => isSameSubject(one.subject, subject));
  const bad = subject.of === 'all' ? detections.filter(isBadOperator) : [];
  return {
    readAt,
    findings: own?.findings ?? [],
    owner: own?.owner,
    baseline: own?.baseline,
    operators: bad.map((one) => (one.subject.of === 'operator' ? (one.subject.operator ?? null) : null)),
    platform,
  };
}

export function isBadOperator({ subject, verdict }: Detection): boolean {
  return subject.of === 'operator' && isBad(verdict);
}

export function isSameSubject(a: IncidentSubject, b: IncidentSubject): boolean {
  return a.of === b.of && (a.of !== 'operator' || b.of !== 'operator' || a.operator === b.operator);
}

/** Counts failed messages, and late ones: delivered after 2 minutes, or waiting for longer. */
export function countAffected(parts: readonly OperatorFigures[], sendsReceipts: boolean) {
  let [late, failed] = [0, 0];
  for (const { figures } of parts) {
    const statuses = countStatuses(figures);
    failed += statuses.failed;
    // Without receipts, nothing is known of delays.
    if (!sendsReceipts) continue;
    const inTime = countBetween(figures.total.latencies, 0, IN_TIME_SECONDS + 1);
    const deliveredLate = sizeOf(figures.total.latencies) - inTime;
    const waiting = sizeOf(figures.pendingAges) - countBetween(figures.pendingAges, 0, IN_TIME_SECONDS);
    late += Math.min(deliveredLate, statuses.delivered) + waiting;
  }
  return { late, failed };
}

export interface FindingWithEvidence extends Finding {
  readonly evidence: AccumulatedEvidence;
}

export function hasEvidence(finding: Finding): finding is FindingWithEvidence {
  return finding.evidence !== undefined;
}

/** True if only evidence accumulated over hours (CUSUM) shows the finding, not the newest messages alone. */
export function isAccumulated(finding: Finding): finding is FindingWithEvidence {
  return finding.evidence?.of === finding.of;
}

export function detectionOf({ readAt, detections }: Check, subject: ChangeSubject): Detection | undefined {
  const own = detections.find((one) => isSameSubject(one.subject, subject));
  return readAt !== undefined && own && own.verdict !== 'too_little_traffic' ? own : undefined;
}
