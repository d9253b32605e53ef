import { addDaysTo, daysBetween, localDay, type Period, startOfDayIn } from '../../domain/period.ts';
import { QUARTER_SECONDS } from '../../domain/statistics.ts';
import type { PlacedCell, TrafficFigures } from '../../traffic/types.ts';
import type { Comparison } from './input.ts';

/** An earlier period and its figures. */
export interface Earlier {
  readonly period: Period;
  readonly figures: TrafficFigures;
}

/** Of messages so young the receipts are still coming: they are left out of what is compared. */
const YOUNG_SECONDS = 3_600;
const DAYS_IN_A_WEEK = 7;

/** The days a period is compared with, as many as have come of it by `now`; none of them belongs to both. */
export function earlierPeriod(period: Period, compareWith: Comparison, now: Date): Period | undefined {
  if (compareWith === 'nothing') return undefined;
  const { zone } = period;
  const back = daysBack(period, compareWith);
  const today = localDay(now, zone);
  const firstDay = addDaysTo(period.firstDay, -back);
  const lastDay = addDaysTo(today < period.lastDay ? today : period.lastDay, -back);
  return {
    firstDay,
    lastDay,
    zone,
    start: startOfDayIn(firstDay, zone),
    end: startOfDayIn(addDaysTo(lastDay, 1), zone),
  };
}

/** The cells of a period that were old enough to be compared when they were read. */
export function ripeCells(period: Period, { cells, asOf, countedTo = asOf }: TrafficFigures): PlacedCell[] {
  const endMs = Math.min(period.end.getTime(), countedTo.getTime());
  return before(endMs / 1000 - youngSeconds(period, asOf, countedTo), cells);
}

/** How much of what has passed of a period was too young when it was read. */
function youngSeconds({ end }: Period, asOf: Date, countedTo: Date): number {
  if (countedTo < end) return YOUNG_SECONDS;
  return Math.max(0, YOUNG_SECONDS - (asOf.getTime() - end.getTime()) / 1000);
}

function before(seconds: number, cells: readonly PlacedCell[]): PlacedCell[] {
  return cells.filter(({ quarter }) => quarter < seconds);
}

/** The part of an earlier period that corresponds to what has passed of the present one, and what of it is ripe. */
export function cutToMatch({ period: earlier, figures }: Earlier, period: Period, traffic: TrafficFigures) {
  const { asOf, countedTo = asOf } = traffic;
  const isSoFar = countedTo < period.end;
  const back = daysBetween(earlier.firstDay, period.firstDay);
  const today = localDay(countedTo, period.zone);
  const intoDayMs = countedTo.getTime() - startOfDayIn(today, period.zone).getTime();
  const reached = startOfDayIn(addDaysTo(today, -back), period.zone).getTime() + intoDayMs;
  const endSeconds = (isSoFar ? reached : earlier.end.getTime()) / 1000;
  return {
    isSoFar,
    cells: before(endSeconds - QUARTER_SECONDS / 2, figures.cells),
    ripe: before(endSeconds - youngSeconds(period, asOf, countedTo), figures.cells),
  };
}

function daysBack(period: Period, compareWith: Exclude<Comparison, 'nothing'>): number {
  const days = daysBetween(period.firstDay, period.lastDay) + 1;
  return compareWith === 'week' ? Math.ceil(days / DAYS_IN_A_WEEK) * DAYS_IN_A_WEEK : days;
}
