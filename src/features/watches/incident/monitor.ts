import { countedSince, createCountQuarters } from '../../../domain/detection/affected.ts';
import {
  CHECK_INTERVAL_MS,
  MAX_PAUSE_MS,
  MIN_PAUSE_FACTOR,
  pauseMsAfter,
} from '../../../domain/detection/check-pace.ts';
import { type Check, detect, observationsOf } from '../../../domain/detection/detect.ts';
import { SENSITIVITIES, type Sensitivity } from '../../../domain/detection/findings.ts';
import type { Failing, Incident, Watching } from '../../../domain/detection/incident.ts';
import { EMPTY_WATCH_STATE, updateWatchState } from '../../../domain/detection/lifecycle.ts';
import {
  type LifecycleUpdate,
  planIncidents,
  REOPENED_WITHIN_MS,
  spansToStart,
} from '../../../domain/detection/plan.ts';
import { type FailureCode, isFailure } from '../../../domain/failure.ts';
import { HOUR_MS, MINUTE_MS } from '../../../runtime/durations.ts';
import type { Watch } from '../../../store/channels/watches.ts';
import {
  checkTraffic,
  onsetsOf,
  type TrafficCheck,
  UNREADABLE_CODES,
} from '../../../traffic/traffic-check.ts';
import type { CheckDeps } from '../../dependencies.ts';

/** Longest pause between checks; checks that are further apart never count as consecutive. */
const LONGEST_PAUSE_MS = HOUR_MS;
const READ_AGO_MS = 2 * MINUTE_MS;
/** Longest wait for the baseline; long, because no person waits for a background check. */
const BASELINE_WITHIN_MS = MINUTE_MS;
/** If the platform has refused requests for this time, it counts as unreadable. */
const UNREADABLE_AFTER_MS = 10 * MINUTE_MS;

/** Checks the traffic for all watches. `clockMs` is a monotonic clock. @returns when the next check is due */
export async function monitorTraffic(
  deps: CheckDeps,
  signal: AbortSignal,
  clockMs = () => performance.now(),
): Promise<Date | undefined> {
  const { watches, incidents, observations } = deps.stores;
  const active = activeOf(await watches.list());
  const wanted = new Set(active.map(({ sensitivity }) => sensitivity));
  for (const sensitivity of SENSITIVITIES) {
    if (!wanted.has(sensitivity)) await migrateWatchers(sensitivity, active, deps);
  }
  const stored = new Map<Sensitivity, Watching | undefined>();
  for (const sensitivity of wanted) stored.set(sensitivity, await incidents.watching(sensitivity));
  if (stored.size === 0) return undefined;

  const at = deps.runtime.now();
  const dueAt = Math.min(...[...stored.values()].map((one) => dueMs(one, at)));
  if (dueAt > at.getTime()) return new Date(dueAt);
  const result = refusalIn([...stored.values()], at) ?? (await attemptCheck(deps, at, { signal, clockMs }));
  if ('againInMs' in result) return new Date(at.getTime() + result.againInMs);
  if ('trafficCheck' in result) {
    const before = stored.get('normal') ?? [...stored.values()].find((one) => one !== undefined);
    await observations.save(observationsOf(judgeAfter(before, result.trafficCheck, at, 'normal')));
  }
  let pauseMs = CHECK_INTERVAL_MS;
  for (const [sensitivity, before] of stored) {
    const tookMs = await storeResult({ sensitivity, before, at }, result, deps);
    pauseMs = Math.max(pauseMs, pauseMsAfter({ tookMs }));
  }
  return new Date(at.getTime() + pauseMs);
}

/** When the next check is due; a last check in the future, after a clock was set back, is ignored. */
function dueMs(watching: Watching | undefined, at: Date): number {
  if (!watching || watching.checkedAt > at) return at.getTime();
  return watching.checkedAt.getTime() + pauseMsAfter(watching);
}

