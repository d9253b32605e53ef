import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const settlings: Migration = async (db) => {
  await sql`
    create table ${sql.table('settlings')} (
      id text primary key,
      account text not null,
      person text not null,
      message text not null,
      look text not null,
      sealed_message text not null,
      language text not null,
      zone text not null,
      channel text,
      message_ts text,
      asked_at timestamptz not null,
      next_look_at timestamptz not null,
      leased_until timestamptz not null,
      looks integer not null default 0,
      constraint settlings_of_person unique (account, person, message)
    )`.execute(db);
  await sql`create index settlings_due on ${sql.table('settlings')} (account, next_look_at)`.execute(db);
  await sql`create index settlings_of_look on ${sql.table('settlings')} (account, look)`.execute(db);
};
