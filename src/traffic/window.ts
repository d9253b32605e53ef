import type { Observation } from '../domain/detection/baseline.ts';
import { countsOf, type OperatorCounts, type ReadCells } from '../domain/detection/counts.ts';
import type { Cell } from '../domain/figures/figures.ts';
import { asOfMoment } from '../domain/figures/same-age.ts';
import { addDaysTo } from '../domain/time/calendar.ts';
import type { Period } from '../domain/time/period.ts';
import { localDay, startOfDayIn } from '../domain/time/wall-clock.ts';
import { HALF_HOUR_MS, HOUR_MS, QUARTER_MS, WEEK_MS } from '../runtime/durations.ts';
import type { Cooperative } from '../runtime/yielding.ts';
import type { StoredFigures, TrafficFigures } from './types.ts';

/** A check counts messages of the last hour; a quarter hour is added to cover whole quarter hours. */
export const COUNTED_MS = HOUR_MS + QUARTER_MS;
/** How far back the chart of an incident and the search for its onset reach. */
export const LOOKBACK_MS = 5 * HOUR_MS;
const STEP_MS = QUARTER_MS;

export type Window = ReadCells;

export interface DayWindow extends Window {
  readonly start: Date;
  readonly end: Date;
}

export function quarterOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / QUARTER_MS) * QUARTER_MS);
}

export function timeBetween(from: Date, end: Date): Period {
  const [zone, start] = ['UTC', quarterOf(from)];
  return {
    firstDay: localDay(start, zone),
    lastDay: localDay(new Date(end.getTime() - 1), zone),
    zone,
    start,
    end,
  };
}

export function cellsOf({ between }: Pick<TrafficFigures, 'between'>, from: Date, end: Date): Cell[] {
  const cells: Cell[] = [];
  for (let ms = quarterOf(from).getTime(); ms < end.getTime(); ms += QUARTER_MS) {
    for (const { operator, figures } of between(new Date(ms), new Date(ms + QUARTER_MS))) {
      cells.push({ quarter: ms / 1000, operator, figures });
    }
  }
  return cells;
}

/** Splits a time span at the platform's midnights, since each day is read separately; omits unread days. */
export function windowsOf(
  { between, days }: Pick<StoredFigures, 'between' | 'days'>,
  { start, end }: Pick<Period, 'start' | 'end'>,
  zone: string,
): DayWindow[] {
  return days.flatMap(({ day, readAt }) => {
    const from = new Date(Math.max(start.getTime(), startOfDayIn(day, zone).getTime()));
    const to = new Date(Math.min(end.getTime(), startOfDayIn(addDaysTo(day, 1), zone).getTime()));
    return from < to ? [{ readAt, start: from, end: to, cells: cellsOf({ between }, from, to) }] : [];
  });
}

/** Whether the figures contain the quarter hour or, if it ends after `by`, its part before `by`. */
export function isRead(windows: readonly DayWindow[], quarter: Date, by: Date): boolean {
  const endMs = Math.min(quarter.getTime() + QUARTER_MS, by.getTime());
  return windows.some(
    ({ start, end, readAt }) => quarter >= start && quarter < end && readAt.getTime() >= endMs,
  );
}

export function asAt({ cells, readAt }: Window, moment: Date): Cell[] {
  const [read, then] = [readAt.getTime() / 1000, moment.getTime() / 1000];
  const from = then - COUNTED_MS / 1000;
  return cells.flatMap((cell) => {
    const { quarter } = cell;
    if (quarter === undefined || quarter > then || quarter < from) return [];
    return asOfMoment(cell, then, read) ?? [];
  });
}

/** @returns the counts per operator of a check at `moment`; no message may be in two windows */
export function countsAt(windows: readonly Window[], moment: Date): OperatorCounts[] {
  return countsOf(
    windows.flatMap((window) => asAt(window, moment)),
    moment,
  );
}

export function observationsAt(counts: readonly OperatorCounts[], at: Date): Observation[] {
  return counts.map(({ operator, counts }) => ({ operator, counts, at, basis: 'reconstructed' }));
}

export interface PastWeek extends Window {
  readonly back: number;
}

/** Past weeks' counts every 15 minutes, from `backMs` before to 30 minutes after `at`'s time of the week. */
export function* observedAround(
  weeks: readonly PastWeek[],
  at: Date,
  backMs = HALF_HOUR_MS,
): Cooperative<Observation[]> {
  const observations: Observation[] = [];
  for (const week of weeks) {
    const then = (backMs > HALF_HOUR_MS ? quarterOf(at) : at).getTime() - week.back * WEEK_MS;
    for (let ms = then - backMs; ms <= then + HALF_HOUR_MS; ms += STEP_MS) {
      const moment = new Date(ms);
      observations.push(...observationsAt(countsAt([week], moment), moment));
      yield;
    }
  }
  return observations;
}
