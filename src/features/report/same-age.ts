import type { Basis } from '../../domain/figures/same-age.ts';
import { addDaysTo, type Day, daysBetween } from '../../domain/time/calendar.ts';
import { type Period, type PeriodSpec, periodOfDays, resolvePeriod } from '../../domain/time/period.ts';
import { localDay, startOfDayIn } from '../../domain/time/wall-clock.ts';
import { HOUR_MS } from '../../runtime/durations.ts';
import type { PastFigures, Traffic, TrafficFigures, TrafficProgress } from '../../traffic/types.ts';
import { type Comparison, MAX_REPORT_DAYS, type ReportRequest } from './input.ts';

export interface PreviousFigures {
  readonly period: Period;
  readonly figures: TrafficFigures;
  /** How it is known what it looked like at the age of the present one; left out where that does not matter any more. */
  readonly basis?: Basis;
  /** Days somebody named, more or fewer than those reported on: all of them count, and volume is by the day. */
  readonly isOtherLength?: boolean;
}

/** Of messages so young the receipts are still coming: they are left out of what is compared. */
const TOO_YOUNG_MS = HOUR_MS;
const DAYS_IN_A_WEEK = 7;

/** The days a period is compared with, as many as have come of it by `now`; none of them belongs to both. */
export function previousPeriod(period: Period, compareWith: Comparison, now: Date): Period | undefined {
  if (compareWith === 'nothing') return undefined;
  const { zone } = period;
  if (typeof compareWith === 'object') {
    const named = resolvePeriod(compareWith, zone, now, { maxDays: MAX_REPORT_DAYS });
    return 'problem' in named ? undefined : named;
  }
  const back = daysBack(period, compareWith);
  const today = localDay(now, zone);
  const firstDay = addDaysTo(period.firstDay, -back);
  const lastDay = addDaysTo(today < period.lastDay ? today : period.lastDay, -back);
  return periodOfDays(firstDay, lastDay, zone);
}

/** Up to where messages of a period were old enough to be compared when they were read. */
export function comparableEnd({ end }: Period, { asOf, countedTo = asOf }: TrafficFigures): Date {
  return new Date(Math.min(end.getTime(), countedTo.getTime()) - tooYoungMs(end, asOf, countedTo));
}

/** For how long before that end messages were too young when they were read. */
function tooYoungMs(end: Date, asOf: Date, countedTo: Date): number {
  if (countedTo < end) return TOO_YOUNG_MS;
  return Math.max(0, TOO_YOUNG_MS - (asOf.getTime() - end.getTime()));
}

function isOtherLength(previous: Period, period: Period, compareWith: Comparison): boolean {
  if (typeof compareWith !== 'object') return false;
  return daysBetween(previous.firstDay, previous.lastDay) !== daysBetween(period.firstDay, period.lastDay);
}

/** Where that part of the previous period ends which corresponds to what has passed of the present one. */
export function matchingEnds(
  { period: previous, isOtherLength = false }: Pick<PreviousFigures, 'period' | 'isOtherLength'>,
  period: Period,
  traffic: TrafficFigures,
) {
  const { asOf, countedTo = asOf } = traffic;
  const isSoFar = countedTo < period.end && !isOtherLength;
  const back = daysBetween(previous.firstDay, period.firstDay);
  const today = localDay(countedTo, period.zone);
  const intoDayMs = countedTo.getTime() - startOfDayIn(today, period.zone).getTime();
  const reached = startOfDayIn(addDaysTo(today, -back), period.zone).getTime() + intoDayMs;
  const endMs = isSoFar ? reached : Math.min(previous.end.getTime(), countedTo.getTime());
  return {
    isSoFar,
    end: new Date(endMs),
    /** Up to where messages were as old as those of the present period up to `comparableEnd`. */
    comparableEnd: new Date(endMs - tooYoungMs(period.end, asOf, countedTo)),
    shiftMs: Math.min(period.end.getTime(), countedTo.getTime()) - endMs,
  };
}

