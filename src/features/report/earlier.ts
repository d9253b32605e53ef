import { addDaysTo, daysBetween, localDay, type Period, startOfDayIn } from '../../domain/period.ts';
import type { Basis, TrafficFigures } from '../../traffic/types.ts';
import type { Comparison } from './input.ts';

/** An earlier period and its figures. */
export interface Earlier {
  readonly period: Period;
  readonly figures: TrafficFigures;
  /** How it is known what it looked like at the age of the present one; left out where that does not matter any more. */
  readonly basis?: Basis;
}

/** Of messages so young the receipts are still coming: they are left out of what is compared. */
const YOUNG_MS = 3_600_000;
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

/** Up to where messages of a period were old enough to be compared when they were read. */
export function ripeEnd({ end }: Period, { asOf, countedTo = asOf }: TrafficFigures): Date {
  return new Date(Math.min(end.getTime(), countedTo.getTime()) - youngMs(end, asOf, countedTo));
}

/** How much of what has passed of a period was too young when it was read. */
function youngMs(end: Date, asOf: Date, countedTo: Date): number {
  if (countedTo < end) return YOUNG_MS;
  return Math.max(0, YOUNG_MS - (asOf.getTime() - end.getTime()));
}

/** Where of an earlier period that ends which corresponds to what has passed of the present one, and what of it is ripe. */
export function endsToMatch(earlier: Period, period: Period, traffic: TrafficFigures) {
  const { asOf, countedTo = asOf } = traffic;
  const isSoFar = countedTo < period.end;
  const back = daysBetween(earlier.firstDay, period.firstDay);
  const today = localDay(countedTo, period.zone);
  const intoDayMs = countedTo.getTime() - startOfDayIn(today, period.zone).getTime();
  const reached = startOfDayIn(addDaysTo(today, -back), period.zone).getTime() + intoDayMs;
  const endMs = isSoFar ? reached : earlier.end.getTime();
  return {
    isSoFar,
    end: new Date(endMs),
    ripeEnd: new Date(endMs - youngMs(period.end, asOf, countedTo)),
    /** By how much it lies back. */
    shiftMs: Math.min(period.end.getTime(), countedTo.getTime()) - endMs,
  };
}

function daysBack(period: Period, compareWith: Exclude<Comparison, 'nothing'>): number {
  const days = daysBetween(period.firstDay, period.lastDay) + 1;
  return compareWith === 'week' ? Math.ceil(days / DAYS_IN_A_WEEK) * DAYS_IN_A_WEEK : days;
}
