import { endTimeOf, type Incident } from '../../domain/detection/incident.ts';
import { type Failure, isFailure } from '../../domain/failure.ts';
import { FEWEST_COMPARED } from '../../domain/figures/changes.ts';
import { shareWithin } from '../../domain/figures/delivered-within.ts';
import {
  figuresOf,
  mergeCoreFigures,
  mergeLegs,
  type OperatorFigures,
} from '../../domain/figures/figures.ts';
import {
  type BucketRates,
  dataQualityOf,
  failuresIn,
  findOperatorsWithoutReceipts,
  isShort,
  type PeriodFigures,
  pointsBetween,
  routesOf,
  submittedOf,
  summarizeLegs,
} from '../../domain/figures/period-figures.ts';
import { type LatencySummary, type Rates, rates, summarizeLeg } from '../../domain/figures/rates.ts';
import type { Basis } from '../../domain/figures/same-age.ts';
import { bucketsFor } from '../../domain/time/buckets.ts';
import { addDaysTo, type Day } from '../../domain/time/calendar.ts';
import { completionTime, type Period, periodOfDays } from '../../domain/time/period.ts';
import { localTime } from '../../domain/time/wall-clock.ts';
import { HOUR_MS, QUARTER_MS } from '../../runtime/durations.ts';
import { runToEnd } from '../../runtime/yielding.ts';
import type { BaselineRates } from '../../slack/blocks/tables-and-charts.ts';
import type { Subscription } from '../../store/channels/subscriptions.ts';
import type { Summary } from '../../store/posting/summaries.ts';
import type { PastFigures, TrafficFigures } from '../../traffic/types.ts';
import type { Deps } from '../dependencies.ts';
import { type Attention, attentionOf } from './attention.ts';
import type { SummaryView } from './locales/index.ts';

export interface SummaryQuestion {
  readonly day: Day;
  /** IANA time zone in which `day` starts and ends. */
  readonly zone: string;
  readonly sender?: string | undefined;
}

export interface SummaryModel extends PeriodFigures {
  readonly question: SummaryQuestion;
  readonly buckets: readonly (BucketRates & { readonly usual: BaselineRates | undefined })[];
  readonly baseline: SummaryBaseline | undefined;
  /** The same weekday in each of the four weeks before the reported day, the latest first. */
  readonly weeks: readonly EarlierWeek[];
  readonly attention: Attention;
}

/** Figures of the earlier weeks, each read at the age that the reported day has now. */
interface SummaryBaseline extends BaselineRates {
  /** Usual number of messages per day. */
  readonly submitted: number;
  /** Delivery rate minus that of earlier weeks, in percentage points; `undefined` for too few messages. */
  readonly points: number | undefined;
  readonly total: LatencySummary;
  readonly isObserved: boolean;
}

/** The same weekday of an earlier week; without figures if it could not be read. */
export interface EarlierWeek {
  readonly day: Day;
  readonly state: 'compared' | 'empty' | 'short' | 'unreadable';
  readonly basis: Basis | undefined;
  readonly totals: Rates | undefined;
  readonly total: LatencySummary | undefined;
}

/** Delivery rate from 0 to 1; `undefined` if there are too few messages to state a rate. */
export function claimedRate({ submitted, deliveryRate }: Rates): number | undefined {
  return submitted >= FEWEST_COMPARED ? deliveryRate : undefined;
}

export type SummaryReading = { readonly question: SummaryQuestion; readonly options: SummaryView } & (
  | { readonly model: SummaryModel }
  | { readonly failure: Failure }
);

/** `signal` ends only the wait of this caller; other callers may share the reading. */
export type ReadSummary = (
  request: SummaryQuestion & Pick<Subscription, 'language'>,
  signal: AbortSignal,
) => Promise<SummaryReading>;

const DAYS_IN_A_WEEK = 7;
const WEEKS = 4;

