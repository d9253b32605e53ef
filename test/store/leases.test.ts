import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createLeases } from '../../src/store/leases.ts';
import { start } from '../support/process.ts';
import { databases, databaseUrl, suiteDatabase, uniqueName } from '../support/store.ts';
import type { StoreReplica } from './replica.ts';

/** A lease with frequent renewals expires by accident only if the machine stops for almost this long. */
const TTL_MS = 2_000;
const OFTEN_MS = 50;

describe.each(databases)('leases, %s', (_name, url) => {
  const database = suiteDatabase(url);
  const createTestLeases = (account = uniqueName(), options: { ttlMs?: number; renewMs?: number } = {}) =>
    createLeases({ db: database().db, account, ttlMs: 10_000, pollMs: 10, ...options });
  const rowOf = (account: string) =>
    database().db.selectFrom('leases').where('account', '=', account).selectAll().executeTakeFirst();

  test('have one owner at a time, by name and account', async () => {
    const account = uniqueName();
    const [one, other] = [createTestLeases(account), createTestLeases(account)];
    const results = await Promise.all([1, 2, 3, 4].map((at) => (at % 2 ? one : other).acquire('a day')));
    const leases = results.filter((lease) => lease !== undefined);
    expect(leases).toHaveLength(1);
    expect(await other.acquire('another day')).toBeDefined();
    expect(await createTestLeases().acquire('a day')).toBeDefined();
    await leases[0]?.release();
    expect(await other.acquire('a day')).toBeDefined();
  });

  test('are renewed until they are released', async () => {
    const account = uniqueName();
    const lease = await createTestLeases(account, { ttlMs: TTL_MS, renewMs: OFTEN_MS }).acquire('a day');
    const first = await rowOf(account);
    const renewed = async () => Number((await rowOf(account))?.expires_at) - Number(first?.expires_at);
    await expect.poll(renewed).toBeGreaterThan(1.2 * TTL_MS);
    expect(lease?.lost.aborted).toBe(false);
    expect(await createTestLeases(account).acquire('a day')).toBeUndefined();
    await lease?.release();
    expect(await rowOf(account)).toBeUndefined();
  });

  test('are renewed before they expire when no interval is set', async () => {
    const account = uniqueName();
    const lease = await createTestLeases(account, { ttlMs: 1.5 * TTL_MS }).acquire('a day');
    const first = await rowOf(account);
    await expect
      .poll(async () => Number((await rowOf(account))?.expires_at))
      .toBeGreaterThan(Number(first?.expires_at));
    expect(lease?.lost.aborted).toBe(false);
    await lease?.release();
  });

  test('report the loss to another owner, and a release leaves that owner', async () => {
    const account = uniqueName();
    const lease = await createTestLeases(account, { ttlMs: 200 }).acquire('a day');
    await database()
      .db.updateTable('leases')
      .set({ owner: 'other' })
      .where('account', '=', account)
      .execute();
    await expect.poll(() => lease?.lost.aborted).toBe(true);
    await lease?.release();
    expect(await rowOf(account)).toMatchObject({ owner: 'other' });
  });

  test('that are not renewed can be acquired after they expire', async () => {
    const account = uniqueName();
    const values = { account, name: 'a day', owner: 'dead', expires_at: new Date(Date.now() + 3_600_000) };
    await database().db.insertInto('leases').values(values).execute();
    const leases = createTestLeases(account);
    expect(await leases.acquire('a day')).toBeUndefined();
    // It expires now, so that the test need not wait for an hour.
    const soon = sql<Date>`clock_timestamp() + interval '100 milliseconds'`;
    await database()
      .db.updateTable('leases')
      .where('account', '=', account)
      .set({ expires_at: soon })
      .execute();
    await expect.poll(() => leases.acquire('a day'), { interval: 20 }).toBeDefined();
  });

  /** Work with a result that exists after its first run. */
  function createWork() {
    const state = { value: undefined as string | undefined, made: 0, finds: 0 };
    const gate = Promise.withResolvers<void>();
    return {
      state,
      finish: gate.resolve,
      work: {
        find: async () => {
          state.finds++;
          return state.value;
        },
        create: async (signal: AbortSignal) => {
          state.made++;
          const { promise: aborted, reject } = Promise.withResolvers<never>();
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
          await Promise.race([gate.promise, aborted]);
          state.value = 'made';
          return 'made';
        },
      },
    };
  }

  test('run work once that many callers request, in one process or several', async () => {
    const account = uniqueName();
    const replicas = [createTestLeases(account), createTestLeases(account)];
    const { state, finish, work } = createWork();
    const asked = Array.from({ length: 6 }, (_, at) => replicas[at % 2]?.once('a day', work));
    await expect.poll(() => state.finds).toBeGreaterThan(10);
    finish();
    expect(await Promise.all(asked)).toEqual(Array(6).fill('made'));
    expect(state.made).toBe(1);
    expect(await replicas[0]?.once('a day', work)).toBe('made');
    expect(state.made).toBe(1);
  });

  test('let a waiting caller abort alone, and stop the work when its caller aborts', async () => {
    const account = uniqueName();
    const leases = createTestLeases(account);
    const { state, work } = createWork();
    const [first, second] = [new AbortController(), new AbortController()];
    const made = expect(leases.once('a day', { ...work, signal: first.signal })).rejects.toThrow('gone last');
    await expect.poll(() => state.made).toBe(1);
    const waiting = leases.once('a day', { ...work, signal: second.signal });
    const waited = expect(waiting).rejects.toThrow('gone first');
    await expect.poll(() => state.finds).toBeGreaterThan(4);
    second.abort(new Error('gone first'));
    await waited;
    expect(await rowOf(account)).toBeDefined();
    first.abort(new Error('gone last'));
    await made;
    await expect.poll(() => rowOf(account)).toBeUndefined();
    expect(state).toMatchObject({ made: 1, value: undefined });
  });

  test('let a caller abort while it waits for another replica', async () => {
    const account = uniqueName();
    const otherLease = await createTestLeases(account).acquire('a day');
    const { state, work } = createWork();
    const gone = new AbortController();
    const asked = createTestLeases(account).once('a day', { ...work, signal: gone.signal });
    asked.catch(() => undefined);
    await expect.poll(() => state.finds).toBeGreaterThan(2);
    gone.abort(new Error('gone'));
    await expect(asked).rejects.toThrow('gone');
    expect(state.made).toBe(0);
    await otherLease?.release();
  });

  test('pass failed work to the next waiting caller', async () => {
    const account = uniqueName();
    const [one, other] = [createTestLeases(account), createTestLeases(account)];
    const { state, finish, work } = createWork();
    const away = Promise.withResolvers<never>();
    const failing = one.once('a day', { ...work, create: () => away.promise });
    const failed = expect(failing).rejects.toThrow('the platform is away');
    await expect.poll(() => rowOf(account)).toBeDefined();
    const waiting = other.once('a day', work);
    const finds = state.finds;
    await expect.poll(() => state.finds).toBeGreaterThan(finds + 1);
    finish();
    away.reject(new Error('the platform is away'));
    await failed;
    expect(await waiting).toBe('made');
    expect(state.made).toBe(1);
  });

  test('run the work again after the lease is lost', async () => {
    const account = uniqueName();
    const { state, finish, work } = createWork();
    const asked = createTestLeases(account, { renewMs: OFTEN_MS }).once('a day', work);
    await expect.poll(() => state.made).toBeGreaterThan(0);
    const made = state.made;
    await database().db.deleteFrom('leases').where('account', '=', account).execute();
    await expect.poll(() => state.made).toBeGreaterThan(made);
    finish();
    expect(await asked).toBe('made');
  });
});

