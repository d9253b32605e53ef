import type { Basis } from '../../domain/figures/same-age.ts';
import { addDaysTo, type Day, daysBetween } from '../../domain/time/calendar.ts';
import { type Period, periodOfDays, resolvePeriod } from '../../domain/time/period.ts';
import { localDay, startOfDayIn } from '../../domain/time/wall-clock.ts';
import { HOUR_MS } from '../../runtime/durations.ts';
import type { PastFigures, Traffic, TrafficFigures, TrafficProgress } from '../../traffic/types.ts';
import { type Comparison, MAX_REPORT_DAYS, type ReportRequest } from './input.ts';

export interface PreviousFigures {
  readonly period: Period;
  readonly figures: TrafficFigures;
  /** How the earlier period's figures were obtained; `undefined` if receipts can no longer change them. */
  readonly basis?: Basis;
  /** True if the compared periods differ in length: all days count, and volumes are compared per day. */
  readonly isOtherLength?: boolean;
}

/** Messages younger than this are not compared, because their receipts may still be missing. */
const TOO_YOUNG_MS = HOUR_MS;
const DAYS_IN_A_WEEK = 7;

/** Earlier period to compare with; for an unfinished `period`, it ends with the day that matches today. */
export function previousPeriod(period: Period, compareWith: Comparison, now: Date): Period | undefined {
  if (compareWith === 'nothing') return undefined;
  const { zone } = period;
  if (typeof compareWith === 'object') {
    const named = resolvePeriod(compareWith, zone, now, { maxDays: MAX_REPORT_DAYS });
    return 'problem' in named ? undefined : named;
  }
  const days = lengthOf(period);
  const back = compareWith === 'week' ? Math.ceil(days / DAYS_IN_A_WEEK) * DAYS_IN_A_WEEK : days;
  const today = localDay(now, zone);
  const firstDay = addDaysTo(period.firstDay, -back);
  const lastDay = addDaysTo(today < period.lastDay ? today : period.lastDay, -back);
  return periodOfDays(firstDay, lastDay, zone);
}

function lengthOf({ firstDay, lastDay }: Period): number {
  return daysBetween(firstDay, lastDay) + 1;
}

/** Messages after the returned time are not compared, because they were too young when they were read. */
export function comparableEnd({ end }: Period, { asOf, countedTo = asOf }: TrafficFigures): Date {
  return new Date(Math.min(end.getTime(), countedTo.getTime()) - tooYoungMs(end, asOf, countedTo));
}

function tooYoungMs(end: Date, asOf: Date, countedTo: Date): number {
  if (countedTo < end) return TOO_YOUNG_MS;
  return Math.max(0, TOO_YOUNG_MS - (asOf.getTime() - end.getTime()));
}

export function matchEnds(
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
    /** Later messages of the previous period are too young to be compared. */
    comparableEnd: new Date(endMs - tooYoungMs(period.end, asOf, countedTo)),
    shiftMs: Math.min(period.end.getTime(), countedTo.getTime()) - endMs,
  };
}

interface PreviousReadOptions {
  readonly userId: string;
  readonly traffic: Pick<Traffic, 'asOf'>;
  readonly receiptHours: number;
  readonly read: (period: Period) => Promise<TrafficFigures>;
  readonly signal: AbortSignal;
  /** Called during requests that do not go through `read`, which reports its own progress. */
  readonly onProgress: ((progress: TrafficProgress) => void) | undefined;
}

/** Reads each earlier day at the age that the day compared with it has now, without later receipts. */
export async function readPrevious(
  previous: Period,
  present: { readonly period: Period; readonly figures: TrafficFigures },
  { sender, msisdn, compareWith }: ReportRequest,
  { userId, traffic, receiptHours, read, signal, onProgress }: PreviousReadOptions,
): Promise<PreviousFigures> {
  const isOtherLength = typeof compareWith === 'object' && lengthOf(previous) !== lengthOf(present.period);
  const own = { period: previous, isOtherLength };
  const incomplete = incompleteDays(own, present.period, present.figures, receiptHours);
  if (!incomplete) return { ...own, figures: await read(previous) };
  const { days, moment, momentOf } = incomplete;
  if (msisdn !== undefined) {
    // Figures of one number are not stored, so a second read would be a second request.
    const query = { period: previous, sender, msisdn, userId };
    const asOld = await traffic.asOf(query, moment, { signal, onProgress });
    return { ...own, figures: asOld, basis: asOld.basis };
  }
  const whole = await read(previous);
  const asOld = await traffic.asOf({ period: days, sender, userId }, moment, { signal, momentOf });
  return { ...own, figures: joined(whole, asOld, days.start), basis: asOld.basis };
}

function incompleteDays(
  own: Pick<PreviousFigures, 'period' | 'isOtherLength'>,
  period: Period,
  traffic: TrafficFigures,
  receiptHours: number,
) {
  const { zone } = period;
  const { period: previous } = own;
  const { shiftMs } = matchEnds(own, period, traffic);
  // A period after the reported period has never been as old as that, so its present figures are used.
  if (shiftMs <= 0) return undefined;
  const asOldAt = (readAt: Date) => new Date(readAt.getTime() - shiftMs);
  const moment = asOldAt(traffic.asOf);
  const completeTo = new Date(moment.getTime() - receiptHours * HOUR_MS);
  if (completeTo >= previous.end) return undefined;
  const completeDay = localDay(completeTo, zone);
  const firstDay = completeDay > previous.firstDay ? completeDay : previous.firstDay;
  const back = daysBetween(previous.firstDay, period.firstDay);
  const moments = new Map(traffic.days.map(({ day, readAt }) => [addDaysTo(day, -back), asOldAt(readAt)]));
  const days = periodOfDays(firstDay, previous.lastDay, zone);
  return { days, moment, momentOf: (day: Day) => moments.get(day) };
}

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
