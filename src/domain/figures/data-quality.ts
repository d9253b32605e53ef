import { sumOf } from './rates.ts';

/** Whatever makes figures less than whole. */
export interface DataQuality {
  /** What the platform said there is and what it sent, of the days on which it sent less. */
  readonly announced: number;
  readonly received: number;
  /** The same two numbers for the days on which the platform sent more than it said. */
  readonly surplus?: { readonly announced: number; readonly received: number } | undefined;
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
export function dataQualityOf({ days, unplaced, daysMissing, isStale = false }: Read): DataQuality {
  const together = (of: Read['days']) => ({
    announced: sumOf(of, ({ announced = 0 }) => announced),
    received: sumOf(of, ({ received }) => received),
  });
  const more = days.filter(({ announced, received }) => announced !== undefined && announced < received);
  return {
    ...together(days.filter(({ announced = 0, received }) => announced > received)),
    ...(more.length > 0 ? { surplus: together(more) } : {}),
    unreadable: sumOf(days, ({ unreadable }) => unreadable),
    unplaced: unplaced?.submitted ?? 0,
    daysMissing,
    isStale,
  };
}

/** Whether messages are missing, so that there may have been more. */
export function isShort({ announced, received, unreadable, daysMissing }: DataQuality): boolean {
  return unreadable > 0 || announced > received || daysMissing;
}
