import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Of which rows people see the same: each statement that changes some is counted. */
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
];

/**
 * Counts changes, so that what was read is known to be as it was without being read again. The count is a sequence: it
 * locks nothing, so that nobody who writes waits for another. Its functions are their owner's, for a role that has rights
 * on rows alone has none on a sequence.
 */
export const changes: Migration = {
  async up(db, schema) {
    const [sequence, note, count] = ['changes', 'note_change', 'count_changes'].map((name) =>
      sql.id(schema, name),
    );
    await sql`create sequence ${sequence}`.execute(db);
    await sql`
      create function ${note}() returns trigger language plpgsql security definer
      set search_path = pg_catalog, pg_temp as $$
      begin
        perform nextval(format('%I.changes', tg_table_schema)::regclass);
        return null;
      end $$`.execute(db);
    // A server that has taken the place of another may count some of its changes anew.
    await sql`
      create function ${count}() returns text language plpgsql security definer
      set search_path = pg_catalog, pg_temp as $$
      begin
        return (select concat_ws(' ', is_called, last_value, pg_postmaster_start_time()) from ${sequence});
      end $$`.execute(db);
    for (const table of COUNTED) {
      await sql`
        create trigger count_changes after insert or update or delete or truncate on ${sql.id(schema, table)}
        for each statement execute function ${note}()`.execute(db);
    }
  },
};
