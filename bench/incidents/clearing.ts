import { median } from '../measure.ts';
import type { InjectedFault } from './faults.ts';
import type { OurIncident } from './ours.ts';
import type { SeedRun } from './run.ts';
import { type FaultResult, GRACE_SECONDS } from './score.ts';

/** How our incidents ended after their outages. */
export interface Clearing {
  /** Seconds from the end of each outage to the check that closed its incident as recovered. */
  readonly seconds: readonly number[];
  /** Number of incidents not closed as recovered. */
  readonly unseen: number;
  /** Outages, flapping ones included, with a second incident up to an hour after their end. Only one is correct. */
  readonly again: readonly InjectedFault[];
}

const SHORTLY_SECONDS = 3600;

/** Covers outages that were due and found. Uses the operator's incident, else the incident of all operators. */
export function clearingOf(
  runs: readonly Pick<SeedRun, 'incidents'>[],
  results: readonly (readonly FaultResult[])[],
): Clearing {
  const all = runs.flatMap(({ incidents }, index) =>
    (results[index] ?? []).flatMap(({ fault, isDue, delay }) =>
      delay === undefined ? [] : [{ fault, isDue, ...incidentsOf(fault, incidents) }],
    ),
  );
  const each = all.filter(({ isDue }) => isDue);
  return {
    seconds: each.flatMap(({ first, end }) => (first?.isCleared && first.endedAt ? first.endedAt - end : [])),
    unseen: each.filter(({ first }) => first?.isCleared !== true).length,
    again: all.flatMap(({ fault, isDue, isAgain }) =>
      isAgain && (isDue || fault.kind === 'flapping') ? [fault] : [],
    ),
  };
}

function incidentsOf({ start, end, operator }: InjectedFault, incidents: readonly OurIncident[]) {
  const near = incidents.filter(({ startedAt }) => startedAt >= start && startedAt <= end + SHORTLY_SECONDS);
  const own = near.filter((one) => one.operator === operator);
  const [first, ...others] = own.length > 0 ? own : near.filter((one) => one.operator === undefined);
  const isMatch = first !== undefined && first.startedAt <= end + GRACE_SECONDS;
  return { first: isMatch ? first : undefined, end, isAgain: others.length > 0 };
}

export function clearingText({ seconds, unseen, again }: Clearing): string {
  const minutes = (value: number) => `${(value / 60).toFixed(1)} min`;
  const took =
    seconds.length === 0
      ? 'none was called over'
      : `median ${minutes(median(seconds))}, worst ${minutes(Math.max(...seconds))}`;
  return `Time to clear, from the end of an outage that was due to the check that called it over, SMS Desk: ${took}. Not seen to work again: ${unseen}. Begun again within the hour after, of these and of those that came and went: ${again.length}.`;
}
