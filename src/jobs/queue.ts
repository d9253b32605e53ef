import { randomUUID } from 'node:crypto';
import type { Db, JobWithMetadata, PgBoss } from 'pg-boss';
import { z } from 'zod';
import { HOUR_SECONDS } from '../runtime/durations.ts';
import type { Database } from '../store/database.ts';

/** Durable work: any process that shares the database runs it, at least once. */
export interface Jobs {
  /** Registers a handler, before `start`. Names consist of letters, digits, `-` and `_`. */
  work<T extends object>(name: string, how: WorkOptions<T>): void;
  /**
   * Stores jobs: after this resolves, they will run. A job with the key of a waiting or running one is not stored.
   * Opens the database and starts the workers if necessary.
   */
  send(name: string, work: readonly NewJob[]): Promise<void>;
  /** Resolves when the workers run; retries until the database answers. Calls share one promise. */
  start(): Promise<void>;
  /** Fetches no more jobs and aborts running ones, which have three seconds to end. The others run again. */
  stop(): Promise<void>;
}

export interface NewJob {
  /** Stored as JSON, unencrypted. */
  readonly data: object;
  readonly at?: Date;
  readonly key?: string;
}

export interface WorkOptions<T> {
  readonly schema: z.ZodType<T>;
  /** Simultaneous jobs in this process; 4 by default. */
  readonly concurrency?: number;
  /** Also runs periodically with `{}`, by the bot's clock, in one process at a time. */
  readonly everyMs?: number;
  /**
   * A rejection is logged and the job retried, with pauses of up to two minutes; `again` postpones the job. It may be
   * called again for a finished job, so it checks the stored state first. `signal` aborts when the process stops, or
   * when another process may have the job because heartbeats were missing.
   */
  readonly handle: (data: T, options: HandleOptions) => Promise<Postponement | undefined>;
}

/** @throws ZodError for data that does not fit the schema */
export type WorkKind = Pick<WorkOptions<never>, 'concurrency' | 'everyMs'> & {
  readonly handle: (data: unknown, options: HandleOptions) => Promise<Postponement | undefined>;
};

export interface HandleOptions {
  readonly signal: AbortSignal;
}

export interface Postponement {
  readonly again: Date;
}

export type ClaimedJob = JobWithMetadata<object>;

export type Queue = ReturnType<typeof createQueue>;

const SETTINGS = {
  // Practically without a limit: a job expires after two weeks.
  retryLimit: 1_000_000,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 120,
  // Minimum of the library. After this time another process runs the jobs of a dead process.
  heartbeatSeconds: 10,
  expireInSeconds: 900,
  deleteAfterSeconds: HOUR_SECONDS,
};

const BATCH_JOBS = 1_000;

/** The library's types do not describe these results. */
const answer = z.object({ affected: z.number(), settled: z.array(z.string()).optional() });
const dueWork = z.object({ waiting: z.number(), since: z.number().nullable() });

export function createQueue(boss: PgBoss, database: Database, name: string) {
  const insert = (work: readonly NewJob[], options: { readonly db?: Db } = {}) =>
    boss.insert(
      name,
      work.map(({ data, at, key }) => ({
        data,
        // The library treats all jobs without a key as equal.
        singletonKey: key ?? randomUUID(),
        ...(at ? { startAfter: at } : {}),
      })),
      options,
    );

  return {
    async prepare() {
      // An existing queue keeps its old settings otherwise.
      await boss.createQueue(name, { policy: 'exclusive', ...SETTINGS });
      await boss.updateQueue(name, SETTINGS);
    },
    /** Due jobs that no process runs, and the oldest due time. */
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
    async send(work: readonly NewJob[]) {
      for (let first = 0; first < work.length; first += BATCH_JOBS) {
        await insert(work.slice(first, first + BATCH_JOBS));
      }
    },
    fetch: (atMost: number): Promise<ClaimedJob[]> =>
      boss.fetch<object>(name, { batchSize: atMost, includeMetadata: true }),
    /** @returns the jobs that no longer belong to this process */
    async heartbeat(jobs: readonly ClaimedJob[]): Promise<ClaimedJob[]> {
      const { settled: renewed } = answer.parse(await boss.touch(name, [...jobs]));
      return renewed ? jobs.filter(({ id }) => !renewed.includes(id)) : [];
    },
    async complete(job: ClaimedJob) {
      await boss.complete(name, job);
    },
    /** The job is retried with exponential backoff. */
    async fail(job: ClaimedJob) {
      // The log has the error without secrets; the queue stores none.
      await boss.fail(name, job, { message: 'failed' });
    },
    async reschedule(job: ClaimedJob, at: Date) {
      await database.together(async (run) => {
        const db: Db = { executeSql: async (text, values) => ({ ...(await run(text, values)) }) };
        const { affected } = answer.parse(await boss.complete(name, job, undefined, { db }));
        // Otherwise another process has the job.
        const key = job.singletonKey ? { key: job.singletonKey } : {};
        if (affected > 0) await insert([{ data: job.data, at, ...key }], { db });
      });
    },
    /** The waiting job with this key is due now. */
    async makeDue(key: string) {
      await boss.update(name, undefined, { singletonKey: key, startAfter: 0 });
    },
  };
}
