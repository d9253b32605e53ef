import { HOUR_MS } from '../../runtime/durations.ts';
import { type Accumulation, type Course, keptAfter, type SubjectAccumulation } from './accumulation.ts';
import { failedSince, youngestSince } from './counts.ts';
import type { Check } from './detect.ts';
import type { FindingKind } from './findings.ts';
import type { Detection } from './judge.ts';
import { type IncidentSubject, subjectKey } from './subject.ts';
import { type IncidentVerdict, isBad, severityOf } from './verdict.ts';

export interface WatchState {
  readonly lastReadMs: number | undefined;
  readonly lastAtMs?: number | undefined;
  readonly subjects: readonly Subject[];
  readonly accumulated?: Accumulation | undefined;
}

interface Subject {
  readonly whose: IncidentSubject;
  readonly last: IncidentVerdict;
  readonly bad: number;
  readonly well: number;
  readonly unseen: number;
  readonly sinceMs: number;
  /** Each relapse requires one more good check. */
  readonly relapses?: number | undefined;
  readonly open?: IncidentVerdict | undefined;
}

export type WatchEvent = {
  readonly subject: IncidentSubject;
  /** The current verdict; after the end, the last one. */
  readonly verdict: IncidentVerdict;
  readonly sinceMs: number;
  readonly detection: Detection | undefined;
} & (
  | { readonly kind: 'began' | 'worsened' | 'ended' }
  /** Ended because of too little traffic. */
  | { readonly kind: 'lost_sight' }
  /** Ended because of missing checks; `seenMs` is the last check. */
  | { readonly kind: 'unchecked'; readonly seenMs: number }
);

export const NOTHING_WATCHED: WatchState = { lastReadMs: undefined, subjects: [] };

/** One bad check may be chance or a deployment. */
export const BAD_TO_BEGIN = 2;
const WELL_TO_END = 2;
/** Each relapse requires one more good check, so that recurring trouble is one incident. */
const MOST_RELAPSES = 2;
/** An hour of checks every five minutes. */
const UNSEEN_TO_LOSE = 12;

/** Checks further apart than an hour, or `apartMs` if longer, are not consecutive: an open incident is `unchecked`. */
export function follow(
  state: WatchState,
  check: Check,
  apartMs = HOUR_MS,
): { readonly state: WatchState; readonly events: readonly WatchEvent[] } {
  const atMs = check.at.getTime();
  const readMs = check.readAt?.getTime();
  const isNew = readMs !== undefined && (state.lastReadMs === undefined || readMs > state.lastReadMs);
  const isReachable = check.verdict !== 'platform_unreachable';
  const isTold = ({ baseline }: Detection) => !check.lacksUsual || baseline !== undefined;
  const seen: Sighting[] = [
    { subject: { of: 'platform' }, verdict: isReachable ? 'normal' : check.verdict, isWell: isReachable },
    ...(isNew ? check.detections.filter(isTold).map(sightingOf) : []),
  ];
  const events: WatchEvent[] = [];
  const subjects = new Map<string, Subject>();
  for (const subject of state.subjects) {
    // Every check shows the platform's state; only a reading shows operators.
    const isOfPlatform = subject.whose.of === 'platform';
    const seenMs = isOfPlatform ? state.lastAtMs : state.lastReadMs;
    const seesMs = isOfPlatform ? atMs : isNew ? readMs : undefined;
    const isApart =
      seenMs !== undefined && seesMs !== undefined && seesMs - seenMs > Math.max(HOUR_MS, apartMs);
    if (!isApart) subjects.set(subjectKey(subject.whose), subject);
    else if (subject.open !== undefined) {
      const { whose, sinceMs, open: verdict } = subject;
      events.push({ kind: 'unchecked', subject: whose, verdict, sinceMs, detection: undefined, seenMs });
    }
  }
  const named = new Set(seen.map((one) => subjectKey(one.subject)));
  for (const [key, { whose }] of isNew && !check.lacksUsual ? subjects : []) {
    if (!named.has(key)) seen.push({ subject: whose, verdict: 'too_little_traffic', isWell: false });
  }
  for (const one of seen) {
    const key = subjectKey(one.subject);
    const { subject, event } = step(subjects.get(key), one, atMs);
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
      subjects: [...subjects.values()],
      ...(accumulated ? { accumulated } : {}),
    },
    events,
  };
}

