import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

export const pausedBy: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['subscriptions', 'watches']) {
      await db.schema
        .alterTable(table)
        .addColumn('paused_by', 'text')
        .addColumn('paused_at', 'timestamptz')
        .execute();
    }
  },
};