type CheckAttempt = { readonly againInMs: number } | FinishedCheck;

type FinishedCheck =
  | { readonly trafficCheck: TrafficCheck; readonly tookMs: number }
  | { readonly refused: Omit<Failing, 'since'> };

function refusalIn(stored: readonly (Watching | undefined)[], at: Date): CheckAttempt | undefined {
  const atMs = at.getTime();
  const inForce = stored.find((one) => {
    const leftMs = (one?.failing?.until.getTime() ?? atMs) - atMs;
    return one && one.checkedAt <= at && leftMs > 0 && leftMs <= MAX_PAUSE_MS;
  });
  return inForce?.failing && { refused: inForce.failing };
}

async function attemptCheck(
  deps: CheckDeps,
  at: Date,
  { signal, clockMs }: { readonly signal: AbortSignal; readonly clockMs: () => number },
): Promise<CheckAttempt> {
  const { silenceMs } = deps.settings;
  const startedMs = clockMs();
  // Quick failures count as 0, because they cost the platform no work and need not delay the next check.
  const failedMs = () => {
    const tookMs = clockMs() - startedMs;
    return tookMs > silenceMs ? tookMs : 0;
  };
  const refusedFor = (because: FailureCode, retryAfterMs: number): CheckAttempt => {
    const pauseMs = Math.max(Math.min(retryAfterMs, LONGEST_PAUSE_MS), MIN_PAUSE_FACTOR * failedMs());
    deps.runtime.log.warn({ code: because, retryAfterMs: pauseMs }, 'no check of the traffic could be made');
    return { refused: { because, until: new Date(at.getTime() + pauseMs) } };
  };
  try {
    const options = { maxAgeMs: READ_AGO_MS, baselineWithinMs: BASELINE_WITHIN_MS, signal };
    const trafficCheck = await checkTraffic(deps, at, options);
    const tookMs = trafficCheck.reading?.tookMs ?? failedMs();
    const { failure } = trafficCheck;
    if (failure === undefined || pauseMsAfter({ tookMs }) <= LONGEST_PAUSE_MS)
      return { trafficCheck, tookMs };
    return refusedFor(failure, CHECK_INTERVAL_MS);
  } catch (error) {
    if (!isFailure(error)) throw error;
    if (error.openCircuit) return { againInMs: error.openCircuit.probeEveryMs };
    return refusedFor(error.code, error.retryAfterMs ?? CHECK_INTERVAL_MS);
  }
}

function judgeAfter(
  before: Watching | undefined,
  { input, check: { platform } }: TrafficCheck,
  at: Date,
  sensitivity: Sensitivity,
): Check {
  return detect(input, { at, platform, sensitivity, before: before?.state.accumulated });
}

interface DueCheck {
  readonly sensitivity: Sensitivity;
  readonly before: Watching | undefined;
  readonly at: Date;
}

async function storeResult(due: DueCheck, result: FinishedCheck, deps: CheckDeps): Promise<number> {
  const { sensitivity, before, at } = due;
  if ('trafficCheck' in result) {
    const { trafficCheck, tookMs } = result;
    const check = judgeAfter(before, trafficCheck, at, sensitivity);
    await storeCheck(due, { check, trafficCheck, tookMs }, deps);
    return tookMs;
  }
  const { state = EMPTY_WATCH_STATE, tookMs = 0 } = before ?? {};
  const failing = { ...result.refused, since: before?.failing?.since ?? at };
  if (at.getTime() - failing.since.getTime() >= UNREADABLE_AFTER_MS) {
    const check = detect(undefined, { at, platform: { login: true, report: false } });
    await storeCheck(due, { check, tookMs, failing }, deps);
  } else {
    const watching = { state, checkedAt: at, tookMs, failing };
    await deps.stores.incidents.saveCheck(sensitivity, before?.version, watching, []);
  }
  return tookMs;
}

