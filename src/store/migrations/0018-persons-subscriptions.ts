import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

/** By who subscribed: each person's Home begins with their own. */
export const personsSubscriptions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('subscriptions_of_person')
      .on('subscriptions')
      .columns(['account', 'subscriber', 'state', 'next_due_at'])
      .execute();
  },
};
