import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const incidents: Migration = async (db) => {
  await sql`
    create table ${sql.table('watches')} (
      id text primary key,
      account text not null,
      number integer not null,
      channel text not null,
      sensitivity text not null,
      zone text not null,
      language text not null,
      watcher text not null,
      state text not null,
      paused_because text,
      told boolean not null default true,
      constraint watches_of_channel unique (account, channel),
      constraint watches_by_number unique (account, number)
    )`.execute(db);
  await sql`
    create table ${sql.table('watch_numbers')} (
      account text primary key,
      last integer not null
    )`.execute(db);
  await sql`
    create table ${sql.table('watch_states')} (
      account text not null,
      sensitivity text not null,
      version integer not null,
      state text not null,
      checked_at timestamptz not null,
      took_ms integer not null,
      constraint watch_states_key primary key (account, sensitivity)
    )`.execute(db);
  await sql`
    create table ${sql.table('observations')} (
      account text not null,
      at timestamptz not null,
      counted text not null,
      constraint observations_key primary key (account, at)
    )`.execute(db);
  await sql`
    create table ${sql.table('incidents')} (
      id text primary key,
      account text not null,
      sensitivity text not null,
      whose text not null,
      verdict text not null,
      began_at timestamptz not null,
      ended_at timestamptz,
      revision integer not null,
      events integer not null,
      evidence text not null
    )`.execute(db);
  // Allows one open incident per subject and sensitivity, even if several processes check at once.
  await sql`create unique index incidents_open on ${sql.table('incidents')} (account, sensitivity, whose)
    where ended_at is null`.execute(db);
  await sql`
    create table ${sql.table('incident_events')} (
      incident text not null,
      number integer not null,
      kind text not null,
      at timestamptz not null,
      verdict text,
      person text,
      name text,
      until timestamptz,
      constraint incident_events_key primary key (incident, number),
      constraint incident_events_of foreign key (incident) references ${sql.table('incidents')} (id) on delete cascade
    )`.execute(db);
  await sql`
    create table ${sql.table('incident_posts')} (
      incident text not null,
      channel text not null,
      zone text not null,
      language text not null,
      message_ts text,
      shown integer not null default 0,
      told integer not null default 0,
      is_over boolean not null default false,
      constraint incident_posts_key primary key (incident, channel),
      constraint incident_posts_of foreign key (incident) references ${sql.table('incidents')} (id) on delete cascade
    )`.execute(db);
};
