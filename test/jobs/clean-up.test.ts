import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { deleteWorkspaceJobs, deleteWorkspaceQueues } from '../../src/jobs/boss.ts';
import { createJobs } from '../../src/jobs/jobs.ts';
import { recordLog } from '../support/log.ts';
import { databases, suiteDatabase } from '../support/store.ts';

const IN_A_DAY_MS = 86_400_000;
const named = z.object({ name: z.string() });

describe.each(databases)('the jobs of a removed workspace, %s', (_, url) => {
  const database = suiteDatabase(url);

  const names = async (table: 'job' | 'queue') => {
    const { rows } = await database().run(
      `select name from ${database().schema}_jobs.${table} order by name`,
    );
    return rows.map((row) => named.parse(row).name).filter((name) => name.startsWith('parcels'));
  };

  async function send(account: string) {
    const jobs = createJobs({ database: async () => database(), account, log: recordLog().log });
    onTestFinished(() => jobs.stop());
    jobs.work('parcels', { schema: z.object({}), handle: async () => undefined });
    await jobs.send('parcels', [{ data: {}, at: new Date(Date.now() + IN_A_DAY_MS) }]);
    return jobs;
  }

  test('are deleted with their queues, without those of others, and may be sent again', async () => {
    expect(await deleteWorkspaceJobs(database(), 'T1')).toBe(0);
    await deleteWorkspaceQueues(database(), 'T1');

    const gone = [await send('T1.one'), await send('T1.two')];
    await send('T11.one');
    await Promise.all(gone.map((jobs) => jobs.stop()));
    expect(await deleteWorkspaceJobs(database(), 'T1')).toBe(2);
    expect(await names('job')).toEqual(['parcels.T11.one']);
    expect(await names('queue')).toEqual(['parcels.T1.one', 'parcels.T1.two', 'parcels.T11.one']);
    await deleteWorkspaceQueues(database(), 'T1');
    expect(await names('queue')).toEqual(['parcels.T11.one']);

    await send('T1.one');
    expect(await names('job')).toEqual(['parcels.T1.one', 'parcels.T11.one']);
  });
});
