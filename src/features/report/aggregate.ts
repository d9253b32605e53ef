import { compare, FEWEST_COMPARED } from '../../domain/figures/changes.ts';
import { shareWithin } from '../../domain/figures/delivered-within.ts';
import {
  figuresOf,
  mergeCoreFigures,
  type OperatorFigures,
  OTHER_NAME,
} from '../../domain/figures/figures.ts';
import {
  type BucketRates,
  dataQualityOf,
  failuresIn,
  findOperatorsWithoutReceipts,
  isShort,
  type PeriodFigures,
  pointsBetween,
  roundedPoints,
  routesOf,
  submittedOf,
  summarizeLegs,
} from '../../domain/figures/period-figures.ts';
import { type Rates, rates } from '../../domain/figures/rates.ts';
import { namesMeant } from '../../domain/spelling.ts';
import { type Bucket, bucketsFor } from '../../domain/time/buckets.ts';
import { daysBetween } from '../../domain/time/calendar.ts';
import { completionTime, type Period } from '../../domain/time/period.ts';
import { QUARTER_MS } from '../../runtime/durations.ts';
import { type Cooperative, runCooperatively } from '../../runtime/yielding.ts';
import type { TrafficFigures, TrafficProgress } from '../../traffic/types.ts';
import type { Deps } from '../dependencies.ts';
import type { ReportRequest } from './input.ts';
import { comparableEnd, matchEnds, type PreviousFigures, previousPeriod, readPrevious } from './same-age.ts';

export interface ReportModel extends PeriodFigures {
  readonly request: ReportRequest;
  readonly buckets: readonly BucketRates[];
  readonly comparison: ReportComparison | undefined;
  /** Present if the request names an operator that is not among these, in either period. */
  readonly knownOperators?: readonly string[];
}

export type ReportComparison = ReturnType<typeof comparisonOf>;

/** Reads both periods; `model` rejects with UpstreamError if the platform cannot be read, or after `stop`. */
export function startReading(
  request: ReportRequest,
  period: Period,
  { traffic, settings: { receiptHours } }: Deps,
  { user: { id: userId }, now }: { readonly user: { readonly id: string }; readonly now: Date },
) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const { sender, msisdn, compareWith } = request;
  const previousDays = previousPeriod(period, compareWith, now);
  const progress = trackProgress([period, ...(previousDays ? [previousDays] : [])]);
  const read = (which: Period): Promise<TrafficFigures> =>
    traffic.figuresFor({ period: which, sender, msisdn, userId }, { signal, onProgress: progress.of(which) });
  const readModel = async () => {
    const figures = await read(period);
    const onProgress = previousDays && progress.of(previousDays);
    const reading = { userId, traffic, receiptHours, read, signal, onProgress };
    const previous =
      previousDays && (await readPrevious(previousDays, { period, figures }, request, reading));
    return await runCooperatively(aggregate(request, { period, figures, previous }, receiptHours));
  };
  return { model: readModel(), progress: progress.sum, stop: () => stopping.abort() };
}

function trackProgress(periods: readonly Period[]) {
  const reached = new Map<Period, TrafficProgress>(
    periods.map((period) => [
      period,
      { daysDone: 0, days: daysBetween(period.firstDay, period.lastDay) + 1, messagesRead: 0 },
    ]),
  );
  return {
    of: (period: Period) => (progress: TrafficProgress) => void reached.set(period, progress),
    sum: (): TrafficProgress =>
      [...reached.values()].reduce((total, one) => ({
        daysDone: total.daysDone + one.daysDone,
        days: total.days + one.days,
        messagesRead: total.messagesRead + one.messagesRead,
      })),
  };
}

interface FiguresRead {
  readonly period: Period;
  readonly figures: TrafficFigures;
  readonly previous: PreviousFigures | undefined;
}

/** A generator, so that other work can run in between: aggregating much traffic takes about 20 ms. */
export function* aggregate(
  request: ReportRequest,
  read: FiguresRead,
  receiptHours: number,
): Cooperative<ReportModel> {
  const { period } = read;
  const { figures, previous, ...unknown } = ofOperator(request, period, read.figures, read.previous);
  const { asOf, distinctFailing } = figures;
  const completeAt = completionTime(period, receiptHours);
  const ratesOf: ReportRatesOf = (own) =>
    rates(figuresOf(own), { receiptHours, isComplete: asOf >= completeAt });
  const parts = yield* partsOf(period, figures);
  const all = parts.flatMap((part) => part.figures);
  const outcomes = mergeCoreFigures(figuresOf(all));
  yield;
  const comparableTo = comparableEnd(period, figures);
  const comparable = parts.flatMap(({ start, end, figures: own }) =>
    end <= comparableTo ? own : figures.between(start, comparableTo),
  );
  yield;
  const before = previous && matchingFigures(previous, period, figures);
  yield;
  const comparison =
    previous &&
    before &&
    comparisonOf(previous, { ...before, until: untilIn(period, comparableTo) }, comparable, ratesOf);
  yield;
  const within = shareWithin(figuresOf(all));
  yield;
  const pointsOf = (isOwn: (one: OperatorFigures) => boolean) =>
    pointsBetween(ratesOf(before?.comparable.filter(isOwn) ?? []), ratesOf(comparable.filter(isOwn)));
  const routes = yield* routesOf(all, { ratesOf, pointsOf });
  return {
    request,
    period,
    asOf,
    completeAt,
    totals: ratesOf(all),
    distinctFailing,
    legs: summarizeLegs(outcomes),
    within,
    buckets: startedBuckets(parts, figures).map(({ figures: own, ...bucket }) => ({
      ...bucket,
      rates: ratesOf(own),
    })),
    ...routes,
    failures: failuresIn(outcomes.words),
    withoutReceipts: findOperatorsWithoutReceipts(all, comparable, ratesOf),
    comparison,
    dataQuality: dataQualityOf(figures),
    ...unknown,
  };
}

