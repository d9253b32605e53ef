import type { Cooperative } from '../../runtime/yielding.ts';
import { parseDeliveryStatus } from '../messages/message.ts';
import type { Bucket } from '../time/buckets.ts';
import type { Period } from '../time/period.ts';
import type { ShareWithin } from './delivered-within.ts';
import { type CoreFigures, type LegName, mergeLegs, type OperatorFigures, OTHER_NAME } from './figures.ts';
import { type LatencySummary, type Rates, summarizeLeg, sumOf } from './rates.ts';

export interface PeriodFigures extends Routes {
  readonly period: Period;
  readonly asOf: Date;
  readonly completeAt: Date;
  readonly totals: Rates;
  readonly distinctFailing: number | undefined;
  readonly legs: Readonly<Record<LegName, LatencySummary>>;
  readonly within: readonly ShareWithin[];
  readonly failures: readonly FailureWord[];
  /** Operators that send no receipts; present only if they noticeably lower the delivery rate. */
  readonly withoutReceipts: OperatorsWithoutReceipts | undefined;
  readonly dataQuality: DataQuality;
}

export function summarizeLegs(legs: Pick<CoreFigures, LegName>): PeriodFigures['legs'] {
  const { platformToOperator, operatorToHandset, total } = legs;
  return {
    platformToOperator: summarizeLeg(platformToOperator),
    operatorToHandset: summarizeLeg(operatorToHandset),
    total: summarizeLeg(total),
  };
}

export interface BucketRates extends Bucket {
  readonly rates: Rates;
}

export interface RouteRates {
  readonly rates: Rates;
  readonly total: LatencySummary;
  /** Change of the delivery rate since the compared period in percentage points, if comparable. */
  readonly points: number | undefined;
}

interface OperatorRates extends RouteRates {
  readonly operator: string | undefined;
}

export interface Routes {
  readonly operators: readonly OperatorRates[];
  /** All operators missing in `operators`; `count` is `undefined` if a reading had grouped some of them. */
  readonly others: ({ readonly count: number | undefined } & RouteRates) | undefined;
}

export function hasGroupedOperators(all: readonly OperatorFigures[]): boolean {
  return all.some(({ operator }) => operator === OTHER_NAME);
}

export interface OperatorsWithoutReceipts {
  /** By number of messages, descending; `undefined` stands for messages without an operator name. */
  readonly operators: readonly (string | undefined)[];
  readonly submitted: number;
  readonly rateOfOthers: number | undefined;
}

const FEWEST_WITHOUT_RECEIPTS = 20;
const MIN_RATE_DIFFERENCE = 0.001;
const MOST_OPERATORS = 10;

interface RoutesOptions {
  readonly ratesOf: (own: readonly OperatorFigures[]) => Rates;
  readonly pointsOf: (isOwn: (one: OperatorFigures) => boolean) => number | undefined;
}

/** Sorts operators by number of messages, descending. Those grouped as `OTHER_NAME` belong to `others`. */
export function* routesOf(
  all: readonly OperatorFigures[],
  { ratesOf, pointsOf }: RoutesOptions,
): Cooperative<Routes> {
  const byOperator = Map.groupBy(all, ({ operator }) => operator);
  const grouped = byOperator.get(OTHER_NAME) ?? [];
  const groups = [...byOperator]
    .filter(([operator]) => operator !== OTHER_NAME)
    .sort(([, a], [, b]) => submittedOf(b) - submittedOf(a));
  // A row "others" for one operator would say less than the operator's name, so one more is shown.
  const shownCount = groups.length > MOST_OPERATORS + 1 ? MOST_OPERATORS : groups.length;
  const rest = groups.slice(shownCount);
  const restNames = new Set(rest.map(([operator]) => operator));
  const routeRates = (own: readonly OperatorFigures[], points: number | undefined): RouteRates => ({
    rates: ratesOf(own),
    total: summarizeLeg(mergeLegs(own.map(({ figures }) => figures.total))),
    points,
  });
  const operators: OperatorRates[] = [];
  for (const [operator, own] of groups.slice(0, shownCount)) {
    const points = pointsOf((one) => one.operator === operator);
    operators.push({ operator, ...routeRates(own, points) });
    yield;
  }
  const others = [...rest.flatMap(([, own]) => own), ...grouped];
  if (others.length === 0) return { operators, others: undefined };
  // Two readings may group different operators as `OTHER_NAME`, so such figures are not compared.
  const isComparable = grouped.length === 0;
  const points = isComparable ? pointsOf(({ operator }) => restNames.has(operator)) : undefined;
  return {
    operators,
    others: { count: isComparable ? rest.length : undefined, ...routeRates(others, points) },
  };
}

