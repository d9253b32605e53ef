import type { AccountDatabase } from './schema.ts';
import { countDeleted, databaseNow, databaseTimeIn } from './statements.ts';

/** Uses the database's clock, shared by replicas. */
export function createSeenRequests({ db, account }: AccountDatabase) {
  return {
    /** Stored for `ttlMs`. @returns true for one caller only */
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
    /** Deletes expired rows of all accounts: some have no bot any more. @returns how many */
    forget: () => countDeleted(db.deleteFrom('seen_requests').where('expires_at', '<', databaseNow)),
  };
}