/** Only the figures of the operator that the request names, which may have messages in one period only. */
export function ofOperator(
  { operator: typed }: ReportRequest,
  period: Period,
  figures: TrafficFigures,
  previous?: PreviousFigures,
): Pick<FiguresRead, 'figures' | 'previous'> & Pick<ReportModel, 'knownOperators'> {
  if (typed === undefined) return { figures, previous };
  const all = [
    ...figures.between(period.start, period.end),
    ...(previous?.figures.between(previous.period.start, previous.period.end) ?? []),
  ];
  const names = new Set(all.flatMap(({ operator = OTHER_NAME }) => operator));
  const known = [...names].filter((name) => name !== OTHER_NAME);
  const [found, another] = namesMeant(typed, known);
  const name = another === undefined ? found : undefined;
  const only = ({ distinctFailing: _, untimed: __, ...whole }: TrafficFigures): TrafficFigures => ({
    ...whole,
    between: (start, end) =>
      whole.between(start, end).filter(({ operator }) => name !== undefined && operator === name),
  });
  return {
    figures: only(figures),
    previous: previous && { ...previous, figures: only(previous.figures) },
    ...(name === undefined ? { knownOperators: known.toSorted() } : {}),
  };
}

type ReportRatesOf = (own: readonly OperatorFigures[]) => Rates;

function matchingFigures(previous: PreviousFigures, period: Period, present: TrafficFigures) {
  const { isSoFar, end, comparableEnd: comparableTo } = matchEnds(previous, period, present);
  const upTo = (to: Date) => previous.figures.between(previous.period.start, to);
  const lengthRatio =
    previous.isOtherLength === true ? lengthOf(previous.period, end) / lengthOf(period, present.asOf) : 1;
  return { isSoFar, lengthRatio, all: upTo(end), comparable: upTo(comparableTo) };
}

interface MatchingFigures extends ReturnType<typeof matchingFigures> {
  readonly until: Date | undefined;
}

function untilIn({ end }: Period, comparableTo: Date): Date | undefined {
  const until = new Date(Math.ceil(comparableTo.getTime() / QUARTER_MS) * QUARTER_MS);
  return until < end ? until : undefined;
}

function lengthOf({ start, end }: Period, by: Date): number {
  return Math.min(end.getTime(), by.getTime()) - start.getTime();
}

function comparisonOf(
  { period, basis, figures }: PreviousFigures,
  { isSoFar, until, lengthRatio, all, comparable: before }: MatchingFigures,
  now: readonly OperatorFigures[],
  ratesOf: ReportRatesOf,
) {
  // A reconstructed share of failures is not compared, because the time of a failure is uncertain.
  const hasFailures = basis !== 'reconstructed';
  const [from, to] = [ratesOf(before), ratesOf(now)];
  const [finalFrom, finalTo] = [from.deliveredOfFinal, to.deliveredOfFinal];
  const isFinalCompared = hasFailures && finalFrom !== undefined && finalTo !== undefined;
  return {
    period,
    /** True if the reported period is not over; the earlier period then counts only up to the same time. */
    isSoFar,
    /** End of the compared part of the period, if it is not the end of the period. */
    until,
    basis,
    totals: ratesOf(all),
    points: pointsBetween(from, to),
    /** Change of the rate delivered ÷ messages with a final status, in percentage points. */
    finalPoints: isFinalCompared ? roundedPoints(finalFrom, finalTo) : undefined,
    /** True if there are too few messages to compare rates; only the numbers of messages are compared. */
    isTooFew: Math.min(submittedOf(before), submittedOf(now)) < FEWEST_COMPARED,
    mayBeIncomplete: isShort(dataQualityOf(figures)),
    /** Length of the earlier period divided by that of the reported period; volumes are compared per day. */
    lengthRatio,
    change: compare(before, now, { hasFailures, times: lengthRatio }),
  };
}

export interface PartFigures extends Bucket {
  readonly figures: readonly OperatorFigures[];
}

export function* bucketsOf(period: Period, traffic: TrafficFigures): Cooperative<PartFigures[]> {
  return startedBuckets(yield* partsOf(period, traffic), traffic);
}

function* partsOf(period: Period, traffic: TrafficFigures): Cooperative<PartFigures[]> {
  const parts: PartFigures[] = [];
  for (const { start, end } of bucketsFor(period)) {
    parts.push({ start, end, figures: traffic.between(start, end) });
    yield;
  }
  return parts;
}

function startedBuckets(
  parts: readonly PartFigures[],
  { asOf, countedTo = asOf }: TrafficFigures,
): PartFigures[] {
  return parts.filter(({ start }) => start < countedTo);
}
