import { HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';
import {
  type Accumulation,
  accumulationAfter,
  type IncidentPhase,
  type SubjectAccumulation,
} from './accumulation.ts';
import { failedSince, youngestSince } from './counts.ts';
import type { Check } from './detect.ts';
import type { FindingKind } from './findings.ts';
import type { Detection } from './judge.ts';
import { type IncidentSubject, subjectKey } from './subject.ts';
import { type IncidentVerdict, isBad, severityOf } from './verdict.ts';

export interface WatchState {
  readonly lastReadMs: number | undefined;
  readonly lastAtMs?: number | undefined;
  /** Subjects that were normal at the last reading. */
  readonly good?: { readonly readMs: number; readonly keys: readonly string[] } | undefined;
  readonly subjects: readonly WatchedSubject[];
  readonly accumulated?: Accumulation | undefined;
}

interface WatchedSubject {
  readonly subject: IncidentSubject;
  readonly last: IncidentVerdict;
  readonly bad: number;
  readonly well: number;
  readonly unseen: number;
  readonly sinceMs: number;
  /** The good check shortly before `sinceMs`; absent without one. */
  readonly goodMs?: number | undefined;
  /** Number of bad checks after a good one; each requires one more good check to end the incident. */
  readonly relapses?: number | undefined;
  readonly open?: IncidentVerdict | undefined;
}

export type WatchEvent = {
  readonly subject: IncidentSubject;
  readonly verdict: IncidentVerdict;
  readonly sinceMs: number;
  readonly detection: Detection | undefined;
} /** `lost_sight`: the incident ended because there were too few messages to judge for too long. */ & (
  | { readonly kind: 'began' | 'worsened' | 'ended' | 'lost_sight' }
  /** The incident ended because checks were missing; `seenMs` is the time of the last check. */
  | { readonly kind: 'unchecked'; readonly seenMs: number }
);

export const EMPTY_WATCH_STATE: WatchState = { lastReadMs: undefined, subjects: [] };

/** An incident begins after two bad checks, because one may be chance or a deployment of the platform. */
const BAD_CHECKS_TO_OPEN = 2;
const GOOD_CHECKS_TO_END = 2;
/** Most extra good checks that relapses require to end an incident; a recurring failure is one incident. */
const MAX_EXTRA_CHECKS = 2;
/** A good check at most this long before the first bad one limits when a problem began. */
const SHORTLY_MS = 10 * MINUTE_MS;
/** Number of checks with too few messages that end an incident: one hour at five-minute intervals. */
const UNSEEN_CHECKS_TO_END = 12;

/** An open incident ends if the pause between checks exceeds an hour, or `maxGapMs` if that is longer. */
export function updateWatchState(
  state: WatchState,
  check: Check,
  maxGapMs = HOUR_MS,
): { readonly state: WatchState; readonly events: readonly WatchEvent[] } {
  const atMs = check.at.getTime();
  const readMs = check.readAt?.getTime();
  const isNew = readMs !== undefined && (state.lastReadMs === undefined || readMs > state.lastReadMs);
  const isReachable = check.verdict !== 'platform_unreachable';
  const hasResult = ({ baseline }: Detection) => !check.lacksBaselines || baseline !== undefined;
  const checked: SubjectCheck[] = [
    { subject: { of: 'platform' }, verdict: isReachable ? 'normal' : check.verdict, isWell: isReachable },
    ...(isNew ? check.detections.filter(hasResult).map(subjectCheck) : []),
  ];
  const events: WatchEvent[] = [];
  const subjects = new Map<string, WatchedSubject>();
  for (const watched of state.subjects) {
    // Every check shows whether the platform answers; only a new reading shows the state of operators.
    const isOfPlatform = watched.subject.of === 'platform';
    const seenMs = isOfPlatform ? state.lastAtMs : state.lastReadMs;
    const seesMs = isOfPlatform ? atMs : isNew ? readMs : undefined;
    const isApart =
      seenMs !== undefined && seesMs !== undefined && seesMs - seenMs > Math.max(HOUR_MS, maxGapMs);
    if (!isApart) subjects.set(subjectKey(watched.subject), watched);
    else if (watched.open !== undefined) {
      const { subject, sinceMs, open: verdict } = watched;
      events.push({ kind: 'unchecked', subject, verdict, sinceMs, detection: undefined, seenMs });
    }
  }
  const named = new Set(checked.map((one) => subjectKey(one.subject)));
  for (const [key, { subject }] of isNew && !check.lacksBaselines ? subjects : []) {
    if (!named.has(key)) checked.push({ subject, verdict: 'too_little_traffic', isWell: false });
  }
  const { good } = state;
  const isShortly = isNew && good !== undefined && readMs - good.readMs <= SHORTLY_MS;
  for (const one of checked) {
    const key = subjectKey(one.subject);
    const times = { atMs, goodMs: isShortly && good.keys.includes(key) ? good.readMs : undefined };
    const { subject, event } = nextSubject(subjects.get(key), one, times);
    if (subject) subjects.set(key, subject);
    else subjects.delete(key);
    if (event) events.push(event);
  }
  const lastReadMs = isNew ? readMs : state.lastReadMs;
  const accumulated = isNew ? accumulatedAfter(check, subjects, events) : state.accumulated;
  return {
    state: {
      lastReadMs,
      lastAtMs: atMs,
      good: isNew ? { readMs, keys: goodKeys(check) } : good,
      subjects: [...subjects.values()],
      ...(accumulated ? { accumulated } : {}),
    },
    events,
  };
}

function goodKeys({ detections }: Check): string[] {
  return detections.flatMap(({ verdict, baseline, subject }) =>
    verdict === 'normal' && baseline ? [subjectKey(subject)] : [],
  );
}

function accumulatedAfter(
  { accumulated }: Check,
  subjects: ReadonlyMap<string, WatchedSubject>,
  events: readonly WatchEvent[],
): Accumulation | undefined {
  if (!accumulated) return undefined;
  const { readMs } = accumulated;
  const phaseOf = (accumulation: SubjectAccumulation): IncidentPhase => {
    const key = subjectKey(accumulation.subject);
    const kind = events.findLast(({ subject }) => subjectKey(subject) === key)?.kind;
    if (kind === 'ended') return 'ended';
    if (kind === 'lost_sight' || kind === 'unchecked') return 'lost';
    const subject = subjects.get(key);
    if (subject?.open === undefined) return 'none';
    return subject.well > 0 ? 'well' : 'open';
  };
  return {
    readMs,
    subjects: accumulated.subjects.map((one) => accumulationAfter(one, phaseOf(one), readMs)),
  };
}

interface SubjectCheck {
  readonly subject: IncidentSubject;
  readonly verdict: IncidentVerdict;
  readonly isWell: boolean;
  readonly hasEvidence?: boolean;
  readonly detection?: Detection;
}

/** A check without new messages says nothing about the present, so its verdict is too little traffic. */
function subjectCheck(detection: Detection): SubjectCheck {
  const { subject, verdict, isWell, isUnchanged, findings } = detection;
  const hasEvidence = findings.some(({ evidence }) => evidence !== undefined);
  return { subject, verdict: isUnchanged ? 'too_little_traffic' : verdict, isWell, hasEvidence, detection };
}

function nextSubject(
  before: WatchedSubject | undefined,
  { subject: checkedSubject, verdict, isWell, hasEvidence, detection }: SubjectCheck,
  { atMs, goodMs }: { readonly atMs: number; readonly goodMs: number | undefined },
): { subject: WatchedSubject | undefined; event?: WatchEvent } {
  const isFailing = isBad(verdict);
  const isUnseen = verdict === 'too_little_traffic';
  if (!before && !isFailing) return { subject: undefined };
  const was: WatchedSubject = before ?? {
    subject: checkedSubject,
    last: 'normal',
    bad: 0,
    well: 0,
    unseen: 0,
    sinceMs: atMs,
    ...(goodMs === undefined ? {} : { goodMs }),
  };
  // A check with too few messages does not interrupt a sequence of bad or good checks.
  const runLength = (length: number, isNext: boolean) => (isNext ? length + 1 : isUnseen ? length : 0);
  const subject: WatchedSubject = {
    ...was,
    last: verdict,
    bad: runLength(was.bad, isFailing),
    well: runLength(was.well, isWell),
    unseen: isUnseen ? was.unseen + 1 : 0,
    ...(isFailing && was.well > 0 ? { relapses: (was.relapses ?? 0) + 1 } : {}),
  };
  const eventOf = (kind: Exclude<WatchEvent['kind'], 'unchecked'>, named: IncidentVerdict): WatchEvent => {
    return { kind, subject: checkedSubject, verdict: named, sinceMs: subject.sinceMs, detection };
  };
  const { open } = subject;
  const isLost = subject.unseen >= UNSEEN_CHECKS_TO_END;
  if (open === undefined) {
    if (isFailing && (hasEvidence || subject.bad >= BAD_CHECKS_TO_OPEN)) {
      return { subject: { ...subject, open: verdict }, event: eventOf('began', verdict) };
    }
    return { subject: isLost || (!isFailing && !isUnseen) ? undefined : subject };
  }
  const wellToEnd = GOOD_CHECKS_TO_END + Math.min(subject.relapses ?? 0, MAX_EXTRA_CHECKS);
  if (subject.well >= wellToEnd) return { subject: undefined, event: eventOf('ended', open) };
  if (isLost) return { subject: undefined, event: eventOf('lost_sight', open) };
  if (severityOf(verdict) > severityOf(open) && severityOf(was.last) > severityOf(open)) {
    return { subject: { ...subject, open: verdict }, event: eventOf('worsened', verdict) };
  }
  return { subject };
}

export type LastFindings = Readonly<Partial<Record<FindingKind, Date>>>;

/** Kinds of findings, each with a function for the start of their time window; the shortest comes first. */
const KINDS: readonly { readonly kinds: readonly FindingKind[]; readonly since: (at: Date) => Date }[] = [
  { kinds: ['waiting', 'silence'], since: (at) => at },
  { kinds: ['late', 'slow_hand_over', 'clock_off'], since: youngestSince },
  { kinds: ['failures'], since: failedSince },
];

/** A window that began before the last known problem may only repeat that problem, so it does not count. */
export function lastProblemAt(found: LastFindings): Date | undefined {
  return KINDS.reduce<Date | undefined>((last, { kinds, since }) => {
    const times = kinds.flatMap((kind) => found[kind]?.getTime() ?? []);
    if (times.length === 0) return last;
    const at = new Date(Math.max(...times));
    return last === undefined || since(at) >= last ? at : last;
  }, undefined);
}
