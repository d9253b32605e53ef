import { type FailureCode, isFailure } from '../../../domain/failure.ts';
import { dataQualityOf } from '../../../domain/figures/period-figures.ts';
import { baselinesFor } from '../../../domain/incidents/baseline.ts';
import { countsOf } from '../../../domain/incidents/counts.ts';
import { type DetectInput, detect, type PlatformAnswers } from '../../../domain/incidents/detect.ts';
import { isBad } from '../../../domain/incidents/verdict.ts';
import { localDay, startOfDayIn } from '../../../domain/time/wall-clock.ts';
import { HALF_HOUR_MS, HOUR_MS, MINUTE_MS } from '../../../runtime/durations.ts';
import { runCooperatively } from '../../../runtime/yielding.ts';
import { LAST_HOURS_MS } from '../../../traffic/adding-up.ts';
import { LOOK_BACK_MS, observedAround } from '../../../traffic/past-weeks.ts';
import type { TrafficFigures } from '../../../traffic/types.ts';
import { COUNTED_MS, cellsOf, type DayWindow, timeBetween } from '../../../traffic/window.ts';
import type { IncidentDeps, TrafficCheck } from '../model.ts';

/** `/sms-check` says what is, not what was a quarter of an hour ago. */
const MAX_AGE_MS = 5 * MINUTE_MS;
const BASELINE_WITHIN_MS = 4_000;
/** Older figures say nothing of now. */
const HELD_AGE_MS = HALF_HOUR_MS;
/** Who asks has waited for the platform already. */
const HELD_BASELINE_WITHIN_MS = 1_000;

interface TrafficCheckOptions {
  /** Of the figures: five minutes unless told. Older ones do where reading takes more than a twentieth of the time. */
  readonly maxAgeMs?: number;
  readonly baselineWithinMs?: number;
  readonly signal?: AbortSignal;
  readonly userId?: string | undefined;
}

/** What keeps a check from seeing anything. From other failures nothing follows for the traffic. */
export const UNREADABLE: readonly FailureCode[] = [
  'timed_out',
  'unavailable',
  'invalid_answer',
  'wrong_credentials',
  'not_allowed',
  'not_found',
];

/** @throws UpstreamError where nothing follows from it for the traffic: too many ask, here or there */
export async function checkTraffic(
  deps: IncidentDeps,
  now: Date,
  { baselineWithinMs = BASELINE_WITHIN_MS, ...options }: TrafficCheckOptions = {},
): Promise<TrafficCheck> {
  const reading = await readRecent(deps, now, options);
  if ('failure' in reading) {
    const { failure, platform } = reading;
    return {
      check: detect(undefined, { at: now, platform }),
      input: undefined,
      reading: undefined,
      failure,
      recent: undefined,
      baseline: { weeks: [], isReading: false, unread: 0 },
      observed: [],
      dataQuality: undefined,
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

/** Checks with the newest figures that are held, without asking the platform; `undefined` where they are too old. */
export async function checkHeld(deps: IncidentDeps, now: Date): Promise<TrafficCheck | undefined> {
  const { traffic, settings } = deps;
  const zone = settings.platformZone;
  const from = new Date(now.getTime() - HELD_AGE_MS - COUNTED_MS);
  // After midnight the day under way may not have been read yet.
  for (const end of [new Date(now.getTime() + 1), startOfDayIn(localDay(now, zone), zone)]) {
    const { start } = timeBetween(from, end);
    const held = end > start ? await traffic.held({ start, end }).catch(() => undefined) : undefined;
    if (!held || now.getTime() - held.readAt.getTime() > HELD_AGE_MS) continue;
    const { readAt } = held;
    const recent = { start, end, readAt, cells: cellsOf(held, start, end) };
    const detected = await detectRecent(deps, recent, now, HELD_BASELINE_WITHIN_MS);
    return { ...detected, reading: { readAt, tookMs: 0, isStale: false }, dataQuality: undefined };
  }
  return undefined;
}

async function detectRecent(
  { baseline: reader, stores: { observations } }: IncidentDeps,
  recent: DayWindow,
  now: Date,
  baselineWithinMs: number,
): Promise<Omit<TrafficCheck, 'reading' | 'dataQuality'>> {
  const { readAt, cells } = recent;
  const baseline = await reader.around(readAt, baselineWithinMs);
  // Without the store what can be reconstructed has to do; that it is away is logged where figures are kept.
  const near = (at: Date) => observations.near(at).catch(() => []);
  const observed = await near(readAt);
  const past = await runCooperatively(observedAround(baseline.weeks, readAt));
  const input: DetectInput = {
    readAt,
    counts: countsOf(cells, readAt),
    baselines: baselinesFor([...observed, ...past], readAt),
    lacksUsual: baseline.weeks.length === 0 && (baseline.isReading || baseline.unread > 0),
  };
  const check = detect(input, { at: now, platform: { login: true, report: true } });
  const backMs = check.detections.some(({ verdict }) => isBad(verdict)) ? LOOK_BACK_MS : LAST_HOURS_MS;
  const hoursBack = Array.from({ length: backMs / HOUR_MS }, (_, index) => index + 1);
  const before = await Promise.all(
    hoursBack.map((hours) => near(new Date(readAt.getTime() - hours * HOUR_MS))),
  );
  return { check, input, failure: undefined, recent, baseline, observed: [observed, ...before].flat() };
}

type Read =
  | { readonly figures: TrafficFigures; readonly recent: DayWindow }
  | { readonly failure: FailureCode; readonly platform: PlatformAnswers };

async function readRecent(
  { traffic, runtime: { stopping } }: IncidentDeps,
  now: Date,
  { maxAgeMs = MAX_AGE_MS, userId, signal }: TrafficCheckOptions,
): Promise<Read> {
  // Figures may be as old as that, and what is counted begins before them.
  const period = timeBetween(new Date(now.getTime() - COUNTED_MS - maxAgeMs), new Date(now.getTime() + 1));
  try {
    const figures = await traffic.figuresFor({ period, userId }, { maxAgeMs, ...(signal ? { signal } : {}) });
    const { start, end } = period;
    return { figures, recent: { start, end, readAt: figures.asOf, cells: cellsOf(figures, start, end) } };
  } catch (error) {
    if (!isFailure(error) || !UNREADABLE.includes(error.code) || stopping.aborted) throw error;
    const operation = 'operation' in error ? error.operation : undefined;
    // Not sent because look-ups have no answer: that says nothing of reports.
    if (error.openCircuit && operation === 'info') throw error;
    const isLogin = error.code === 'wrong_credentials' || operation === 'login';
    return { failure: error.code, platform: { login: !isLogin, report: false } };
  }
}
