import { FEWEST_COMPARED } from '../../domain/figures/changes.ts';
import type { BucketRates, PeriodFigures } from '../../domain/figures/period-figures.ts';
import type { LatencySummary, Rates } from '../../domain/figures/rates.ts';
import type { Basis } from '../../domain/figures/same-age.ts';
import type { Day } from '../../domain/time/period.ts';
import type { BaselineRates } from '../../slack/blocks/charts.ts';
import type { Attention } from './attention.ts';

/** What a summary is about: a day in the channel's zone, of all senders or one. */
export interface SummaryQuestion {
  readonly day: Day;
  /** IANA */
  readonly zone: string;
  readonly sender?: string | undefined;
}

/** Everything a summary says. */
export interface SummaryModel extends PeriodFigures {
  readonly question: SummaryQuestion;
  readonly buckets: readonly (BucketRates & { readonly usual: BaselineRates | undefined })[];
  /** `undefined` where there is no earlier week to compare with. */
  readonly baseline: SummaryBaseline | undefined;
  /** The same weekday of the four weeks before, the latest first. */
  readonly weeks: readonly EarlierWeek[];
  /** The one thing that matters most. */
  readonly attention: Attention;
}

/** What is usual on this weekday, by the earlier weeks as they looked at the age which the day has now. */
interface SummaryBaseline extends BaselineRates {
  /** Messages a day. */
  readonly submitted: number;
  /** By how many percentage points the day's delivery rate differs; `undefined` where one of them has too few messages. */
  readonly points: number | undefined;
  /** Of the whole way. */
  readonly total: LatencySummary;
  /** None of the weeks is reconstructed. */
  readonly isObserved: boolean;
}

/**
 * One of the earlier weeks' days. Compared with are those that had messages and were read whole; one that could not
 * be read has no figures.
 */
export interface EarlierWeek {
  readonly day: Day;
  readonly state: 'compared' | 'empty' | 'short' | 'unreadable';
  readonly basis: Basis | undefined;
  readonly totals: Rates | undefined;
  readonly total: LatencySummary | undefined;
}

/** The delivery rate, where there are messages enough to speak of one. */
export function claimedRate({ submitted, deliveryRate }: Rates): number | undefined {
  return submitted >= FEWEST_COMPARED ? deliveryRate : undefined;
}
