import { HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';
import type { ChangeSubject } from '../figures/changes.ts';
import { failedSince, IN_TIME_SECONDS, type QuarterCounts, youngestSince } from './counts.ts';
import type { Cusums } from './cusum.ts';
import type { FindingKind } from './findings.ts';
import type { Days } from './level.ts';
import { subjectKey } from './subject.ts';

/** What checks leave to the next one, beside the incidents that go on: evidence that adds up. Plain JSON. */
export interface Accumulation {
  /** When what was last taken in had been read. */
  readonly readMs: number;
  readonly subjects: readonly SubjectAccumulation[];
}

export interface SubjectAccumulation {
  readonly whose: ChangeSubject;
  readonly cusums: Cusums;
  /** Of an operator, as they were read. */
  readonly quarters?: readonly QuarterCounts[] | undefined;
  readonly days?: Days | undefined;
  /** More messages waited than usual, or were not handed over: what of them comes late is of the time before. */
  readonly isHeld?: boolean | undefined;
  /** An incident goes on. */
  readonly isOpen?: boolean | undefined;
  /** Since when it has been well, in an incident or after one. */
  readonly wellSinceMs?: number | undefined;
}

/** Checks further apart than the quarter hours reach back add nothing up. */
const ADDS_UP_MS = HOUR_MS;
/** The first good check looks at messages up to so much older, and calls all of them good. */
const GOOD_FROM_MS = IN_TIME_SECONDS * 1000;
/** Nothing looks back longer. */
const FORGOTTEN_MS = HOUR_MS + 15 * MINUTE_MS;

/** What of it a reading goes on from: `undefined` where nothing is kept, or for too long. */
export function goingOn(before: Accumulation | undefined, readMs: number): Accumulation | undefined {
  return before && readMs - before.readMs <= ADDS_UP_MS ? before : undefined;
}

/** What a check of the past may go on from: how things were in these days, and nothing that has added up. */
export function daysOf({ subjects }: Accumulation): Accumulation {
  return { readMs: 0, subjects: subjects.map(({ whose, days }) => ({ whose, cusums: {}, days })) };
}

export function keptOf(
  kept: Accumulation | undefined,
  subject: ChangeSubject,
): SubjectAccumulation | undefined {
  return kept?.subjects.find(({ whose }) => subjectKey(whose) === subjectKey(subject));
}

/** Whether a finding is of messages that were all handed in since it has been well: others tell of the time before. */
export function isOfNow(kind: FindingKind, readAt: Date, wellSinceMs: number | undefined): boolean {
  if (wellSinceMs === undefined) return true;
  const from = wellSinceMs - GOOD_FROM_MS;
  if (kind === 'failures') return failedSince(readAt).getTime() >= from;
  return (kind !== 'late' && kind !== 'slow_hand_over') || youngestSince(readAt).getTime() >= from;
}

/** How an incident goes on after a check, or what has become of it. */
export type Course = 'open' | 'well' | 'ended' | 'lost' | 'none';

/** What of a subject the next check goes on from. */
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
    case 'none':
      return {
        ...rest,
        cusums,
        ...(wellSinceMs !== undefined && readMs - wellSinceMs <= FORGOTTEN_MS ? { wellSinceMs } : {}),
      };
  }
}
