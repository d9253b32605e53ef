import type { Db } from 'pg-boss';
import { z } from 'zod';
import type { RunSql } from '../store/connection.ts';
import type { Database } from '../store/database.ts';
import { createBoss } from './boss.ts';
import { createQueue } from './queue.ts';

const BATCH_ROWS = 500;

const waiting = z.object({
  id: z.string(),
  name: z.string(),
  data: z.record(z.string(), z.unknown()),
  key: z.string().nullable(),
  at: z.string(),
});

/** Creates the needed queues in `to`; `move` then copies unfinished jobs, also those marked as running. */
export async function openQueueMove(from: Database, to: Database) {
  const boss = await createBoss(to, { supervise: false });
  boss.on('error', () => undefined);
  const jobs = `"${from.schema}_jobs".job`;
  const hasJobs = (await from.run('select to_regclass($1) as found', [jobs])).rows.some(
    (row) => found.parse(row).found !== null,
  );
  await boss.start();
  try {
    const names = hasJobs
      ? (await from.run(`select distinct name from ${jobs} where ${UNFINISHED}`)).rows
      : [];
    for (const row of names) {
      const { name } = named.parse(row);
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
      await fromRun(
        `declare waiting no scroll cursor for select id::text, name, coalesce(data, '{}') as data, singleton_key as key,
         to_json(start_after)#>>'{}' as at from ${jobs} where ${UNFINISHED} order by created_on`,
      );
      let moved = 0;
      for (;;) {
        const { rows } = await fromRun(`fetch ${BATCH_ROWS} from waiting`);
        if (rows.length === 0) break;
        const all = rows.map((row) => waiting.parse(row));
        for (const [name, ofQueue] of Map.groupBy(all, (job) => job.name)) {
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
      await fromRun('close waiting');
      return moved;
    },
    close: () => boss.stop({ graceful: false }),
  };
}

const UNFINISHED = "state < 'completed'";
const found = z.object({ found: z.unknown() });
const named = z.object({ name: z.string() });
