import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

export const usage: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('usage')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('who', 'text', (column) => column.notNull())
      .addColumn('full_at', 'timestamptz', (column) => column.notNull())
      .addPrimaryKeyConstraint('usage_key', ['account', 'who'])
      .execute();
    await db.schema.createIndex('usage_by_age').on('usage').columns(['account', 'full_at']).execute();
  },
};
