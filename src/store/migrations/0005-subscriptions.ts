import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const subscriptions: Migration = async (db) => {
  await sql`
    create table ${sql.table('subscriptions')} (
      id text primary key,
      account text not null,
      number integer not null,
      channel text not null,
      sender text not null,
      time text not null,
      zone text not null,
      language text not null,
      subscriber text not null,
      state text not null,
      paused_because text,
      told boolean not null default true,
      next_due_at timestamptz not null,
      constraint subscriptions_of_channel unique (account, channel, sender),
      constraint subscriptions_by_number unique (account, number)
    )`.execute(db);
  await sql`create index subscriptions_due on ${sql.table('subscriptions')}
    (account, state, next_due_at)`.execute(db);
  await sql`
    create table ${sql.table('subscription_numbers')} (
      account text primary key,
      last integer not null
    )`.execute(db);
  await sql`
    create table ${sql.table('summaries')} (
      id text primary key,
      account text not null,
      channel text not null,
      sender text not null,
      day text not null,
      zone text not null,
      language text not null,
      due_at timestamptz not null,
      planned_at timestamptz not null,
      state text not null,
      step_at timestamptz not null,
      queued_at timestamptz,
      message_ts text,
      has_details boolean not null default false,
      is_late boolean not null default false,
      first_rate double precision,
      constraint summaries_of_day unique (account, channel, sender, day)
    )`.execute(db);
  await sql`create index summaries_to_do on ${sql.table('summaries')} (account, step_at)
    where state != 'ended'`.execute(db);
};
