import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createJobs } from '../../src/jobs/jobs.ts';
import { openQueueMove } from '../../src/jobs/move.ts';
import type { Database } from '../../src/store/database.ts';
import { recordLog } from '../support/log.ts';
import { databases, suiteDatabase, uniqueName } from '../support/store.ts';

/** The queue of a bot. Job 0 does not finish before the bot stops. */
function createQueue(database: Database, atOnce: number) {
  const done: number[] = [];
  const started: number[] = [];
  const jobs = createJobs({ database: async () => database, account: 'a', log: recordLog().log });
  jobs.work('parcels', {
    schema: z.object({ n: z.number() }),
    concurrency: atOnce,
    async handle({ n }, { signal }) {
      started.push(n);
      if (n === 0)
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))));
      done.push(n);
      return undefined;
    },
  });
  return { jobs, done, started };
}

async function moveQueue(from: Database, to: Database): Promise<number> {
  const queue = await openQueueMove(from, to);
  try {
    return await from.together((fromRun) => to.together((toRun) => queue.move(fromRun, toRun)));
  } finally {
    await queue.close();
  }
}

describe.each(databases)('waiting jobs (%s)', (_, databaseUrl) => {
  const [source, target] = [suiteDatabase(undefined), suiteDatabase(databaseUrl)];

  test('are zero when the bot had none', async () => {
    expect(await moveQueue(source(), target())).toBe(0);
  });

  test('leave nothing running when the source cannot be read', async () => {
    const to = target();
    const from: Database = { ...source(), run: async () => Promise.reject(new Error('it is away')) };
    const schema = uniqueName();
    await expect(openQueueMove(from, { ...to, schema })).rejects.toThrow('it is away');
    // The library creates its tables when it starts.
    const { rows } = await to.run('select from pg_namespace where nspname = $1', [`${schema}_jobs`]);
    expect(rows).toEqual([]);
  });

  test('run once at the target, and finished jobs do not run again', async () => {
    const [from, to] = [source(), target()];
    const before = createQueue(from, 1);
    await before.jobs.send('parcels', [{ data: { n: 1 } }]);
    await expect.poll(() => before.done).toEqual([1]);
    // This job runs when the bot stops.
    await before.jobs.send('parcels', [{ data: { n: 0 } }]);
    await expect.poll(() => before.started).toContain(0);
    const later = new Date(Date.now() + 86_400_000);
    await before.jobs.send('parcels', [
      { data: { n: 2 }, key: 'two' },
      { data: { n: 3 }, key: 'three', at: later },
    ]);
    await before.jobs.stop();

    expect(await moveQueue(from, to)).toBe(3);
    // Again, as after an interrupted move.
    expect(await moveQueue(from, to)).toBe(3);

    const after = createQueue(to, 4);
    onTestFinished(() => after.jobs.stop());
    await after.jobs.start();
    // A key exists once: the postponed job does not run now.
    await after.jobs.send('parcels', [{ data: { n: 3 }, key: 'three' }, { data: { n: 4 } }]);
    await expect.poll(() => after.done.toSorted()).toEqual([2, 4]);
    expect(after.started).toContain(0);
    const { rows } = await to.run(
      `select singleton_key from ${to.schema}_jobs.job where start_after > now() + interval '1 hour'`,
    );
    expect(rows).toEqual([{ singleton_key: 'three' }]);
    await after.jobs.stop();
  });
});
