import { mergeFigures, type OperatorFigures } from '../domain/figures/figures.ts';
import { addDaysTo, type Day } from '../domain/time/calendar.ts';
import type { Period } from '../domain/time/period.ts';
import { startOfDayIn } from '../domain/time/wall-clock.ts';
import type { PastDay } from './as-of.ts';
import type { DayParts } from './day-parts.ts';
import type { LoadedReading } from './day-readings.ts';
import type { Freshness } from './freshness.ts';
import type { DayReading, PastFigures, StoredFigures, TimeSpan, TrafficFigures } from './types.ts';

type DayAt = Pick<DayReading, 'day' | 'readAt'>;

export interface UsedReading {
  readonly reading: LoadedReading;
  readonly isStale: boolean;
}

export function composeLatest(
  period: Period,
  used: readonly UsedReading[],
  { zone, freshness, now }: { readonly zone: string; readonly freshness: Freshness; readonly now: Date },
): TrafficFigures {
  const readings = used.map(({ reading }) => reading);
  const [only, ...others] = readings;
  const isOneDay = only && others.length === 0 && isDayOf(only.day, zone, period);
  const readTimes = readings.map(({ readAt }) => readAt);
  const changing = readings.filter((reading) => !freshness.isFinal(reading)).map(({ readAt }) => readAt);
  return {
    between: partsWithin(period, readings),
    untimed: untimedOf(readings),
    asOf: changing.length > 0 ? earliest(changing) : latest(readTimes, now),
    countedTo: reachOf(period, readings, zone),
    days: readings.map(dayReading),
    distinctFailing: isOneDay ? only.failingNumbers : undefined,
    daysMissing: readings.some(({ mayLackDays }) => mayLackDays),
    isStale: used.some(({ isStale }) => isStale),
  };
}

export function composePast(
  period: Period,
  moments: readonly DayAt[],
  past: readonly PastDay[],
  zone: string,
): PastFigures {
  const readings = past.map(({ reading }) => reading);
  return {
    between: partsWithin(period, readings),
    untimed: untimedOf(readings),
    asOf: earliest(moments.map(({ readAt }) => readAt)),
    countedTo: reachOf(period, moments, zone),
    days: readings.map(dayReading),
    daysMissing: readings.some(({ mayLackDays }) => mayLackDays),
    basis: past.every(({ basis }) => basis === 'observed') ? 'observed' : 'reconstructed',
  };
}

export function composeNumber(
  period: Period,
  reading: Omit<DayReading, 'day'>,
  parts: DayParts,
  asOf: Date,
): TrafficFigures {
  return {
    between: within(period, (from, to) => parts.between(from, to)),
    untimed: parts.untimed,
    asOf,
    countedTo: earliest([asOf, period.end]),
    days: [dayReading({ day: period.firstDay, ...reading })],
    daysMissing: false,
  };
}

export function composeStored(span: TimeSpan, stored: readonly LoadedReading[]): StoredFigures {
  const readTimes = stored.map(({ readAt }) => readAt);
  const days = stored.map(({ day, readAt }) => ({ day, readAt }));
  return { between: partsWithin(span, stored), readAt: earliest(readTimes), days };
}

function reachOf({ end }: Period, readings: readonly DayAt[], zone: string): Date {
  const unfinished = readings.filter(({ day, readAt }) => readAt < startOfDayIn(addDaysTo(day, 1), zone));
  return earliest([end, ...unfinished.map(({ readAt }) => readAt)]);
}

function partsWithin(period: TimeSpan, readings: readonly LoadedReading[]) {
  return within(period, (from, to) => readings.flatMap(({ parts }) => parts.between(from, to)));
}

function untimedOf(readings: readonly LoadedReading[]): TrafficFigures['untimed'] {
  const untimed = readings.flatMap(({ parts }) => parts.untimed ?? []);
  return untimed.length > 0 ? mergeFigures(untimed) : undefined;
}

function within(period: TimeSpan, between: (from: number, to: number) => readonly OperatorFigures[]) {
  return (start: Date, end: Date) =>
    between(
      Math.max(start.getTime(), period.start.getTime()) / 1000,
      Math.min(end.getTime(), period.end.getTime()) / 1000,
    );
}

function dayReading({ day, readAt, tookMs, received, announced, unreadable }: DayReading): DayReading {
  return { day, readAt, tookMs, received, announced, unreadable };
}

function isDayOf(day: Day, zone: string, { start, end }: Period): boolean {
  const isStart = startOfDayIn(day, zone).getTime() === start.getTime();
  return isStart && startOfDayIn(addDaysTo(day, 1), zone).getTime() === end.getTime();
}

function earliest(times: readonly Date[]): Date {
  return new Date(Math.min(...times.map(Number)));
}

function latest(times: readonly Date[], none: Date): Date {
  return times.length > 0 ? new Date(Math.max(...times.map(Number))) : none;
}
