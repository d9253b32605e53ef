import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { DAY_MS } from '../../runtime/durations.ts';
import { TIMINGS } from '../../runtime/timings.ts';
import type { AccountDatabase } from '../schema.ts';
import { countDeleted, databaseNow, databaseTimeIn, jsonRows } from '../statements.ts';

interface NotedLookup {
  /** A digest of the look-up, by which a repeated look-up replaces the stored one. */
  readonly subject: string;
  /** Called when the look-up is written, because no answer waits for that. */
  readonly seal: () => string;
}

export interface RecentLookup {
  readonly sealed: string;
  readonly at: Date;
}

export type RecentLookups = ReturnType<typeof createRecentLookups>;

interface RecentLookupsOptions extends AccountDatabase {
  /** Look-ups are written together at this interval. */
  readonly writeEveryMs?: number;
}

const RETENTION_MS = DAY_MS;

/** Look-ups are written in the background, in batches; those that the database rejects are lost. */
export function createRecentLookups({ db, account, log, ...options }: RecentLookupsOptions) {
  const { writeEveryMs = TIMINGS.recentLookupsEveryMs } = options;
  const waiting = new Map<string, NotedLookup & { readonly person: string; readonly at: Date }>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  async function writeBatch(): Promise<void> {
    const batch = [...waiting.values()].map(({ seal, ...lookup }) => {
      return { id: randomUUID(), ...lookup, sealed_lookup: seal() };
    });
    waiting.clear();
    if (batch.length === 0) return;
    await sql`
      insert into ${sql.table('recent_lookups')} (id, account, person, subject, sealed_lookup, at, expires_at)
      select id, ${account}, person, subject, sealed_lookup, at, ${databaseTimeIn(RETENTION_MS)}
        from json_to_recordset(${jsonRows(batch)})
          as lookup (id text, person text, subject text, sealed_lookup text, at timestamptz)
        -- Replicas that write the same rows must lock them in the same order.
        order by person, subject
      on conflict (account, person, subject) do update
        set sealed_lookup = excluded.sealed_lookup, at = excluded.at, expires_at = excluded.expires_at`.execute(
      db,
    );
  }

  /** Writes the waiting look-ups; resolves even if the database does not accept them. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing
      .then(writeBatch)
      .catch((error: unknown) => log?.debug({ err: error }, 'recent look-ups were not noted'));
    return writing;
  }

  return {
    flush,

    async note(person: string, lookup: NotedLookup, at: Date): Promise<void> {
      const key = `${person} ${lookup.subject}`;
      // A repeated look-up moves to the end, where it is the newest.
      waiting.delete(key);
      waiting.set(key, { ...lookup, person, at });
      timer ??= setTimeout(flush, writeEveryMs).unref();
    },

    async newest(person: string, limit: number): Promise<RecentLookup[]> {
      await flush();
      return db
        .selectFrom('recent_lookups')
        .where((is) => is.and({ account, person }))
        .where('expires_at', '>', databaseNow)
        .orderBy('at', 'desc')
        .limit(limit)
        .select(['sealed_lookup as sealed', 'at'])
        .execute();
    },

    async remove(person: string): Promise<void> {
      await flush();
      const own = db.deleteFrom('recent_lookups').where((is) => is.and({ account, person }));
      await own.execute();
    },

    forget: () =>
      countDeleted(
        db.deleteFrom('recent_lookups').where('account', '=', account).where('expires_at', '<', databaseNow),
      ),
  };
}
