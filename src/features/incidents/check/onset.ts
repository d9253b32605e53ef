import type { ChangeSubject } from '../../../domain/figures/changes.ts';
import { type Accumulation, daysOf } from '../../../domain/incidents/accumulation.ts';
import { baselinesFor, type Observation } from '../../../domain/incidents/baseline.ts';
import { type Check, type DetectInput, detect } from '../../../domain/incidents/detect.ts';
import { isSameSubject } from '../../../domain/incidents/evidence.ts';
import { isBad, SENSITIVITIES, type Sensitivity } from '../../../domain/incidents/findings.ts';
import type { Detection } from '../../../domain/incidents/judge.ts';
import type { IncidentSubject } from '../../../domain/incidents/subject.ts';
import { localDay, startOfDayIn } from '../../../domain/time/wall-clock.ts';
import { HOUR_MS, MINUTE_MS, QUARTER_MS } from '../../../runtime/durations.ts';
import { type Cooperative, runCooperatively } from '../../../runtime/yielding.ts';
import { LOOK_BACK_MS, observedAround } from '../../../traffic/past-weeks.ts';
import {
  COUNTED_MS,
  countsAt,
  type DayWindow,
  isSeen,
  quarterOf,
  timeBetween,
  windowsOf,
} from '../../../traffic/window.ts';
import type { FeatureDeps } from '../../dependencies.ts';
import type { IncidentOnset, Onset, TrafficCheck } from '../model.ts';
import { isAddedUp } from './evidence-text.ts';
import { LAST_HOURS_MS } from './last-hours.ts';

/** As `/sms-check` tells it, from what was read of the day under way: earlier days have older readings. */
export async function onsetsOf(
  subjects: readonly IncidentSubject[],
  { check, recent, baseline, observed }: TrafficCheck,
  deps: FeatureDeps,
): Promise<(subject: IncidentSubject) => Onset | undefined> {
  const wanted = subjects.filter((one): one is ChangeSubject => one.of !== 'platform');
  if (wanted.length === 0 || !recent) return () => undefined;
  const { readAt } = recent;
  const past = await runCooperatively(observedAround(baseline.weeks, readAt, LOOK_BACK_MS));
  const windows = await windowsBefore(recent, deps);
  const onsets = await runCooperatively(findOnsets(wanted, windows, [...observed, ...past], readAt));
  return (subject) =>
    addedUpOnset(check.detections.find((one) => isSameSubject(one.subject, subject))) ??
    onsets[wanted.findIndex((one) => isSameSubject(one, subject))];
}

/** What has added up says since when; no check of the past would have found it by itself. */
export function addedUpOnset(detection: Detection | undefined): Onset | undefined {
  const [finding] = detection?.findings ?? [];
  return finding && isAddedUp(finding)
    ? { at: new Date(finding.evidence.sinceMs), isBefore: false }
    : undefined;
}

async function windowsBefore(
  recent: DayWindow,
  { traffic, settings: { platformZone: zone } }: FeatureDeps,
): Promise<DayWindow[]> {
  const { readAt, end } = recent;
  const midnight = startOfDayIn(localDay(readAt, zone), zone);
  const from = new Date(Math.max(readAt.getTime() - LOOK_BACK_MS - COUNTED_MS, midnight.getTime()));
  const period = timeBetween(from, end);
  const held = await traffic.held(period);
  if (!held) return [];
  const day = { day: localDay(readAt, zone), readAt: held.readAt, received: 0, unreadable: 0 };
  return windowsOf({ ...held, days: [day] }, period, zone);
}

const STEP_MS = 5 * MINUTE_MS;
/** As many checks that cannot tell as end an incident: what was before them is another matter. */
const MOST_UNSEEN = 12;

/**
 * Makes the checks of the past, from the newest back, up to the first in a row that found a subject not well, and no
 * further back than was read. A check that cannot tell breaks no row. They are those of every fifth minute of the hour,
 * so that who looks later finds the same. @returns an onset for each subject, in their order
 */
export function* findOnsets(
  subjects: readonly ChangeSubject[],
  windows: readonly DayWindow[],
  past: readonly Observation[],
  readAt: Date,
): Cooperative<Onset[]> {
  const newest = Math.ceil(readAt.getTime() / STEP_MS) * STEP_MS;
  const rows = subjects.map((subject): Row => ({ subject, firstBad: newest, unseen: 0, isOver: false }));
  const earliest = readAt.getTime() - LOOK_BACK_MS;
  for (let ms = newest - STEP_MS; rows.some(({ isOver }) => !isOver); ms -= STEP_MS) {
    const at = new Date(ms);
    if (ms < earliest || !canJudge(windows, at)) break;
    const check = checkAt(windows, past, at);
    for (const row of rows) if (!row.isOver) follow(row, check, ms);
    yield;
  }
  return rows.map(({ firstBad, isOver }) => {
    // What a check calls bad was handed in two to seven minutes before: at about the time of the check before it.
    if (isOver) return { at: new Date(firstBad - STEP_MS), isBefore: false };
    return { at: new Date(Math.min(firstBad, readAt.getTime())), isBefore: true };
  });
}

