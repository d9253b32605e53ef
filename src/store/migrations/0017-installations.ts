import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

export const installations: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('installations')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('is_organization', 'boolean', (column) => column.notNull())
      .addColumn('sealed_tokens', 'text')
      .addColumn('bot_user', 'text')
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'timestamptz')
      .addColumn('installed_by', 'text')
      .addColumn('installed_at', 'timestamptz', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('removed_at', 'timestamptz')
      .addPrimaryKeyConstraint('installations_key', ['account', 'id'])
      .execute();
  },
};
