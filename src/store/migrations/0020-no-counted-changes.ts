import { sql } from 'kysely';
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

/** Removes the counters of changed rows, because the Home tab now reads its rows at each opening. */
export const noCountedChanges: Migration = async (db, schema) => {
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
};
