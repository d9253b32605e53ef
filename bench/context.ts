import type { Ratio } from './expected.ts';

export interface Context {
  readonly sizes: Sizes;
  /** A temporary folder, removed at the end. */
  readonly folder: string;
  /** Creates the DATA_DIR of a bot that has never run. It is empty unless a test prepares it. */
  readonly dataFolder: () => Promise<string>;
  /** A Postgres server on which databases may be created. Without it, the parts that need one are skipped. */
  readonly databaseUrl: string | undefined;
  /** Root of an installed earlier commit, measured in turn with this checkout. */
  readonly before: string | undefined;
  /** Also measure where the time of an answer goes. */
  readonly isProfiled?: boolean;
  /** Takes a ratio that can be compared between runs. */
  readonly record: (ratio: Ratio) => void;
  /** Reports progress. */
  readonly say: (line: string) => void;
}

export interface Sizes {
  /** Default number of rounds. */
  readonly rounds: number;
  readonly reading: {
    /** Size of a report that all readers can read, and of one that is too large for some. */
    readonly messages: readonly [number, number];
  };
  readonly status: {
    readonly rounds: number;
    /** Duration of the load, and the number of concurrent requests. */
    readonly runMs: number;
    readonly inFlight: number;
    /** With a report at the same time: requests at an even pace, and messages of the report. */
    readonly paced: number;
    readonly perSecond: number;
    readonly reportMessages: number;
  };
  readonly report: { readonly days: number; readonly perDay: number };
  readonly start: {
    /** Wait before memory is measured. */
    readonly restMs: number;
  };
  readonly home: {
    /** Days with stored figures. */
    readonly days: number;
    readonly perDay: number;
    readonly subscriptions: number;
    /** Per round. */
    readonly openings: number;
  };
  readonly memory: {
    readonly rounds: number;
    /** Length of the requested report. */
    readonly days: number;
    readonly perDay: number;
    readonly restMs: number;
  };
}

export const FULL: Sizes = {
  rounds: 5,
  reading: { messages: [1_000_000, 3_000_000] },
  status: {
    rounds: 10,
    runMs: 5_000,
    inFlight: 20,
    paced: 200,
    perSecond: 20,
    reportMessages: 1_000_000,
  },
  report: { days: 30, perDay: 100_000 },
  start: { restMs: 3_000 },
  home: { days: 60, perDay: 20_000, subscriptions: 10_000, openings: 50 },
  memory: { rounds: 3, days: 30, perDay: 10_000, restMs: 10_000 },
};

/** Small sizes: a functional check with rough figures. */
export const QUICK: Sizes = {
  rounds: 3,
  reading: { messages: [100_000, 300_000] },
  status: { rounds: 3, runMs: 1_000, inFlight: 20, paced: 60, perSecond: 20, reportMessages: 100_000 },
  report: { days: 30, perDay: 5_000 },
  start: { restMs: 2_000 },
  home: { days: 60, perDay: 1_000, subscriptions: 10_000, openings: 20 },
  memory: { rounds: 1, days: 30, perDay: 1_000, restMs: 3_000 },
};
