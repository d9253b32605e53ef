import { type Kysely, sql } from 'kysely';
import type { Migration } from './migration.ts';

export const rollups: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('readings')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('sender', 'text', (column) => column.notNull())
      .addColumn('read_at', 'timestamptz', (column) => column.notNull())
      .addColumn('took_ms', 'integer', (column) => column.notNull())
      // A report’s size can exceed `integer`, and drivers return `bigint` as different types.
      .addColumn('bytes', 'double precision', (column) => column.notNull())
      .addColumn('received', 'integer', (column) => column.notNull())
      .addColumn('unreadable', 'integer', (column) => column.notNull())
      .addColumn('announced', 'double precision')
      .addColumn('failing_numbers', 'integer')
      .addColumn('may_lack_days', 'boolean', (column) => column.notNull())
      .addColumn('cells', 'bytea', (column) => column.notNull())
      .addPrimaryKeyConstraint('readings_key', ['account', 'day', 'sender', 'read_at'])
      .execute();
    await db.schema
      .createTable('leases')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
      .addPrimaryKeyConstraint('leases_key', ['account', 'name'])
      .execute();
    await db.schema
      .createTable('report_runs')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('channel', 'text')
      .addColumn('message_ts', 'text')
      .addColumn('sealed_request', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('days_done', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('of_days', 'integer', (column) => column.notNull())
      .addColumn('messages_read', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`clock_timestamp()`))
      .addColumn('heartbeat_at', 'timestamptz', (column) =>
        column.notNull().defaultTo(sql`clock_timestamp()`),
      )
      .execute();
  },
};
