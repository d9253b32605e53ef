import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';

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
