import { type FailureCode, isFailure } from '../../../domain/failure.ts';
import { type Check, detect, observationsOf } from '../../../domain/incidents/detect.ts';
import { evidenceOf } from '../../../domain/incidents/evidence.ts';
import { type Sensitivity, severityOf } from '../../../domain/incidents/findings.ts';
import { follow, NOTHING_WATCHED } from '../../../domain/incidents/lifecycle.ts';
import { localDay, startOfDayIn } from '../../../domain/time/period.ts';
import type { Log } from '../../../ops/log.ts';
import { HOUR_MS, MINUTE_MS } from '../../../runtime/durations.ts';
import type { Watch, Watches } from '../../../store/channels/watches.ts';
import type { Observations } from '../../../store/figures/observations.ts';
import type { Failing, Incident, Watching } from '../../../store/incidents/incident.ts';
import type { Incidents } from '../../../store/incidents/incidents.ts';
import type { IncidentPosts } from '../../../store/incidents/messages.ts';
import { checkHeld, type HeldDeps, UNREADABLE } from '../check/detect.ts';
import { type OnsetDeps, onsetsOf } from '../check/onset.ts';
import { timeBetween } from '../check/window.ts';
import type {
  CheckedSubject,
  OpenIncidents,
  TrafficCheck,
  TrafficCheckOptions,
  Unreachable,
} from '../model.ts';
import { countedSince, countQuarters } from './evidence.ts';
import { type Found, planIncidents } from './plan.ts';

export interface MonitorDeps extends MigrateWatchersDeps, OnsetDeps {
  readonly watches: Pick<Watches, 'list'>;
  readonly incidents: Pick<Incidents, 'watching' | 'keep' | 'open' | 'move'>;
  readonly observations: Pick<Observations, 'keep'>;
  /** `checkTraffic`, with all that it needs. */
  readonly look: (now: Date, options: TrafficCheckOptions) => Promise<TrafficCheck>;
  readonly now: () => Date;
  /** Milliseconds of a clock that nobody sets, by which looks are timed. */
  readonly clockMs?: () => number;
  /**
   * A failure that comes within it, in milliseconds, is of a platform that says nothing: that is no reading, and when it
   * is back has to be noticed.
   */
  readonly silenceMs?: number;
  readonly log: Pick<Log, 'warn'>;
}

export const CHECKED_EVERY_MS = 5 * MINUTE_MS;
/** The platform is kept busy for at most a twentieth of the time. */
const LEAST_PAUSE = 20;
/** Of checks further apart none is in a row with another, and nobody would ever be told. */
const LONGEST_PAUSE_MS = HOUR_MS;
/** Three times 20 s of waiting, and the pauses between. */
const SILENCE_MS = 2 * MINUTE_MS;
/** A reading that somebody made for themselves a moment ago will do. */
const READ_AGO_MS = 2 * MINUTE_MS;
/** A platform that has refused to be asked for so long cannot be read; with the second such check that is told. */
const BLIND_AFTER_MS = 10 * MINUTE_MS;

/** How long after a check the next one is made. */
export function pauseMsAfter({ tookMs }: Pick<Watching, 'tookMs'>): number {
  return Math.max(CHECKED_EVERY_MS, LEAST_PAUSE * tookMs);
}

/**
 * Makes the check that is due, once for all channels that watch, and keeps it with all it changes. Where nobody
 * watches any more, nothing is read and what was open is over. @returns when the next check is due
 */
export async function monitorTraffic(deps: MonitorDeps, signal: AbortSignal): Promise<Date | undefined> {
  const { watches, incidents } = deps;
  const active = activeOf(await watches.list());
  const wanted = new Set(active.map(({ sensitivity }) => sensitivity));
  for (const sensitivity of SENSITIVITIES) {
    if (!wanted.has(sensitivity)) await migrateWatchers(sensitivity, active, deps);
  }
  const kept = new Map<Sensitivity, Watching | undefined>();
  for (const sensitivity of wanted) kept.set(sensitivity, await incidents.watching(sensitivity));
  if (kept.size === 0) return undefined;

  const at = deps.now();
  const dueAt = Math.min(...[...kept.values()].map((one) => dueMs(one, at)));
  if (dueAt > at.getTime()) return new Date(dueAt);
  const looked = await lookAt(at, [...kept.values()], deps, signal);
  if ('seen' in looked) await deps.observations.keep(observationsOf(looked.seen.check));
  let pauseMs = CHECKED_EVERY_MS;
  for (const [sensitivity, before] of kept) {
    const { tookMs } = await keepLook(sensitivity, before, looked, at, deps);
    pauseMs = Math.max(pauseMs, pauseMsAfter({ tookMs }));
  }
  return new Date(at.getTime() + pauseMs);
}

