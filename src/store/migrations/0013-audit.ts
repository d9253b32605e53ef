import { type Kysely, sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Audit rows are only added: a trigger rejects changes, and only `forget_audit` deletes expired rows. */
export const audit: Migration = {
  async up(db, schema) {
    await createTables(db);
    const [table, refuse, forget] = ['audit', 'refuse_audit_change', 'forget_audit'].map((name) =>
      sql.id(schema, name),
    );
    await sql`
      create function ${refuse}() returns trigger language plpgsql as $$
      begin
        raise exception 'rows of the audit are neither changed nor deleted' using errcode = 'insufficient_privilege';
      end $$`.execute(db);
    await sql`
      create trigger audit_append_only before update or delete or truncate on ${table}
      for each statement execute function ${refuse}()`.execute(db);
    // `alter table` locks the table until the commit: no other session writes while the trigger is disabled.
    await sql`
      create function ${forget}() returns bigint language plpgsql security definer
      set search_path = pg_catalog, pg_temp as $$
      declare
        forgotten bigint;
      begin
        if not exists (select from ${table} where expires_at < clock_timestamp()) then
          return 0;
        end if;
        alter table ${table} disable trigger audit_append_only;
        delete from ${table} where expires_at < clock_timestamp();
        get diagnostics forgotten = row_count;
        alter table ${table} enable trigger audit_append_only;
        return forgotten;
      end $$`.execute(db);
    await sql`revoke all on function ${forget}() from public`.execute(db);
  },
};

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('at', 'timestamptz', (column) => column.notNull())
    .addColumn('act', 'text', (column) => column.notNull())
    .addColumn('surface', 'text', (column) => column.notNull())
    .addColumn('person', 'text', (column) => column.notNull())
    .addColumn('team', 'text')
    .addColumn('channel', 'text')
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('why', 'text')
    .addColumn('reason', 'text')
    .addColumn('number_digest', 'text')
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    // Rejects entries that would expire in less than 30 days.
    .addCheckConstraint('audit_kept', sql`expires_at >= at + interval '30 days'`)
    .execute();
  // No index begins with `account`, because queries read the entries of all accounts.
  const indexes = {
    audit_by_time: ['at', 'id'],
    audit_by_person: ['person', 'at', 'id'],
    audit_by_number: ['number_digest'],
    audit_by_expiry: ['expires_at'],
  };
  for (const [name, columns] of Object.entries(indexes)) {
    await db.schema.createIndex(name).on('audit').columns(columns).execute();
  }
  await db.schema
    .createTable('audit_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('sealed_key', 'text', (column) => column.notNull())
    .addColumn('sealed_by', 'text', (column) => column.notNull())
    .addColumn('made_at', 'timestamptz', (column) => column.notNull())
    .execute();
}