/** Accepts figures up to an hour old. @throws UpstreamError if the reported day itself cannot be read */
export async function readSummary(
  question: SummaryQuestion,
  { traffic, settings, runtime }: Deps,
  signal?: AbortSignal,
): Promise<SummaryModel> {
  const { day, zone, sender } = question;
  const { receiptHours } = settings;
  const period = periodOfDays(day, day, zone);
  const stopping = signal ? { signal } : {};
  const readSince = readSinceFor(runtime.now(), period.end, completionTime(period, receiptHours));
  const figures = await traffic.figuresFor({ period, sender }, { ...stopping, readSince });
  const weeks: WeekFigures[] = [];
  for (let back = 1; back <= WEEKS; back += 1) {
    const dayThen = addDaysTo(day, -DAYS_IN_A_WEEK * back);
    const then = periodOfDays(dayThen, dayThen, zone);
    const moment = new Date(then.end.getTime() + figures.asOf.getTime() - period.end.getTime());
    try {
      weeks.push({ period: then, figures: await traffic.asOf({ period: then, sender }, moment, stopping) });
    } catch (error) {
      if (!isFailure(error)) throw error;
      weeks.push({ period: then, figures: undefined });
    }
  }
  return summarize({ question, period, figures, weeks, receiptHours });
}

/** Incidents of a day in order of time: those that are listed, and how many more there are. */
export interface DayIncidents {
  readonly shown: readonly Incident[];
  readonly more: number;
  readonly asOf: Date;
}

const MOST_INCIDENTS = 5;

/** Reads incidents that were posted in a channel. If there are too many, those still open are listed first. */
export async function readIncidents(
  { channel, day, zone }: Pick<Summary, 'channel' | 'day' | 'zone'>,
  { stores: { incidents }, runtime }: Deps,
): Promise<DayIncidents> {
  const period = periodOfDays(day, day, zone);
  const found = await incidents.ofChannel(channel, period);
  const all = found.filter((one) => (endTimeOf(one) ?? period.end) > period.start);
  const openFirst = all.toSorted((a, b) => Number(a.endedAt !== undefined) - Number(b.endedAt !== undefined));
  const shown = new Set(openFirst.slice(0, MOST_INCIDENTS));
  return {
    shown: all.filter((one) => shown.has(one)),
    more: all.length - shown.size,
    asOf: runtime.now(),
  };
}

/** Oldest acceptable time of reading; rounded, so that requests within a quarter hour share a reading. */
function readSinceFor(now: Date, ...steps: readonly Date[]): Date {
  const recent = Math.floor((now.getTime() - HOUR_MS) / QUARTER_MS) * QUARTER_MS;
  // A reading from before one of these times lacks the last messages or receipts of the day.
  const passed = steps.map((step) => step.getTime()).filter((step) => step <= now.getTime());
  return new Date(Math.max(recent, ...passed));
}

interface WeekFigures {
  readonly period: Period;
  readonly figures: PastFigures | undefined;
}

/** Messages younger than this may still wait for their receipts. */
const YOUNG_MS = HOUR_MS;
/** Late receipts affect only the second half of the day. */
const HALF_A_DAY_MS = 12 * HOUR_MS;

interface SummaryFigures {
  readonly question: SummaryQuestion;
  readonly period: Period;
  readonly figures: TrafficFigures;
  readonly weeks: readonly WeekFigures[];
  readonly receiptHours: number;
}

