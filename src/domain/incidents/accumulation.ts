import { HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';
import type { ChangeSubject } from '../figures/changes.ts';
import { failedSince, IN_TIME_SECONDS, type QuarterCounts, youngestSince } from './counts.ts';
import type { Cusums } from './cusum.ts';
import type { FindingKind } from './findings.ts';
import type { DailyLevels } from './level.ts';
import { subjectKey } from './subject.ts';

/** Evidence that accumulates over checks, without the open incidents. Stored as JSON. */
export interface Accumulation {
  /** Reading time of the last counted figures. */
  readonly readMs: number;
  readonly subjects: readonly SubjectAccumulation[];
}

export interface SubjectAccumulation {
  readonly subject: ChangeSubject;
  readonly cusums: Cusums;
  /** Present for operators. */
  readonly quarters?: readonly QuarterCounts[] | undefined;
  readonly days?: DailyLevels | undefined;
  /** A backlog: more messages wait than usual, so the late ones may be old. */
  readonly hasBacklog?: boolean | undefined;
  readonly isOpen?: boolean | undefined;
  /** Present during and after an incident. */
  readonly wellSinceMs?: number | undefined;
}

/** Longer than this between two checks, evidence starts again: quarter hours are stored for an hour. */
const MAX_GAP_MS = HOUR_MS;
/** The first good check counts messages up to this age as good. */
const GOOD_AGE_MS = IN_TIME_SECONDS * 1000;
/** The longest window of any count: older recoveries do not matter. */
const RECOVERY_TTL_MS = HOUR_MS + 15 * MINUTE_MS;

/** `undefined` where it is missing or too old. */
export function recentAccumulation(
  before: Accumulation | undefined,
  readMs: number,
): Accumulation | undefined {
  return before && readMs - before.readMs <= MAX_GAP_MS ? before : undefined;
}

/** For a check of a past moment: the daily levels without the evidence. */
export function withLevelsOnly({ subjects }: Accumulation): Accumulation {
  return { readMs: 0, subjects: subjects.map(({ subject, days }) => ({ subject, cusums: {}, days })) };
}

export function subjectAccumulation(
  accumulation: Accumulation | undefined,
  subject: ChangeSubject,
): SubjectAccumulation | undefined {
  return accumulation?.subjects.find((one) => subjectKey(one.subject) === subjectKey(subject));
}

/** True where all messages of a finding were sent after the last recovery. */
export function isSinceRecovery(kind: FindingKind, readAt: Date, wellSinceMs: number | undefined): boolean {
  if (wellSinceMs === undefined) return true;
  const from = wellSinceMs - GOOD_AGE_MS;
  if (kind === 'failures') return failedSince(readAt).getTime() >= from;
  return (kind !== 'late' && kind !== 'slow_hand_over') || youngestSince(readAt).getTime() >= from;
}

/** `well`: open, and the last check was good; `lost`: ended without a recovery. */
export type IncidentPhase = 'open' | 'well' | 'ended' | 'lost' | 'none';

export function accumulationAfter(
  before: SubjectAccumulation,
  phase: IncidentPhase,
  readMs: number,
): SubjectAccumulation {
  const { subject, cusums, quarters, days, hasBacklog, wellSinceMs } = before;
  const rest = { subject, quarters, days, ...(hasBacklog ? { hasBacklog } : {}) };
  const since = wellSinceMs ?? readMs;
  switch (phase) {
    case 'open':
      return { ...rest, cusums, isOpen: true };
    case 'well':
      return { ...rest, cusums, isOpen: true, wellSinceMs: since };
    case 'ended':
      return { ...rest, cusums: {}, wellSinceMs: since };
    case 'lost':
      return { ...rest, cusums: {} };
    case 'none': {
      const isRecent = wellSinceMs !== undefined && readMs - wellSinceMs <= RECOVERY_TTL_MS;
      return { ...rest, cusums, ...(isRecent ? { wellSinceMs } : {}) };
    }
  }
}