function daysBack(period: Period, compareWith: Exclude<Comparison, 'nothing' | PeriodSpec>): number {
  const days = daysBetween(period.firstDay, period.lastDay) + 1;
  return compareWith === 'week' ? Math.ceil(days / DAYS_IN_A_WEEK) * DAYS_IN_A_WEEK : days;
}

interface PreviousQuery extends Pick<ReportRequest, 'sender' | 'msisdn' | 'compareWith'> {
  readonly userId: string;
}

interface SameAgeOptions {
  readonly traffic: Pick<Traffic, 'asOf'>;
  readonly settleHours: number;
  readonly read: (period: Period) => Promise<TrafficFigures>;
  readonly signal: AbortSignal;
  /** Told of what is read otherwise than by `read`. */
  readonly onProgress: (progress: TrafficProgress) => void;
}

/**
 * The previous period, each of its days as it looked when it was as old as the day it is compared with was when that
 * was read: receipts that are still to come now have come there since. What had settled by then is taken as it is.
 */
export async function readPrevious(
  previous: Period,
  present: { readonly period: Period; readonly figures: TrafficFigures },
  { sender, msisdn, userId, compareWith }: PreviousQuery,
  { traffic, settleHours, read, signal, onProgress }: SameAgeOptions,
): Promise<PreviousFigures> {
  const own = { period: previous, isOtherLength: isOtherLength(previous, present.period, compareWith) };
  const unsettled = unsettledDays(own, present.period, present.figures, settleHours);
  if (!unsettled) return { ...own, figures: await read(previous) };
  const { days, moment, momentOf } = unsettled;
  if (msisdn !== undefined) {
    // One number's figures are not held: a second reading would be a second request.
    const asOld = await traffic.asOf({ period: previous, sender, msisdn, userId }, moment, {
      signal,
      onProgress,
    });
    return { ...own, figures: asOld, basis: asOld.basis };
  }
  const whole = await read(previous);
  const asOld = await traffic.asOf({ period: days, sender, userId }, moment, { signal, momentOf });
  return { ...own, figures: joined(whole, asOld, days.start), basis: asOld.basis };
}

/** Days of the previous period that looked otherwise at the age of the present one, and when they were as old. */
function unsettledDays(
  own: Pick<PreviousFigures, 'period' | 'isOtherLength'>,
  period: Period,
  traffic: TrafficFigures,
  settleHours: number,
) {
  const { zone } = period;
  const { period: previous } = own;
  const { shiftMs } = matchingEnds(own, period, traffic);
  // Days after those reported on were never as old.
  if (shiftMs <= 0) return undefined;
  const asOldAt = (readAt: Date) => new Date(readAt.getTime() - shiftMs);
  const moment = asOldAt(traffic.asOf);
  const settledTo = new Date(moment.getTime() - settleHours * HOUR_MS);
  if (settledTo >= previous.end) return undefined;
  const settledDay = localDay(settledTo, zone);
  const firstDay = settledDay > previous.firstDay ? settledDay : previous.firstDay;
  const back = daysBetween(previous.firstDay, period.firstDay);
  const moments = new Map(traffic.days.map(({ day, readAt }) => [addDaysTo(day, -back), asOldAt(readAt)]));
  return {
    days: periodOfDays(firstDay, previous.lastDay, zone),
    moment,
    /** Of those of the platform's days whose counterpart was read at another time. */
    momentOf: (day: Day) => moments.get(day),
  };
}

/** The figures of a period, from a time on those of another age. */
function joined(whole: TrafficFigures, asOld: PastFigures, from: Date): TrafficFigures {
  const replaced = new Set(asOld.days.map(({ day }) => day));
  return {
    ...whole,
    between: (start, end) => [
      ...(start < from ? whole.between(start, end < from ? end : from) : []),
      ...(end > from ? asOld.between(start < from ? from : start, end) : []),
    ],
    days: [...whole.days.filter(({ day }) => !replaced.has(day)), ...asOld.days],
    daysMissing: whole.daysMissing || asOld.daysMissing,
  };
}
