import { setImmediate as othersFirst } from 'node:timers/promises';
import { BASELINE_WEEKS, baselinesFor, type Observation } from '../../../domain/detection/baseline.ts';
import type { OperatorCounts } from '../../../domain/detection/counts.ts';
import { type Check, detect } from '../../../domain/detection/detect.ts';
import { isSameSubject } from '../../../domain/detection/evidence.ts';
import type { Sensitivity } from '../../../domain/detection/findings.ts';
import {
  changedIncident,
  type Incident,
  type IncidentChange,
  type IncidentEvidence,
  type Onset,
} from '../../../domain/detection/incident.ts';
import { breadthOf } from '../../../domain/detection/incident-evidence.ts';
import { decisiveFinding } from '../../../domain/detection/judge.ts';
import { EMPTY_WATCH_STATE, updateWatchState, type WatchState } from '../../../domain/detection/lifecycle.ts';
import { planIncidents, REOPENED_WITHIN_MS } from '../../../domain/detection/plan.ts';
import type { IncidentSubject } from '../../../domain/detection/subject.ts';
import { severityOf } from '../../../domain/detection/verdict.ts';
import { OTHER_NAME } from '../../../domain/figures/figures.ts';
import { dataQualityOf, isShort } from '../../../domain/figures/period-figures.ts';
import { sumOf } from '../../../domain/figures/rates.ts';
import { daysBetween } from '../../../domain/time/calendar.ts';
import type { Period } from '../../../domain/time/period.ts';
import { localDay } from '../../../domain/time/wall-clock.ts';
import { DAY_MS, HALF_HOUR_MS, MINUTE_MS, QUARTER_MS, WEEK_MS } from '../../../runtime/durations.ts';
import { accumulatedOnset } from '../../../traffic/traffic-check.ts';
import type { TrafficFigures, TrafficProgress } from '../../../traffic/types.ts';
import {
  COUNTED_MS,
  cellsOf,
  countsAt,
  observationsAt,
  quarterOf,
  timeBetween,
  type Window,
} from '../../../traffic/window.ts';
import type { Deps } from '../../dependencies.ts';

export interface RehearsalRequest {
  readonly days: number;
  readonly sensitivity: Sensitivity;
}

export interface FoundIncident extends Incident {
  /** The worst check about the incident's subject; its verdict and its findings belong together. */
  readonly worst: IncidentEvidence;
}

export interface Rehearsal extends RehearsalRequest {
  readonly from: Date;
  readonly to: Date;
  readonly checks: number;
  readonly incidents: readonly FoundIncident[];
  readonly alerts: Readonly<Record<Sensitivity, number>>;
  /** Number of operators with a baseline; the rate of false alarms is per operator. */
  readonly operators: number;
  readonly hasTraffic: boolean;
  readonly isShort: boolean;
}

export interface RehearsalProgress extends TrafficProgress {
  /** Share of completed checks, from 0 to 1; checks start after all days have been read. */
  readonly checkedShare: number;
}

export interface RehearseOptions extends RehearsalRequest {
  readonly userId?: string | undefined;
  readonly now: Date;
  readonly signal: AbortSignal;
  /** Receives what has changed. */
  readonly onProgress: (progress: Partial<RehearsalProgress>) => void;
}

const REHEARSED_EVERY_MS = 5 * MINUTE_MS;
/** A baseline averages an hour, so a new baseline per quarter hour (three checks) suffices. */
const CHECKS_PER_BASELINE = 3;
const WEEK_CHECKS = WEEK_MS / REHEARSED_EVERY_MS;
const NEAR_CHECKS = HALF_HOUR_MS / REHEARSED_EVERY_MS;
/** Checks per batch; between two batches, the bot can answer other requests. */
const CHECKS_AT_A_TIME = 2;

