/** Whatever makes figures less than whole. */
export interface Doubts {
  /** What the platform said there is and what it sent, of the days on which it sent less. */
  readonly announced: number;
  readonly received: number;
  readonly unreadable: number;
  readonly unplaced: number;
  readonly daysMissing: boolean;
  readonly isStale: boolean;
}

/** What is known of how figures were read. */
interface Read {
  readonly days: readonly {
    readonly received: number;
    readonly announced?: number | undefined;
    readonly unreadable: number;
  }[];
  readonly unplaced?: { readonly submitted: number };
  readonly daysMissing: boolean;
  readonly isStale?: boolean;
}

/** What makes these figures less than whole. */
export function doubtsOf({ days, unplaced, daysMissing, isStale = false }: Read): Doubts {
  const short = days.filter(({ announced = 0, received }) => announced > received);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    announced: sum(short.map(({ announced = 0 }) => announced)),
    received: sum(short.map(({ received }) => received)),
    unreadable: sum(days.map(({ unreadable }) => unreadable)),
    unplaced: unplaced?.submitted ?? 0,
    daysMissing,
    isStale,
  };
}

/** Whether messages are missing, so that there may have been more. */
export function isShort({ announced, received, unreadable, daysMissing }: Doubts): boolean {
  return unreadable > 0 || announced > received || daysMissing;
}
