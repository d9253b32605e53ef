import { HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';
import type { ChangeSubject } from '../figures/changes.ts';
import { failedSince, IN_TIME_SECONDS, type QuarterCounts, youngestSince } from './counts.ts';
import type { Cusums } from './cusum.ts';
import type { FindingKind } from './findings.ts';
import type { Days } from './level.ts';
import { subjectKey } from './subject.ts';

/** Evidence that accumulates over checks, without the open incidents. Plain JSON. */
export interface Accumulation {
  /** Reading time of the last counted figures. */
  readonly readMs: number;
  readonly subjects: readonly SubjectAccumulation[];
}

export interface SubjectAccumulation {
  readonly whose: ChangeSubject;
  readonly cusums: Cusums;
  /** Present for operators. */
  readonly quarters?: readonly QuarterCounts[] | undefined;
  readonly days?: Days | undefined;
  /** More messages wait than usual: late ones may be from the time before. */
  readonly isHeld?: boolean | undefined;
  readonly isOpen?: boolean | undefined;
  /** Present during and after an incident. */
  readonly wellSinceMs?: number | undefined;
}

/** Checks further apart than the stored quarter hours do not accumulate. */
const ADDS_UP_MS = HOUR_MS;
/** The first good check counts messages up to this age as good. */
const GOOD_FROM_MS = IN_TIME_SECONDS * 1000;
/** Longest window of any count. */
const FORGOTTEN_MS = HOUR_MS + 15 * MINUTE_MS;

/** `undefined` without any, or with one that is too old. */
export function goingOn(before: Accumulation | undefined, readMs: number): Accumulation | undefined {
  return before && readMs - before.readMs <= ADDS_UP_MS ? before : undefined;
}

/** For a past check: the levels of these days, without evidence. */
export function daysOf({ subjects }: Accumulation): Accumulation {
  return { readMs: 0, subjects: subjects.map(({ whose, days }) => ({ whose, cusums: {}, days })) };
}

export function keptOf(
  kept: Accumulation | undefined,
  subject: ChangeSubject,
): SubjectAccumulation | undefined {
  return kept?.subjects.find(({ whose }) => subjectKey(whose) === subjectKey(subject));
}

/** Whether all messages of a finding were sent after the last good state began. */
export function isOfNow(kind: FindingKind, readAt: Date, wellSinceMs: number | undefined): boolean {
  if (wellSinceMs === undefined) return true;
  const from = wellSinceMs - GOOD_FROM_MS;
  if (kind === 'failures') return failedSince(readAt).getTime() >= from;
  return (kind !== 'late' && kind !== 'slow_hand_over') || youngestSince(readAt).getTime() >= from;
}

export type Course = 'open' | 'well' | 'ended' | 'lost' | 'none';

export function keptAfter(kept: SubjectAccumulation, course: Course, readMs: number): SubjectAccumulation {
  const { whose, cusums, quarters, days, isHeld, wellSinceMs } = kept;
  const rest = { whose, quarters, days, ...(isHeld ? { isHeld } : {}) };
  const since = wellSinceMs ?? readMs;
  switch (course) {
    case 'open':
      return { ...rest, cusums, isOpen: true };
    case 'well':
      return { ...rest, cusums, isOpen: true, wellSinceMs: since };
    case 'ended':
      return { ...rest, cusums: {}, wellSinceMs: since };
    case 'lost':
      return { ...rest, cusums: {} };
    case 'none': {
      const isRemembered = wellSinceMs !== undefined && readMs - wellSinceMs <= FORGOTTEN_MS;
      return { ...rest, cusums, ...(isRemembered ? { wellSinceMs } : {}) };
    }
  }
}
