import { describe, expect, test } from 'vitest';
import { createRuns } from '../../../src/store/posting/runs.ts';
import { aName, databases, suiteDatabase } from '../../support/store.ts';

const request = { userId: 'U1', sealedRequest: 'sealed', ofDays: 30 };

describe.each(databases)('long runs, %s', (_name, url) => {
  const database = suiteDatabase(url);
  const someRuns = (account = aName()) => createRuns({ db: database().db, account });

  test('tell how far something is', async () => {
    const runs = someRuns();
    const id = await runs.create(request);
    expect(await runs.find(id)).toMatchObject({
      id,
      ...request,
      state: 'running',
      daysDone: 0,
      messagesRead: 0,
    });
    expect(await runs.find(id)).not.toHaveProperty('message');
    await runs.place(id, { channel: 'D1', ts: '1.2' });
    expect(await runs.progress(id, { daysDone: 3, messagesRead: 300_000 })).toBe('running');
    const run = await runs.find(id);
    expect(run).toMatchObject({ message: { channel: 'D1', ts: '1.2' }, daysDone: 3, messagesRead: 300_000 });
    expect(run?.heartbeatAt.getTime()).toBeGreaterThanOrEqual(run?.createdAt.getTime() ?? Number.NaN);
  });

  test('are cancelled by anybody who knows the id, and the runner sees it at its next step', async () => {
    const account = aName();
    const runner = someRuns(account);
    const id = await runner.create(request);
    expect(await someRuns(account).finish(id, 'cancelled')).toBe(true);
    expect(await runner.progress(id, { daysDone: 4, messagesRead: 1 })).toBe('cancelled');
    expect(await runner.finish(id, 'done')).toBe(false);
    expect(await runner.find(id)).toMatchObject({ state: 'cancelled' });
  });

  test('are not seen by another account', async () => {
    const id = await someRuns().create(request);
    const other = someRuns();
    expect(await other.find(id)).toBeUndefined();
    expect(await other.progress(id, { daysDone: 1, messagesRead: 1 })).toBeUndefined();
    expect(await other.finish(id, 'cancelled')).toBe(false);
    expect(await other.takeOver(-1_000)).toEqual([]);
  });

  test('whose runner has gone silent go to one of those who ask', async () => {
    const account = aName();
    const runs = someRuns(account);
    const id = await runs.create(request);
    await runs.finish(await runs.create(request), 'done');
    expect(await runs.takeOver(60_000)).toEqual([]);
    await database()
      .db.updateTable('long_runs')
      .set({ heartbeat_at: new Date(Date.now() - 120_000) })
      .where('id', '=', id)
      .execute();
    const taken = await Promise.all([1, 2, 3].map(() => someRuns(account).takeOver(60_000)));
    expect(taken.flat().map((run) => run.id)).toEqual([id]);
  });

  test('that have ended are forgotten in time, running ones never', async () => {
    const runs = someRuns();
    const id = await runs.create(request);
    await runs.finish(await runs.create(request), 'failed');
    expect(await runs.forget(60_000)).toBe(0);
    expect(await runs.forget(-60_000)).toBe(1);
    expect(await runs.find(id)).toMatchObject({ state: 'running' });
  });
});
