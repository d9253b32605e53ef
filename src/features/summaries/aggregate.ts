import { bucketsFor } from '../../domain/buckets.ts';
import { doubtsOf, isShort } from '../../domain/doubts.ts';
import { localTime, type Period, settlesAt } from '../../domain/period.ts';
import { summarizeLegs } from '../../domain/period-figures.ts';
import { failuresIn, pointsBetween, routesOf, silentAmong, submittedOf } from '../../domain/routes.ts';
import {
  FEWEST_COMPARED,
  type Figures,
  mergeLegs,
  mergeOutcomes,
  type OperatorFigures,
  rates,
  shareWithin,
  summarizeLeg,
} from '../../domain/statistics.ts';
import { allOf } from '../../domain/steps.ts';
import type { UsualRates } from '../../slack/charts.ts';
import type { TrafficFigures, TrafficFiguresThen } from '../../traffic/types.ts';
import { attentionOf } from './attention.ts';
import type { SummaryModel, SummaryQuestion, WeekStanding } from './model.ts';

/** A day of an earlier week as it looked at the same age; without figures where it could not be read. */
export interface Week {
  readonly period: Period;
  readonly figures: TrafficFiguresThen | undefined;
}

/** Receipts of younger messages may be on their way. */
const YOUNG_MS = 3_600_000;
/** Late receipts leave the messages of the second half waiting. */
const HALF_A_DAY_MS = 12 * 3_600_000;
/** Seconds within which a message is told to be delivered. */
const WITHIN = [5, 10, 30, 60];

/** Makes a summary of figures and of those of the weeks before, the latest first. */
export function summarize(
  question: SummaryQuestion,
  period: Period,
  traffic: TrafficFigures,
  weeks: readonly Week[],
  settleHours: number,
): SummaryModel {
  const { asOf, distinctFailing } = traffic;
  const settles = settlesAt(period, settleHours);
  const ratesOf = (own: readonly OperatorFigures[]) =>
    rates(figuresOf(own), { settleHours, isSettled: asOf >= settles });
  const all = traffic.between(period.start, period.end);
  const totals = ratesOf(all);
  const outcomes = mergeOutcomes(figuresOf(all));
  const standings = weeks.map((week) => standing(week, ratesOf));
  const compared = weeks.filter((_, at) => standings[at]?.state === 'compared');
  const isObserved = compared.every(({ figures }) => figures?.basis === 'observed');
  const before = compared.flatMap(
    ({ period: { start, end }, figures }) => figures?.between(start, end) ?? [],
  );
  const firstHalf = ({ start }: Period, of: TrafficFigures) =>
    of.between(start, new Date(start.getTime() + HALF_A_DAY_MS));
  const doubts = doubtsOf(traffic);
  const pointsOf = (isOwn: (one: OperatorFigures) => boolean) => {
    const [then, now] = [before.filter(isOwn), all.filter(isOwn)];
    const fewest = Math.min(submittedOf(then), submittedOf(now));
    return fewest < FEWEST_COMPARED ? undefined : pointsBetween(ratesOf(then), ratesOf(now));
  };
  const usual =
    compared.length === 0
      ? undefined
      : {
          submitted: submittedOf(before) / compared.length,
          deliveryRate: ratesOf(before).deliveryRate,
          points: pointsOf(() => true),
          total: summarizeLeg(mergeLegs(before.map(({ figures }) => figures.total))),
          isObserved,
        };
  const failures = failuresIn(outcomes.words);
  const silent = silentAmong(
    all,
    traffic.between(period.start, new Date(asOf.getTime() - YOUNG_MS)),
    ratesOf,
  );
  return {
    question,
    period,
    asOf,
    settlesAt: settles,
    totals,
    distinctFailing,
    legs: summarizeLegs(outcomes),
    within: shareWithin(figuresOf(all), WITHIN),
    buckets: bucketsFor(period).map((bucket) => ({
      ...bucket,
      rates: ratesOf(traffic.between(bucket.start, bucket.end)),
      usual: usualAt(bucket.start, compared, ratesOf),
    })),
    ...allOf(routesOf(all, { ratesOf, pointsOf })),
    failures,
    silent,
    usual,
    weeks: standings,
    attention: attentionOf({
      now: all,
      before,
      weeks: compared.length,
      older: {
        now: firstHalf(period, traffic),
        before: compared.flatMap((one) => (one.figures ? firstHalf(one.period, one.figures) : [])),
      },
      isObserved,
      totals,
      failures,
      silent,
      isShort: isShort(doubts),
    }),
    doubts,
  };
}

type RatesOf = (own: readonly OperatorFigures[]) => SummaryModel['totals'];

function standing({ period, figures }: Week, ratesOf: RatesOf): WeekStanding {
  const day = period.firstDay;
  if (!figures) return { day, state: 'unreadable', basis: undefined, totals: undefined, total: undefined };
  const all = figures.between(period.start, period.end);
  const isLacking = isShort(doubtsOf(figures));
  return {
    day,
    state: isLacking ? 'short' : all.length === 0 ? 'empty' : 'compared',
    basis: figures.basis,
    totals: ratesOf(all),
    total: summarizeLeg(mergeLegs(all.map((one) => one.figures.total))),
  };
}

/** What the earlier weeks had at this time of the day; `undefined` where none of them had such a time. */
function usualAt(start: Date, weeks: readonly Week[], ratesOf: RatesOf): UsualRates | undefined {
  const parts = weeks.flatMap(({ period, figures }) => {
    const own = bucketsFor(period).find((bucket) => placeOf(bucket.start, period) === placeOf(start, period));
    return own && figures ? [figures.between(own.start, own.end)] : [];
  });
  if (parts.length === 0) return undefined;
  const { submitted, deliveryRate } = ratesOf(parts.flat());
  return { submitted: submitted / parts.length, deliveryRate };
}

/** Which two hours of the day by the wall clock: a day whose clocks change at midnight begins within its first two. */
function placeOf(start: Date, { zone }: Period): number {
  return Math.floor(Number(localTime(start, zone).slice(0, 2)) / 2);
}

function figuresOf(operators: readonly OperatorFigures[]): Figures[] {
  return operators.map(({ figures }) => figures);
}
