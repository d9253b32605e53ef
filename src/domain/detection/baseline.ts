import { HALF_HOUR_MS, WEEK_MS } from '../../runtime/durations.ts';
import { sumOf } from '../figures/rates.ts';
import type { Basis } from '../figures/same-age.ts';
import { addDaysTo, type Day, daysBetween } from '../time/calendar.ts';
import { addCounts, type Counts } from './counts.ts';

export interface Observation {
  readonly at: Date;
  readonly operator: string | undefined;
  readonly counts: Counts;
  readonly basis: Basis;
  /** Observations during an incident are not used as a baseline. */
  readonly inIncident?: boolean;
}

export interface Baseline {
  /** Failures come only from checks of that hour, because later readings lack the time of many failures. */
  readonly counts: Counts;
  readonly weeks: number;
  readonly reconstructedWeeks: number;
  /** Lowest weekly mean of the messages in a quarter hour; zero if a week had no messages. */
  readonly lowestRecent: number;
  /** Messages in a quarter hour that are usual: the 90 % prediction interval of the weekly means. */
  readonly usualRecent: Interval;
  readonly basis: Basis;
}

export type OperatorBaseline = { readonly operator: string | undefined; readonly baseline: Baseline };

/** Number of past weeks that are compared. After a change of summer time, their hours are off by one. */
export const BASELINE_WEEKS = 4;
/** One quiet week may be a holiday, so silence needs two weeks to compare with. */
export const FEWEST_SILENT_WEEKS = 2;
/** A past week with fewer messages in its checks is replaced by counts computed from later figures. */
const FEWEST_OBSERVED = 50;

type DatedObservation = { readonly week: number; readonly observation: Observation };

/** Prefers counts observed outside incidents to reconstructed ones; four bad weeks count as usual. */
export function baselinesFor(observations: Iterable<Observation>, at: Date): OperatorBaseline[] {
  const dated: DatedObservation[] = [];
  for (const observation of observations) {
    const ago = at.getTime() - observation.at.getTime();
    const week = Math.round(ago / WEEK_MS);
    const isNear = Math.abs(ago - week * WEEK_MS) <= HALF_HOUR_MS;
    if (isNear && week >= 1 && week <= BASELINE_WEEKS) dated.push({ week, observation });
  }
  const allWeeks = new Set(dated.map(({ week }) => week));
  return [...Map.groupBy(dated, ({ observation }) => observation.operator)].flatMap(([operator, own]) => {
    const absentWeeks = allWeeks.size - new Set(own.map(({ week }) => week)).size;
    const baseline = baselineOf(own, absentWeeks);
    return baseline ? [{ operator, baseline }] : [];
  });
}

function observationsOfWeek(week: readonly Observation[]): readonly Observation[] {
  const observed = week.filter(({ basis }) => basis === 'observed');
  const well = observed.filter(({ inIncident }) => !inIncident);
  const reconstructed = week.filter(({ basis }) => basis === 'reconstructed');
  if (reconstructed.length === 0 || countsOfAll(well).recent >= FEWEST_OBSERVED) return well;
  return observed.length > well.length ? well : reconstructed;
}

function baselineOf(dated: readonly DatedObservation[], absentWeeks: number): Baseline | undefined {
  const byWeek = [...Map.groupBy(dated, ({ week }) => week).values()].map((week) =>
    week.map(({ observation }) => observation),
  );
  const measured = byWeek.map(observationsOfWeek).filter((checks) => checks.length > 0);
  const weeks =
    measured.length > 0 ? measured : byWeek.map((checks) => checks.filter((one) => !isReconstructed(one)));
  if (weeks.length === 0) return undefined;
  const used = weeks.flat();
  const observed = used.filter((one) => !isReconstructed(one));
  const reconstructedWeeks = weeks.filter((checks) => checks.some(isReconstructed)).length;
  const recent = [
    ...weeks.map((checks) => countsOfAll(checks).recent / checks.length),
    ...Array.from({ length: absentWeeks }, () => 0),
  ];
  return {
    counts: { ...countsOfAll(used), failed: countsOfAll(observed).failed },
    weeks: weeks.length,
    reconstructedWeeks,
    lowestRecent: Math.min(...recent),
    usualRecent: predictionInterval(recent),
    basis: reconstructedWeeks > 0 ? 'reconstructed' : 'observed',
  };
}

function isReconstructed({ basis }: Observation): boolean {
  return basis === 'reconstructed';
}

function countsOfAll(observations: readonly Observation[]): Counts {
  return addCounts(observations.map(({ counts }) => counts));
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Student’s t: 95 % quantiles for one degree of freedom and more. */
const T_95 = [6.31, 2.92, 2.35];

/** Traffic of the same hour differs by at least this share from week to week, also if a few weeks were alike by chance. */
const LEAST_SPREAD = 0.1;

/** Interval that covers the next value in at least 9 of 10 cases, after some values of a normal distribution. */
export function predictionInterval(values: readonly number[]): Interval {
  const count = values.length;
  const mean = sumOf(values, (value) => value) / count;
  const t = T_95[count - 2] ?? T_95.at(-1) ?? 0;
  const variance = sumOf(values, (value) => (value - mean) ** 2) / Math.max(1, count - 1);
  // Messages arrive at random, so the variance is at least the mean.
  const least = Math.max(mean, (LEAST_SPREAD * mean) ** 2);
  const margin = t * Math.sqrt(Math.max(variance, least) * (1 + 1 / count));
  return { low: Math.max(0, mean - margin), high: mean + margin };
}

export function addIntervals(list: readonly Interval[]): Interval {
  return { low: sumOf(list, ({ low }) => low), high: sumOf(list, ({ high }) => high) };
}

/** A problem that checks cannot find before the day `until`, because past weeks are missing. */
export interface BlindSpot {
  readonly kind: 'late' | 'failures' | 'few_failures' | 'silence';
  readonly until: Day;
}

/**
 * `days` are the days of the last four weeks that were read, ascending; others may have messages. `firstCheck` is absent if
 * a check of this hour in past weeks is stored.
 */
export function blindSpotsOf(
  today: Day,
  days: readonly { readonly day: Day; readonly received: number }[],
  firstCheck: Day | undefined,
): BlindSpot[] {
  const past = days.filter(({ day }) => day < today && daysBetween(day, today) % 7 === 0);
  const withMessages = past.filter(({ received }) => received > 0);
  const weeks = past.length < BASELINE_WEEKS ? BASELINE_WEEKS : withMessages.length;
  const firstDay = days.find(({ received }) => received > 0)?.day ?? today;
  const spot = (kind: BlindSpot['kind'], first: Day | undefined, needed: number): BlindSpot[] => {
    const until = addDaysTo(first ?? today, 7 * needed);
    return first !== undefined && until > today ? [{ kind, until }] : [];
  };
  return [
    ...spot('late', weeks < 1 ? firstDay : undefined, 1),
    // Many failures are found among late messages, too.
    ...spot(weeks < 1 ? 'failures' : 'few_failures', firstCheck, 1),
    ...spot('silence', weeks < FEWEST_SILENT_WEEKS ? firstDay : undefined, FEWEST_SILENT_WEEKS),
  ];
}
