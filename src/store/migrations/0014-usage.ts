import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const usage: Migration = async (db) => {
  await sql`
    create table ${sql.table('usage')} (
      account text not null,
      who text not null,
      full_at timestamptz not null,
      constraint usage_key primary key (account, who)
    )`.execute(db);
  await sql`create index usage_by_age on ${sql.table('usage')} (account, full_at)`.execute(db);
};
