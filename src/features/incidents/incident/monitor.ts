import { type FailureCode, isFailure } from '../../../domain/failure.ts';
import {
  CHECKED_EVERY_MS,
  FAR_AHEAD_MS,
  LEAST_PAUSE,
  pauseMsAfter,
} from '../../../domain/incidents/check-pace.ts';
import { type Check, detect, observationsOf } from '../../../domain/incidents/detect.ts';
import { SENSITIVITIES, type Sensitivity } from '../../../domain/incidents/findings.ts';
import { follow, NOTHING_WATCHED } from '../../../domain/incidents/lifecycle.ts';
import { HOUR_MS, MINUTE_MS } from '../../../runtime/durations.ts';
import type { Watch } from '../../../store/channels/watches.ts';
import type { Failing, Incident, Watching } from '../../../store/incidents/incident.ts';
import { checkTraffic, onsetsOf, UNREADABLE } from '../check/detect.ts';
import { activeOf, type IncidentDeps, type TrafficCheck } from '../model.ts';
import { countedSince, countQuarters } from './evidence.ts';
import { beginningIn, type Followed, planIncidents } from './plan.ts';

/** Checks further apart are never consecutive. */
const LONGEST_PAUSE_MS = HOUR_MS;
const READ_AGO_MS = 2 * MINUTE_MS;
/** A background read, so the weeks may take as long. */
const BASELINE_WITHIN_MS = MINUTE_MS;
/** From the second check after this time, a refusing platform counts as unreadable. */
const UNREADABLE_AFTER_MS = 10 * MINUTE_MS;

/** Without a watch, open incidents end. `clockMs` is a monotonic clock. @returns when the next check is due */
export async function monitorTraffic(
  deps: IncidentDeps,
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
  const outcome = refusalIn([...stored.values()], at) ?? (await makeCheck(deps, at, { signal, clockMs }));
  if ('againInMs' in outcome) return new Date(at.getTime() + outcome.againInMs);
  if ('made' in outcome) {
    // The baseline is the same for all sensitivities.
    const before = stored.get('normal') ?? [...stored.values()].find((one) => one !== undefined);
    await observations.keep(observationsOf(judgeAfter(before, outcome.made, at, 'normal')));
  }
  let pauseMs = CHECKED_EVERY_MS;
  for (const [sensitivity, before] of stored) {
    const tookMs = await storeOutcome({ sensitivity, before, at }, outcome, deps);
    pauseMs = Math.max(pauseMs, pauseMsAfter({ tookMs }));
  }
  return new Date(at.getTime() + pauseMs);
}

/** After a clock is set back, no check waits for a distant time. */
function dueMs(watching: Watching | undefined, at: Date): number {
  if (!watching || watching.checkedAt > at) return at.getTime();
  return watching.checkedAt.getTime() + pauseMsAfter(watching);
}

type Outcome = { readonly againInMs: number } | KnownOutcome;

type KnownOutcome =
  | { readonly made: TrafficCheck; readonly tookMs: number }
  | { readonly refused: Omit<Failing, 'since'> };

function refusalIn(stored: readonly (Watching | undefined)[], at: Date): Outcome | undefined {
  const atMs = at.getTime();
  const inForce = stored.find((one) => {
    const leftMs = (one?.failing?.until.getTime() ?? atMs) - atMs;
    return one && one.checkedAt <= at && leftMs > 0 && leftMs <= FAR_AHEAD_MS;
  });
  return inForce?.failing && { refused: inForce.failing };
}