function accumulatedAfter(
  { accumulated }: Check,
  subjects: ReadonlyMap<string, Subject>,
  events: readonly WatchEvent[],
): Accumulation | undefined {
  if (!accumulated) return undefined;
  const { readMs } = accumulated;
  const courseOf = ({ whose }: SubjectAccumulation): Course => {
    const key = subjectKey(whose);
    const kind = events.findLast(({ subject }) => subjectKey(subject) === key)?.kind;
    if (kind === 'ended') return 'ended';
    if (kind === 'lost_sight' || kind === 'unchecked') return 'lost';
    const subject = subjects.get(key);
    if (subject?.open === undefined) return 'none';
    return subject.well > 0 ? 'well' : 'open';
  };
  return { readMs, subjects: accumulated.subjects.map((kept) => keptAfter(kept, courseOf(kept), readMs)) };
}

interface Sighting {
  readonly subject: IncidentSubject;
  readonly verdict: IncidentVerdict;
  readonly isWell: boolean;
  readonly isSure?: boolean;
  readonly detection?: Detection;
}

/** Evidence without new messages is about the past. */
function sightingOf(detection: Detection): Sighting {
  const { subject, verdict, isWell, isUnchanged, findings } = detection;
  const isSure = findings.some(({ evidence }) => evidence !== undefined);
  return { subject, verdict: isUnchanged ? 'too_little_traffic' : verdict, isWell, isSure, detection };
}

function step(
  before: Subject | undefined,
  { subject: whose, verdict, isWell, isSure, detection }: Sighting,
  atMs: number,
): { subject: Subject | undefined; event?: WatchEvent } {
  const isTrouble = isBad(verdict);
  const isUnseen = verdict === 'too_little_traffic';
  if (!before && !isTrouble) return { subject: undefined };
  const was: Subject = before ?? { whose, last: 'normal', bad: 0, well: 0, unseen: 0, sinceMs: atMs };
  // Checks without a result do not interrupt a sequence.
  const row = (length: number, isNext: boolean) => (isNext ? length + 1 : isUnseen ? length : 0);
  const subject: Subject = {
    ...was,
    last: verdict,
    bad: row(was.bad, isTrouble),
    well: row(was.well, isWell),
    unseen: isUnseen ? was.unseen + 1 : 0,
    ...(isTrouble && was.well > 0 ? { relapses: (was.relapses ?? 0) + 1 } : {}),
  };
  const eventOf = (kind: Exclude<WatchEvent['kind'], 'unchecked'>, named: IncidentVerdict): WatchEvent => {
    return { kind, subject: whose, verdict: named, sinceMs: subject.sinceMs, detection };
  };
  const { open } = subject;
  const isLost = subject.unseen >= UNSEEN_TO_LOSE;
  if (open === undefined) {
    if (isTrouble && (isSure || subject.bad >= BAD_TO_BEGIN)) {
      return { subject: { ...subject, open: verdict }, event: eventOf('began', verdict) };
    }
    return { subject: isLost || (!isTrouble && !isUnseen) ? undefined : subject };
  }
  const wellToEnd = WELL_TO_END + Math.min(subject.relapses ?? 0, MOST_RELAPSES);
  if (subject.well >= wellToEnd) return { subject: undefined, event: eventOf('ended', open) };
  if (isLost) return { subject: undefined, event: eventOf('lost_sight', open) };
  if (severityOf(verdict) > severityOf(open) && severityOf(was.last) > severityOf(open)) {
    return { subject: { ...subject, open: verdict }, event: eventOf('worsened', verdict) };
  }
  return { subject };
}

export type LastFound = Readonly<Partial<Record<FindingKind, Date>>>;

/** From the shortest window to the longest, with its start. */
const KINDS: readonly { readonly kinds: readonly FindingKind[]; readonly since: (at: Date) => Date }[] = [
  { kinds: ['waiting', 'silence'], since: (at) => at },
  { kinds: ['late', 'slow_hand_over', 'clock_off'], since: youngestSince },
  { kinds: ['failures'], since: failedSince },
];

/** A longer window shows trouble after its end: it counts only if its messages are newer than the last trouble. */
export function lastTroubleAt(found: LastFound): Date | undefined {
  return KINDS.reduce<Date | undefined>((last, { kinds, since }) => {
    const times = kinds.flatMap((kind) => found[kind]?.getTime() ?? []);
    if (times.length === 0) return last;
    const at = new Date(Math.max(...times));
    return last === undefined || since(at) >= last ? at : last;
  }, undefined);
}
