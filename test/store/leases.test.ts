import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createLeases } from '../../src/store/leases.ts';
import { start } from '../support/process.ts';
import { aName, databases, databaseUrl, suiteDatabase } from '../support/store.ts';
import type { StoreReplica } from './replica.ts';

/** A machine has to stand still for almost so long before a lease that is renewed often is lost by accident. */
const TTL_MS = 2_000;
const OFTEN_MS = 50;

describe.each(databases)('leases, %s', (_name, url) => {
  const database = suiteDatabase(url);
  const someLeases = (account = aName(), options: { ttlMs?: number; renewMs?: number } = {}) =>
    createLeases({ db: database().db, account, ttlMs: 10_000, pollMs: 10, ...options });
  const rowOf = (account: string) =>
    database().db.selectFrom('leases').where('account', '=', account).selectAll().executeTakeFirst();

  test('go to one at a time, by name and account', async () => {
    const account = aName();
    const [one, other] = [someLeases(account), someLeases(account)];
    const taken = await Promise.all([1, 2, 3, 4].map((at) => (at % 2 ? one : other).take('a day')));
    const leases = taken.filter((lease) => lease !== undefined);
    expect(leases).toHaveLength(1);
    expect(await other.take('another day')).toBeDefined();
    expect(await someLeases().take('a day')).toBeDefined();
    await leases[0]?.release();
    expect(await other.take('a day')).toBeDefined();
  });

  test('are renewed as long as they are held', async () => {
    const account = aName();
    const lease = await someLeases(account, { ttlMs: TTL_MS, renewMs: OFTEN_MS }).take('a day');
    const first = await rowOf(account);
    const renewed = async () => Number((await rowOf(account))?.expires_at) - Number(first?.expires_at);
    await expect.poll(renewed).toBeGreaterThan(1.2 * TTL_MS);
    expect(lease?.lost.aborted).toBe(false);
    expect(await someLeases(account).take('a day')).toBeUndefined();
    await lease?.release();
    expect(await rowOf(account)).toBeUndefined();
  });

  test('are renewed before they end, unless told how often', async () => {
    const account = aName();
    const lease = await someLeases(account, { ttlMs: 1.5 * TTL_MS }).take('a day');
    const first = await rowOf(account);
    await expect
      .poll(async () => Number((await rowOf(account))?.expires_at))
      .toBeGreaterThan(Number(first?.expires_at));
    expect(lease?.lost.aborted).toBe(false);
    await lease?.release();
  });

  test('say when another has them, and a release leaves it to him', async () => {
    const account = aName();
    const lease = await someLeases(account, { ttlMs: 200 }).take('a day');
    await database()
      .db.updateTable('leases')
      .set({ owner: 'other' })
      .where('account', '=', account)
      .execute();
    await expect.poll(() => lease?.lost.aborted).toBe(true);
    await lease?.release();
    expect(await rowOf(account)).toMatchObject({ owner: 'other' });
  });

  test('that are not renewed are taken over when they end', async () => {
    const account = aName();
    const values = { account, name: 'a day', owner: 'dead', expires_at: new Date(Date.now() + 3_600_000) };
    await database().db.insertInto('leases').values(values).execute();
    const leases = someLeases(account);
    expect(await leases.take('a day')).toBeUndefined();
    // Now its end comes, without anybody having to wait for an hour.
    const soon = sql<Date>`clock_timestamp() + interval '100 milliseconds'`;
    await database()
      .db.updateTable('leases')
      .where('account', '=', account)
      .set({ expires_at: soon })
      .execute();
    await expect.poll(() => leases.take('a day'), { interval: 20 }).toBeDefined();
  });

  /** Something that is made once and then there. */
  function aThing() {
    const thing = { value: undefined as string | undefined, made: 0, looks: 0 };
    const gate = Promise.withResolvers<void>();
    return {
      thing,
      letGo: gate.resolve,
      work: {
        find: async () => {
          thing.looks++;
          return thing.value;
        },
        make: async (signal: AbortSignal) => {
          thing.made++;
          const { promise: aborted, reject } = Promise.withResolvers<never>();
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
          await Promise.race([gate.promise, aborted]);
          thing.value = 'made';
          return 'made';
        },
      },
    };
  }

  test('make what many ask for once, here and elsewhere', async () => {
    const account = aName();
    const replicas = [someLeases(account), someLeases(account)];
    const { thing, letGo, work } = aThing();
    const asked = Array.from({ length: 6 }, (_, at) => replicas[at % 2]?.once('a day', work));
    await expect.poll(() => thing.looks).toBeGreaterThan(10);
    letGo();
    expect(await Promise.all(asked)).toEqual(Array(6).fill('made'));
    expect(thing.made).toBe(1);
    expect(await replicas[0]?.once('a day', work)).toBe('made');
    expect(thing.made).toBe(1);
  });

  test('let one who waits go alone, and end the making of one who goes', async () => {
    const account = aName();
    const leases = someLeases(account);
    const { thing, work } = aThing();
    const [first, second] = [new AbortController(), new AbortController()];
    const making = leases.once('a day', { ...work, signal: first.signal });
    const made = expect(making).rejects.toThrow('gone last');
    await expect.poll(() => thing.made).toBe(1);
    const waiting = leases.once('a day', { ...work, signal: second.signal });
    const waited = expect(waiting).rejects.toThrow('gone first');
    await expect.poll(() => thing.looks).toBeGreaterThan(4);
    second.abort(new Error('gone first'));
    await waited;
    expect(await rowOf(account)).toBeDefined();
    first.abort(new Error('gone last'));
    await made;
    await expect.poll(() => rowOf(account)).toBeUndefined();
    expect(thing).toMatchObject({ made: 1, value: undefined });
  });

  test('let one go who waits for another replica', async () => {
    const account = aName();
    const held = await someLeases(account).take('a day');
    const { thing, work } = aThing();
    const gone = new AbortController();
    const asked = someLeases(account).once('a day', { ...work, signal: gone.signal });
    asked.catch(() => undefined);
    await expect.poll(() => thing.looks).toBeGreaterThan(2);
    gone.abort(new Error('gone'));
    await expect(asked).rejects.toThrow('gone');
    expect(thing.made).toBe(0);
    await held?.release();
  });

  test('go on to the next who waits where a making fails', async () => {
    const account = aName();
    const [one, other] = [someLeases(account), someLeases(account)];
    const { thing, letGo, work } = aThing();
    const away = Promise.withResolvers<never>();
    const failing = one.once('a day', { ...work, make: () => away.promise });
    const failed = expect(failing).rejects.toThrow('the platform is away');
    await expect.poll(() => rowOf(account)).toBeDefined();
    const waiting = other.once('a day', work);
    const looks = thing.looks;
    await expect.poll(() => thing.looks).toBeGreaterThan(looks + 1);
    letGo();
    away.reject(new Error('the platform is away'));
    await failed;
    expect(await waiting).toBe('made');
    expect(thing.made).toBe(1);
  });

  test('make anew after a loss on the way', async () => {
    const account = aName();
    const { thing, letGo, work } = aThing();
    const asked = someLeases(account, { renewMs: OFTEN_MS }).once('a day', work);
    await expect.poll(() => thing.made).toBeGreaterThan(0);
    const made = thing.made;
    await database().db.deleteFrom('leases').where('account', '=', account).execute();
    await expect.poll(() => thing.made).toBeGreaterThan(made);
    letGo();
    expect(await asked).toBe('made');
  });
});

