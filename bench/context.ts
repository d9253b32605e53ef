/** What every part of the benchmark is given. */
export interface Context {
  readonly sizes: Sizes;
  /** A folder of its own that is removed at the end. */
  readonly folder: string;
  /** Makes a folder for the data of a bot that has never run: its own and empty, but where a test has prepared it. */
  readonly dataFolder: () => Promise<string>;
  /** A Postgres server on which databases can be made; parts that need one are left out without it. */
  readonly databaseUrl: string | undefined;
  /** An earlier state of the project, installed: the bot of today is measured in turn with the one there. */
  readonly before: string | undefined;
  /** Tells what is being done. */
  readonly say: (line: string) => void;
}

export interface Sizes {
  /** Times that everything is measured, but where it says otherwise. */
  readonly rounds: number;
  readonly reading: {
    /** Messages of the report that all readers can read, and of one that not all can. */
    readonly messages: readonly [number, number];
  };
  readonly status: {
    readonly rounds: number;
    /** For so long questions are asked, so many waiting for their answer at any time. */
    readonly runMs: number;
    readonly inFlight: number;
    /** For the report beside it: requests at an even pace, and messages of the report. */
    readonly paced: number;
    readonly perSecond: number;
    readonly reportMessages: number;
  };
  readonly report: { readonly days: number; readonly perDay: number };
  readonly start: {
    /** After which memory is looked at. */
    readonly restMs: number;
  };
  readonly home: {
    /** Of which figures are stored. */
    readonly days: number;
    readonly perDay: number;
    readonly subscriptions: number;
    /** In each round. */
    readonly openings: number;
  };
  readonly memory: {
    readonly rounds: number;
    /** Of the report that is asked for. */
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

/** To see whether it works, and about how things stand. */
export const QUICK: Sizes = {
  rounds: 3,
  reading: { messages: [100_000, 300_000] },
  status: { rounds: 3, runMs: 1_000, inFlight: 20, paced: 60, perSecond: 20, reportMessages: 100_000 },
  report: { days: 30, perDay: 5_000 },
  start: { restMs: 2_000 },
  home: { days: 60, perDay: 1_000, subscriptions: 10_000, openings: 20 },
  memory: { rounds: 1, days: 30, perDay: 1_000, restMs: 3_000 },
};