/** Simulates checks in past days. @throws UpstreamError if messages cannot be read, or `signal`'s reason */
export async function rehearse(deps: Deps, options: RehearseOptions): Promise<Rehearsal> {
  const { days, sensitivity, now, signal, onProgress } = options;
  const from = startOfRehearsal(days, now);
  const parts = await readParts(deps, partsFor(from, now), options);
  const newest = parts.at(-1)?.figures;
  const to = new Date(Math.min(now.getTime(), (newest?.countedTo ?? newest?.asOf ?? now).getTime()));
  const counts = createPast(parts, deps.settings.platformZone);
  const checks = Math.floor((to.getTime() - from.getTime()) / REHEARSED_EVERY_MS) + 1;

  const counted = new Map<number, readonly Observation[]>();
  const runs = { low: createRun('low'), normal: createRun('normal'), high: createRun('high') };
  const operators = new Set<string | undefined>();
  let hasTraffic = false;
  const first = -BASELINE_WEEKS * WEEK_CHECKS - NEAR_CHECKS;
  for (let check = first; check < checks; check += check < 0 ? CHECKS_PER_BASELINE : 1) {
    if (check % (CHECKS_PER_BASELINE * CHECKS_AT_A_TIME) === 0) {
      await othersFirst();
      signal.throwIfAborted();
      onProgress({ checkedShare: (check - first) / (checks - first) });
    }
    const at = new Date(from.getTime() + check * REHEARSED_EVERY_MS);
    if (check < 0 && !partAt(parts, at)) continue;
    const now = counts(at);
    if (check % CHECKS_PER_BASELINE === 0) counted.set(check, observationsAt(now, at));
    if (check < 0) continue;
    const baselines = baselinesFor(sameHour(counted, check), at);
    hasTraffic ||= now.length > 0;
    for (const { operator } of baselines) if (operator !== OTHER_NAME) operators.add(operator);
    for (const run of Object.values(runs)) run.check(now, baselines, at);
  }
  const alertsOf = (one: Sensitivity) => runs[one].incidents().length;
  return {
    ...{ days, sensitivity, from, to, checks, hasTraffic },
    incidents: runs[sensitivity].incidents(),
    alerts: { low: alertsOf('low'), normal: alertsOf('normal'), high: alertsOf('high') },
    operators: operators.size,
    isShort: parts.some(({ figures }) => isShort(dataQualityOf(figures))),
  };
}

export function startOfRehearsal(days: number, now: Date): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

function sameHour(counted: ReadonlyMap<number, readonly Observation[]>, check: number): Observation[] {
  const near = Array.from({ length: 2 * NEAR_CHECKS + 1 }, (_, index) => check - NEAR_CHECKS + index);
  const weeks = Array.from({ length: BASELINE_WEEKS }, (_, back) => (back + 1) * WEEK_CHECKS);
  return weeks.flatMap((back) => near.flatMap((one) => counted.get(one - back) ?? []));
}

function createRun(sensitivity: Sensitivity) {
  let state = EMPTY_WATCH_STATE;
  const incidents = new Map<string, FoundIncident>();
  const all = () => [...incidents.values()];

  function apply(change: IncidentChange, at: Date): void {
    const id = change.kind === 'began' ? `${incidents.size}` : change.id;
    const known = incidents.get(id);
    const after = changedIncident(known, change, { id, sensitivity, at });
    incidents.set(id, { ...after, worst: known ? worseOf(known.worst, after.evidence) : after.evidence });
  }

  return {
    check(counts: readonly OperatorCounts[], baselines: ReturnType<typeof baselinesFor>, at: Date): void {
      const options = { at, platform: { login: true, report: true }, sensitivity, before: state.accumulated };
      const check = detect({ readAt: at, counts, baselines }, options);
      const followed = updateWatchState(state, check);
      state = followed.state;
      const open = all().filter(({ endedAt }) => endedAt === undefined);
      const ended = all().filter(
        ({ endedAt }) => endedAt && at.getTime() - endedAt.getTime() <= REOPENED_WITHIN_MS,
      );
      const onsetOf = (subject: IncidentSubject) => onsetIn(followed.state, check, subject);
      for (const change of planIncidents(open, { check, ...followed, ended, onsetOf })) apply(change, at);
    },
    incidents: all,
  };
}

