import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const preferences: Migration = async (db) => {
  await sql`
    create table ${sql.table('preferences')} (
      account text not null,
      person text not null,
      language text,
      zone text,
      constraint preferences_key primary key (account, person)
    )`.execute(db);
  await sql`create index subscriptions_by_subscriber on ${sql.table('subscriptions')}
    (account, subscriber, state, next_due_at)`.execute(db);
};
