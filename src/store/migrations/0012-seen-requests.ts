import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const seenRequests: Migration = async (db) => {
  await sql`
    create table ${sql.table('seen_requests')} (
      account text not null,
      id text not null,
      expires_at timestamptz not null,
      constraint seen_requests_key primary key (account, id)
    )`.execute(db);
  await sql`create index seen_requests_by_age on ${sql.table('seen_requests')}
    (account, expires_at)`.execute(db);
};
