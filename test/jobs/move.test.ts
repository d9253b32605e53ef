import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createJobs } from '../../src/jobs/jobs.ts';
import { openQueueMove } from '../../src/jobs/move.ts';
import type { Database } from '../../src/store/database.ts';
import { recordLog } from '../support/log.ts';
import { aName, databases, suiteDatabase } from '../support/store.ts';

/** A bot's queue: what it is given it does, but for what it does not get done before its end. */
function aQueue(database: Database, atOnce: number) {
  const done: number[] = [];
  const begun: number[] = [];
  const jobs = createJobs({ database: async () => database, account: 'a', log: recordLog().log });
  jobs.work('parcels', {
    schema: z.object({ n: z.number() }),
    atOnce,
    async handle({ n }, { signal }) {
      begun.push(n);
      if (n === 0)
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))));
      done.push(n);
      return undefined;
    },
  });
  return { jobs, done, begun };
}

async function moveQueue(from: Database, to: Database): Promise<number> {
  const queue = await openQueueMove(from, to);
  try {
    return await from.together((fromRun) => to.together((toRun) => queue.move(fromRun, toRun)));
  } finally {
    await queue.close();
  }
}

describe.each(databases)('work that waits (%s)', (_, databaseUrl) => {
  const [source, target] = [suiteDatabase(undefined), suiteDatabase(databaseUrl)];

  test('is none where the bot had none', async () => {
    expect(await moveQueue(source(), target())).toBe(0);
  });

  test('leaves nothing running where the source cannot be asked', async () => {
    const to = target();
    const from: Database = { ...source(), run: async () => Promise.reject(new Error('it is away')) };
    const schema = aName();
    await expect(openQueueMove(from, { ...to, schema })).rejects.toThrow('it is away');
    // The library makes its tables as it starts.
    const { rows } = await to.run('select from pg_namespace where nspname = $1', [`${schema}_jobs`]);
    expect(rows).toEqual([]);
  });

  test('is done where it was moved to, once; what was done is not done again', async () => {
    const [from, to] = [source(), target()];
    const before = aQueue(from, 1);
    await before.jobs.send('parcels', [{ data: { n: 1 } }]);
    await expect.poll(() => before.done).toEqual([1]);
    // In hand when the bot ends.
    await before.jobs.send('parcels', [{ data: { n: 0 } }]);
    await expect.poll(() => before.begun).toContain(0);
    const later = new Date(Date.now() + 86_400_000);
    await before.jobs.send('parcels', [
      { data: { n: 2 }, key: 'two' },
      { data: { n: 3 }, key: 'three', at: later },
    ]);
    await before.jobs.stop();

    expect(await moveQueue(from, to)).toBe(3);
    // Once more, as after a move that broke off.
    expect(await moveQueue(from, to)).toBe(3);

    const after = aQueue(to, 4);
    onTestFinished(() => after.jobs.stop());
    await after.jobs.start();
    // Of a key there is one: what waits until later is not done at once.
    await after.jobs.send('parcels', [{ data: { n: 3 }, key: 'three' }, { data: { n: 4 } }]);
    await expect.poll(() => after.done.toSorted()).toEqual([2, 4]);
    expect(after.begun).toContain(0);
    const { rows } = await to.run(
      `select singleton_key from ${to.schema}_jobs.job where start_after > now() + interval '1 hour'`,
    );
    expect(rows).toEqual([{ singleton_key: 'three' }]);
    await after.jobs.stop();
  });
});
