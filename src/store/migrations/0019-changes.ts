import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Of these rows each statement that changes some is counted: of those that people see the same of, and of what is a person's own. */
const COUNTED = {
  changes: [
    'readings',
    'observations',
    'subscriptions',
    'summaries',
    'watches',
    'watch_states',
    'incidents',
    'incident_events',
    'incident_posts',
  ],
  own_changes: ['preferences', 'recent_lookups'],
} as const;

/**
 * Counts changes, so that what was read is known to be as it was without being read again. A count is a sequence: it
 * locks nothing, so that nobody who writes waits for another. Its functions are their owner's, for a role that has rights
 * on rows alone has none on a sequence.
 */
export const changes: Migration = {
  async up(db, schema) {
    const [note, count] = ['note_change', 'count_changes'].map((name) => sql.id(schema, name));
    for (const sequence of Object.keys(COUNTED)) {
      await sql`create sequence ${sql.id(schema, sequence)}`.execute(db);
    }
    await sql`
      create function ${note}() returns trigger language plpgsql security definer
      set search_path = pg_catalog, pg_temp as $$
      begin
        perform nextval(format('%I.%I', tg_table_schema, tg_argv[0])::regclass);
        return null;
      end $$`.execute(db);
    // A server that has taken the place of another may count some of its changes anew.
    await sql`
      create function ${count}(out shared text, out own text) language plpgsql security definer
      set search_path = pg_catalog, pg_temp as $$
      declare
        started text := pg_postmaster_start_time();
      begin
        select concat_ws(' ', is_called, last_value, started) into shared from ${sql.id(schema, 'changes')};
        select concat_ws(' ', is_called, last_value, started) into own from ${sql.id(schema, 'own_changes')};
      end $$`.execute(db);
    for (const [sequence, tables] of Object.entries(COUNTED)) {
      for (const table of tables) {
        await sql`
          create trigger count_changes after insert or update or delete or truncate on ${sql.id(schema, table)}
          for each statement execute function ${note}(${sql.lit(sequence)})`.execute(db);
      }
    }
  },
};
