import type { AccountDatabase } from './schema.ts';
import { countDeleted, databaseNow, databaseTimeIn } from './statements.ts';

/** Recognizes requests that Slack sends again, over all replicas, by the database’s clock. */
export function createSeenRequests({ db, account }: AccountDatabase) {
  return {
    /** Stores the request’s id for `ttlMs`. @returns true only to the first caller with this id */
    async isFirst(id: string, ttlMs: number): Promise<boolean> {
      const expiry = databaseTimeIn(ttlMs);
      const noted = await db
        .insertInto('seen_requests')
        .values({ account, id, expires_at: expiry })
        .onConflict((conflict) =>
          conflict
            .columns(['account', 'id'])
            .doUpdateSet({ expires_at: expiry })
            .where('seen_requests.expires_at', '<', databaseNow),
        )
        .returning('id')
        .executeTakeFirst();
      return noted !== undefined;
    },
    /** Deletes expired rows of all accounts, because some accounts no longer have a bot that would. */
    forget: () => countDeleted(db.deleteFrom('seen_requests').where('expires_at', '<', databaseNow)),
  };
}