describe.skipIf(!databaseUrl)('leases between processes', () => {
  const database = suiteDatabase(databaseUrl);

  async function aReplica(settings: Omit<StoreReplica, 'databaseUrl' | 'dataDir' | 'schema'>) {
    const schema = await schemaOf(database().db);
    const REPLICA = JSON.stringify({ ...settings, databaseUrl, dataDir: ':memory:', schema });
    return start('test/store/replica.ts', [], { REPLICA });
  }

  test('one of several that race makes, the others find', async () => {
    const account = aName();
    const replicas = await Promise.all(
      [1, 2, 3].map(() => aReplica({ does: 'once', account, ttlMs: 60_000 })),
    );
    const made = await Promise.all(replicas.map(async (replica) => (await replica.printed(/made (\d)/))[1]));
    expect(made.toSorted()).toEqual(['0', '0', '1']);
  });

  test('one killed with a lease loses it when it ends, not before', async () => {
    const account = aName();
    const holder = await aReplica({ does: 'hold', account, ttlMs: TTL_MS });
    await holder.printed(/taken/);
    const leases = createLeases({ db: database().db, account });
    holder.child.kill('SIGKILL');
    await holder.ended;
    expect(await leases.take('a day')).toBeUndefined();
    await expect.poll(() => leases.take('a day'), { interval: 50 }).toBeDefined();
  });
});

async function schemaOf(db: ReturnType<ReturnType<typeof suiteDatabase>>['db']): Promise<string> {
  const compiled = db.selectFrom('leases').selectAll().compile().sql;
  await db.selectFrom('leases').selectAll().execute();
  return /from "(\w+)"/.exec(compiled)?.[1] ?? '';
}
