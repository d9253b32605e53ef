import { sql } from 'kysely';
import type { Database } from './database.ts';

export async function isRole({ db }: Database, role: string): Promise<boolean> {
  const { rows } = await sql`select from pg_roles where rolname = ${role}`.execute(db);
  return rows.length > 0;
}

/** Grants access to rows of current and future tables; migrations are read-only, audit rows only added. */
export async function grantRows({ db, schema }: Database, role: string): Promise<void> {
  const to = sql`to ${sql.id(role)}`;
  await db.transaction().execute(async (transaction) => {
    for (const name of [schema, `${schema}_jobs`]) {
      const place = sql`in schema ${sql.id(name)}`;
      for (const grant of [
        sql`grant usage on schema ${sql.id(name)} ${to}`,
        sql`grant select, insert, update, delete on all tables ${place} ${to}`,
        sql`alter default privileges ${place} grant select, insert, update, delete on tables ${to}`,
        sql`grant execute on all functions ${place} ${to}`,
        sql`alter default privileges ${place} grant execute on functions ${to}`,
      ]) {
        await grant.execute(transaction);
      }
    }
    const from = sql`from ${sql.id(role)}`;
    await sql`revoke insert, update, delete on ${sql.id(schema, 'kysely_migration')} ${from}`.execute(
      transaction,
    );
    await sql`revoke update, delete on ${sql.id(schema, 'audit')} ${from}`.execute(transaction);
    // Without its keys, no entry of the audit is found by number any more.
    await sql`revoke delete on ${sql.id(schema, 'audit_keys')} ${from}`.execute(transaction);
  });
}
