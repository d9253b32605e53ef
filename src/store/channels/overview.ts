export interface Overview<Setting> {
  readonly shown: readonly Setting[];
  readonly count: number;
}

/** Counting stops at this number of rows, because a view of a few rows need not count thousands. */
export const MOST_COUNTED = 100;

export interface OverviewQuery {
  /** Slack id of the reader; this person’s own settings come first. */
  readonly person: string;
  readonly channels: readonly string[];
  readonly limit: number;
}
