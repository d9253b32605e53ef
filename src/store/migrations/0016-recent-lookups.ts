import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

export const recentLookups: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('recent_lookups')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('person', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('sealed_lookup', 'text', (column) => column.notNull())
      .addColumn('at', 'timestamptz', (column) => column.notNull())
      .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
      .addUniqueConstraint('recent_lookups_of_person', ['account', 'person', 'subject'])
      .execute();
    await db.schema
      .createIndex('recent_lookups_by_time')
      .on('recent_lookups')
      .columns(['account', 'person', 'at'])
      .execute();
    await db.schema
      .createIndex('recent_lookups_by_expiry')
      .on('recent_lookups')
      .columns(['account', 'expires_at'])
      .execute();
  },
};
