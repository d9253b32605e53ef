import { describe, expect, test } from 'vitest';
import { createSeenRequests } from '../../src/store/seen-requests.ts';
import { aName, databases, suiteDatabase } from '../support/store.ts';

const KEPT_MS = 600_000;

describe.each(databases)('requests, %s', (_, url) => {
  const database = suiteDatabase(url);
  const someRequests = (account = aName()) => createSeenRequests({ db: database().db, account });

  test('come first once, whichever replica is asked', async () => {
    const account = aName();
    const answers = await Promise.all([1, 2, 3, 4].map(() => someRequests(account).isFirst('a', KEPT_MS)));
    expect(answers.toSorted()).toEqual([false, false, false, true]);
    expect(await someRequests(account).isFirst('b', KEPT_MS)).toBe(true);
    expect(await someRequests().isFirst('a', KEPT_MS)).toBe(true);
  });

  test('are forgotten after their time', async () => {
    const requests = someRequests();
    await requests.isFirst('old', -1);
    expect(await requests.isFirst('old', -1)).toBe(true);
    await requests.isFirst('new', KEPT_MS);
    // Of a workspace that has left nobody comes.
    await someRequests().isFirst('old', -1);
    expect(await requests.forget()).toBe(2);
    expect(await requests.isFirst('new', KEPT_MS)).toBe(false);
  });
});
