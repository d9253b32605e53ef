import { randomUUID } from 'node:crypto';
import type { Db, JobWithMetadata, PgBoss } from 'pg-boss';
import { z } from 'zod';
import { HOUR_SECONDS } from '../runtime/durations.ts';
import type { Database } from '../store/database.ts';
import type { Work } from './types.ts';

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
/** The library leaves open in its types what it answers. */
const answer = z.object({ affected: z.number(), settled: z.array(z.string()).optional() });
const dueWork = z.object({ waiting: z.number(), since: z.number().nullable() });
const AT_ONCE = 1_000;

/** One kind of work of one account, as the library keeps it. */
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
    /** Makes sure that it is there. */
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
    /** So much of what is due, now in this process's hands. */
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
    /** It is done again at that time. */
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
