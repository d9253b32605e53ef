import { sql } from 'kysely';
import { incidents } from './0006-incidents.ts';
import { audit } from './0013-audit.ts';
import type { Migration } from './migration.ts';

const COUNTED = [
  'readings',
  'observations',
  'subscriptions',
  'summaries',
  'watches',
  'watch_states',
  'incidents',
  'incident_events',
  'incident_posts',
  'preferences',
  'recent_lookups',
] as const;

/** Migrations in the order of their names. The effect of a released migration must never be changed. */
export const migrations: Readonly<Record<string, Migration>> = {
  async '0001-rollups'(db) {
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
  },
  async '0004-posts'(db) {
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
  },
  async '0005-subscriptions'(db) {
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
  },
  '0006-incidents': incidents,
  async '0007-settlings'(db) {
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
  },
  '0008-incident-posts': (db) =>
    sql`alter table ${sql.table('incident_posts')} add is_closed boolean not null default false`.execute(db),
  '0009-long-runs': (db) => sql`alter table ${sql.table('report_runs')} rename to long_runs`.execute(db),
  async '0010-paused-by'(db) {
    for (const table of ['subscriptions', 'watches'])
      await sql`alter table ${sql.table(table)} add paused_by text, add paused_at timestamptz`.execute(db);
  },
  async '0011-mentions'(db) {
    for (const table of ['watches', 'incident_posts'])
      await sql`alter table ${sql.table(table)} add mention text,
        add tells_end boolean not null default false`.execute(db);
  },
  async '0012-seen-requests'(db) {
    await sql`
      create table ${sql.table('seen_requests')} (
        account text not null,
        id text not null,
        expires_at timestamptz not null,
        constraint seen_requests_key primary key (account, id)
      )`.execute(db);
    await sql`create index seen_requests_by_age on ${sql.table('seen_requests')}
      (account, expires_at)`.execute(db);
  },
  '0013-audit': audit,
  async '0014-usage'(db) {
    await sql`
      create table ${sql.table('usage')} (
        account text not null,
        who text not null,
        full_at timestamptz not null,
        constraint usage_key primary key (account, who)
      )`.execute(db);
    await sql`create index usage_by_age on ${sql.table('usage')} (account, full_at)`.execute(db);
  },
  async '0015-preferences'(db) {
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
  },
  async '0016-recent-lookups'(db) {
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
  },
  async '0017-installations'(db) {
    await sql`
      create table ${sql.table('installations')} (
        account text not null,
        id text not null,
        is_organization boolean not null,
        sealed_tokens text,
        bot_user text,
        scopes text not null,
        expires_at timestamptz,
        installed_by text,
        installed_at timestamptz not null,
        version integer not null default 1,
        removed_at timestamptz,
        constraint installations_key primary key (account, id)
      )`.execute(db);
  },
  '0018-persons-subscriptions': (db) =>
    sql`create index subscriptions_of_person on ${sql.table('subscriptions')}
      (account, subscriber, state, next_due_at)`.execute(db),
  /** Does nothing, since `0020` removed the counters of changed rows. Existing databases list its name. */
  '0019-changes': async () => undefined,
  /** Removes the counters of changed rows, because the Home tab now reads its rows at each opening. */
  async '0020-no-counted-changes'(db, schema) {
    for (const table of COUNTED) {
      await sql`drop trigger if exists count_changes on ${sql.table(table)}`.execute(db);
    }
    await sql`drop function if exists ${sql.id(schema, 'note_change')}()`.execute(db);
    // Bots of the previous version still read these counters; a new value each time makes them read the rows. A time
    // would not do: two reads can fall on one tick of the embedded database's clock.
    await sql`
      create or replace function ${sql.id(schema, 'count_changes')}(out shared text, out own text) language sql
      set search_path = pg_catalog, pg_temp as $$ select random()::text, random()::text $$`.execute(db);
    for (const sequence of ['changes', 'own_changes']) {
      await sql`drop sequence if exists ${sql.id(schema, sequence)}`.execute(db);
    }
  },
  '0021-incident-followers': (db) =>
    sql`create table ${sql.table('incident_followers')} (
        incident text not null,
        person text not null,
        operator text not null,
        language text not null,
        zone text not null,
        constraint incident_followers_key primary key (incident, person),
        constraint incident_followers_of foreign key (incident) references ${sql.table('incidents')} (id)
          on delete cascade
      )`.execute(db),
  '0022-incident-followers-of-operators': (db) =>
    sql`alter table ${sql.table('incident_followers')} drop constraint incident_followers_key,
        add constraint incident_followers_key primary key (incident, person, operator)`.execute(db),
};
