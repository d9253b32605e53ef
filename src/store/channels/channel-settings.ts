import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** What somebody has set up for a channel, and what can be paused. */
type Pausable = 'subscriptions' | 'watches';

/** Paused by somebody, and not because the channel is closed: nobody need be told. */
const ASKED = 'asked';

/** What is alike of both: rows of an account are paused and removed, which tells whether that changed anything. */
export function createPausing(db: Kysely<Schema>, table: Pausable, account: string) {
  return {
    async pause(id: string, because: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable(table)
        .set({ state: 'paused', paused_because: because, told: because === ASKED })
        .where('account', '=', account)
        .where('id', '=', id)
        .where('state', '=', 'active')
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    /** Gives one back whose owner could not be told. */
    async leaveUntold(id: string): Promise<void> {
      await db
        .updateTable(table)
        .set({ told: false })
        .where('account', '=', account)
        .where('id', '=', id)
        .where('state', '=', 'paused')
        .execute();
    },

    async remove(id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom(table)
        .where('account', '=', account)
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
}

/** Where the last number is kept that was given out in an account. */
type Numbered = 'subscription_numbers' | 'watch_numbers';

/** A number by which people call a row: 1, 2, 3 …, and none that another has had. */
export async function nextNumber(db: Kysely<Schema>, table: Numbered, account: string): Promise<number> {
  const { last } = await db
    .insertInto(table)
    .values({ account, last: 1 })
    .onConflict((conflict) =>
      conflict.column('account').doUpdateSet({ last: sql<number>`${sql.id(table, 'last')} + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}
