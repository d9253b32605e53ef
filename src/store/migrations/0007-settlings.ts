import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

export const settlings: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('settlings')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('person', 'text', (column) => column.notNull())
      .addColumn('message', 'text', (column) => column.notNull())
      .addColumn('look', 'text', (column) => column.notNull())
      .addColumn('sealed_message', 'text', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('zone', 'text', (column) => column.notNull())
      .addColumn('channel', 'text')
      .addColumn('message_ts', 'text')
      .addColumn('asked_at', 'timestamptz', (column) => column.notNull())
      .addColumn('next_look_at', 'timestamptz', (column) => column.notNull())
      .addColumn('leased_until', 'timestamptz', (column) => column.notNull())
      .addColumn('looks', 'integer', (column) => column.notNull().defaultTo(0))
      .addUniqueConstraint('settlings_of_person', ['account', 'person', 'message'])
      .execute();
    await db.schema
      .createIndex('settlings_due')
      .on('settlings')
      .columns(['account', 'next_look_at'])
      .execute();
    await db.schema.createIndex('settlings_of_look').on('settlings').columns(['account', 'look']).execute();
  },
};
