import { randomUUID } from 'node:crypto';
import { DAY_MS } from '../../runtime/durations.ts';
import type { AccountDatabase } from '../schema.ts';
import { countDeleted, databaseNow, databaseTimeIn } from '../statements.ts';

interface SealedLookup {
  /** A digest of the look-up, by which a repeated look-up replaces the stored one. */
  readonly subject: string;
  readonly sealed: string;
}

export type RecentLookups = ReturnType<typeof createRecentLookups>;

const RETENTION_MS = DAY_MS;

export function createRecentLookups({ db, account }: AccountDatabase) {
  return {
    async note(person: string, { subject, sealed: sealed_lookup }: SealedLookup, at: Date): Promise<void> {
      const columns = { sealed_lookup, at, expires_at: databaseTimeIn(RETENTION_MS) };
      await db
        .insertInto('recent_lookups')
        .values({ id: randomUUID(), account, person, subject, ...columns })
        .onConflict((conflict) => conflict.columns(['account', 'person', 'subject']).doUpdateSet(columns))
        .execute();
    },

    async newest(person: string, limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom('recent_lookups')
        .where((is) => is.and({ account, person }))
        .where('expires_at', '>', databaseNow)
        .orderBy('at', 'desc')
        .limit(limit)
        .select('sealed_lookup as sealed')
        .execute();
      return rows.map(({ sealed }) => sealed);
    },

    async remove(person: string): Promise<void> {
      const own = db.deleteFrom('recent_lookups').where((is) => is.and({ account, person }));
      await own.execute();
    },

    forget: () =>
      countDeleted(
        db.deleteFrom('recent_lookups').where('account', '=', account).where('expires_at', '<', databaseNow),
      ),
  };
}