export function activeOf(watches: readonly Watch[]): Watch[] {
  return watches.filter(({ state }) => state === 'active');
}

/** What a check saw and what it cost, or that the platform is not to be asked, and until when. */
type Look =
  | { readonly seen: TrafficCheck; readonly tookMs: number }
  | { readonly refused: Omit<Failing, 'since'> };

async function lookAt(
  at: Date,
  kept: readonly (Watching | undefined)[],
  { look, log, clockMs = () => performance.now(), silenceMs = SILENCE_MS }: MonitorDeps,
  signal: AbortSignal,
): Promise<Look> {
  const standing = kept.find((one) => one?.failing && one.checkedAt <= at && one.failing.until > at)?.failing;
  if (standing) return { refused: standing };
  const startedMs = clockMs();
  // What fails late has kept the platform busy, too.
  const failedMs = () => {
    const tookMs = clockMs() - startedMs;
    return tookMs > silenceMs ? tookMs : 0;
  };
  const refusedFor = (because: FailureCode, retryAfterMs: number): Look => {
    const pauseMs = Math.max(retryAfterMs, LEAST_PAUSE * failedMs());
    log.warn({ code: because, retryAfterMs: pauseMs }, 'no check of the traffic could be made');
    return { refused: { because, until: new Date(at.getTime() + pauseMs) } };
  };
  try {
    const seen = await look(at, { maxAgeMs: READ_AGO_MS, signal });
    const tookMs = seen.reading?.tookMs ?? failedMs();
    const { failure } = seen;
    if (failure === undefined || pauseMsAfter({ tookMs }) <= LONGEST_PAUSE_MS) return { seen, tookMs };
    return refusedFor(failure, CHECKED_EVERY_MS);
  } catch (error) {
    if (!isFailure(error)) throw error;
    // What is open stays open.
    return refusedFor(error.code, error.retryAfterMs ?? CHECKED_EVERY_MS);
  }
}

/** A check, and what of it is kept. */
interface Checked extends Pick<Watching, 'tookMs' | 'failing'> {
  readonly check: Check;
  /** Left out where the platform was not asked. */
  readonly seen?: TrafficCheck;
}

async function keepLook(
  sensitivity: Sensitivity,
  before: Watching | undefined,
  looked: Look,
  at: Date,
  deps: MonitorDeps,
): Promise<Pick<Watching, 'tookMs'>> {
  if ('seen' in looked) {
    const { seen, tookMs } = looked;
    const check = detect(seen.sight, { at, platform: seen.check.platform, sensitivity });
    await keepCheck(sensitivity, before, { check, seen, tookMs }, deps);
    return { tookMs };
  }
  const { state = NOTHING_WATCHED, tookMs = 0 } = before ?? {};
  const failing = { ...looked.refused, since: before?.failing?.since ?? at };
  if (at.getTime() - failing.since.getTime() >= BLIND_AFTER_MS) {
    const check = detect(undefined, { at, platform: { login: true, report: false } });
    await keepCheck(sensitivity, before, { check, tookMs, failing }, deps);
  } else {
    await deps.incidents.keep(sensitivity, before?.version, { state, checkedAt: at, tookMs, failing }, []);
  }
  return { tookMs };
}

async function keepCheck(
  sensitivity: Sensitivity,
  before: Watching | undefined,
  { check, seen, ...kept }: Checked,
  deps: MonitorDeps,
): Promise<void> {
  const { incidents, traffic } = deps;
  const { at } = check;
  // Where reading is slow, checks that are far apart are in a row all the same.
  const followed = follow(before?.state ?? NOTHING_WATCHED, check, before && 2 * pauseMsAfter(before));
  const { state } = followed;
  const open = await incidents.open(sensitivity);
  const firstFound: Found = {
    check,
    ...followed,
    evidenceOf: (whose) => evidenceOf(check, whose),
    failing: kept.failing,
    failure: seen?.failure ?? UNREADABLE.find((code) => code === kept.failing?.because),
  };
  const begun = planIncidents(open, firstFound).flatMap((one) => (one.kind === 'began' ? [one.whose] : []));
  const beginningOf = seen && begun.length > 0 ? await onsetsOf(begun, seen, deps) : undefined;
  const beginnings = [
    ...open.map(({ beganAt }) => beganAt),
    ...state.subjects.map(({ whose, sinceMs }) => beginningOf?.(whose)?.at ?? new Date(sinceMs)),
  ];
  const earliest = beginnings.reduce((first, one) => (one < first ? one : first), at);
  const held =
    check.readAt && beginnings.length > 0
      ? await traffic.held({ start: countedSince(earliest, at), end: at })
      : undefined;
  const count: Found['count'] =
    held && ((whose, from, named) => countQuarters(whose, from, { check, held, named }));
  const changes = planIncidents(open, { ...firstFound, count, beginningOf });
  await incidents.keep(sensitivity, before?.version, { state, checkedAt: at, ...kept }, changes);
}

