import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type AuditQuery, auditEntries } from '../../../src/control/operations.ts';
import type { AuditEntry } from '../../../src/domain/audit.ts';
import { isDatabaseFailure } from '../../../src/domain/database-failure.ts';
import { createSealer } from '../../../src/runtime/crypto.ts';
import { type Audit, createAudit } from '../../../src/store/audit/audit.ts';
import { digestsOf, sealedAuditKeys } from '../../../src/store/audit/keys.ts';
import { lookedUp } from '../../support/audit.ts';
import { recordLog } from '../../support/log.ts';
import { databases, suiteDatabase, uniqueName } from '../../support/store.ts';

const DAY_MS = 86_400_000;
const sealer = createSealer(Buffer.alloc(32, 'canary'));
describe.each(databases)('the audit, %s', (_, url) => {
  const database = suiteDatabase(url);
  const createTestAudit = (
    account: string,
    changes: Partial<Parameters<typeof createAudit>[0]> = {},
  ): Audit => {
    const { db, schema } = database();
    return createAudit({ db, schema, account, sealer, retentionDays: 400, ...changes });
  };
  const read = (query: AuditQuery) => auditEntries.run(query, database());
  const find = (query: AuditQuery) => Array.fromAsync(read(query));
  const sealedKeys = async () => (await sealedAuditKeys(database().db)).map(({ sealed }) => sealed);
  const findNumber = async (msisdn: string, by = sealer) =>
    find({ digests: digestsOf(msisdn, await sealedKeys(), by) });
  const rowsIn = async (account: string) =>
    database().db.selectFrom('audit').where('account', '=', account).selectAll().execute();
  let entries = 0;
  const addEntry = (audit: Audit, entry: Partial<AuditEntry> = {}, ageMs = 0) => {
    entries += 1;
    return audit.add([{ id: `entry ${entries}`, entry: { ...lookedUp, ...entry }, ageMs }]);
  };

  /** Adds an expired row from 31 days ago. */
  const addOld = async (account: string, person: string) => {
    const { act, surface, reference, outcome } = lookedUp;
    await database()
      .db.insertInto('audit')
      .values({
        ...{ id: `old ${account}`, account, act, surface, person, reference, outcome },
        ...{ team: null, channel: null, why: null, reason: null, number_digest: null },
        at: sql<Date>`clock_timestamp() - interval '31 days'`,
        expires_at: sql<Date>`clock_timestamp() - interval '1 second'`,
      })
      .execute();
  };

  test('stores a reason with half a surrogate pair, which JSON in Postgres does not accept', async () => {
    const account = uniqueName();
    await addEntry(createTestAudit(account), { reason: 'she \ud83d asked' });
    expect(await rowsIn(account)).toMatchObject([{ reason: 'she \ufffd asked' }]);
  });

  test('contains who did what, where, when and with what outcome, but no number', async () => {
    const account = uniqueName();
    const audit = createTestAudit(account);
    await addEntry(
      audit,
      { act: 'revealed', outcome: 'refused', why: 'reveal', reason: 'she asked' },
      60_000,
    );
    const [row] = await findNumber('56912345678');
    const { numbers: _numbers, ...told } = lookedUp;
    const asked = { act: 'revealed', outcome: 'refused', why: 'reveal', reason: 'she asked' };
    expect(row).toEqual({ ...told, ...asked, id: expect.any(String), at: expect.any(Date) });
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database().db);
    const age = (rows[0]?.now.getTime() ?? 0) - (row?.at.getTime() ?? 0);
    expect(age).toBeGreaterThanOrEqual(60_000);
    expect(age).toBeLessThan(120_000);
    expect(JSON.stringify(await rowsIn(account))).not.toMatch(/12345678/);
  });

  test('is found by number, person and time; an entry has one row per number', async () => {
    const audit = createTestAudit(uniqueName());
    const [ben, eva] = [uniqueName(), uniqueName()];
    const [a, b, c] = ['56911110001', '56911110002', `569${Date.now()}`.slice(0, 11)];
    await addEntry(audit, { person: ben, numbers: [a, b, a] }, 2 * DAY_MS);
    await addEntry(audit, { person: eva, numbers: [c] });
    await addEntry(audit, { person: eva, numbers: [] });
    const people = (rows: readonly { readonly person: string }[]) => rows.map(({ person }) => person);
    expect(people(await findNumber(b))).toEqual([ben]);
    expect(people(await findNumber(c))).toEqual([eva]);
    expect(people(await findNumber('56900000000'))).toEqual([]);
    expect(people(await find({ person: ben }))).toEqual([ben, ben]);
    const yesterday = new Date(Date.now() - DAY_MS);
    expect(people(await find({ person: eva, since: yesterday }))).toEqual([eva, eva]);
    expect(people(await find({ person: ben, since: yesterday }))).toEqual([]);
    expect(people(await find({ person: ben, until: yesterday }))).toEqual([ben, ben]);
  });

  test('is read in pages, each row once, oldest first', async () => {
    const audit = createTestAudit(uniqueName());
    const person = uniqueName();
    const numbers = Array.from({ length: 600 }, (_, index) => `5691${String(1_000_000 + index)}`);
    await addEntry(audit, { person, numbers });
    for (const reference of ['B', 'C'])
      await addEntry(audit, { person, reference, numbers: numbers.slice(0, 450) });
    const rows = await find({ person });
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1_500);
    expect(rows.map(({ reference }) => reference).join('')).toMatch(/^(ACDEFH){600}B{450}C{450}$/);
  });

  test('is read to its end when the last row of a page is deleted meanwhile', async () => {
    const [account, person] = [uniqueName(), uniqueName()];
    const audit = createTestAudit(account);
    const numbers = Array.from({ length: 499 }, (_, index) => `5691${String(1_000_000 + index)}`);
    await addEntry(audit, { person, numbers }, 40 * DAY_MS);
    await addOld(account, person);
    await addEntry(audit, { person, numbers: [] });
    const reading = read({ person })[Symbol.asyncIterator]();
    await reading.next();
    expect(await audit.forget()).toBe(1);
    expect((await Array.fromAsync({ [Symbol.asyncIterator]: () => reading })).length).toBe(500);
    expect(await find({ person })).toHaveLength(500);
  });

  test('stores an entry once when it is written twice', async () => {
    const account = uniqueName();
    const audit = createTestAudit(account);
    const entry = { id: account, entry: { ...lookedUp, numbers: ['56911110001', '56911110002'] }, ageMs: 0 };
    await audit.add([entry]);
    await audit.add([entry]);
    expect(await rowsIn(account)).toHaveLength(2);
  });

  test('refuses to change or delete rows', async () => {
    const account = uniqueName();
    const { db, schema } = database();
    await addEntry(createTestAudit(account));
    const table = sql.id(schema, 'audit');
    const refused = /rows of the audit are neither changed nor deleted/;
    await expect(db.updateTable('audit').set({ person: 'U9' }).execute()).rejects.toThrow(refused);
    const failure = await db
      .deleteFrom('audit')
      .execute()
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ message: expect.stringMatching(refused) });
    // No additional rights would help.
    expect(isDatabaseFailure(failure)).toBe(false);
    await expect(sql`truncate ${table}`.execute(db)).rejects.toThrow(refused);
    // A row that expires too early is rejected, too.
    await expect(addEntry(createTestAudit(account, { retentionDays: 29 }))).rejects.toThrow(/audit_kept/);
    expect(await rowsIn(account)).toHaveLength(1);
  });

  test('deletes entries after their retention time, and no younger ones', async () => {
    const account = uniqueName();
    const audit = createTestAudit(account, { retentionDays: 30 });
    await addEntry(createTestAudit(account, { retentionDays: 400 }), { person: 'kept long' }, 399 * DAY_MS);
    await addEntry(audit, { person: 'kept' }, 29 * DAY_MS);
    await addOld(account, lookedUp.person);
    expect(await audit.forget()).toBe(1);
    expect(await audit.forget()).toBe(0);
    expect((await rowsIn(account)).map((row) => row.person).toSorted()).toEqual(['kept', 'kept long']);
    // The trigger against changes is active again.
    await expect(database().db.deleteFrom('audit').execute()).rejects.toThrow(/neither changed/);
  });

  test('finds rows after a change of SECRET_KEY while the old key is still set', async () => {
    const account = uniqueName();
    const msisdn = '56933334444';
    const [old, next] = [sealer, createSealer(Buffer.alloc(32, 'next-canary'), Buffer.alloc(32, 'canary'))];
    const alone = createSealer(Buffer.alloc(32, 'next-canary'));
    await addEntry(createTestAudit(account, { sealer: old }), { numbers: [msisdn] });
    expect(await findNumber(msisdn, next)).toHaveLength(1);
    expect(await findNumber(msisdn, alone)).toEqual([]);
    // The next entry seals the key again.
    await addEntry(createTestAudit(account, { sealer: next }), { numbers: [msisdn] });
    expect(await findNumber(msisdn, alone)).toHaveLength(2);
    const { log, lines } = recordLog();
    const other = createSealer(Buffer.alloc(32, 'other-canary'));
    await addEntry(createTestAudit(account, { sealer: other, log }), { numbers: [msisdn] });
    expect(lines.map(({ msg }) => msg)).toEqual([
      'SECRET_KEY does not open the audit’s key: entries so far are no longer found by number',
    ]);
    expect(await findNumber(msisdn, other)).toHaveLength(1);
    expect(await findNumber(msisdn, alone)).toHaveLength(2);
  });

  test('continues when its key cannot be sealed again', async () => {
    const account = uniqueName();
    const { db, schema } = database();
    await addEntry(createTestAudit(account), { numbers: ['56944445555'] });
    const table = sql.id(schema, 'audit_keys');
    const refuse = sql.id(schema, 'refuse_audit_change');
    await sql`create trigger kept before update on ${table} for each statement execute function ${refuse}()`.execute(
      db,
    );
    const { log, lines } = recordLog();
    const next = createSealer(Buffer.alloc(32, 'next-canary'), Buffer.alloc(32, 'canary'));
    await addEntry(createTestAudit(account, { sealer: next, log }), { numbers: ['56944445555'] });
    await sql`drop trigger kept on ${table}`.execute(db);
    expect(await findNumber('56944445555')).toHaveLength(2);
    const msg = expect.stringMatching(/keep SECRET_KEY_PREVIOUS/);
    expect(lines).toMatchObject([{ level: 'warn', msg }]);
  });

  test('contains the entries of all replicas that start at the same time', async () => {
    const account = uniqueName();
    const replicas = [1, 2, 3, 4].map(() => createTestAudit(account));
    await Promise.all(replicas.map((replica) => addEntry(replica, { numbers: ['56955556666'] })));
    expect(await findNumber('56955556666')).toHaveLength(4);
  });
});
