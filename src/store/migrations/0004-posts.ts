import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const posts: Migration = async (db) => {
  await sql`
    create table ${sql.table('posts')} (
      account text not null,
      channel text not null,
      key text not null,
      state text not null,
      owner text not null,
      leased_until timestamptz not null,
      attempted_at timestamptz,
      message_ts text,
      created_at timestamptz not null default clock_timestamp(),
      constraint posts_key primary key (account, channel, key)
    )`.execute(db);
  await sql`create index posts_by_age on ${sql.table('posts')} (account, created_at)`.execute(db);
  await sql`
    create table ${sql.table('post_pace')} (
      account text not null,
      channel text not null,
      next_at timestamptz not null,
      constraint post_pace_key primary key (account, channel)
    )`.execute(db);
};
