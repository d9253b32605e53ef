import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { cleanedTables, cleanUpWorkspace } from '../../../src/store/installations/clean-up.ts';
import { createPreferences } from '../../../src/store/people/preferences.ts';
import { databases, suiteDatabase } from '../../support/store.ts';

/** Tables that keep their rows when a workspace uninstalls the app, and why. */
const retainedTables = {
  readings: 'the platform’s figures, which may be those of other workspaces, too',
  observations: 'the platform’s figures',
  audit: 'who did what is kept until its time, whoever uninstalls the app',
  audit_keys: 'without it entries are not found by number',
  leases: 'they end by themselves',
  seen_requests: 'they are forgotten in minutes, and keep what is sent again from being done again',
  installations: 'what is left of it says that this is to be done',
  incident_events: 'they go with their incident',
  incident_posts: 'they go with their incident',
  incident_followers: 'they go with their incident',
};

describe.each(databases)('the clean-up of an uninstalled workspace, %s', (_, url) => {
  const database = suiteDatabase(url);

  test('lists every table, either as cleaned or with a reason to leave it', async () => {
    const { db, schema } = database();
    const { rows } = await sql<{ name: string }>`
      select tablename::text as name from pg_tables
      where schemaname = ${schema} and tablename not like 'kysely_%' order by 1`.execute(db);
    const named = [...cleanedTables, ...Object.keys(retainedTables)].toSorted();
    expect(named).toEqual(rows.map(({ name }) => name));
  });

  test('deletes all rows of its accounts, and none of other accounts', async () => {
    const { db, schema } = database();
    const columns = await sql<{ table: string; column: string; type: string }>`
      select table_name::text as table, column_name::text as column, data_type::text as type
      from information_schema.columns
      where table_schema = ${schema} and is_nullable = 'NO' and column_default is null and is_identity = 'NO'
        and is_generated = 'NEVER'`.execute(db);
    const values: Readonly<Record<string, string>> = {
      integer: '1',
      bigint: '1',
      smallint: '1',
      'double precision': '1',
      boolean: 'true',
      'timestamp with time zone': '2026-11-20T10:00:00Z',
      bytea: '\\x00',
      jsonb: '{}',
      json: '{}',
    };
    const accounts = ['T1.one', 'T1.other', 'T10.one', 'T2.one', 'one'];
    const addRow = async (table: string, account: string) => {
      const needed = columns.rows.filter((one) => one.table === table);
      const textFor = ({ column, type }: (typeof needed)[number]) => {
        if (column === 'account') return account;
        return values[type] ?? (type.startsWith('text') ? `${account} x` : '1');
      };
      await sql`insert into ${sql.id(schema, table)} (${sql.join(needed.map(({ column }) => sql.id(column)))})
        values (${sql.join(needed.map((one) => sql`${textFor(one)}::text::${sql.raw(one.type)}`))})`.execute(
        db,
      );
    };
    for (const table of cleanedTables) for (const account of accounts) await addRow(table, account);
    await createPreferences({ db, account: 'T1.one' }).choose('U1', { language: 'es' });
    expect(await cleanUpWorkspace({ db }, 'T1')).toBe(2 * cleanedTables.length + 1);
    for (const table of cleanedTables) {
      const { rows } = await sql<{ account: string }>`
        select account from ${sql.id(schema, table)} order by account`.execute(db);
      expect(rows.map(({ account }) => account).toSorted(), table).toEqual(['T10.one', 'T2.one', 'one']);
    }
    for (const id of ['', 'x', 'T', 'T1.one']) await expect(cleanUpWorkspace({ db }, id)).rejects.toThrow();
  });
});
