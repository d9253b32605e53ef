import { randomUUID } from 'node:crypto';
import type { Db, JobWithMetadata, PgBoss } from 'pg-boss';
import { z } from 'zod';
import { HOUR_SECONDS } from '../runtime/durations.ts';
import type { Database } from '../store/database.ts';

/** Durable jobs: any process that shares the database runs them, each job at least once. */
export interface Jobs {
  /** The time by which jobs are due: the database’s, so that the wrong clock of one process delays nothing. */
  now(): Date;
  /** Registers the handler of a queue; call it before `start`. Names: letters, digits, `-` and `_`. */
  work<T extends object>(name: string, how: WorkOptions<T>): void;
  /**
   * Stores jobs: after this resolves, they will run. A job with the key of an unfinished job is not stored.
   * Opens the database and starts the workers if necessary.
   */
  send(name: string, work: readonly NewJob[]): Promise<void>;
  /** Resolves when the workers run, and retries until the database answers. Later calls share one promise. */
  start(): Promise<void>;
  /** Fetches no more jobs, and aborts running ones, which have three seconds to end and run again later. */
  stop(): Promise<void>;
}

export interface NewJob {
  /** The job’s input, stored as JSON without encryption. */
  readonly data: object;
  readonly at?: Date;
  readonly key?: string;
}

export interface WorkOptions<T> {
  readonly schema: z.ZodType<T>;
  /** Maximum number of simultaneous jobs in this process; 4 by default. */
  readonly concurrency?: number;
  /** If set, also runs a job with the data `{}` at this interval by `Jobs.now`, in only one process. */
  readonly everyMs?: number;
  /**
   * Runs a job. A rejected job is retried after up to two minutes; `again` postpones the job. A finished job
   * may be run again, so check the stored state first. `signal` aborts when the process stops, or when
   * another process may have the job because heartbeats were missing.
   */
  readonly handle: (data: T, options: HandleOptions) => Promise<Postponement | undefined>;
}

/** A registered handler with its settings. `handle` rejects data that does not fit the schema (ZodError). */
export type WorkKind = Pick<WorkOptions<never>, 'concurrency' | 'everyMs'> & {
  readonly handle: (data: unknown, options: HandleOptions) => Promise<Postponement | undefined>;
};

export interface HandleOptions {
  readonly signal: AbortSignal;
}

export interface Postponement {
  /** A time by `Jobs.now`. */
  readonly again: Date;
}

export type ClaimedJob = JobWithMetadata<object>;

export type Queue = ReturnType<typeof createQueue>;

const SETTINGS = {
  // Retries have practically no limit, because a job expires after two weeks.
  retryLimit: 1_000_000,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 120,
  // Seconds after which another process runs the jobs of a dead process; 10 is the minimum of pg-boss.
  heartbeatSeconds: 10,
  expireInSeconds: 900,
  deleteAfterSeconds: HOUR_SECONDS,
};

export const PERIODIC_KEY = 'around';
const BATCH_JOBS = 1_000;

const answer = z.object({ affected: z.number(), settled: z.array(z.string()).optional() });

export function createQueue(boss: PgBoss, database: Database, name: string) {
  const insert = (work: readonly NewJob[], options: { readonly db?: Db } = {}) =>
    boss.insert(
      name,
      work.map(({ data, at, key }) => ({
        data,
        // The key is random, because pg-boss treats all jobs without a key as equal.
        singletonKey: key ?? randomUUID(),
        ...(at ? { startAfter: at } : {}),
      })),
      options,
    );

  return {
    async prepare() {
      // `createQueue` leaves an existing queue as it is, so `updateQueue` then sets its settings.
      await boss.createQueue(name, { policy: 'exclusive', ...SETTINGS });
      await boss.updateQueue(name, SETTINGS);
    },
    async waiting() {
      const jobs = `${database.schema}_jobs`;
      const { rows } = await database.run<{ waiting: number; since: number | null }>(
        `select count(*)::integer as waiting, extract(epoch from min(start_after))::double precision as since
           from ${jobs}.job
          where name = $1 and state in ('created', 'retry') and start_after <= ${jobs}.job_now()`,
        [name],
      );
      const { waiting = 0, since = null } = rows[0] ?? {};
      return { waiting, oldestDueAt: since === null ? undefined : new Date(since * 1_000) };
    },
    async send(work: readonly NewJob[]) {
      for (let first = 0; first < work.length; first += BATCH_JOBS) {
        await insert(work.slice(first, first + BATCH_JOBS));
      }
    },
    fetch: (atMost: number): Promise<ClaimedJob[]> =>
      boss.fetch<object>(name, { batchSize: atMost, includeMetadata: true }),
    /** Renews the heartbeats of jobs. @returns the jobs that no longer belong to this process */
    async heartbeat(jobs: readonly ClaimedJob[]): Promise<ClaimedJob[]> {
      const { settled: renewed } = answer.parse(await boss.touch(name, [...jobs]));
      return renewed ? jobs.filter(({ id }) => !renewed.includes(id)) : [];
    },
    async complete(job: ClaimedJob) {
      await boss.complete(name, job);
    },
    async fail(job: ClaimedJob) {
      // The error itself is only logged, without secrets; the queue does not store it.
      await boss.fail(name, job, { message: 'failed' });
    },
    async reschedule(job: ClaimedJob, at: Date) {
      await database.together(async (run) => {
        const db: Db = { executeSql: async (text, values) => ({ ...(await run(text, values)) }) };
        const { affected } = answer.parse(await boss.complete(name, job, undefined, { db }));
        // If no row was affected, another process has the job, and it is not inserted again.
        const key = job.singletonKey ? { key: job.singletonKey } : {};
        if (affected > 0) await insert([{ data: job.data, at, ...key }], { db });
      });
    },
  };
}

/** Makes periodic jobs due that are further away than their interval. @returns the database’s time in ms */
export async function makePeriodicDue(
  { run, schema }: Database,
  periodic: readonly { readonly name: string; readonly everyMs: number }[],
): Promise<number> {
  const jobs = `${schema}_jobs`;
  const { rows } = await run<{ nowMs: number }>(
    `with brought as (
       update ${jobs}.job set start_after = ${jobs}.job_now()
         from unnest($1::text[], $2::double precision[]) as periodic (queue, seconds)
        where name = queue and singleton_key = $3 and state in ('created', 'retry')
          and start_after > ${jobs}.job_now() + interval '1 second'
            * (1 + case state when 'retry' then greatest(seconds, ${SETTINGS.retryDelayMax}) else seconds end))
     select extract(epoch from clock_timestamp())::double precision * 1000 as "nowMs"`,
    [periodic.map(({ name }) => name), periodic.map(({ everyMs }) => everyMs / 1_000), PERIODIC_KEY],
  );
  return rows[0]?.nowMs ?? Number.NaN;
}
