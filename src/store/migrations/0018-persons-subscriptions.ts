import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

export const personsSubscriptions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('subscriptions_of_person')
      .on('subscriptions')
      .columns(['account', 'subscriber', 'state', 'next_due_at'])
      .execute();
  },
};
