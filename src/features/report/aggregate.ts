import { type Bucket, bucketsFor } from '../../domain/buckets.ts';
import { parseDeliveryStatus } from '../../domain/message.ts';
import { addDaysTo, daysBetween, localDay, type Period, startOfDayIn } from '../../domain/period.ts';
import {
  type Change,
  compare,
  type Figures,
  type LatencySummary,
  type LegName,
  mergeFigures,
  QUARTER_SECONDS,
  type Rates,
  rates,
  type ShareWithin,
  shareWithin,
  summarizeLeg,
} from '../../domain/statistics.ts';
import type { PlacedCell, TrafficFigures } from '../../traffic/types.ts';
import type { Comparison, ReportRequest } from './input.ts';

/** Everything a report says. */
export interface ReportModel {
  readonly request: ReportRequest;
  readonly period: Period;
  readonly asOf: Date;
  /** When the last receipt can come. */
  readonly settlesAt: Date;
  readonly totals: Rates;
  readonly distinctFailing: number | undefined;
  readonly legs: Readonly<Record<LegName, LatencySummary>>;
  readonly within: readonly ShareWithin[];
  /** What has passed of the period, in order. */
  readonly buckets: readonly BucketRates[];
  /** The largest, in order. */
  readonly operators: readonly OperatorRates[];
  /** All operators that are not among them. */
  readonly others: ({ readonly count: number } & RouteRates) | undefined;
  /** The platform's words for failures, the most frequent first. */
  readonly failures: readonly { readonly word: string; readonly count: number }[];
  /** `undefined` where nothing is compared. */
  readonly comparison: ReportComparison | undefined;
  readonly doubts: Doubts;
}

export interface BucketRates extends Bucket {
  readonly rates: Rates;
}

/** The figures of one operator, or of several together. */
export interface RouteRates {
  readonly rates: Rates;
  readonly total: LatencySummary;
  readonly before: Rates | undefined;
}

export interface OperatorRates extends RouteRates {
  /** `undefined` is an unknown route. */
  readonly operator: string | undefined;
}

export interface ReportComparison {
  readonly period: Period;
  /** The period is under way: the earlier one counts up to the same time. */
  readonly isSoFar: boolean;
  readonly totals: Rates;
  /** What changed most; `undefined` where nothing did notably. */
  readonly change: Change | undefined;
}

/** Whatever makes figures less than whole. */
export interface Doubts {
  readonly announced: number;
  readonly received: number;
  readonly unreadable: number;
  readonly unplaced: number;
  readonly daysMissing: boolean;
  readonly isStale: boolean;
}

/** An earlier period and its figures. */
export interface Earlier {
  readonly period: Period;
  readonly figures: TrafficFigures;
}

const HOUR_SECONDS = 3_600;
const DAYS_IN_A_WEEK = 7;
/** Shares of messages without an end that differ by more are not of the same age. */
const SAME_AGE = 0.005;
/** More operators than these stand together. */
const MOST_OPERATORS = 10;

/** Makes a report of figures. An earlier period counts up to where the present one has got to. */
export function aggregate(
  request: ReportRequest,
  period: Period,
  traffic: TrafficFigures,
  earlier: Earlier | undefined,
  settleHours: number,
): ReportModel {
  const { cells, asOf, distinctFailing, countedTo = asOf } = traffic;
  const settlesAt = new Date(period.end.getTime() + settleHours * HOUR_SECONDS * 1000);
  const ratesOf = (own: readonly PlacedCell[]) =>
    rates(figuresOf(own), { settleHours, isSettled: asOf >= settlesAt });
  const all = figuresOf(cells);
  const then = earlier && cut(earlier, period, countedTo);
  const thenBy = Map.groupBy(then?.cells ?? [], ({ operator }) => operator);
  const groups = [...Map.groupBy(cells, ({ operator }) => operator)].sort(
    ([, a], [, b]) => submittedOf(b) - submittedOf(a),
  );
  // A last row for a single one would say less than its name.
  const shownCount = groups.length > MOST_OPERATORS + 1 ? MOST_OPERATORS : groups.length;
  const rest = groups.slice(shownCount);
  const restThen = rest.flatMap(([operator]) => thenBy.get(operator) ?? []);
  const operatorRates = (own: readonly PlacedCell[], before: readonly PlacedCell[] = []): RouteRates => ({
    rates: ratesOf(own),
    total: summarizeLeg(figuresOf(own).total),
    before: before.length === 0 ? undefined : ratesOf(before),
  });
  return {
    request,
    period,
    asOf,
    settlesAt,
    totals: ratesOf(cells),
    distinctFailing,
    legs: {
      platformToOperator: summarizeLeg(all.platformToOperator),
      operatorToHandset: summarizeLeg(all.operatorToHandset),
      total: summarizeLeg(all.total),
    },
    within: shareWithin(all),
    buckets: inBuckets(cells, period, countedTo).map((bucket) => ({
      ...bucket,
      rates: ratesOf(bucket.cells),
    })),
    operators: groups.slice(0, shownCount).map(([operator, own]) => ({
      operator,
      ...operatorRates(own, thenBy.get(operator)),
    })),
    others:
      rest.length === 0
        ? undefined
        : {
            count: rest.length,
            ...operatorRates(
              rest.flatMap(([, own]) => own),
              restThen,
            ),
          },
    failures: [...all.words]
      .filter(([word]) => parseDeliveryStatus(word) === 'failed')
      .map(([word, count]) => ({ word, count }))
      .sort((a, b) => b.count - a.count),
    comparison: then && {
      period: then.period,
      isSoFar: then.isSoFar,
      totals: ratesOf(then.cells),
      change: compare(
        then.cells.filter(({ quarter }) => quarter < then.endSeconds - YOUNG_SECONDS),
        cells.filter(({ quarter }) => quarter < endOf(period, countedTo) - YOUNG_SECONDS),
      ),
    },
    doubts: doubtsOf(traffic),
  };
}

