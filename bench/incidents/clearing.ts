import { median } from '../measure.ts';
import type { Fault } from './faults.ts';
import type { Spell } from './ours.ts';
import type { Run } from './run.ts';
import { type Found, GRACE_SECONDS } from './score.ts';

/** What became of our incidents once the outages they were of had ended. */
export interface Clearing {
  /** Seconds from the end of the outage to the check that called it over, of those that were seen to work again. */
  readonly seconds: readonly number[];
  /** Those that were not seen to. */
  readonly unseen: number;
  /** Of which, and of which outages that came and went, another incident began by an hour after the end: it is to be one. */
  readonly again: readonly Fault[];
}

const SHORTLY_SECONDS = 3600;

/** Of the outages that were due and found; each by the incident of its operator, or of all where it has none. */
export function clearingOf(
  runs: readonly Pick<Run, 'spells'>[],
  found: readonly (readonly Found[])[],
): Clearing {
  const all = runs.flatMap(({ spells }, index) =>
    (found[index] ?? []).flatMap(({ fault, isDue, delay }) =>
      delay === undefined ? [] : [{ fault, isDue, ...spellsOf(fault, spells) }],
    ),
  );
  const each = all.filter(({ isDue }) => isDue);
  return {
    seconds: each.flatMap(({ first, end }) => (first?.isCleared && first.over ? first.over - end : [])),
    unseen: each.filter(({ first }) => first?.isCleared !== true).length,
    again: all.flatMap(({ fault, isDue, isAgain }) =>
      isAgain && (isDue || fault.kind === 'flapping') ? [fault] : [],
    ),
  };
}

function spellsOf({ start, end, operator }: Fault, spells: readonly Spell[]) {
  const begun = spells.filter(({ began }) => began >= start && began <= end + SHORTLY_SECONDS);
  const own = begun.filter((one) => one.operator === operator);
  const [first, ...others] = own.length > 0 ? own : begun.filter((one) => one.operator === undefined);
  const isOfIt = first !== undefined && first.began <= end + GRACE_SECONDS;
  return { first: isOfIt ? first : undefined, end, isAgain: others.length > 0 };
}

/** In a sentence. */
export function clearingText({ seconds, unseen, again }: Clearing): string {
  const minutes = (value: number) => `${(value / 60).toFixed(1)} min`;
  const took =
    seconds.length === 0
      ? 'none was called over'
      : `median ${minutes(median(seconds))}, worst ${minutes(Math.max(...seconds))}`;
  return `Time to clear, from the end of an outage that was due to the check that called it over, SMS Desk: ${took}. Not seen to work again: ${unseen}. Begun again within the hour after, of these and of those that came and went: ${again.length}.`;
}
