import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

/** Language and zone that people chose for themselves. */
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
    // What a person has set up stands first on their Home.
    await db.schema
      .createIndex('subscriptions_by_subscriber')
      .on('subscriptions')
      .columns(['account', 'subscriber', 'state', 'next_due_at'])
      .execute();
  },
};
