import { type Bucket, bucketsFor } from '../../domain/buckets.ts';
import { parseDeliveryStatus } from '../../domain/message.ts';
import type { Period } from '../../domain/period.ts';
import {
  type Change,
  compare,
  FEWEST_COMPARED,
  type Figures,
  type LatencySummary,
  type LegName,
  mergeLegs,
  mergeOutcomes,
  type OperatorFigures,
  type Rates,
  rates,
  type ShareWithin,
  shareWithin,
  summarizeLeg,
} from '../../domain/statistics.ts';
import type { TrafficFigures } from '../../traffic/types.ts';
import { type Earlier, endsToMatch, ripeEnd } from './earlier.ts';
import type { ReportRequest } from './input.ts';

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
  /** Operators without a receipt for any message, where they move the delivery rate. */
  readonly silent: SilentOperators | undefined;
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
  /** By how many percentage points the delivery rate has changed; `undefined` where there is nothing to compare. */
  readonly points: number | undefined;
}

export interface OperatorRates extends RouteRates {
  /** `undefined` is an unknown route. */
  readonly operator: string | undefined;
}

export interface SilentOperators {
  /** The largest first; `undefined` is the unknown route. */
  readonly operators: readonly (string | undefined)[];
  readonly submitted: number;
  /** Of all others together; `undefined` where there are none. */
  readonly rateOfOthers: number | undefined;
}

export interface ReportComparison {
  readonly period: Period;
  /** The period is under way: the earlier one counts up to the same time. */
  readonly isSoFar: boolean;
  readonly totals: Rates;
  /** As those of an operator. */
  readonly points: number | undefined;
  /** Too few messages, then or now, to compare anything but how many there are. */
  readonly isFew: boolean;
  /** What the platform sent for the earlier period may lack messages. */
  readonly mayLack: boolean;
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

const HOUR_MS = 3_600_000;
/** An operator without receipts is told of from so many messages on, and where the rate moves by so much. */
const FEWEST_SILENT = 20;
const LEAST_MOVED = 0.001;
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
  const { asOf, distinctFailing } = traffic;
  const settles = settlesAt(period, settleHours);
  const ratesOf = (own: readonly OperatorFigures[]) =>
    rates(figuresOf(own), { settleHours, isSettled: asOf >= settles });
  const parts = partsOf(period, traffic);
  const all = parts.flatMap(({ figures }) => figures);
  const outcomes = mergeOutcomes(figuresOf(all));
  const ripeTo = ripeEnd(period, traffic);
  const ripeNow = parts.flatMap(({ start, end, figures }) =>
    end <= ripeTo ? figures : traffic.between(start, ripeTo),
  );
  const ripeBy = Map.groupBy(ripeNow, ({ operator }) => operator);
  const then = earlier && figuresThen(earlier, period, traffic);
  const ripeThen = then?.ripe ?? [];
  const pointsOf = (isOwn: (one: OperatorFigures) => boolean) =>
    points(ratesOf(ripeThen.filter(isOwn)), ratesOf(ripeNow.filter(isOwn)));
  const groups = [...Map.groupBy(all, ({ operator }) => operator)].sort(
    ([, a], [, b]) => submittedOf(b) - submittedOf(a),
  );
  // A last row for a single one would say less than its name.
  const shownCount = groups.length > MOST_OPERATORS + 1 ? MOST_OPERATORS : groups.length;
  const rest = groups.slice(shownCount);
  const restNames = new Set(rest.map(([operator]) => operator));
  const routeRates = (
    own: readonly OperatorFigures[],
    isOne: (operator: string | undefined) => boolean,
  ): RouteRates => ({
    rates: ratesOf(own),
    total: summarizeLeg(mergeLegs(own.map(({ figures }) => figures.total))),
    points: pointsOf(({ operator }) => isOne(operator)),
  });
  const totals = ratesOf(all);
  return {
    request,
    period,
    asOf,
    settlesAt: settles,
    totals,
    distinctFailing,
    legs: {
      platformToOperator: summarizeLeg(outcomes.platformToOperator),
      operatorToHandset: summarizeLeg(outcomes.operatorToHandset),
      total: summarizeLeg(outcomes.total),
    },
    within: shareWithin(figuresOf(all)),
    buckets: begunOf(parts, traffic).map(({ start, end, figures }) => ({
      start,
      end,
      rates: ratesOf(figures),
    })),
    operators: groups.slice(0, shownCount).map(([operator, own]) => ({
      operator,
      ...routeRates(own, (name) => name === operator),
    })),
    others:
      rest.length === 0
        ? undefined
        : {
            count: rest.length,
            ...routeRates(
              rest.flatMap(([, own]) => own),
              (name) => restNames.has(name),
            ),
          },
    failures: [...outcomes.words]
      .filter(([word]) => parseDeliveryStatus(word) === 'failed')
      .map(([word, count]) => ({ word, count }))
      .sort((a, b) => b.count - a.count),
    silent: silentAmong(
      groups
        .filter(([operator]) => submittedOf(ripeBy.get(operator) ?? []) >= FEWEST_SILENT)
        .map(([operator, own]) => [operator, ratesOf(own)]),
      totals,
    ),
    comparison: then && {
      period: earlier.period,
      isSoFar: then.isSoFar,
      totals: ratesOf(then.all),
      points: pointsOf(() => true),
      isFew: Math.min(submittedOf(ripeThen), submittedOf(ripeNow)) < FEWEST_COMPARED,
      mayLack: isShort(doubtsOf(earlier.figures)),
      change: compare(ripeThen, ripeNow),
    },
    doubts: doubtsOf(traffic),
  };
}

