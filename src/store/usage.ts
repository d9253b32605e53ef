import { sql } from 'kysely';
import { bucketMs, tokenMs, type UsageLimit } from '../domain/token-bucket.ts';
import type { AccountDatabase } from './schema.ts';
import { countDeleted, databaseNow, databaseTimeIn } from './statements.ts';

/** Limits requests by token buckets that all replicas share; see `domain/token-bucket.ts`. */
export function createUsage({ db, account }: AccountDatabase) {
  return {
    /** Removes a token for each use from the bucket of `who`. @returns 0, or the ms until there are enough */
    async take(who: string, limit: UsageLimit, uses: number): Promise<number> {
      const usesMs = uses * tokenMs(limit);
      const tokens = sql`${usesMs}::double precision * interval '1 millisecond'`;
      const after = sql`greatest(known.full_at, clock_timestamp()) + ${tokens}`;
      const { rows } = await sql`
        insert into ${sql.table('usage')} as known (account, who, full_at)
        values (${account}, ${who}, ${databaseTimeIn(usesMs)})
        on conflict (account, who) do update set full_at = ${after}
          where ${after} <= ${databaseTimeIn(bucketMs(limit))}
        returning who`.execute(db);
      if (rows.length > 0) return 0;
      const left = sql<number>`1000 * extract(epoch from full_at - ${databaseNow})::double precision`;
      const { left_ms } = await db
        .selectFrom('usage')
        .select(left.as('left_ms'))
        .where((is) => is.and({ account, who }))
        .executeTakeFirstOrThrow();
      return Math.max(left_ms + usesMs - bucketMs(limit), 1);
    },
    forget: () =>
      countDeleted(db.deleteFrom('usage').where('account', '=', account).where('full_at', '<', databaseNow)),
  };
}
