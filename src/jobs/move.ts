import type { Db } from 'pg-boss';
import { type RunSql, readInBatches } from '../store/connection.ts';
import type { Database } from '../store/database.ts';
import { createBoss, hasQueues } from './boss.ts';
import { createQueue } from './queue.ts';

const BATCH_ROWS = 500;

interface WaitingJob {
  readonly id: string;
  readonly name: string;
  readonly data: object;
  readonly key: string | null;
  readonly at: string;
}

/** Creates the needed queues in `to`; `move` then copies unfinished jobs, also those marked as running. */
export async function openQueueMove(from: Database, to: Database) {
  const boss = await createBoss(to, { supervise: false });
  boss.on('error', () => undefined);
  const jobs = `"${from.schema}_jobs".job`;
  const hasJobs = await hasQueues(from);
  await boss.start();
  try {
    const select = `select distinct name from ${jobs} where ${UNFINISHED}`;
    const { rows } = hasJobs ? await from.run<{ name: string }>(select) : { rows: [] };
    for (const { name } of rows) {
      await createQueue(boss, to, name).prepare();
      // Makes pg-boss cache the queue, which it cannot read while the later transaction uses the session.
      await boss.insert(name, []);
    }
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  return {
    /** Copies the jobs, with SQL in a transaction of each database. @returns the number of jobs */
    async move(fromRun: RunSql, toRun: RunSql): Promise<number> {
      if (!hasJobs) return 0;
      const db: Db = { executeSql: async (text, values) => ({ ...(await toRun(text, values)) }) };
      const selected = `select id::text, name, coalesce(data, '{}') as data, singleton_key as key,
         to_json(start_after)#>>'{}' as at from ${jobs} where ${UNFINISHED} order by created_on`;
      let moved = 0;
      for await (const rows of readInBatches<WaitingJob>(fromRun, selected, () => BATCH_ROWS)) {
        for (const [name, ofQueue] of Map.groupBy(rows, (job) => job.name)) {
          const work = ofQueue.map(({ id, data, key, at }) => ({
            id,
            data,
            startAfter: at,
            ...(key === null ? {} : { singletonKey: key }),
          }));
          await boss.insert(name, work, { db });
        }
        moved += rows.length;
      }
      return moved;
    },
    close: () => boss.stop({ graceful: false }),
  };
}

const UNFINISHED = "state < 'completed'";
