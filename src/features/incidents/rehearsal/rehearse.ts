import { setImmediate as othersFirst } from 'node:timers/promises';
import { OTHER_NAME } from '../../../domain/figures/figures.ts';
import { dataQualityOf, isShort } from '../../../domain/figures/period-figures.ts';
import { sumOf } from '../../../domain/figures/rates.ts';
import { BASELINE_WEEKS, baselinesFor, type Observation } from '../../../domain/incidents/baseline.ts';
import type { OperatorCounts } from '../../../domain/incidents/counts.ts';
import { detect } from '../../../domain/incidents/detect.ts';
import type { Finding, Sensitivity } from '../../../domain/incidents/findings.ts';
import type { Incident, IncidentChange } from '../../../domain/incidents/incident.ts';
import { EMPTY_WATCH_STATE, updateWatchState } from '../../../domain/incidents/lifecycle.ts';
import { planIncidents } from '../../../domain/incidents/plan.ts';
import type { IncidentSubject } from '../../../domain/incidents/subject.ts';
import type { IncidentVerdict } from '../../../domain/incidents/verdict.ts';
import { addDaysTo, daysBetween } from '../../../domain/time/calendar.ts';
import type { Period } from '../../../domain/time/period.ts';
import { startOfDayIn } from '../../../domain/time/wall-clock.ts';
import { DAY_MS, HALF_HOUR_MS, MINUTE_MS, QUARTER_MS, WEEK_MS } from '../../../runtime/durations.ts';
import type { Traffic, TrafficFigures, TrafficProgress } from '../../../traffic/types.ts';
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

export interface FoundIncident {
  readonly subject: IncidentSubject;
  readonly verdict: IncidentVerdict;
  readonly beganAt: Date;
  readonly end: { readonly at: Date; readonly how: 'ended' | 'lost_sight' } | undefined;
  readonly worst: Finding | undefined;
}

export interface Rehearsal extends RehearsalRequest {
  readonly from: Date;
  readonly to: Date;
  readonly checks: number;
  readonly incidents: readonly FoundIncident[];
  readonly alerts: Readonly<Record<Sensitivity, number>>;
  /** Number of operators that could be judged; the rate of false alarms is per operator. */
  readonly operators: number;
  readonly alertTimes: readonly Date[];
  readonly hasTraffic: boolean;
  readonly hasBaseline: boolean;
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
  readonly onProgress: (progress: RehearsalProgress) => void;
}

export const REHEARSED_EVERY_MS = 5 * MINUTE_MS;
/** A baseline averages an hour, so a new baseline per quarter hour (three checks) suffices. */
const CHECKS_PER_BASELINE = 3;
const WEEK_CHECKS = WEEK_MS / REHEARSED_EVERY_MS;
const NEAR_CHECKS = HALF_HOUR_MS / REHEARSED_EVERY_MS;
/** Checks per batch; between two batches, the bot can answer other requests. */
const CHECKS_AT_A_TIME = 2;

/** Simulates checks in past days. @throws UpstreamError if messages cannot be read, or `signal`'s reason */
export async function rehearse({ traffic, settings }: Deps, options: RehearseOptions): Promise<Rehearsal> {
  const { days, sensitivity, userId, now, signal, onProgress } = options;
  const from = startOfRehearsal(days, now);
  const onRead = (progress: TrafficProgress) => onProgress({ ...progress, checkedShare: 0 });
  const parts = await readParts(traffic, partsFor(from, now), { userId, signal }, onRead);
  const newest = parts.at(-1)?.figures;
  const to = new Date(Math.min(now.getTime(), (newest?.countedTo ?? newest?.asOf ?? now).getTime()));
  const counts = createPast(parts, settings.platformZone);
  const checks = Math.floor((to.getTime() - from.getTime()) / REHEARSED_EVERY_MS) + 1;
  const moment = (check: number) => new Date(from.getTime() + check * REHEARSED_EVERY_MS);

  const counted = new Map<number, readonly Observation[]>();
  const runs = { low: createRun('low'), normal: createRun('normal'), high: createRun('high') };
  const operators = new Set<string | undefined>();
  let hasTraffic = false;
  let hasBaseline = false;
  const first = -BASELINE_WEEKS * WEEK_CHECKS - NEAR_CHECKS;
  for (let check = first; check < checks; check += check < 0 ? CHECKS_PER_BASELINE : 1) {
    if (check % (CHECKS_PER_BASELINE * CHECKS_AT_A_TIME) === 0) {
      await othersFirst();
      signal.throwIfAborted();
      onProgress({ ...progressOf(parts), checkedShare: (check - first) / (checks - first) });
    }
    const at = moment(check);
    if (check < 0 && !isWithin(parts, at)) continue;
    const now = counts(at);
    if (check % CHECKS_PER_BASELINE === 0) counted.set(check, observationsAt(now, at));
    if (check < 0) continue;
    const baselines = baselinesFor(sameHour(counted, check), at);
    hasTraffic ||= now.length > 0;
    hasBaseline ||= baselines.length > 0;
    for (const { operator } of baselines) if (operator !== OTHER_NAME) operators.add(operator);
    for (const run of Object.values(runs)) run.check(now, baselines, at);
  }
  const alertsOf = (one: Sensitivity) => runs[one].end().incidents.length;
  return {
    ...{ days, sensitivity, from, to, checks, hasTraffic, hasBaseline },
    ...runs[sensitivity].end(),
    alerts: { low: alertsOf('low'), normal: alertsOf('normal'), high: alertsOf('high') },
    operators: operators.size,
    isShort: parts.some(({ figures }) => isShort(dataQualityOf(figures))),
  };
}

