import { describe, expect, test } from 'vitest';
import { createSeenRequests } from '../../src/store/seen-requests.ts';
import { databases, suiteDatabase, uniqueName } from '../support/store.ts';

const RETENTION_MS = 600_000;

describe.each(databases)('seen requests, %s', (_, url) => {
  const database = suiteDatabase(url);
  const createTestRequests = (account = uniqueName()) => createSeenRequests({ db: database().db, account });

  test('are the first only once, over all replicas', async () => {
    const account = uniqueName();
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => createTestRequests(account).isFirst('a', RETENTION_MS)),
    );
    expect(answers.toSorted()).toEqual([false, false, false, true]);
    expect(await createTestRequests(account).isFirst('b', RETENTION_MS)).toBe(true);
    expect(await createTestRequests().isFirst('a', RETENTION_MS)).toBe(true);
  });

  test('share one statement if they arrive during the one before', async () => {
    const statements: string[] = [];
    const db = database().db.withPlugin({
      transformQuery: ({ node }) => {
        statements.push(node.kind);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const { isFirst } = createSeenRequests({ db, account: uniqueName() });
    const answers = await Promise.all(['a', 'b', 'b', 'c'].map((id) => isFirst(id, RETENTION_MS)));
    expect(answers).toEqual([true, true, false, true]);
    expect(statements).toHaveLength(2);
  });

  test('are recognized when many arrive at once', async () => {
    const account = uniqueName();
    const [one, other] = [createTestRequests(account), createTestRequests(account)];
    const ids = Array.from({ length: 50 }, uniqueName);
    const all = [...ids, ...ids];
    const answers = await Promise.all(
      all.map((id, index) => (index % 3 === 0 ? one : other).isFirst(id, RETENTION_MS)),
    );
    const firsts = all.filter((_, index) => answers[index]);
    expect(firsts.toSorted()).toEqual(ids.toSorted());
  });

  test('are forgotten after their retention time', async () => {
    const requests = createTestRequests();
    await requests.isFirst('old', -1);
    expect(await requests.isFirst('old', -1)).toBe(true);
    await requests.isFirst('new', RETENTION_MS);
    // Another account, as of a removed workspace, makes no more requests.
    await createTestRequests().isFirst('old', -1);
    expect(await requests.forget()).toBe(2);
    expect(await requests.isFirst('new', RETENTION_MS)).toBe(false);
  });
});
