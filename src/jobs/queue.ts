import { randomUUID } from 'node:crypto';
import type { Db, JobWithMetadata, PgBoss } from 'pg-boss';
import { z } from 'zod';
import { HOUR_SECONDS } from '../runtime/durations.ts';
import type { Database } from '../store/database.ts';

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

export type Job = JobWithMetadata<object>;

export type Queue = ReturnType<typeof createQueue>;

const SETTINGS = {
  // Until it is done, or given up when it has waited for two weeks.
  retryLimit: 1_000_000,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 120,
  // The least there is: what a process that died was at is taken up by another so much later.
  heartbeatSeconds: 10,
  expireInSeconds: 900,
  deleteAfterSeconds: HOUR_SECONDS,
};

const AT_ONCE = 1_000;

/** The library leaves open in its types what it answers. */
const answer = z.object({ affected: z.number(), settled: z.array(z.string()).optional() });
const dueWork = z.object({ waiting: z.number(), since: z.number().nullable() });

export function createQueue(boss: PgBoss, database: Database, name: string) {
  const insert = (work: readonly Work[], options: { readonly db?: Db } = {}) =>
    boss.insert(
      name,
      work.map(({ data, at, key }) => ({
        data,
        // Without a key it would be the same as all others without one.
        singletonKey: key ?? randomUUID(),
        ...(at ? { startAfter: at } : {}),
      })),
      options,
    );

  return {
    async prepare() {
      // The first to make it decides; settings may have changed since.
      await boss.createQueue(name, { policy: 'exclusive', ...SETTINGS });
      await boss.updateQueue(name, SETTINGS);
    },
    /** How much is due and in nobody's hands, and since when. */
    async waiting() {
      const jobs = `${database.schema}_jobs`;
      const { rows } = await database.run(
        `select count(*)::integer as waiting, extract(epoch from min(start_after))::double precision as since
           from ${jobs}.job
          where name = $1 and state in ('created', 'retry') and start_after <= ${jobs}.job_now()`,
        [name],
      );
      const { waiting, since } = dueWork.parse(rows[0]);
      return { waiting, oldestDueAt: since === null ? undefined : new Date(since * 1_000) };
    },
    async send(work: readonly Work[]) {
      for (let first = 0; first < work.length; first += AT_ONCE) {
        await insert(work.slice(first, first + AT_ONCE));
      }
    },
    take: (atMost: number): Promise<Job[]> =>
      boss.fetch<object>(name, { batchSize: atMost, includeMetadata: true }),
    /** Says that these are still being done. @returns those that are no longer this process's */
    async keep(jobs: readonly Job[]): Promise<Job[]> {
      const { settled } = answer.parse(await boss.touch(name, [...jobs]));
      return settled ? jobs.filter(({ id }) => !settled.includes(id)) : [];
    },
    async done(job: Job) {
      await boss.complete(name, job);
    },
    /** It is done again after a pause, longer each time. */
    async failed(job: Job) {
      // What went wrong is in the log, whose words are watched; the queue keeps none.
      await boss.fail(name, job, { message: 'failed' });
    },
    async putBack(job: Job, at: Date) {
      await database.together(async (run) => {
        const db: Db = { executeSql: async (text, values) => ({ ...(await run(text, values)) }) };
        const { affected } = answer.parse(await boss.complete(name, job, undefined, { db }));
        // Where it was no longer ours, whoever has it sees to it.
        const key = job.singletonKey ? { key: job.singletonKey } : {};
        if (affected > 0) await insert([{ data: job.data, at, ...key }], { db });
      });
    },
    /** Work that waits under this key is due now. */
    async hurry(key: string) {
      await boss.update(name, undefined, { singletonKey: key, startAfter: 0 });
    },
  };
}
