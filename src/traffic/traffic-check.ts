import { LAST_HOURS_MS } from '../domain/detection/accumulation.ts';
import { baselinesFor, type Observation } from '../domain/detection/baseline.ts';
import { countsOf } from '../domain/detection/counts.ts';
import { type Check, type DetectInput, detect, type PlatformAnswers } from '../domain/detection/detect.ts';
import { isAccumulated, isSameSubject } from '../domain/detection/evidence.ts';
import type { Onset } from '../domain/detection/incident.ts';
import type { Detection } from '../domain/detection/judge.ts';
import type { IncidentSubject } from '../domain/detection/subject.ts';
import { isBad } from '../domain/detection/verdict.ts';
import { type FailureCode, isFailure } from '../domain/failure.ts';
import type { ChangeSubject } from '../domain/figures/changes.ts';
import { type DataQuality, dataQualityOf } from '../domain/figures/period-figures.ts';
import { localDay, startOfDayIn } from '../domain/time/wall-clock.ts';
import { HOUR_MS } from '../runtime/durations.ts';
import { runCooperatively } from '../runtime/yielding.ts';
import type { Observations } from '../store/figures/observations.ts';
import type { BaselineReader, BaselineWeeks } from './baseline.ts';
import { CHECK_MAX_AGE_MS, STORED_CHECK_MAX_AGE_MS } from './freshness.ts';
import { findOnsets } from './onsets.ts';
import type { Traffic, TrafficFigures } from './types.ts';
import {
  COUNTED_MS,
  cellsOf,
  type DayWindow,
  LOOKBACK_MS,
  observedAround,
  timeBetween,
  windowsOf,
} from './window.ts';

export interface TrafficCheck {
  readonly check: Check;
  /** Counts from which other sensitivities are checked, too; absent if the platform was not read. */
  readonly input?: DetectInput;
  readonly reading?: { readonly readAt: Date; readonly tookMs: number; readonly isStale: boolean };
  readonly failure?: FailureCode;
  readonly recent?: DayWindow;
  readonly baseline: BaselineWeeks;
  readonly observed: readonly Observation[];
  readonly dataQuality?: DataQuality;
}

export interface IncidentOnset extends Onset {
  readonly subject: IncidentSubject;
}

interface StoredDeps {
  readonly traffic: Traffic;
  readonly settings: { readonly platformZone: string };
}

export interface TrafficCheckDeps extends StoredDeps {
  /** Shared by all checks of the process, so that simultaneous checks read past weeks only once. */
  readonly baseline: BaselineReader;
  readonly stores: { readonly observations: Observations };
  readonly runtime: { readonly stopping: AbortSignal };
}

const BASELINE_WITHIN_MS = 4_000;
/** Longest wait for the baseline; short, because the caller has already waited for the platform. */
const STORED_BASELINE_WITHIN_MS = 1_000;

interface TrafficCheckOptions {
  /** Stored figures up to this age are used if a reading takes longer than a twentieth of this time. */
  readonly maxAgeMs?: number;
  readonly readSince?: Date | undefined;
  readonly baselineWithinMs?: number;
  readonly signal?: AbortSignal;
  readonly userId?: string | undefined;
}

export const UNREADABLE_CODES: readonly FailureCode[] = [
  'timed_out',
  'unavailable',
  'invalid_answer',
  'wrong_credentials',
  'not_allowed',
  'not_found',
];

/** @throws UpstreamError for failures that say nothing about the traffic, such as too many requests */
export async function checkTraffic(
  deps: TrafficCheckDeps,
  now: Date,
  { baselineWithinMs = BASELINE_WITHIN_MS, ...options }: TrafficCheckOptions = {},
): Promise<TrafficCheck> {
  const reading = await readRecent(deps, now, options);
  if ('failure' in reading) {
    const { failure, platform } = reading;
    return {
      check: detect(undefined, { at: now, platform }),
      failure,
      baseline: { weeks: [], isReading: false, unread: 0 },
      observed: [],
    };
  }
  const { figures, recent } = reading;
  return {
    ...(await detectRecent(deps, recent, now, baselineWithinMs)),
    reading: {
      readAt: recent.readAt,
      tookMs: figures.days.reduce((sum, { tookMs = 0 }) => sum + tookMs, 0),
      isStale: figures.isStale ?? false,
    },
    dataQuality: dataQualityOf(figures),
  };
}

/** Checks stored figures without asking the platform; `undefined` if they are older than half an hour. */
export async function checkStored(deps: TrafficCheckDeps, now: Date): Promise<TrafficCheck | undefined> {
  const { traffic, settings } = deps;
  const zone = settings.platformZone;
  const from = new Date(now.getTime() - STORED_CHECK_MAX_AGE_MS - COUNTED_MS);
  // Shortly after midnight the new day may be unread, so figures until midnight are tried, too.
  for (const end of [new Date(now.getTime() + 1), startOfDayIn(localDay(now, zone), zone)]) {
    const { start } = timeBetween(from, end);
    const stored =
      end > start ? await traffic.storedIfAvailable({ start, end }).catch(() => undefined) : undefined;
    if (!stored || now.getTime() - stored.readAt.getTime() > STORED_CHECK_MAX_AGE_MS) continue;
    const { readAt } = stored;
    const recent = { start, end, readAt, cells: cellsOf(stored, start, end) };
    const detected = await detectRecent(deps, recent, now, STORED_BASELINE_WITHIN_MS);
    return { ...detected, reading: { readAt, tookMs: 0, isStale: false } };
  }
  return undefined;
}

