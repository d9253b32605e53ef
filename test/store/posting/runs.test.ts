import { describe, expect, test } from 'vitest';
import { createRuns } from '../../../src/store/posting/runs.ts';
import { databases, suiteDatabase, uniqueName } from '../../support/store.ts';

const request = { userId: 'U1', sealedRequest: 'sealed', ofDays: 30 };

describe.each(databases)('long runs, %s', (_name, url) => {
  const database = suiteDatabase(url);
  const createTestRuns = (account = uniqueName()) => createRuns({ db: database().db, account });

  test('store their progress', async () => {
    const runs = createTestRuns();
    const id = await runs.create(request);
    expect(await runs.find(id)).toMatchObject({
      id,
      ...request,
      state: 'running',
      daysDone: 0,
      messagesRead: 0,
    });
    expect(await runs.find(id)).not.toHaveProperty('message');
    await runs.setMessage(id, { channel: 'D1', ts: '1.2' });
    expect(await runs.progress(id, { daysDone: 3, messagesRead: 300_000 })).toBe('running');
    const run = await runs.find(id);
    expect(run).toMatchObject({ message: { channel: 'D1', ts: '1.2' }, daysDone: 3, messagesRead: 300_000 });
    expect(run?.heartbeatAt.getTime()).toBeGreaterThanOrEqual(run?.createdAt.getTime() ?? Number.NaN);
  });

  test('can be cancelled by their id, and the runner sees it at its next step', async () => {
    const account = uniqueName();
    const runner = createTestRuns(account);
    const id = await runner.create(request);
    expect(await createTestRuns(account).finish(id, 'cancelled')).toBe(true);
    expect(await runner.progress(id, { daysDone: 4, messagesRead: 1 })).toBe('cancelled');
    expect(await runner.finish(id, 'done')).toBe(false);
    expect(await runner.find(id)).toMatchObject({ state: 'cancelled' });
  });

  test('are not visible to another account', async () => {
    const id = await createTestRuns().create(request);
    const other = createTestRuns();
    expect(await other.find(id)).toBeUndefined();
    expect(await other.progress(id, { daysDone: 1, messagesRead: 1 })).toBeUndefined();
    expect(await other.finish(id, 'cancelled')).toBe(false);
    expect(await other.findSilent(-1_000)).toEqual([]);
    expect(await other.claimSilent(-1_000, [id])).toEqual([]);
  });

  test('with a silent runner are taken over by one of several callers', async () => {
    const account = uniqueName();
    const runs = createTestRuns(account);
    const id = await runs.create(request);
    await runs.finish(await runs.create(request), 'done');
    expect(await runs.findSilent(60_000)).toEqual([]);
    expect(await runs.claimSilent(60_000, [id])).toEqual([]);
    await database()
      .db.updateTable('long_runs')
      .set({ heartbeat_at: new Date(Date.now() - 120_000) })
      .where('id', '=', id)
      .execute();
    expect(await runs.findSilent(60_000)).toEqual([id]);
    const claim = () => createTestRuns(account).claimSilent(60_000, [id]);
    const claimed = await Promise.all([1, 2, 3].map(claim));
    expect(claimed.flat().map((run) => run.id)).toEqual([id]);
  });

  test('are deleted some time after their end, and never while they run', async () => {
    const runs = createTestRuns();
    const id = await runs.create(request);
    await runs.finish(await runs.create(request), 'failed');
    expect(await runs.forget(60_000)).toBe(0);
    expect(await runs.forget(-60_000)).toBe(1);
    expect(await runs.find(id)).toMatchObject({ state: 'running' });
  });
});
