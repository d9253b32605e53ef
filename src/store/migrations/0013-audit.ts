import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Audit rows are only added: a trigger rejects changes, and only `forget_audit` deletes expired rows. */
export const audit: Migration = async (db, schema) => {
  const [table, refuse, forget] = ['audit', 'refuse_audit_change', 'forget_audit'].map((name) =>
    sql.id(schema, name),
  );
  await sql`
    create table ${table} (
      id text primary key,
      account text not null,
      at timestamptz not null,
      act text not null,
      surface text not null,
      person text not null,
      team text,
      channel text,
      reference text not null,
      outcome text not null,
      why text,
      reason text,
      number_digest text,
      expires_at timestamptz not null,
      -- Rejects entries that would expire in less than 30 days.
      constraint audit_kept check (expires_at >= at + interval '30 days')
    )`.execute(db);
  // No index begins with `account`, because queries read the entries of all accounts.
  await sql`create index audit_by_time on ${table} (at, id)`.execute(db);
  await sql`create index audit_by_person on ${table} (person, at, id)`.execute(db);
  await sql`create index audit_by_number on ${table} (number_digest)`.execute(db);
  await sql`create index audit_by_expiry on ${table} (expires_at)`.execute(db);
  await sql`
    create table ${sql.table('audit_keys')} (
      id text primary key,
      account text not null,
      sealed_key text not null,
      sealed_by text not null,
      made_at timestamptz not null
    )`.execute(db);
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
};
