import { type FailureCode, isFailure } from '../../../domain/failure.ts';
import { dataQualityOf } from '../../../domain/figures/data-quality.ts';
import { baselinesFor, type Observation } from '../../../domain/incidents/baseline.ts';
import { countsOf } from '../../../domain/incidents/counts.ts';
import { type DetectInput, detect, type PlatformAnswers } from '../../../domain/incidents/detect.ts';
import { isBad } from '../../../domain/incidents/findings.ts';
import { localDay, startOfDayIn } from '../../../domain/time/period.ts';
import { HALF_HOUR_MS, HOUR_MS, MINUTE_MS } from '../../../runtime/durations.ts';
import { runCooperatively } from '../../../runtime/yielding.ts';
import type { Observations } from '../../../store/figures/observations.ts';
import type { Traffic, TrafficFigures } from '../../../traffic/types.ts';
import type { TrafficCheck, TrafficCheckOptions } from '../model.ts';
import { type BaselineReader, LOOK_BACK_MS, observedAround } from './baseline.ts';
import { COUNTED_MS, cellsOf, type DayWindow, timeBetween } from './window.ts';

export interface CheckDeps {
  readonly traffic: Pick<Traffic, 'figuresFor' | 'held'>;
  /** One for the whole bot: those who check at about the same time share what was read. */
  readonly usual: BaselineReader;
  /** What watching has counted in the weeks before. */
  readonly observations: Pick<Observations, 'near'>;
  /** How long a check waits for what has to be read of the weeks before. */
  readonly usualWithinMs?: number;
}

export type { TrafficCheckOptions } from '../model.ts';

/** `/sms-check` says what is, not what was a quarter of an hour ago. */
const MAX_AGE_MS = 5 * MINUTE_MS;
const USUAL_WITHIN_MS = 4_000;
/** Older figures say nothing of now. */
const HELD_AGE_MS = HALF_HOUR_MS;
/** Who asks has waited for the platform already. */
const HELD_USUAL_WITHIN_MS = 1_000;

/**
 * What keeps a check from seeing anything. Others are about the question itself, or a platform that answers and asks
 * for patience: of these nothing follows for the traffic.
 */
export const UNREADABLE: readonly FailureCode[] = [
  'timed_out',
  'unavailable',
  'invalid_answer',
  'wrong_credentials',
  'not_allowed',
  'not_found',
];

/**
 * Looks at the traffic of the moment and judges it. A platform that cannot be read is a verdict of its own.
 *
 * @throws UpstreamError where nothing follows from it: too many ask, here or there
 */
export async function checkTraffic(
  deps: CheckDeps,
  now: Date,
  { maxAgeMs = MAX_AGE_MS, signal }: TrafficCheckOptions = {},
): Promise<TrafficCheck> {
  const reading = await readRecent(deps.traffic, now, maxAgeMs, signal);
  if ('failure' in reading) {
    const { failure, platform } = reading;
    return {
      check: detect(undefined, { at: now, platform }),
      sight: undefined,
      reading: undefined,
      failure,
      recent: undefined,
      usual: { weeks: [], isReading: false, unread: 0 },
      observed: [],
      doubts: undefined,
    };
  }
  const { figures, recent } = reading;
  return {
    ...(await judgeRecent(deps, recent, now)),
    reading: {
      readAt: recent.readAt,
      tookMs: figures.days.reduce((sum, { tookMs = 0 }) => sum + tookMs, 0),
      isStale: figures.isStale ?? false,
    },
    doubts: dataQualityOf(figures),
  };
}

export interface HeldDeps extends CheckDeps {
  /** IANA zone of the platform's days. */
  readonly platformZone: string;
}

/**
 * Judges the newest figures that are held where newer ones cannot be had; `undefined` where they are too old to say
 * anything of now. The platform is not asked for them.
 */
export async function checkHeld(deps: HeldDeps, now: Date): Promise<TrafficCheck | undefined> {
  const { traffic, platformZone: zone } = deps;
  const from = new Date(now.getTime() - HELD_AGE_MS - COUNTED_MS);
  // After midnight the day under way may not have been read yet.
  for (const end of [new Date(now.getTime() + 1), startOfDayIn(localDay(now, zone), zone)]) {
    const { start } = timeBetween(from, end);
    const held = end > start ? await traffic.held({ start, end }).catch(() => undefined) : undefined;
    if (!held || now.getTime() - held.readAt.getTime() > HELD_AGE_MS) continue;
    const { readAt } = held;
    const recent = { start, end, readAt, cells: cellsOf(held, start, end) };
    const judged = await judgeRecent({ ...deps, usualWithinMs: HELD_USUAL_WITHIN_MS }, recent, now);
    return { ...judged, reading: { readAt, tookMs: 0, isStale: false }, doubts: undefined };
  }
  return undefined;
}

async function judgeRecent(
  { usual: around, observations, usualWithinMs = USUAL_WITHIN_MS }: CheckDeps,
  recent: DayWindow,
  now: Date,
): Promise<Omit<TrafficCheck, 'reading' | 'doubts'>> {
  const { readAt, cells } = recent;
  const usual = await around.around(readAt, usualWithinMs);
  // Without the store what can be reconstructed has to do; that it is away is logged where figures are kept.
  const near = (at: Date) => observations.near(at).catch(() => []);
  const observed = await near(readAt);
  const past = await runCooperatively(observedAround(usual.weeks, readAt));
  const sight: DetectInput = {
    readAt,
    counts: countsOf(cells, readAt),
    baselines: baselinesFor([...observed, ...past], readAt),
    lacksUsual: usual.weeks.length === 0 && (usual.isReading || usual.unread > 0),
  };
  const check = detect(sight, { at: now, platform: { login: true, report: true } });
  const before: Observation[] = [];
  if (check.detections.some(({ verdict }) => isBad(verdict))) {
    for (let ms = HOUR_MS; ms <= LOOK_BACK_MS; ms += HOUR_MS) {
      before.push(...(await near(new Date(readAt.getTime() - ms))));
    }
  }
  return { check, sight, failure: undefined, recent, usual, observed: [...observed, ...before] };
}

type Read =
  | { readonly figures: TrafficFigures; readonly recent: DayWindow }
  | { readonly failure: FailureCode; readonly platform: PlatformAnswers };

async function readRecent(
  traffic: CheckDeps['traffic'],
  now: Date,
  maxAgeMs: number,
  signal: AbortSignal | undefined,
): Promise<Read> {
  // Figures may be as old as that, and what is counted begins before them.
  const period = timeBetween(new Date(now.getTime() - COUNTED_MS - maxAgeMs), new Date(now.getTime() + 1));
  try {
    const figures = await traffic.figuresFor({ period }, { maxAgeMs, ...(signal ? { signal } : {}) });
    const { start, end } = period;
    return { figures, recent: { start, end, readAt: figures.asOf, cells: cellsOf(figures, start, end) } };
  } catch (error) {
    if (!isFailure(error) || !UNREADABLE.includes(error.code)) throw error;
    const isLogin =
      error.code === 'wrong_credentials' || ('operation' in error && error.operation === 'login');
    return { failure: error.code, platform: { login: !isLogin, report: false } };
  }
}
