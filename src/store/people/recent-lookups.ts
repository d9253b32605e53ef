import { randomUUID } from 'node:crypto';
import { DAY_MS } from '../../runtime/durations.ts';
import type { AccountDatabase } from '../schema.ts';
import { countDeleted, databaseNow, databaseTimeIn } from '../statements.ts';

/** What somebody looked up, on its way into the database. */
interface SealedLookup {
  /** A digest of what was asked: who asks the same again has it once. */
  readonly subject: string;
  readonly sealed: string;
}

export interface RecentLookups {
  /** Notes a look-up for a day. */
  note(person: string, lookup: SealedLookup, at: Date): Promise<void>;
  /** Sealed, the newest first. */
  newest(person: string, limit: number): Promise<string[]>;
  /** Deletes all of a person's. */
  remove(person: string): Promise<void>;
  /** Deletes those whose day is over. @returns how many */
  forget(): Promise<number>;
}

const KEPT_MS = DAY_MS;

export function createRecentLookups({ db, account }: AccountDatabase): RecentLookups {
  return {
    async note(person, { subject, sealed: sealed_lookup }, at) {
      const columns = { sealed_lookup, at, expires_at: databaseTimeIn(KEPT_MS) };
      await db
        .insertInto('recent_lookups')
        .values({ id: randomUUID(), account, person, subject, ...columns })
        .onConflict((conflict) => conflict.columns(['account', 'person', 'subject']).doUpdateSet(columns))
        .execute();
    },

    async newest(person, limit) {
      const rows = await db
        .selectFrom('recent_lookups')
        .where('account', '=', account)
        .where('person', '=', person)
        .where('expires_at', '>', databaseNow)
        .orderBy('at', 'desc')
        .limit(limit)
        .select('sealed_lookup as sealed')
        .execute();
      return rows.map(({ sealed }) => sealed);
    },

    async remove(person) {
      await db
        .deleteFrom('recent_lookups')
        .where('account', '=', account)
        .where('person', '=', person)
        .execute();
    },

    forget: () =>
      countDeleted(
        db.deleteFrom('recent_lookups').where('account', '=', account).where('expires_at', '<', databaseNow),
      ),
  };
}
