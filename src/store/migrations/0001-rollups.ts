import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const rollups: Migration = async (db) => {
  await sql`
    create table ${sql.table('readings')} (
      account text not null,
      day text not null,
      sender text not null,
      read_at timestamptz not null,
      took_ms integer not null,
      -- A report’s size can exceed integer, and drivers return bigint as different types.
      bytes double precision not null,
      received integer not null,
      unreadable integer not null,
      announced double precision,
      failing_numbers integer,
      may_lack_days boolean not null,
      cells bytea not null,
      constraint readings_key primary key (account, day, sender, read_at)
    )`.execute(db);
  await sql`
    create table ${sql.table('leases')} (
      account text not null,
      name text not null,
      owner text not null,
      expires_at timestamptz not null,
      constraint leases_key primary key (account, name)
    )`.execute(db);
  await sql`
    create table ${sql.table('report_runs')} (
      id text primary key,
      account text not null,
      user_id text not null,
      channel text,
      message_ts text,
      sealed_request text not null,
      state text not null,
      days_done integer not null default 0,
      of_days integer not null,
      messages_read integer not null default 0,
      created_at timestamptz not null default clock_timestamp(),
      heartbeat_at timestamptz not null default clock_timestamp()
    )`.execute(db);
};
