import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createRecentLookups } from '../../../src/store/people/recent-lookups.ts';
import { databases, suiteDatabase, uniqueName } from '../../support/store.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 18, 12, minute));

describe.each(databases)('recent look-ups, %s', (_, url) => {
  const database = suiteDatabase(url);
  const recentOf = async (account: string, person: string, limit: number) => {
    const found = await createRecentLookups({ db: database().db, account }).newest(person, limit);
    return found.map(({ sealed }) => sealed);
  };

  test('belong to one person, the newest first; a repeated one is listed once', async () => {
    const own = { db: database().db, account: uniqueName() };
    const one = createRecentLookups(own);
    const note = (person: string, subject: string, minute: number) =>
      one.note(person, { subject, seal: () => `${subject} ${minute}` }, at(minute));
    await note('U1', 'a', 1);
    await note('U1', 'b', 2);
    await note('U1', 'c', 3);
    await note('U1', 'a', 4);
    await note('U2', 'a', 5);
    await one.flush();
    expect(await recentOf(own.account, 'U1', 2)).toEqual(['a 4', 'c 3']);
    expect(await recentOf(uniqueName(), 'U1', 9)).toEqual([]);
    await one.remove('U1');
    expect(await recentOf(own.account, 'U1', 9)).toEqual([]);
    expect(await recentOf(own.account, 'U2', 9)).toHaveLength(1);
  });

  test('are written in the background, together, and are found before that', async () => {
    const { db } = database();
    const account = uniqueName();
    const statements: unknown[] = [];
    const observed = db.withPlugin({
      transformQuery: ({ node }) => {
        statements.push(node.kind);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const recent = createRecentLookups({ db: observed, account, writeEveryMs: 1 });
    for (const subject of ['a', 'b', 'c']) await recent.note('U1', { subject, seal: () => subject }, at(1));
    expect(statements).toEqual([]);
    await expect.poll(() => recentOf(account, 'U1', 9)).toHaveLength(3);
    expect(statements).toEqual(['RawNode']);
    await recent.note('U1', { subject: 'd', seal: () => 'd' }, at(2));
    expect(await recent.newest('U1', 1)).toEqual([{ sealed: 'd', at: at(2) }]);
  });

  test('are hidden and can be deleted after they expire', async () => {
    const { db } = database();
    const account = uniqueName();
    const recent = createRecentLookups({ db, account });
    await recent.note('U1', { subject: 'a', seal: () => 'old' }, at(1));
    await recent.note('U1', { subject: 'b', seal: () => 'new' }, at(2));
    await recent.flush();
    await db
      .updateTable('recent_lookups')
      .where('account', '=', account)
      .where('subject', '=', 'a')
      .set({ expires_at: new Date(0) })
      .execute();
    expect(await recentOf(account, 'U1', 9)).toEqual(['new']);
    expect(await recent.forget()).toBe(1);
    expect(await recent.forget()).toBe(0);
  });

  test('give an older replica a new change count each time, so that it reads again', async () => {
    const { db, schema } = database();
    const count = () => sql`select * from ${sql.id(schema, 'count_changes')}()`.execute(db);
    const [{ rows: before }, { rows: after }] = [await count(), await count()];
    expect(Object.keys(before[0] ?? {})).toEqual(['shared', 'own']);
    expect(after).not.toEqual(before);
  });
});
