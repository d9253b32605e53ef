import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createSubscriptions } from '../../src/store/channels/subscriptions.ts';
import { createPreferences } from '../../src/store/people/preferences.ts';
import { createUnchanged } from '../../src/store/unchanged.ts';
import { aName, databases, suiteDatabase } from '../support/store.ts';

const now = new Date('2026-11-18T12:00:00Z');

describe.each(databases)('what has not changed, %s', (_, url) => {
  const database = suiteDatabase(url);
  const aReplica = () => createUnchanged({ ...database(), account: 'account' });

  /** Reads by one name, and tells how often that took a reading. */
  function aReader(replica = aReplica()) {
    let readings = 0;
    const read = async () => {
      const { readOnce } = await replica.since('U1', 1);
      await readOnce('figures', async () => {
        readings += 1;
      });
      return readings;
    };
    return read;
  }

  const aSubscription = () => {
    const { db } = database();
    const settings = { channel: 'C1', sender: aName(), subscriber: 'U1', time: '09:00', zone: 'UTC' };
    return createSubscriptions({ db, account: aName() }).add({ ...settings, language: 'en' }, now);
  };

  test('is read once, by each replica', async () => {
    const [one, other] = [aReader(), aReader()];
    for (const read of [one, other, one, other]) expect(await read()).toBe(1);
  });

  test('is read anew after a change, whoever made it', async () => {
    const [one, other] = [aReader(), aReader()];
    await Promise.all([one(), other()]);
    await aSubscription();
    expect(await one()).toBe(2);
    expect(await other()).toBe(2);
    expect(await one()).toBe(2);
  });

  test.each([
    'readings',
    'observations',
    'subscriptions',
    'summaries',
    'watches',
    'watch_states',
    'incidents',
    'incident_events',
    'incident_posts',
  ])('is read anew after a change of %s', async (table) => {
    const read = aReader();
    await read();
    await database().run(`delete from "${database().schema}".${table}`);
    expect(await read()).toBe(2);
  });

  test.each(['preferences', 'recent_lookups'])('is not read anew after a change of %s', async (table) => {
    const read = aReader();
    await read();
    await database().run(`delete from "${database().schema}".${table}`);
    expect(await read()).toBe(1);
  });

  test('a person’s own is as it is now, whichever replica changed it', async () => {
    const account = aName();
    const [one, other] = [1, 2].map(() => createUnchanged({ ...database(), account }));
    const preferences = createPreferences({ ...database(), account });
    const chosen = async () => (await other?.since('U1', 1))?.preference;
    await one?.since('U1', 1);
    expect(await chosen()).toEqual({});
    await preferences.choose('U1', { language: 'es' });
    expect(await chosen()).toEqual({ language: 'es' });
    expect((await other?.since('U2', 1))?.preference).toEqual({});
    await preferences.choose('U1', {});
    expect(await chosen()).toEqual({});
  });

  test('is not what an opening that failed has read', async () => {
    const replica = aReplica();
    const { readOnce } = await replica.since('U1', 1);
    await expect(readOnce('figures', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await readOnce('figures', async () => 'read')).toBe('read');
  });

  test('is by its name', async () => {
    const { readOnce } = await aReplica().since('U1', 1);
    expect(await readOnce('one', async () => 1)).toBe(1);
    expect(await readOnce('other', async () => 2)).toBe(2);
  });

  // The embedded database has one session, which a transaction has for itself.
  test.runIf(url)('is not kept while a change is counted and cannot be seen yet', async () => {
    const read = aReader();
    const { db, schema } = database();
    const transaction = await db.startTransaction().execute();
    await sql`delete from ${sql.id(schema, 'watches')}`.execute(transaction);
    expect(await read()).toBe(1);
    expect(await read()).toBe(2);
    await transaction.commit().execute();
    expect(await read()).toBe(3);
    expect(await read()).toBe(3);
  });
});
