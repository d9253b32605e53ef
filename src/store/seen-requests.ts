import type { AccountDatabase } from './schema.ts';
import { countDeleted, databaseNow, databaseTimeIn } from './statements.ts';

/** Requests as rows, by the database's shared clock. */
export function createSeenRequests({ db, account }: AccountDatabase) {
  return {
    /** Notes a request for so long. @returns whether no replica had noted it; of several who ask at once, one hears so */
    async isFirst(id: string, keptMs: number): Promise<boolean> {
      const expiry = databaseTimeIn(keptMs);
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
    /** Deletes what need not be known any more, of all accounts: some have no bot left that would. @returns how many */
    forget: () => countDeleted(db.deleteFrom('seen_requests').where('expires_at', '<', databaseNow)),
  };
}
