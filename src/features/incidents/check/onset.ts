import type { ChangeSubject } from '../../../domain/figures/changes.ts';
import type { Observation } from '../../../domain/incidents/baseline.ts';
import { CHECKED_EVERY_MS } from '../../../domain/incidents/check-pace.ts';
import { type Check, detect } from '../../../domain/incidents/detect.ts';
import { isSameSubject } from '../../../domain/incidents/evidence.ts';
import type { Detection } from '../../../domain/incidents/judge.ts';
import type { IncidentSubject } from '../../../domain/incidents/subject.ts';
import { isBad } from '../../../domain/incidents/verdict.ts';
import { localDay, startOfDayIn } from '../../../domain/time/wall-clock.ts';
import { type Cooperative, runCooperatively } from '../../../runtime/yielding.ts';
import { canJudge, inputAt } from '../../../traffic/adding-up.ts';
import { LOOK_BACK_MS, observedAround } from '../../../traffic/past-weeks.ts';
import { COUNTED_MS, type DayWindow, timeBetween, windowsOf } from '../../../traffic/window.ts';
import type { FeatureDeps } from '../../dependencies.ts';
import type { IncidentOnset, Onset, TrafficCheck } from '../model.ts';
import { isAddedUp } from './evidence-text.ts';

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
  const day = { day: localDay(readAt, zone), readAt: held.readAt };
  return windowsOf({ ...held, days: [day] }, period, zone);
}

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
  const newest = Math.ceil(readAt.getTime() / CHECKED_EVERY_MS) * CHECKED_EVERY_MS;
  const rows = subjects.map((subject): Row => ({ subject, firstBad: newest, unseen: 0, isOver: false }));
  const earliest = readAt.getTime() - LOOK_BACK_MS;
  for (let ms = newest - CHECKED_EVERY_MS; rows.some(({ isOver }) => !isOver); ms -= CHECKED_EVERY_MS) {
    const at = new Date(ms);
    if (ms < earliest || !canJudge(windows, at)) break;
    const check = checkAt(windows, past, at);
    for (const row of rows) if (!row.isOver) follow(row, check, ms);
    yield;
  }
  return rows.map(({ firstBad, isOver }) => {
    // What a check calls bad was handed in two to seven minutes before: at about the time of the check before it.
    if (isOver) return { at: new Date(firstBad - CHECKED_EVERY_MS), isBefore: false };
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

function checkAt(windows: readonly DayWindow[], past: readonly Observation[], at: Date): Check {
  return detect(inputAt(windows, past, at), { at, platform: { login: true, report: true } });
}
