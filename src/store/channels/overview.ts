export interface Overview<Setting> {
  readonly shown: readonly Setting[];
  readonly count: number;
}

/** The count of settings stops at this number: a view of a few settings need not count thousands. */
export const MOST_COUNTED = 100;

export interface OverviewQuery {
  /** Slack id of the reader; this person’s own settings come first. */
  readonly person: string;
  readonly channels: readonly string[];
  readonly limit: number;
}
