import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

export const incidentPosts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('incident_posts')
      .addColumn('is_closed', 'boolean', (column) => column.notNull().defaultTo(false))
      .execute();
  },
};