export function summarize({ question, period, figures, weeks, receiptHours }: SummaryFigures): SummaryModel {
  const { asOf, distinctFailing, between } = figures;
  const completeAt = completionTime(period, receiptHours);
  const ratesOf: RatesOf = (own) => rates(figuresOf(own), { receiptHours, isComplete: asOf >= completeAt });
  const all = between(period.start, period.end);
  const merged = mergeCoreFigures(figuresOf(all));
  const earlier = weeks.map((week) => earlierWeek(week, ratesOf));
  const compared = weeks.filter((_, at) => earlier[at]?.state === 'compared');
  const before = compared.flatMap((week) => week.figures?.between(week.period.start, week.period.end) ?? []);
  const isObserved = compared.every((week) => week.figures?.basis === 'observed');
  const pointsOf = (isOwn: (one: OperatorFigures) => boolean) => {
    const [then, now] = [before.filter(isOwn), all.filter(isOwn)];
    const fewest = Math.min(submittedOf(then), submittedOf(now));
    return fewest < FEWEST_COMPARED ? undefined : pointsBetween(ratesOf(then), ratesOf(now));
  };
  const facts = {
    totals: ratesOf(all),
    failures: failuresIn(merged.words),
    withoutReceipts: findOperatorsWithoutReceipts(
      all,
      between(period.start, new Date(asOf.getTime() - YOUNG_MS)),
      ratesOf,
    ),
  };
  const dataQuality = dataQualityOf(figures);
  return {
    ...facts,
    question,
    period,
    asOf,
    completeAt,
    distinctFailing,
    legs: summarizeLegs(merged),
    within: shareWithin(figuresOf(all)),
    buckets: bucketsFor(period).map((bucket) => ({
      ...bucket,
      rates: ratesOf(between(bucket.start, bucket.end)),
      usual: usualAt(bucket.start, compared, ratesOf),
    })),
    ...runToEnd(routesOf(all, { ratesOf, pointsOf })),
    baseline:
      compared.length === 0
        ? undefined
        : {
            submitted: submittedOf(before) / compared.length,
            deliveryRate: ratesOf(before).deliveryRate,
            points: pointsOf(() => true),
            total: summarizeLeg(mergeLegs(figuresOf(before).map(({ total }) => total))),
            isObserved,
          },
    weeks: earlier,
    attention: attentionOf({
      ...facts,
      now: all,
      before,
      weeks: compared.length,
      older: {
        now: firstHalf(period, figures),
        before: compared.flatMap((week) => firstHalf(week.period, week.figures)),
      },
      isObserved,
      isShort: isShort(dataQuality),
    }),
    dataQuality,
  };
}

type RatesOf = (own: readonly OperatorFigures[]) => SummaryModel['totals'];

function firstHalf({ start }: Period, figures: TrafficFigures | undefined) {
  return figures?.between(start, new Date(start.getTime() + HALF_A_DAY_MS)) ?? [];
}

function earlierWeek({ period, figures }: WeekFigures, ratesOf: RatesOf): EarlierWeek {
  const day = period.firstDay;
  if (!figures) return { day, state: 'unreadable', basis: undefined, totals: undefined, total: undefined };
  const all = figures.between(period.start, period.end);
  const isLacking = isShort(dataQualityOf(figures));
  return {
    day,
    state: isLacking ? 'short' : all.length === 0 ? 'empty' : 'compared',
    basis: figures.basis,
    totals: ratesOf(all),
    total: summarizeLeg(mergeLegs(figuresOf(all).map(({ total }) => total))),
  };
}

function usualAt(start: Date, weeks: readonly WeekFigures[], ratesOf: RatesOf): BaselineRates | undefined {
  const parts = weeks.flatMap(({ period, figures }) => {
    const own = bucketsFor(period).find(
      (bucket) => twoHourStep(bucket.start, period) === twoHourStep(start, period),
    );
    return own && figures ? [figures.between(own.start, own.end)] : [];
  });
  if (parts.length === 0) return undefined;
  const { submitted, deliveryRate } = ratesOf(parts.flat());
  return { submitted: submitted / parts.length, deliveryRate };
}

/** Number of the two-hour step by local time, so that a clock change at midnight does not shift steps. */
function twoHourStep(start: Date, { zone }: Period): number {
  return Math.floor(Number(localTime(start, zone).slice(0, 2)) / 2);
}