async function makeCheck(
  deps: IncidentDeps,
  at: Date,
  { signal, clockMs }: { readonly signal: AbortSignal; readonly clockMs: () => number },
): Promise<Outcome> {
  const { silenceMs } = deps.settings;
  const startedMs = clockMs();
  // A late failure also occupied the platform.
  const failedMs = () => {
    const tookMs = clockMs() - startedMs;
    return tookMs > silenceMs ? tookMs : 0;
  };
  const refusedFor = (because: FailureCode, retryAfterMs: number): Outcome => {
    const pauseMs = Math.max(Math.min(retryAfterMs, LONGEST_PAUSE_MS), LEAST_PAUSE * failedMs());
    deps.runtime.log.warn({ code: because, retryAfterMs: pauseMs }, 'no check of the traffic could be made');
    return { refused: { because, until: new Date(at.getTime() + pauseMs) } };
  };
  try {
    const options = { maxAgeMs: READ_AGO_MS, baselineWithinMs: BASELINE_WITHIN_MS, signal };
    const made = await checkTraffic(deps, at, options);
    const tookMs = made.reading?.tookMs ?? failedMs();
    const { failure } = made;
    if (failure === undefined || pauseMsAfter({ tookMs }) <= LONGEST_PAUSE_MS) return { made, tookMs };
    return refusedFor(failure, CHECKED_EVERY_MS);
  } catch (error) {
    if (!isFailure(error)) throw error;
    if (error.openCircuit) return { againInMs: error.openCircuit.probeEveryMs };
    return refusedFor(error.code, error.retryAfterMs ?? CHECKED_EVERY_MS);
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

async function storeOutcome(due: DueCheck, outcome: KnownOutcome, deps: IncidentDeps): Promise<number> {
  const { sensitivity, before, at } = due;
  if ('made' in outcome) {
    const { made, tookMs } = outcome;
    const check = judgeAfter(before, made, at, sensitivity);
    await storeCheck(due, { check, made, tookMs }, deps);
    return tookMs;
  }
  const { state = NOTHING_WATCHED, tookMs = 0 } = before ?? {};
  const failing = { ...outcome.refused, since: before?.failing?.since ?? at };
  if (at.getTime() - failing.since.getTime() >= UNREADABLE_AFTER_MS) {
    const check = detect(undefined, { at, platform: { login: true, report: false } });
    await storeCheck(due, { check, tookMs, failing }, deps);
  } else {
    const watching = { state, checkedAt: at, tookMs, failing };
    await deps.stores.incidents.keep(sensitivity, before?.version, watching, []);
  }
  return tookMs;
}

interface Checked extends Pick<Watching, 'tookMs' | 'failing'> {
  readonly check: Check;
  /** Absent where the platform was not asked. */
  readonly made?: TrafficCheck;
}

async function storeCheck(
  { sensitivity, before, at }: DueCheck,
  { check, made, ...kept }: Checked,
  deps: IncidentDeps,
): Promise<void> {
  const { stores, traffic } = deps;
  // Where reading is slow, distant checks are still consecutive.
  const inARowMs = before && 2 * pauseMsAfter(before);
  const followed: Followed = { check, ...follow(before?.state ?? NOTHING_WATCHED, check, inARowMs) };
  const { state } = followed;
  const open = await stores.incidents.open(sensitivity);
  const begun = beginningIn(open, followed).map(({ subject }) => subject);
  const onsetOf = made && begun.length > 0 ? await onsetsOf(begun, { ...made, check }, deps) : undefined;
  const beginnings = [
    ...open.map(({ beganAt }) => beganAt),
    ...state.subjects.map(({ whose, sinceMs }) => onsetOf?.(whose)?.at ?? new Date(sinceMs)),
  ];
  const earliest = beginnings.reduce((first, one) => (one < first ? one : first), at);
  const held =
    check.readAt && beginnings.length > 0
      ? await traffic.held({ start: countedSince(earliest, at), end: at })
      : undefined;
  const changes = planIncidents(open, {
    ...followed,
    failing: kept.failing,
    failure: made?.failure ?? UNREADABLE.find((code) => code === kept.failing?.because),
    count: held && ((subject, from, named) => countQuarters(subject, from, { check, held, named })),
    onsetOf,
  });
  await stores.incidents.keep(sensitivity, before?.version, { state, checkedAt: at, ...kept }, changes);
}

/** Without a watch at this sensitivity, open incidents move to that of their channels, or end. */
async function migrateWatchers(
  of: Sensitivity,
  active: readonly Watch[],
  { stores, runtime: { now } }: IncidentDeps,
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
  const unwatched = open.map(({ id, evidence }) => ({ kind: 'unwatched' as const, id, evidence }));
  const watching = { state: NOTHING_WATCHED, checkedAt: now(), tookMs: before.tookMs };
  await incidents.keep(of, before.version, watching, unwatched);
}

/** Channels that only show open incidents: a new one would be news to them. */
async function othersOf(
  open: readonly Incident[],
  active: readonly Watch[],
  { incidentPosts }: IncidentDeps['stores'],
): Promise<Sensitivity[]> {
  const posts = (await Promise.all(open.map(({ id }) => incidentPosts.of(id)))).flat();
  const channels = new Set(posts.map(({ channel }) => channel));
  const bySensitivity = Map.groupBy(active, ({ sensitivity }) => sensitivity);
  return [...bySensitivity].flatMap(([sensitivity, watches]) =>
    watches.every(({ channel }) => channels.has(channel)) ? [sensitivity] : [],
  );
}