describe.skipIf(!databaseUrl)('leases between processes', () => {
  const database = suiteDatabase(databaseUrl);

  async function startReplica(settings: Omit<StoreReplica, 'databaseUrl' | 'dataDir' | 'schema'>) {
    const schema = await schemaOf(database().db);
    const REPLICA = JSON.stringify({ ...settings, databaseUrl, dataDir: ':memory:', schema });
    return start('test/store/replica.ts', [], { REPLICA });
  }

  test('one of several competing processes does the work, the others find its result', async () => {
    const account = uniqueName();
    const replicas = await Promise.all(
      [1, 2, 3].map(() => startReplica({ does: 'once', account, ttlMs: 60_000 })),
    );
    const made = await Promise.all(replicas.map(async (replica) => (await replica.printed(/made (\d)/))[1]));
    expect(made.toSorted()).toEqual(['0', '0', '1']);
  });

  test('a killed owner loses its lease when it expires, not before', async () => {
    const account = uniqueName();
    const holder = await startReplica({ does: 'hold', account, ttlMs: TTL_MS });
    await holder.printed(/taken/);
    const leases = createLeases({ db: database().db, account });
    holder.child.kill('SIGKILL');
    await holder.ended;
    expect(await leases.acquire('a day')).toBeUndefined();
    await expect.poll(() => leases.acquire('a day'), { interval: 50 }).toBeDefined();
  });
});

async function schemaOf(db: ReturnType<ReturnType<typeof suiteDatabase>>['db']): Promise<string> {
  const compiled = db.selectFrom('leases').selectAll().compile().sql;
  await db.selectFrom('leases').selectAll().execute();
  return /from "(\w+)"/.exec(compiled)?.[1] ?? '';
}