async function detectRecent(
  { baseline: reader, stores: { observations } }: TrafficCheckDeps,
  recent: DayWindow,
  now: Date,
  baselineWithinMs: number,
): Promise<Omit<TrafficCheck, 'reading' | 'dataQuality'>> {
  const { readAt, cells } = recent;
  const baseline = await reader.around(readAt, baselineWithinMs);
  const near = (at: Date) => observations.near(at).catch(() => []);
  const observed = await near(readAt);
  const reconstructed = observedAround(baseline.weeks, readAt);
  const counts = countsOf(cells, readAt);
  const past = await runCooperatively(reconstructed);
  const input: DetectInput = {
    readAt,
    counts,
    baselines: baselinesFor([...observed, ...past], readAt),
    lacksBaselines: baseline.weeks.length === 0 && (baseline.isReading || baseline.unread > 0),
  };
  const check = detect(input, { at: now, platform: { login: true, report: true } });
  const backMs = check.detections.some(({ verdict }) => isBad(verdict)) ? LOOKBACK_MS : LAST_HOURS_MS;
  const hoursBack = Array.from({ length: backMs / HOUR_MS }, (_, index) => index + 1);
  const before = await Promise.all(
    hoursBack.map((hours) => near(new Date(readAt.getTime() - hours * HOUR_MS))),
  );
  return { check, input, recent, baseline, observed: [observed, ...before].flat() };
}

type RecentReading =
  | { readonly figures: TrafficFigures; readonly recent: DayWindow }
  | { readonly failure: FailureCode; readonly platform: PlatformAnswers };

async function readRecent(
  { traffic, runtime: { stopping } }: TrafficCheckDeps,
  now: Date,
  { maxAgeMs = CHECK_MAX_AGE_MS, readSince, userId, signal }: TrafficCheckOptions,
): Promise<RecentReading> {
  const period = timeBetween(new Date(now.getTime() - COUNTED_MS - maxAgeMs), new Date(now.getTime() + 1));
  try {
    const figures = await traffic.figuresFor({ period, userId }, { maxAgeMs, readSince, signal });
    const { start, end } = period;
    return { figures, recent: { start, end, readAt: figures.asOf, cells: cellsOf(figures, start, end) } };
  } catch (error) {
    if (!isFailure(error) || !UNREADABLE_CODES.includes(error.code) || stopping.aborted) throw error;
    const operation = 'operation' in error ? error.operation : undefined;
    // If only requests for single messages are suspended, nothing is known about the traffic report.
    if (error.openCircuit && operation === 'info') throw error;
    const isLogin = error.code === 'wrong_credentials' || operation === 'login';
    return { failure: error.code, platform: { login: !isLogin, report: false } };
  }
}

/** Finds when problems began, but not before midnight: figures of earlier days were read at other times. */
export async function onsetsOf(
  subjects: readonly IncidentSubject[],
  { check, recent, baseline, observed }: TrafficCheck,
  deps: StoredDeps,
): Promise<(subject: IncidentSubject) => Onset | undefined> {
  const wanted = subjects.filter((one): one is ChangeSubject => one.of !== 'platform');
  if (wanted.length === 0 || !recent) return () => undefined;
  const { readAt } = recent;
  const past = await runCooperatively(observedAround(baseline.weeks, readAt, LOOKBACK_MS));
  const windows = await windowsBefore(recent, deps);
  const onsets = await runCooperatively(findOnsets(wanted, windows, [...observed, ...past], readAt));
  return (subject) =>
    accumulatedOnset(check.detections.find((one) => isSameSubject(one.subject, subject))) ??
    onsets[wanted.findIndex((one) => isSameSubject(one, subject))];
}

export function accumulatedOnset(detection: Detection | undefined): Onset | undefined {
  const [finding] = detection?.findings ?? [];
  // A check finds a silence only when it has lasted for a quarter of an hour.
  const isExact = finding && (finding.kind === 'silence' || isAccumulated(finding));
  const { sinceMs } = (isExact && finding.evidence) || {};
  return sinceMs === undefined ? undefined : { at: new Date(sinceMs), isBefore: false };
}

async function windowsBefore(
  recent: DayWindow,
  { traffic, settings: { platformZone: zone } }: StoredDeps,
): Promise<DayWindow[]> {
  const { readAt, end } = recent;
  const midnight = startOfDayIn(localDay(readAt, zone), zone);
  const from = new Date(Math.max(readAt.getTime() - LOOKBACK_MS - COUNTED_MS, midnight.getTime()));
  const period = timeBetween(from, end);
  const stored = await traffic.storedIfAvailable(period);
  if (!stored) return [];
  const day = { day: localDay(readAt, zone), readAt: stored.readAt };
  return windowsOf({ ...stored, days: [day] }, period, zone);
}

/** The onset of a stored incident has priority, because a computed onset changes as late receipts arrive. */
export function reportedOnset(
  subject: ChangeSubject,
  computed: Onset | undefined,
  reported: readonly IncidentOnset[],
): Onset | undefined {
  const own = reported.find((one) => isSameSubject(one.subject, subject));
  if (own) return { at: own.at, isBefore: own.isBefore };
  const all = reported.find((one) => one.subject.of === 'all');
  return all && computed && computed.at < all.at ? { at: all.at, isBefore: all.isBefore } : computed;
}