/**
 * By how many percentage points the delivery rate has changed; `undefined` where that cannot be told: where far more,
 * or far fewer, have no end yet than then, the rates are not of the same age.
 */
export function ratePoints(before: Rates | undefined, now: Rates): number | undefined {
  if (before?.deliveryRate === undefined || now.deliveryRate === undefined) return undefined;
  const isSameAge = Math.abs(openShare(now) - openShare(before)) <= SAME_AGE;
  return isSameAge ? (now.deliveryRate - before.deliveryRate) * 100 : undefined;
}

/** Share of messages without an end, whether or not one may still come. */
function openShare({ pending, noReceipt, submitted }: Rates): number {
  return (pending + noReceipt) / submitted;
}

/** The days a period is compared with, as many as it has; none of them belongs to both. */
export function earlierPeriod(period: Period, compareWith: Comparison): Period | undefined {
  if (compareWith === 'nothing') return undefined;
  const { zone } = period;
  const back = daysBack(period, compareWith);
  const firstDay = addDaysTo(period.firstDay, -back);
  const lastDay = addDaysTo(period.lastDay, -back);
  return {
    firstDay,
    lastDay,
    zone,
    start: startOfDayIn(firstDay, zone),
    end: startOfDayIn(addDaysTo(lastDay, 1), zone),
  };
}

/** The cells of each part of the period that has begun. */
export function inBuckets(cells: readonly PlacedCell[], period: Period, countedTo: Date) {
  const buckets = bucketsFor(period).filter(({ start }) => start < countedTo);
  const parts = buckets.map((bucket) => {
    const own: PlacedCell[] = [];
    return { ...bucket, cells: own };
  });
  for (const cell of cells) {
    parts.find(({ end }) => cell.quarter < end.getTime() / 1000)?.cells.push(cell);
  }
  return parts;
}

/** Figures of the last hour are the least settled: what is still on its way there is no change for the worse. */
const YOUNG_SECONDS = HOUR_SECONDS;

/** The part of an earlier period that corresponds to what has passed of the present one. */
function cut({ period: earlier, figures }: Earlier, period: Period, countedTo: Date) {
  const isSoFar = countedTo < period.end;
  const back = daysBetween(earlier.firstDay, period.firstDay);
  const today = localDay(countedTo, period.zone);
  const intoDayMs = countedTo.getTime() - startOfDayIn(today, period.zone).getTime();
  const reached = startOfDayIn(addDaysTo(today, -back), period.zone).getTime() + intoDayMs;
  const endSeconds = (isSoFar ? reached : earlier.end.getTime()) / 1000;
  const halfQuarter = QUARTER_SECONDS / 2;
  const cells = figures.cells.filter(({ quarter }) => quarter + halfQuarter < endSeconds);
  return { period: earlier, isSoFar, endSeconds, cells };
}

function daysBack(period: Period, compareWith: Exclude<Comparison, 'nothing'>): number {
  const days = daysBetween(period.firstDay, period.lastDay) + 1;
  return compareWith === 'week' ? Math.ceil(days / DAYS_IN_A_WEEK) * DAYS_IN_A_WEEK : days;
}

function endOf({ end }: Period, countedTo: Date): number {
  return Math.min(end.getTime(), countedTo.getTime()) / 1000;
}

function submittedOf(cells: readonly PlacedCell[]): number {
  return cells.reduce((sum, { figures }) => sum + figures.submitted, 0);
}

function figuresOf(cells: readonly PlacedCell[]): Figures {
  return mergeFigures(cells.map(({ figures }) => figures));
}

/** What makes these figures less than whole. */
export function doubtsOf({ days, unplaced, daysMissing, isStale = false }: TrafficFigures): Doubts {
  const short = days.filter(({ announced = 0, received }) => announced > received);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    announced: sum(short.map(({ announced = 0 }) => announced)),
    received: sum(short.map(({ received }) => received)),
    unreadable: sum(days.map(({ unreadable }) => unreadable)),
    unplaced: unplaced?.submitted ?? 0,
    daysMissing,
    isStale,
  };
}
