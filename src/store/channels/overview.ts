export interface Overview<Setting> {
  readonly shown: readonly Setting[];
  /** How many there are in all, or `MOST_COUNTED`: there may be more. */
  readonly count: number;
}

/** Thousands are not counted each time that somebody looks at a few; there may be more than so many. */
export const MOST_COUNTED = 100;

export interface OverviewQuery {
  /** Whose own stand first. */
  readonly person: string;
  readonly channels: readonly string[];
  readonly limit: number;
}