/** Considers only operators with enough messages in `ripe`, which are old enough to have a receipt. */
export function findOperatorsWithoutReceipts(
  all: readonly OperatorFigures[],
  ripe: readonly OperatorFigures[],
  ratesOf: RoutesOptions['ratesOf'],
): OperatorsWithoutReceipts | undefined {
  const { submitted, delivered, deliveryRate = 0 } = ratesOf(all);
  const ripeBy = Map.groupBy(ripe, ({ operator }) => operator);
  const isRipe = (operator: string | undefined) =>
    submittedOf(ripeBy.get(operator) ?? []) >= FEWEST_WITHOUT_RECEIPTS;
  const found = [...Map.groupBy(all, ({ operator }) => operator)]
    .filter(([operator]) => operator !== OTHER_NAME && isRipe(operator))
    .map(([operator, own]) => ({ operator, ...ratesOf(own) }))
    .filter((own) => own.pending + own.noReceipt === own.submitted)
    .sort((a, b) => b.submitted - a.submitted);
  const theirs = sumOf(found, (own) => own.submitted);
  const rateOfOthers = theirs < submitted ? delivered / (submitted - theirs) : undefined;
  const isNotable = found.length > 0 && (rateOfOthers ?? 1) - deliveryRate >= MIN_RATE_DIFFERENCE;
  return isNotable
    ? { operators: found.map(({ operator }) => operator), submitted: theirs, rateOfOthers }
    : undefined;
}

export interface FailureWord {
  readonly word: string;
  readonly count: number;
}

export function failuresIn(words: ReadonlyMap<string, number>): FailureWord[] {
  return [...words]
    .filter(([word]) => parseDeliveryStatus(word) === 'failed')
    .map(([word, count]) => ({ word, count }))
    .sort((a, b) => b.count - a.count);
}

export function submittedOf(operators: readonly OperatorFigures[]): number {
  return sumOf(operators, ({ figures }) => figures.submitted);
}

/** Difference of two delivery rates in percentage points, each rounded to a tenth of a percent. */
export function pointsBetween({ deliveryRate: from }: Rates, { deliveryRate: to }: Rates) {
  return from === undefined || to === undefined ? undefined : roundedPoints(from, to);
}

export function roundedPoints(from: number, to: number): number {
  return (Math.round(to * 1_000) - Math.round(from * 1_000)) / 10;
}

export interface DataQuality {
  /** Report entries that the platform announced, summed over the days on which fewer entries arrived. */
  readonly announced: number;
  readonly received: number;
  /** Report entries of the days on which the platform sent more entries than it announced. */
  readonly surplus?: { readonly announced: number; readonly received: number } | undefined;
  readonly unreadable: number;
  readonly untimed: number;
  readonly daysMissing: boolean;
  readonly isStale: boolean;
}

interface QualityInput extends Pick<DataQuality, 'daysMissing'>, Partial<Pick<DataQuality, 'isStale'>> {
  readonly days: readonly {
    readonly received: number;
    readonly announced?: number | undefined;
    readonly unreadable: number;
  }[];
  readonly untimed?: { readonly submitted: number } | undefined;
}

export function dataQualityOf({ days, untimed, daysMissing, isStale = false }: QualityInput): DataQuality {
  const together = (of: QualityInput['days']) => ({
    announced: sumOf(of, ({ announced = 0 }) => announced),
    received: sumOf(of, ({ received }) => received),
  });
  const more = days.filter(({ announced, received }) => announced !== undefined && announced < received);
  return {
    ...together(days.filter(({ announced = 0, received }) => announced > received)),
    ...(more.length > 0 ? { surplus: together(more) } : {}),
    unreadable: sumOf(days, ({ unreadable }) => unreadable),
    untimed: untimed?.submitted ?? 0,
    daysMissing,
    isStale,
  };
}

export function isShort({ announced, received, unreadable, daysMissing }: DataQuality): boolean {
  return unreadable > 0 || announced > received || daysMissing;
}
