export interface Overview<Setting> {
  readonly shown: readonly Setting[];
  /** At most `MOST_COUNTED`: there may be more. */
  readonly count: number;
}

/** Limit, so that a view of a few rows does not count thousands. */
export const MOST_COUNTED = 100;

export interface OverviewQuery {
  /** This person's rows come first. */
  readonly person: string;
  readonly channels: readonly string[];
  readonly limit: number;
}