/** When the last receipt for messages of a period can come. */
export function settlesAt({ end }: Period, settleHours: number): Date {
  return new Date(end.getTime() + settleHours * HOUR_MS);
}

/** By how many percentage points a delivery rate has changed. */
function points({ deliveryRate: from }: Rates, { deliveryRate: to }: Rates): number | undefined {
  return from === undefined || to === undefined ? undefined : (to - from) * 100;
}

function silentAmong(
  operators: readonly (readonly [operator: string | undefined, rates: Rates])[],
  { submitted, delivered, deliveryRate = 0 }: Rates,
): SilentOperators | undefined {
  const silent = operators.filter(([, own]) => own.pending + own.noReceipt === own.submitted);
  const theirs = silent.reduce((sum, [, own]) => sum + own.submitted, 0);
  const rateOfOthers = theirs < submitted ? delivered / (submitted - theirs) : undefined;
  const isTold = silent.length > 0 && (rateOfOthers ?? 1) - deliveryRate >= LEAST_MOVED;
  return isTold ? { operators: silent.map(([name]) => name), submitted: theirs, rateOfOthers } : undefined;
}

/** A part of a period, and figures of its operators, any number of each. */
export interface PartFigures extends Bucket {
  readonly figures: readonly OperatorFigures[];
}

/** The figures of each part of the period that has begun. */
export function bucketsOf(period: Period, traffic: TrafficFigures): PartFigures[] {
  return begunOf(partsOf(period, traffic), traffic);
}

function partsOf(period: Period, traffic: TrafficFigures): PartFigures[] {
  return bucketsFor(period).map(({ start, end }) => ({ start, end, figures: traffic.between(start, end) }));
}

function begunOf(parts: readonly PartFigures[], { asOf, countedTo = asOf }: TrafficFigures): PartFigures[] {
  return parts.filter(({ start }) => start < countedTo);
}

/** What of an earlier period corresponds to what has passed of the present one. */
function figuresThen({ period: earlier, figures }: Earlier, period: Period, traffic: TrafficFigures) {
  const { isSoFar, end, ripeEnd } = endsToMatch(earlier, period, traffic);
  const upTo = (to: Date) => figures.between(earlier.start, to);
  return { isSoFar, all: upTo(end), ripe: upTo(ripeEnd) };
}

function submittedOf(operators: readonly OperatorFigures[]): number {
  return operators.reduce((sum, { figures }) => sum + figures.submitted, 0);
}

function figuresOf(operators: readonly OperatorFigures[]): Figures[] {
  return operators.map(({ figures }) => figures);
}

/** Whether messages are missing, so that there may have been more. */
export function isShort({ announced, received, unreadable, daysMissing }: Doubts): boolean {
  return unreadable > 0 || announced > received || daysMissing;
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
