import { type Kysely, sql } from 'kysely';
import type { Migration } from './migration.ts';

export const posts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('posts')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('leased_until', 'timestamptz', (column) => column.notNull())
      .addColumn('attempted_at', 'timestamptz')
      .addColumn('message_ts', 'text')
      .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`clock_timestamp()`))
      .addPrimaryKeyConstraint('posts_key', ['account', 'channel', 'key'])
      .execute();
    await db.schema.createIndex('posts_by_age').on('posts').columns(['account', 'created_at']).execute();
    await db.schema
      .createTable('post_pace')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('next_at', 'timestamptz', (column) => column.notNull())
      .addPrimaryKeyConstraint('post_pace_key', ['account', 'channel'])
      .execute();
  },
};
