import type { z } from 'zod';

/** Work that outlives the process: whoever shares the database does it, sooner or later and at least once. */
export interface Jobs {
  /** Says who does a kind of work; before `start`. Names hold letters, digits, `-` and `_`. */
  work<T extends object>(name: string, how: WorkOptions<T>): void;
  /**
   * Writes work down: once this resolves, it will be done. Where work with the same key waits or is under way, no
   * second is written. Opens the database where that has not been done, and then also starts doing the work.
   */
  send(name: string, work: readonly Work[]): Promise<void>;
  /** Resolves when the work is being done; a database that is away is waited for. Calls share one promise. */
  start(): Promise<void>;
  /** Takes no more work; what is under way has its signal aborted and three seconds to end. What has not ended is done again. */
  stop(): Promise<void>;
}

export interface Work {
  /** Kept as JSON, readable by whoever can read the database. */
  readonly data: object;
  /** When, by the bot's clock; now unless told. */
  readonly at?: Date;
  readonly key?: string;
}

export interface WorkOptions<T> {
  readonly schema: z.ZodType<T>;
  /** How much of it this process does side by side; 4 unless told. */
  readonly atOnce?: number;
  /** It is also done (with `{}`) that often by the bot's clock, by one process at a time. */
  readonly everyMs?: number;
  /**
   * Does the work. A rejection is logged and the work repeated, after pauses that grow to two minutes; `again` puts
   * it back until then. It may be called a second time for work that was done, so it looks at its rows first.
   * `signal` aborts when the process stops, or when others may have the work because this process was not heard of.
   */
  readonly handle: (data: T, options: HandleOptions) => Promise<Again | undefined>;
}

/** Work of any kind, as it comes back from the queue. @throws where it is not what this work takes */
export type WorkKind = Pick<WorkOptions<never>, 'atOnce' | 'everyMs'> & {
  readonly handle: (data: unknown, options: HandleOptions) => Promise<Again | undefined>;
};

export interface HandleOptions {
  readonly signal: AbortSignal;
}

export interface Again {
  readonly again: Date;
}
