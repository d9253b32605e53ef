import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

export const mentions: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['watches', 'incident_posts']) {
      await db.schema
        .alterTable(table)
        .addColumn('mention', 'text')
        .addColumn('tells_end', 'boolean', (column) => column.notNull().defaultTo(false))
        .execute();
    }
  },
};
