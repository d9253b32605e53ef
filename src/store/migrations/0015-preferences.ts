import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

export const preferences: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('preferences')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('person', 'text', (column) => column.notNull())
      .addColumn('language', 'text')
      .addColumn('zone', 'text')
      .addPrimaryKeyConstraint('preferences_key', ['account', 'person'])
      .execute();
    await db.schema
      .createIndex('subscriptions_by_subscriber')
      .on('subscriptions')
      .columns(['account', 'subscriber', 'state', 'next_due_at'])
      .execute();
  },
};
