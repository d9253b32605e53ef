import { failedSince, youngestSince } from './incident-counting.ts';
import type { FindingKind } from './incident-findings.ts';

/** When each kind of finding was last made. */
export type LastFound = Readonly<Partial<Record<FindingKind, Date>>>;

/** From the shortest look back to the longest, with when the oldest messages were handed in that a check counts so. */
const KINDS: readonly { readonly kinds: readonly FindingKind[]; readonly since: (at: Date) => Date }[] = [
  { kinds: ['waiting', 'silence'], since: (at) => at },
  { kinds: ['late', 'slow_hand_over', 'clock_off'], since: youngestSince },
  { kinds: ['failures'], since: failedSince },
];

/**
 * When trouble was last seen. What looks back for longer is found for a while after it is over, of messages from before:
 * it counts where all of its messages are younger than what looks back for less time found last. `undefined` where
 * nothing was found.
 */
export function lastTroubleAt(found: LastFound): Date | undefined {
  return KINDS.reduce<Date | undefined>((last, { kinds, since }) => {
    const times = kinds.flatMap((kind) => found[kind]?.getTime() ?? []);
    if (times.length === 0) return last;
    const at = new Date(Math.max(...times));
    return last === undefined || since(at) >= last ? at : last;
  }, undefined);
}
