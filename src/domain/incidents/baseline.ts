import { HALF_HOUR_MS, WEEK_MS } from '../../runtime/durations.ts';
import type { Basis } from '../figures/same-age.ts';
import { addCounts, type Counts } from './counts.ts';

export interface Observation {
  /** Time of the reading, or of the reconstruction. */
  readonly at: Date;
  readonly operator: string | undefined;
  readonly counts: Counts;
  readonly basis: Basis;
  /** An hour in an incident is no measure for others. */
  readonly inIncident?: boolean;
}

export interface Baseline {
  /** Failures only of observed checks, because many failures have no time. */
  readonly counts: Counts;
  /** Number of weeks with data, and of reconstructed ones. */
  readonly weeks: number;
  readonly rebuiltWeeks: number;
  /** The lowest weekly mean of `recent`; zero where a week had none. */
  readonly leastRecent: number;
  readonly basis: Basis;
}

export type OperatorBaseline = { readonly operator: string | undefined; readonly baseline: Baseline };

/** After clocks change, the hour differs from that of the recipients for four weeks. */
export const BASELINE_WEEKS = 4;
/** With fewer messages, an observed week has no priority over a reconstructed one. */
const FEWEST_OBSERVED = 50;

type Dated = { readonly week: number; readonly observation: Observation };

/** Observations outside of incidents have priority over a reconstruction. What lasts for four weeks is usual. */
export function baselinesFor(observations: Iterable<Observation>, at: Date): OperatorBaseline[] {
  const dated: Dated[] = [];
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

function measureOf(week: readonly Observation[]): readonly Observation[] {
  const observed = week.filter(({ basis }) => basis === 'observed');
  const well = observed.filter(({ inIncident }) => !inIncident);
  const rebuilt = week.filter(({ basis }) => basis === 'reconstructed');
  if (rebuilt.length === 0 || countsOfAll(well).recent >= FEWEST_OBSERVED) return well;
  return observed.length > well.length ? well : rebuilt;
}

function baselineOf(dated: readonly Dated[], absentWeeks: number): Baseline | undefined {
  const byWeek = [...Map.groupBy(dated, ({ week }) => week).values()].map((week) =>
    week.map(({ observation }) => observation),
  );
  const measures = byWeek.map(measureOf).filter((checks) => checks.length > 0);
  const weeks =
    measures.length > 0 ? measures : byWeek.map((checks) => checks.filter((one) => !isRebuilt(one)));
  if (weeks.length === 0) return undefined;
  const taken = weeks.flat();
  const observed = taken.filter((one) => !isRebuilt(one));
  const rebuiltWeeks = weeks.filter((checks) => checks.some(isRebuilt)).length;
  return {
    counts: { ...countsOfAll(taken), failed: countsOfAll(observed).failed },
    weeks: weeks.length,
    rebuiltWeeks,
    leastRecent:
      absentWeeks > 0 ? 0 : Math.min(...weeks.map((checks) => countsOfAll(checks).recent / checks.length)),
    basis: rebuiltWeeks > 0 ? 'reconstructed' : 'observed',
  };
}

function isRebuilt({ basis }: Observation): boolean {
  return basis === 'reconstructed';
}

function countsOfAll(observations: readonly Observation[]): Counts {
  return addCounts(observations.map(({ counts }) => counts));
}