export function startOfRehearsal(days: number, now: Date): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

function sameHour(counted: ReadonlyMap<number, readonly Observation[]>, check: number): Observation[] {
  const near: Observation[] = [];
  for (let back = 1; back <= BASELINE_WEEKS; back += 1) {
    const then = check - back * WEEK_CHECKS;
    for (let one = then - NEAR_CHECKS; one <= then + NEAR_CHECKS; one += 1)
      near.push(...(counted.get(one) ?? []));
  }
  return near;
}

function createRun(sensitivity: Sensitivity) {
  let state = EMPTY_WATCH_STATE;
  let open: Incident[] = [];
  const incidents = new Map<string, FoundIncident>();
  const alertTimes: Date[] = [];

  function apply(change: IncidentChange, at: Date): void {
    const id = change.kind === 'began' ? `${incidents.size}` : change.id;
    const worst = change.evidence.findings[0];
    if (change.kind === 'began') {
      const { subject, verdict, beganAt, evidence } = change;
      incidents.set(id, { subject, verdict, beganAt, end: undefined, worst });
      open = [...open, { id, sensitivity, subject, verdict, beganAt, revision: 1, evidence, events: [] }];
      return;
    }
    const known = incidents.get(id);
    if (!known) return;
    if (change.kind === 'ended' || change.kind === 'lost_sight') {
      incidents.set(id, { ...known, end: { at, how: change.kind } });
      open = open.filter((one) => one.id !== id);
      return;
    }
    const verdict = 'verdict' in change ? change.verdict : known.verdict;
    const subject: IncidentSubject = change.kind === 'widened' ? { of: 'all' } : known.subject;
    incidents.set(id, { ...known, verdict, subject, worst: worseOf(known.worst, worst) });
    // The latest evidence decides whether an operator's incident is separate from that of all operators.
    const { evidence } = change;
    open = open.map((one) => (one.id === id ? { ...one, verdict, subject, evidence } : one));
  }

  return {
    check(counted: readonly OperatorCounts[], baselines: ReturnType<typeof baselinesFor>, at: Date): void {
      const platform = { login: true, report: true };
      const before = state.accumulated;
      const check = detect({ readAt: at, counts: counted, baselines }, { at, platform, sensitivity, before });
      const followed = updateWatchState(state, check);
      state = followed.state;
      for (const change of planIncidents(open, { check, ...followed })) apply(change, at);
      if (open.length > 0) alertTimes.push(at);
    },
    end: () => ({ incidents: [...incidents.values()], alertTimes }),
  };
}

function worseOf(a: Finding | undefined, b: Finding | undefined): Finding | undefined {
  if (!a || !b) return a ?? b;
  const distance = ({ share, usual }: Finding) => Math.abs(share - usual);
  return distance(b) > distance(a) ? b : a;
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
  traffic: Traffic,
  periods: readonly Period[],
  { userId, signal }: Pick<RehearseOptions, 'userId' | 'signal'>,
  onProgress: (progress: TrafficProgress) => void,
): Promise<ReadPart[]> {
  const reached = new Map<Period, TrafficProgress>(
    periods.map((period) => {
      const days = daysBetween(period.firstDay, period.lastDay) + 1;
      return [period, { daysDone: 0, days, messagesRead: 0 }];
    }),
  );
  const report = () => onProgress(sum([...reached.values()]));
  report();
  const parts: ReadPart[] = [];
  for (const period of periods) {
    const onRead = (progress: TrafficProgress) => {
      reached.set(period, progress);
      report();
    };
    parts.push({
      period,
      figures: await traffic.figuresFor({ period, userId }, { signal, onProgress: onRead }),
    });
  }
  return parts;
}

function createPast(parts: readonly ReadPart[], zone: string): (at: Date) => OperatorCounts[] {
  const readings = parts.flatMap(({ figures }) =>
    figures.days.map(({ day, readAt }) => ({
      start: startOfDayIn(day, zone).getTime(),
      end: startOfDayIn(addDaysTo(day, 1), zone).getTime(),
      readAt,
    })),
  );
  const quarterAt = (ms: number): Window[] => {
    const part = parts.find(({ period }) => ms >= period.start.getTime() && ms < period.end.getTime());
    const reading = readings.find(({ start, end }) => ms >= start && ms < end);
    if (!part || !reading) return [];
    const cells = cellsOf(part.figures, new Date(ms), new Date(ms + QUARTER_MS));
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

function isWithin(parts: readonly ReadPart[], at: Date): boolean {
  return parts.some(({ period }) => at >= period.start && at < period.end);
}

function progressOf(parts: readonly ReadPart[]): TrafficProgress {
  return sum(
    parts.map(({ figures: { days } }) => ({
      daysDone: days.length,
      days: days.length,
      messagesRead: sumOf(days, ({ received }) => received),
    })),
  );
}

function sum(list: readonly TrafficProgress[]): TrafficProgress {
  return {
    daysDone: sumOf(list, ({ daysDone }) => daysDone),
    days: sumOf(list, ({ days }) => days),
    messagesRead: sumOf(list, ({ messagesRead }) => messagesRead),
  };
}