interface CheckToStore extends Pick<Watching, 'tookMs' | 'failing'> {
  readonly check: Check;
  /** Figures that the check used; absent if the platform was not read. */
  readonly trafficCheck?: TrafficCheck;
}

async function storeCheck(
  { sensitivity, before, at }: DueCheck,
  { check, trafficCheck, ...rest }: CheckToStore,
  deps: CheckDeps,
): Promise<void> {
  const { stores, traffic } = deps;
  // If reading the platform is slow, checks are further apart, but still count as consecutive.
  const inARowMs = before && 2 * pauseMsAfter(before);
  const followed: LifecycleUpdate = {
    check,
    ...updateWatchState(before?.state ?? EMPTY_WATCH_STATE, check, inARowMs),
  };
  const open = await stores.incidents.open(sensitivity);
  const ended = await stores.incidents.endedSince(new Date(at.getTime() - REOPENED_WITHIN_MS), sensitivity);
  const starting = spansToStart(open, followed).map(({ subject }) => subject);
  const onsetOf =
    trafficCheck && starting.length > 0
      ? await onsetsOf(starting, { ...trafficCheck, check }, deps)
      : undefined;
  const startTimes = [
    ...open.map(({ beganAt }) => beganAt),
    ...starting.map((subject) => onsetOf?.(subject)?.at ?? at),
    ...followed.state.subjects.map(({ sinceMs }) => new Date(sinceMs)),
  ];
  const earliest = startTimes.reduce((first, one) => (one < first ? one : first), at);
  const figures =
    check.readAt && startTimes.length > 0
      ? await traffic.storedIfAvailable({ start: countedSince(earliest, at), end: at })
      : undefined;
  const changes = planIncidents(open, {
    ...followed,
    ended,
    failing: rest.failing,
    failure: trafficCheck?.failure ?? UNREADABLE_CODES.find((code) => code === rest.failing?.because),
    count: figures && createCountQuarters(check, figures.between),
    onsetOf,
  });
  const watching = { state: followed.state, checkedAt: at, ...rest };
  await stores.incidents.saveCheck(sensitivity, before?.version, watching, changes);
}

/** If no channel watches with `of` any more, its incidents move to a watched sensitivity, or end. */
async function migrateWatchers(
  of: Sensitivity,
  active: readonly Watch[],
  { stores, runtime: { now } }: CheckDeps,
): Promise<void> {
  const { incidents } = stores;
  const before = await incidents.watching(of);
  if (!before || before.state.subjects.length === 0) return;
  const open = await incidents.open(of);
  for (const sensitivity of await othersOf(open, active, stores)) {
    const there = await incidents.watching(sensitivity);
    if (there && there.state.subjects.length > 0) continue;
    const to = { sensitivity, version: there?.version };
    if (await incidents.move({ sensitivity: of, watching: before }, to)) return;
  }
  const unwatched = open.map((incident) => ({ ...incident, kind: 'unwatched' as const }));
  const watching = { state: EMPTY_WATCH_STATE, checkedAt: now(), tookMs: before.tookMs };
  await incidents.saveCheck(of, before.version, watching, unwatched);
}

/** Sensitivities to which the incidents can move: all channels there already show such an incident. */
async function othersOf(
  open: readonly Incident[],
  active: readonly Watch[],
  { incidentPosts }: CheckDeps['stores'],
): Promise<Sensitivity[]> {
  const posts = (await Promise.all(open.map(({ id }) => incidentPosts.of(id)))).flat();
  const channels = new Set(posts.map(({ channel }) => channel));
  const bySensitivity = Map.groupBy(active, ({ sensitivity }) => sensitivity);
  return [...bySensitivity].flatMap(([sensitivity, watches]) =>
    watches.every(({ channel }) => channels.has(channel)) ? [sensitivity] : [],
  );
}

export function activeOf(watches: readonly Watch[]): Watch[] {
  return watches.filter(({ state }) => state === 'active');
}
