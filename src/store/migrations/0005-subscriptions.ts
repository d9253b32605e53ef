import { type Kysely, sql } from 'kysely';
import type { Migration } from './migration.ts';

export const subscriptions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('subscriptions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('sender', 'text', (column) => column.notNull())
      .addColumn('time', 'text', (column) => column.notNull())
      .addColumn('zone', 'text', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('subscriber', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('paused_because', 'text')
      .addColumn('told', 'boolean', (column) => column.notNull().defaultTo(true))
      .addColumn('next_due_at', 'timestamptz', (column) => column.notNull())
      .addUniqueConstraint('subscriptions_of_channel', ['account', 'channel', 'sender'])
      .addUniqueConstraint('subscriptions_by_number', ['account', 'number'])
      .execute();
    await db.schema
      .createIndex('subscriptions_due')
      .on('subscriptions')
      .columns(['account', 'state', 'next_due_at'])
      .execute();
    await db.schema
      .createTable('subscription_numbers')
      .addColumn('account', 'text', (column) => column.primaryKey())
      .addColumn('last', 'integer', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('summaries')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('sender', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('zone', 'text', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('due_at', 'timestamptz', (column) => column.notNull())
      .addColumn('planned_at', 'timestamptz', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('step_at', 'timestamptz', (column) => column.notNull())
      .addColumn('queued_at', 'timestamptz')
      .addColumn('message_ts', 'text')
      .addColumn('has_details', 'boolean', (column) => column.notNull().defaultTo(false))
      .addColumn('is_late', 'boolean', (column) => column.notNull().defaultTo(false))
      .addColumn('first_rate', 'double precision')
      .addUniqueConstraint('summaries_of_day', ['account', 'channel', 'sender', 'day'])
      .execute();
    await db.schema
      .createIndex('summaries_to_do')
      .on('summaries')
      .columns(['account', 'step_at'])
      .where(sql.ref('state'), '!=', sql.lit('ended'))
      .execute();
  },
};