/** A clock that was set back leaves nothing waiting for what is ahead. */
function dueMs(watching: Watching | undefined, at: Date): number {
  if (!watching || watching.checkedAt > at) return at.getTime();
  return watching.checkedAt.getTime() + pauseMsAfter(watching);
}

const SENSITIVITIES: readonly Sensitivity[] = ['low', 'normal', 'high'];

/** What is left to say where the platform cannot be read. One that was read since then: since when it is not, nobody knows. */
export async function unreachableFor(
  failure: FailureCode,
  deps: HeldDeps,
  { beginnings }: OpenIncidents,
  now: Date,
): Promise<Unreachable> {
  const lastReadAt = await lastReadBefore(deps, now);
  const since = beginnings.find(({ whose }) => whose.of === 'platform')?.at;
  const held = await checkHeld(deps, now);
  const subjects = (held?.check.detections ?? []).map((detection): CheckedSubject => {
    return { detection, since: undefined, toOperator: undefined };
  });
  const [all, ...operators] = subjects;
  return {
    failure,
    since: since && lastReadAt && lastReadAt > since ? undefined : since,
    lastReadAt,
    last: held && {
      verdict: held.check.verdict,
      all,
      operators: operators.toSorted(worstFirst),
      about: undefined,
    },
  };
}

/** After midnight the day under way may not have been read yet. */
async function lastReadBefore({ traffic, platformZone: zone }: HeldDeps, now: Date) {
  const midnight = startOfDayIn(localDay(now, zone), zone);
  for (const end of [new Date(now.getTime() + 1), midnight]) {
    const held = await traffic.held(timeBetween(new Date(end.getTime() - 1), end)).catch(() => undefined);
    if (held) return held.readAt;
  }
  return undefined;
}

/** For a list: what weighs most, then who carries most. */
export function worstFirst({ detection: a }: CheckedSubject, { detection: b }: CheckedSubject): number {
  return severityOf(b.verdict) - severityOf(a.verdict) || b.counts.recent - a.counts.recent;
}

interface MigrateWatchersDeps {
  readonly incidents: Pick<Incidents, 'watching' | 'keep' | 'open' | 'move'>;
  readonly incidentPosts: Pick<IncidentPosts, 'of'>;
  readonly now: () => Date;
}

/**
 * Nobody watches with this sensitivity any more. Where the channels that show what is open do with another,
 * which has found nothing yet, it goes on there as it is; otherwise it is over as far as anybody will tell.
 */
async function migrateWatchers(
  of: Sensitivity,
  active: readonly Watch[],
  deps: MigrateWatchersDeps,
): Promise<void> {
  const { incidents, now } = deps;
  const before = await incidents.watching(of);
  if (!before || before.state.subjects.length === 0) return;
  const open = await incidents.open(of);
  for (const sensitivity of await othersOf(open, active, deps)) {
    const there = await incidents.watching(sensitivity);
    if (there && there.state.subjects.length > 0) continue;
    const to = { sensitivity, version: there?.version };
    if (await incidents.move({ sensitivity: of, watching: before }, to)) return;
  }
  await incidents.keep(
    of,
    before.version,
    { state: NOTHING_WATCHED, checkedAt: now(), tookMs: before.tookMs },
    open.map(({ id, evidence }) => ({ kind: 'unwatched', id, evidence })),
  );
}

/** With which only channels watch that show what is open: to others it would be news. */
async function othersOf(
  open: readonly Incident[],
  active: readonly Watch[],
  { incidentPosts }: MigrateWatchersDeps,
): Promise<Sensitivity[]> {
  const posts = (await Promise.all(open.map(({ id }) => incidentPosts.of(id)))).flat();
  const channels = new Set(posts.map(({ channel }) => channel));
  const bySensitivity = Map.groupBy(active, ({ sensitivity }) => sensitivity);
  return [...bySensitivity].flatMap(([sensitivity, watches]) =>
    watches.every(({ channel }) => channels.has(channel)) ? [sensitivity] : [],
  );
}
