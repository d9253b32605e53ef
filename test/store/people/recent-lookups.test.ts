import { describe, expect, test } from 'vitest';
import { createRecentLookups } from '../../../src/store/people/recent-lookups.ts';
import { aName, databases, suiteDatabase } from '../../support/store.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 18, 12, minute));

describe.each(databases)('recent look-ups, %s', (_, url) => {
  const database = suiteDatabase(url);

  test('are each person’s own, the newest first; what is asked again stands there once', async () => {
    const own = { db: database().db, account: aName() };
    const [one, other] = [createRecentLookups(own), createRecentLookups({ ...own, account: aName() })];
    const note = (person: string, subject: string, minute: number) =>
      one.note(person, { subject, sealed: `${subject} ${minute}` }, at(minute));
    await note('U1', 'a', 1);
    await note('U1', 'b', 2);
    await note('U1', 'c', 3);
    await note('U1', 'a', 4);
    await note('U2', 'a', 5);
    expect(await one.of('U1', 2)).toEqual([
      { sealed: 'a 4', at: at(4) },
      { sealed: 'c 3', at: at(3) },
    ]);
    expect(await other.of('U1', 9)).toEqual([]);
    await one.remove('U1');
    expect(await one.of('U1', 9)).toEqual([]);
    expect(await one.of('U2', 9)).toHaveLength(1);
  });

  test('are shown, and kept, for a day', async () => {
    const { db } = database();
    const account = aName();
    const recent = createRecentLookups({ db, account });
    await recent.note('U1', { subject: 'a', sealed: 'old' }, at(1));
    await recent.note('U1', { subject: 'b', sealed: 'new' }, at(2));
    await db
      .updateTable('recent_lookups')
      .where('account', '=', account)
      .where('subject', '=', 'a')
      .set({ expires_at: new Date(0) })
      .execute();
    expect(await recent.of('U1', 9)).toEqual([{ sealed: 'new', at: at(2) }]);
    expect(await recent.forget()).toBe(1);
    expect(await recent.forget()).toBe(0);
  });
});
