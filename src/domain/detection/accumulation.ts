import { HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';
import type { ChangeSubject } from '../figures/changes.ts';
import { failedSince, IN_TIME_SECONDS, type QuarterCounts, youngestSince } from './counts.ts';
import type { Cusums } from './cusum.ts';
import type { FindingKind } from './findings.ts';
import type { DailyLevels } from './level.ts';
import { subjectKey } from './subject.ts';

/** Evidence of past checks that the next check continues, without open incidents; stored as JSON. */
export interface Accumulation {
  readonly readMs: number;
  readonly subjects: readonly SubjectAccumulation[];
}

export interface SubjectAccumulation {
  readonly subject: ChangeSubject;
  readonly cusums: Cusums;
  readonly quarters?: readonly QuarterCounts[] | undefined;
  readonly days?: DailyLevels | undefined;
  /** True if more messages wait than usual, so messages that are delivered late may be old ones. */
  readonly hasBacklog?: boolean | undefined;
  readonly isOpen?: boolean | undefined;
  /** Time of the first good check during or after an incident, in Unix milliseconds. */
  readonly wellSinceMs?: number | undefined;
}

/** Without a watch, a check covers this time, so that evidence about operators with few messages adds up. */
export const LAST_HOURS_MS = 3 * HOUR_MS;
/** After a longer pause between checks, evidence is dropped: its quarter hours are stored for an hour. */
const MAX_GAP_MS = HOUR_MS;
/** Messages up to this old at the first good check after an incident count as sent after the recovery. */
export const GOOD_AGE_MS = IN_TIME_SECONDS * 1000;
/** No count includes messages older than this, so a recovery longer ago than this affects no count. */
const RECOVERY_TTL_MS = HOUR_MS + 15 * MINUTE_MS;

export function recentAccumulation(last: Accumulation | undefined, readMs: number): Accumulation | undefined {
  return last && readMs - last.readMs <= MAX_GAP_MS ? last : undefined;
}

/** For a check of a past moment, keeps the daily levels but drops the evidence, which is of the present. */
export function withLevelsOnly({ subjects }: Accumulation): Accumulation {
  return { readMs: 0, subjects: subjects.map(({ subject, days }) => ({ subject, cusums: {}, days })) };
}

export function subjectAccumulation(
  accumulation: Accumulation | undefined,
  subject: ChangeSubject,
): SubjectAccumulation | undefined {
  return accumulation?.subjects.find((one) => subjectKey(one.subject) === subjectKey(subject));
}

/** True if all messages that a finding counts were sent after the last recovery. */
export function isSinceRecovery(kind: FindingKind, readAt: Date, wellSinceMs: number | undefined): boolean {
  if (wellSinceMs === undefined) return true;
  const from = wellSinceMs - GOOD_AGE_MS;
  if (kind === 'failures') return failedSince(readAt).getTime() >= from;
  return (kind !== 'late' && kind !== 'slow_hand_over') || youngestSince(readAt).getTime() >= from;
}

/** `well`: the incident is open, but the last check was good; `lost`: it ended without a recovery. */
export type IncidentPhase = 'open' | 'well' | 'ended' | 'lost' | 'none';

export function accumulationAfter(
  before: SubjectAccumulation,
  phase: IncidentPhase,
  readMs: number,
): SubjectAccumulation {
  const { subject, cusums, quarters, days, hasBacklog, wellSinceMs } = before;
  const rest = { subject, quarters, days, ...(hasBacklog ? { hasBacklog } : {}) };
  const since = wellSinceMs ?? readMs;
  if (phase === 'open') return { ...rest, cusums, isOpen: true };
  if (phase === 'well') return { ...rest, cusums, isOpen: true, wellSinceMs: since };
  if (phase === 'ended') return { ...rest, cusums: {}, wellSinceMs: since };
  if (phase === 'lost') return { ...rest, cusums: {} };
  const isRecent = wellSinceMs !== undefined && readMs - wellSinceMs <= RECOVERY_TTL_MS;
  return { ...rest, cusums, ...(isRecent ? { wellSinceMs } : {}) };
}
