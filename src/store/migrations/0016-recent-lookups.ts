import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const recentLookups: Migration = async (db) => {
  const table = sql.table('recent_lookups');
  await sql`
    create table ${table} (
      id text primary key,
      account text not null,
      person text not null,
      subject text not null,
      sealed_lookup text not null,
      at timestamptz not null,
      expires_at timestamptz not null,
      constraint recent_lookups_of_person unique (account, person, subject)
    )`.execute(db);
  await sql`create index recent_lookups_by_time on ${table} (account, person, at)`.execute(db);
  await sql`create index recent_lookups_by_expiry on ${table} (account, expires_at)`.execute(db);
};
