import { type Change, compare, FEWEST_COMPARED } from '../../domain/figures/changes.ts';
import { dataQualityOf, isShort } from '../../domain/figures/data-quality.ts';
import { shareWithin } from '../../domain/figures/delivery-curve.ts';
import { type Figures, mergeOutcomes, type OperatorFigures } from '../../domain/figures/figures.ts';
import {
  type BucketRates,
  failuresIn,
  type PeriodFigures,
  pointsBetween,
  roundedPoints,
  routesOf,
  silentAmong,
  submittedOf,
  summarizeLegs,
} from '../../domain/figures/period-figures.ts';
import { type Rates, rates } from '../../domain/figures/rates.ts';
import type { Basis } from '../../domain/figures/same-age.ts';
import { type Bucket, bucketsFor } from '../../domain/time/buckets.ts';
import { type Period, settlesAt } from '../../domain/time/period.ts';
import type { Cooperative } from '../../runtime/yielding.ts';
import type { TrafficFigures } from '../../traffic/types.ts';
import type { ReportRequest } from './input.ts';
import { type Earlier, endsToMatch, ripeEnd } from './same-age.ts';

/** Everything a report says. */
export interface ReportModel extends PeriodFigures {
  readonly request: ReportRequest;
  /** What has passed of the period, in order. */
  readonly buckets: readonly BucketRates[];
  /** `undefined` where nothing is compared. */
  readonly comparison: ReportComparison | undefined;
}

export interface ReportComparison {
  readonly period: Period;
  /** The period is under way: the earlier one counts up to the same time. */
  readonly isSoFar: boolean;
  /** How it is known what it looked like at the same age; `undefined` where both have settled. */
  readonly basis: Basis | undefined;
  readonly totals: Rates;
  /** As those of an operator. */
  readonly points: number | undefined;
  /** The same of delivered ÷ final. */
  readonly finalPoints: number | undefined;
  /** Too few messages, then or now, to compare anything but how many there are. */
  readonly isFew: boolean;
  /** What the platform sent for the earlier period may lack messages. */
  readonly mayLack: boolean;
  /** What changed most; `undefined` where nothing did notably. */
  readonly change: Change | undefined;
}

/**
 * Makes a report of figures, step by step: much traffic takes some 20 ms. An earlier period counts up to where the
 * present one has got to.
 */
export function* aggregate(
  request: ReportRequest,
  period: Period,
  traffic: TrafficFigures,
  earlier: Earlier | undefined,
  settleHours: number,
): Cooperative<ReportModel> {
  const { asOf, distinctFailing } = traffic;
  const settles = settlesAt(period, settleHours);
  const ratesOf = (own: readonly OperatorFigures[]) =>
    rates(figuresOf(own), { settleHours, isSettled: asOf >= settles });
  const parts = yield* partsOf(period, traffic);
  const all = parts.flatMap(({ figures }) => figures);
  const outcomes = mergeOutcomes(figuresOf(all));
  yield;
  const ripeTo = ripeEnd(period, traffic);
  const ripeNow = parts.flatMap(({ start, end, figures }) =>
    end <= ripeTo ? figures : traffic.between(start, ripeTo),
  );
  yield;
  const then = earlier && figuresThen(earlier, period, traffic);
  yield;
  const ripeThen = then?.ripe ?? [];
  // Failures carry no sure time: their share is not compared with a past that is reckoned back.
  const hasFailures = earlier?.basis !== 'reconstructed';
  const change = then && compare(ripeThen, ripeNow, { hasFailures });
  yield;
  const within = shareWithin(figuresOf(all));
  yield;
  const pointsOf = (isOwn: (one: OperatorFigures) => boolean) =>
    pointsBetween(ratesOf(ripeThen.filter(isOwn)), ratesOf(ripeNow.filter(isOwn)));
  const routes = yield* routesOf(all, { ratesOf, pointsOf });
  return {
    request,
    period,
    asOf,
    settlesAt: settles,
    totals: ratesOf(all),
    distinctFailing,
    legs: summarizeLegs(outcomes),
    within,
    buckets: begunOf(parts, traffic).map(({ start, end, figures }) => ({
      start,
      end,
      rates: ratesOf(figures),
    })),
    ...routes,
    failures: failuresIn(outcomes.words),
    silent: silentAmong(all, ripeNow, ratesOf),
    comparison: then && {
      period: earlier.period,
      isSoFar: then.isSoFar,
      basis: earlier.basis,
      totals: ratesOf(then.all),
      points: pointsOf(() => true),
      finalPoints: hasFailures ? finalPointsBetween(ratesOf(ripeThen), ratesOf(ripeNow)) : undefined,
      isFew: Math.min(submittedOf(ripeThen), submittedOf(ripeNow)) < FEWEST_COMPARED,
      mayLack: isShort(dataQualityOf(earlier.figures)),
      change,
    },
    doubts: dataQualityOf(traffic),
  };
}

/** A part of a period, and figures of its operators, any number of each. */
export interface PartFigures extends Bucket {
  readonly figures: readonly OperatorFigures[];
}

/** The figures of each part of the period that has begun. */
export function* bucketsOf(period: Period, traffic: TrafficFigures): Cooperative<PartFigures[]> {
  return begunOf(yield* partsOf(period, traffic), traffic);
}

function* partsOf(period: Period, traffic: TrafficFigures): Cooperative<PartFigures[]> {
  const parts: PartFigures[] = [];
  for (const { start, end } of bucketsFor(period)) {
    parts.push({ start, end, figures: traffic.between(start, end) });
    yield;
  }
  return parts;
}

function begunOf(parts: readonly PartFigures[], { asOf, countedTo = asOf }: TrafficFigures): PartFigures[] {
  return parts.filter(({ start }) => start < countedTo);
}

function finalPointsBetween(
  { deliveredOfFinal: from }: Rates,
  { deliveredOfFinal: to }: Rates,
): number | undefined {
  return from === undefined || to === undefined ? undefined : roundedPoints(from, to);
}

/** What of an earlier period corresponds to what has passed of the present one. */
function figuresThen({ period: earlier, figures }: Earlier, period: Period, traffic: TrafficFigures) {
  const { isSoFar, end, ripeEnd } = endsToMatch(earlier, period, traffic);
  const upTo = (to: Date) => figures.between(earlier.start, to);
  return { isSoFar, all: upTo(end), ripe: upTo(ripeEnd) };
}

function figuresOf(operators: readonly OperatorFigures[]): Figures[] {
  return operators.map(({ figures }) => figures);
}