/** A check judges messages that are 2 to 7 minutes old, so a problem begins one check before the first bad one. */
function onsetIn({ subjects }: WatchState, check: Check, subject: IncidentSubject): Onset | undefined {
  const isMeant = (one: { readonly subject: IncidentSubject }) => isSameSubject(one.subject, subject);
  const firstBad = subjects.find(isMeant)?.sinceMs ?? check.at.getTime();
  const at = new Date(firstBad - REHEARSED_EVERY_MS);
  return accumulatedOnset(check.detections.find(isMeant)) ?? { at, isBefore: false };
}

function worseOf(a: IncidentEvidence, b: IncidentEvidence): IncidentEvidence {
  const severity = ({ verdict }: IncidentEvidence) => severityOf(verdict ?? 'normal');
  const excess = ({ findings }: IncidentEvidence) => {
    const { share, usual } = decisiveFinding(findings) ?? { share: 0, usual: 0 };
    return Math.abs(share - usual);
  };
  if (b.findings.length === 0) return a;
  return (breadthOf(b) - breadthOf(a) || severity(b) - severity(a) || excess(b) - excess(a)) > 0 ? b : a;
}

interface ReadPart {
  readonly period: Period;
  readonly figures: TrafficFigures;
}

function partsFor(from: Date, to: Date): Period[] {
  const periods: Period[] = [];
  for (let back = BASELINE_WEEKS; back >= 0; back -= 1) {
    const near = back === 0 ? 0 : HALF_HOUR_MS;
    const start = new Date(from.getTime() - back * WEEK_MS - near - COUNTED_MS);
    const end = new Date(to.getTime() - back * WEEK_MS + near + 1);
    const before = periods.at(-1);
    if (before && before.end >= start) periods[periods.length - 1] = timeBetween(before.start, end);
    else periods.push(timeBetween(start, end));
  }
  return periods;
}

/** @throws UpstreamError if the platform cannot be read */
async function readParts(
  { traffic }: Deps,
  periods: readonly Period[],
  { userId, signal, onProgress }: RehearseOptions,
): Promise<ReadPart[]> {
  const reached = periods.map(({ firstDay, lastDay }): TrafficProgress => {
    return { daysDone: 0, days: daysBetween(firstDay, lastDay) + 1, messagesRead: 0 };
  });
  const sum = (name: keyof TrafficProgress) => sumOf(reached, (one) => one[name]);
  onProgress({ days: sum('days') });
  const parts: ReadPart[] = [];
  for (const [at, period] of periods.entries()) {
    const onRead = (progress: TrafficProgress) => {
      reached[at] = progress;
      onProgress({ daysDone: sum('daysDone'), days: sum('days'), messagesRead: sum('messagesRead') });
    };
    const figures = await traffic.figuresFor({ period, userId }, { signal, onProgress: onRead });
    parts.push({ period, figures });
  }
  return parts;
}

function createPast(parts: readonly ReadPart[], zone: string): (at: Date) => OperatorCounts[] {
  const quarterAt = (ms: number): Window[] => {
    const start = new Date(ms);
    const part = partAt(parts, start);
    const reading = part?.figures.days.find(({ day }) => day === localDay(start, zone));
    if (!part || !reading) return [];
    const cells = cellsOf(part.figures, start, new Date(ms + QUARTER_MS));
    return cells.length > 0 ? [{ readAt: reading.readAt, cells }] : [];
  };
  // Only the cells that a check needs are unpacked, because unpacked cells take twenty times the memory.
  const quarters = new Map<number, Window[]>();
  return (at) => {
    const newest = quarterOf(at).getTime();
    for (const [ms] of quarters) if (ms < newest - COUNTED_MS) quarters.delete(ms);
    for (let ms = newest - COUNTED_MS; ms <= newest; ms += QUARTER_MS) {
      if (!quarters.has(ms)) quarters.set(ms, quarterAt(ms));
    }
    return countsAt([...quarters.values()].flat(), at);
  };
}

function partAt(parts: readonly ReadPart[], at: Date): ReadPart | undefined {
  return parts.find(({ period }) => at >= period.start && at < period.end);
}
