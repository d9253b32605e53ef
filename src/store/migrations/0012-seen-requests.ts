import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

export const seenRequests: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('seen_requests')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
      .addPrimaryKeyConstraint('seen_requests_key', ['account', 'id'])
      .execute();
    await db.schema
      .createIndex('seen_requests_by_age')
      .on('seen_requests')
      .columns(['account', 'expires_at'])
      .execute();
  },
};
