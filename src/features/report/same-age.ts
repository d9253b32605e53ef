import type { Basis } from '../../domain/figures/same-age.ts';
import {
  addDaysTo,
  type Day,
  daysBetween,
  localDay,
  type Period,
  startOfDayIn,
} from '../../domain/time/period.ts';
import { HOUR_MS } from '../../runtime/durations.ts';
import type { Traffic, TrafficFigures, PastFigures, TrafficProgress } from '../../traffic/types.ts';
import type { Comparison, ReportRequest } from './input.ts';

/** An earlier period and its figures. */
export interface Earlier {
  readonly period: Period;
  readonly figures: TrafficFigures;
  /** How it is known what it looked like at the age of the present one; left out where that does not matter any more. */
  readonly basis?: Basis;
}

/** Of messages so young the receipts are still coming: they are left out of what is compared. */
const YOUNG_MS = HOUR_MS;
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

export interface SameAgeDeps {
  readonly traffic: Pick<Traffic, 'asOf'>;
  readonly settleHours: number;
  /** The figures of a period as they are now. */
  readonly read: (period: Period) => Promise<TrafficFigures>;
  readonly signal: AbortSignal;
  /** Told of what is read otherwise than by `read`. */
  readonly onProgress: (progress: TrafficProgress) => void;
}

/** Days of an earlier period that looked otherwise at the age of the present one, and when they were as old. */
interface Unsettled {
  readonly days: Period;
  readonly moment: Date;
  /** Of those of the platform's days whose counterpart was read at another time. */
  readonly momentOf: (day: Day) => Date | undefined;
}

/**
 * An earlier period, each of its days as it looked when it was as old as the day it is compared with was when that
 * was read: receipts that are still to come now have come there since. What had settled by then is taken as it is.
 */
export async function readEarlier(
  earlier: Period,
  period: Period,
  figures: TrafficFigures,
  { sender, msisdn }: Pick<ReportRequest, 'sender' | 'msisdn'>,
  { traffic, settleHours, read, signal, onProgress }: SameAgeDeps,
): Promise<Earlier> {
  const unsettled = unsettledDays(earlier, period, figures, settleHours);
  if (!unsettled) return { period: earlier, figures: await read(earlier) };
  const { days, moment, momentOf } = unsettled;
  if (msisdn !== undefined) {
    // They are not held: a second reading would be a second request.
    const then = await traffic.asOf({ period: earlier, sender, msisdn }, moment, { signal, onProgress });
    return { period: earlier, figures: then, basis: then.basis };
  }
  const whole = await read(earlier);
  const then = await traffic.asOf({ period: days, sender }, moment, { signal, momentOf });
  return { period: earlier, figures: joined(whole, then, days.start), basis: then.basis };
}

function unsettledDays(
  earlier: Period,
  period: Period,
  traffic: TrafficFigures,
  settleHours: number,
): Unsettled | undefined {
  const { zone } = period;
  const { shiftMs } = endsToMatch(earlier, period, traffic);
  const then = (readAt: Date) => new Date(readAt.getTime() - shiftMs);
  const moment = then(traffic.asOf);
  const settledTo = new Date(moment.getTime() - settleHours * HOUR_MS);
  if (settledTo >= earlier.end) return undefined;
  const settledDay = localDay(settledTo, zone);
  const firstDay = settledDay > earlier.firstDay ? settledDay : earlier.firstDay;
  const back = daysBetween(earlier.firstDay, period.firstDay);
  const moments = new Map(traffic.days.map(({ day, readAt }) => [addDaysTo(day, -back), then(readAt)]));
  return {
    days: { ...earlier, firstDay, start: startOfDayIn(firstDay, zone) },
    moment,
    momentOf: (day) => moments.get(day),
  };
}

/** The figures of a period, from a time on those of another age. */
function joined(whole: TrafficFigures, then: PastFigures, from: Date): TrafficFigures {
  const thenDays = new Set(then.days.map(({ day }) => day));
  return {
    ...whole,
    between: (start, end) => [
      ...(start < from ? whole.between(start, end < from ? end : from) : []),
      ...(end > from ? then.between(start < from ? from : start, end) : []),
    ],
    days: [...whole.days.filter(({ day }) => !thenDays.has(day)), ...then.days],
    daysMissing: whole.daysMissing || then.daysMissing,
  };
}
