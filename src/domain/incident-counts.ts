/** Some messages, and those of them that something is true of. Neither need be whole: a window cuts quarter hours. */
export interface Part {
  readonly of: number;
  readonly hits: number;
}

/**
 * What one check counts of one operator's messages. Plain numbers, so they can be kept, and those of several
 * checks or operators add up (`addCounts`).
 */
export interface Counts {
  /** Messages handed in within the last quarter of an hour. */
  readonly recent: number;
  /** Of the messages 2 to 7 minutes old: no receipt yet. */
  readonly waiting: Part;
  /** Of the youngest quarter hour: not delivered within 2 minutes; and those of them that have failed. */
  readonly late: Part & { readonly failed?: number | undefined };
  /**
   * Of the youngest quarter hour, but for those that have failed: not handed to the operator within 30 s; and those
   * of them that it has not got at all yet.
   */
  readonly slowHandOver: Part & { readonly missing?: number | undefined };
  /** Of the quarter hours that began within the last hour: failed. */
  readonly failed: Part;
  /** Of the ways measured in the youngest quarter hour: by a clock that is off. */
  readonly clockOff: Part;
}

export type ShareName = Exclude<keyof Counts, 'recent'>;

export interface OperatorCounts {
  /** `undefined` is the unknown route. */
  readonly operator: string | undefined;
  readonly counts: Counts;
}

/** A message is in time up to here: a code that comes later has mostly been asked for again. */
export const IN_TIME_SECONDS = 120;
export const NO_COUNTS: Counts = addCounts([]);

export function addCounts(list: readonly Counts[]): Counts {
  const add = (name: ShareName): Part => ({
    of: sum(list, (counts) => counts[name].of),
    hits: sum(list, (counts) => counts[name].hits),
  });
  return {
    recent: sum(list, ({ recent }) => recent),
    waiting: add('waiting'),
    late: { ...add('late'), failed: sum(list, ({ late }) => late.failed ?? 0) },
    slowHandOver: {
      ...add('slowHandOver'),
      missing: sum(list, ({ slowHandOver }) => slowHandOver.missing ?? 0),
    },
    failed: add('failed'),
    clockOff: add('clockOff'),
  };
}

/** hits ÷ of, from 0 to 1; `undefined` of nothing. */
export function shareOf({ of, hits }: Part): number | undefined {
  return of === 0 ? undefined : hits / of;
}

function sum<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((total, one) => total + of(one), 0);
}
