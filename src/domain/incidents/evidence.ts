import { countBetween, sizeOf } from '../counting/second-counts.ts';
import type { OperatorFigures } from '../figures/figures.ts';
import { countStatuses } from '../figures/rates.ts';
import { IN_TIME_SECONDS } from './counts.ts';
import type { Check, PlatformAnswers } from './detect.ts';
import type { Finding } from './findings.ts';
import type { Detection } from './judge.ts';
import type { IncidentSubject } from './subject.ts';
import { isBad } from './verdict.ts';

/** What the latest check found of an incident's subject; plain JSON but for its times. */
export interface Evidence {
  /** When the figures were read; left out where the platform could not be read. */
  readonly readAt?: Date | undefined;
  readonly findings: readonly Finding[];
  readonly owner?: Detection['owner'];
  readonly baseline?: Detection['baseline'];
  /** In an incident of all: the operators that are bad by themselves, `null` for the unknown route. */
  readonly operators: readonly (string | null)[];
  /** Which of its answers the platform owes. */
  readonly platform: PlatformAnswers;
}

export function evidenceOf({ readAt, platform, detections }: Check, subject: IncidentSubject): Evidence {
  const {
    findings = [],
    owner,
    baseline,
  } = detections.find((one) => isSameSubject(one.subject, subject)) ?? {};
  const bad = subject.of === 'all' ? detections.filter(isBadOperator) : [];
  return {
    readAt,
    findings,
    owner,
    baseline,
    operators: bad.map((one) => (one.subject.of === 'operator' ? (one.subject.operator ?? null) : null)),
    platform,
  };
}

/** An operator of which something is worse than usual. */
export function isBadOperator({ subject, verdict }: Detection): boolean {
  return subject.of === 'operator' && isBad(verdict);
}

export function isSameSubject(a: IncidentSubject, b: IncidentSubject): boolean {
  return a.of === b.of && (a.of !== 'operator' || b.of !== 'operator' || a.operator === b.operator);
}

/**
 * How many messages were not delivered in time (2 minutes): later, failed, or waiting for longer than that. Of an
 * operator that sends no receipts, those that failed. What was delivered by a clock that is off counts as in time.
 */
export function countAffected(parts: readonly OperatorFigures[], sendsReceipts: boolean): number {
  return parts.reduce((sum, { figures }) => {
    const { delivered, failed } = countStatuses(figures);
    if (!sendsReceipts) return sum + failed;
    const inTime = countBetween(figures.total.latencies, 0, IN_TIME_SECONDS + 1);
    const late = sizeOf(figures.total.latencies) - inTime;
    const waiting = sizeOf(figures.pendingAges) - countBetween(figures.pendingAges, 0, IN_TIME_SECONDS);
    return sum + Math.min(late, delivered) + failed + waiting;
  }, 0);
}