interface Row {
  readonly subject: ChangeSubject;
  firstBad: number;
  /** Checks before it, one after the other, that cannot tell. */
  unseen: number;
  isOver: boolean;
}

function follow(row: Row, { detections }: Check, ms: number): void {
  const verdict =
    detections.find((one) => isSameSubject(one.subject, row.subject))?.verdict ?? 'too_little_traffic';
  if (isBad(verdict)) {
    row.firstBad = ms;
    row.unseen = 0;
  } else if (verdict === 'too_little_traffic') {
    row.unseen += 1;
    row.isOver = row.unseen >= MOST_UNSEEN;
  } else {
    row.isOver = true;
  }
}

/**
 * The onset that an incident tells goes before the one that is reckoned back, which moves where receipts come late. An
 * operator in an incident of all is in it from the incident's beginning at the earliest.
 */
export function toldOnset(
  subject: ChangeSubject,
  reckoned: Onset | undefined,
  told: readonly IncidentOnset[],
): Onset | undefined {
  const own = told.find((one) => isSameSubject(one.subject, subject));
  if (own) return { at: own.at, isBefore: own.isBefore };
  const all = told.find((one) => one.subject.of === 'all');
  return all && reckoned && reckoned.at < all.at ? { at: all.at, isBefore: all.isBefore } : reckoned;
}

function canJudge(windows: readonly DayWindow[], at: Date): boolean {
  for (let ms = quarterOf(at).getTime(); ms > at.getTime() - HOUR_MS; ms -= QUARTER_MS) {
    if (!isSeen(windows, new Date(ms), at)) return false;
  }
  return true;
}

function checkAt(windows: readonly DayWindow[], past: readonly Observation[], at: Date): Check {
  return detect(inputAt(windows, past, at), { at, platform: { login: true, report: true } });
}

function inputAt(windows: readonly DayWindow[], past: readonly Observation[], at: Date): DetectInput {
  return { readAt: at, counts: countsAt(windows, at), baselines: baselinesFor(past, at) };
}

/**
 * The newest check with what has added up over those of so long before it, as they would have been then; `watched` is
 * what watching knows of the days before.
 */
export function* checkOver(
  windows: readonly DayWindow[],
  past: readonly Observation[],
  newest: {
    readonly input: DetectInput;
    readonly check: Check;
    readonly backMs: number;
    readonly watched?: Accumulation | undefined;
  },
): Cooperative<Check> {
  const { input, backMs, watched } = newest;
  const { at, platform } = newest.check;
  const readMs = input.readAt.getTime();
  let before = watched && daysOf(watched);
  for (let ms = readMs - backMs; ms < readMs; ms += STEP_MS) {
    const then = new Date(ms);
    if (canJudge(windows, then))
      before = detect(inputAt(windows, past, then), { at: then, platform, before }).accumulated;
    yield;
  }
  return detect(input, { at, platform, before });
}

/** The same check with what has added up over the last hours, of which few messages are enough. */
export async function checkOverHours(
  { check, input, recent, baseline, observed }: TrafficCheck,
  windows: readonly DayWindow[],
  deps: FeatureDeps,
): Promise<Check> {
  if (!input || !recent) return check;
  const past = await runCooperatively(observedAround(baseline.weeks, recent.readAt, LAST_HOURS_MS));
  const newest = { input, check, backMs: LAST_HOURS_MS, watched: await watchedOf(deps) };
  return runCooperatively(checkOver(windows, [...observed, ...past], newest));
}

/** What watching keeps of the newest days, whatever its sensitivity; a store that is away costs nobody the answer. */
async function watchedOf({ stores }: FeatureDeps): Promise<Accumulation | undefined> {
  const read = async (sensitivity: Sensitivity) => (await stores.incidents.watching(sensitivity))?.state;
  const states = await Promise.all(SENSITIVITIES.map(read)).catch(() => []);
  return states
    .flatMap((state) => state?.accumulated ?? [])
    .reduce<Accumulation | undefined>((newest, one) => {
      return newest && newest.readMs >= one.readMs ? newest : one;
    }, undefined);
}
