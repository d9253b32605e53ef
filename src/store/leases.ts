import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ExpressionBuilder } from 'kysely';
import { HOUR_MS } from '../runtime/durations.ts';
import type { AccountDatabase, Schema } from './schema.ts';
import { changesAny, databaseNow, databaseTimeIn } from './statements.ts';

/** A right that one holder at a time has, in all processes that share the database. */
export type Leases = ReturnType<typeof createLeases>;

interface OnceOptions<T> {
  readonly find: () => Promise<T | undefined>;
  readonly make: (signal: AbortSignal) => Promise<T>;
  readonly signal?: AbortSignal | undefined;
}

interface LeasesOptions extends AccountDatabase {
  /** How long a holder that has died keeps others waiting. */
  readonly ttlMs?: number;
  readonly renewMs?: number;
  readonly pollMs?: number;
}

/** Leases as rows: each taken by one statement, so that no transaction lasts, by the database's shared clock. */
export function createLeases({
  db,
  account,
  ttlMs = 15_000,
  renewMs = ttlMs / 3,
  pollMs = 250,
}: LeasesOptions) {
  const expiry = databaseTimeIn(ttlMs);

  /** `undefined` where another holds it. It is renewed until it is released. */
  async function take(name: string) {
    const owner = randomUUID();
    // Reckoned from before the question: the database does later, if at all.
    const askedAtMs = performance.now();
    const taken = await db
      .insertInto('leases')
      .values({ account, name, owner, expires_at: expiry })
      .onConflict((conflict) =>
        conflict
          .columns(['account', 'name'])
          .doUpdateSet({ owner, expires_at: expiry })
          .where((is) =>
            // By a clock that was set back since it may be far ahead, and nobody renews it.
            is.or([
              is('leases.expires_at', '<', databaseNow),
              is('leases.expires_at', '>', databaseTimeIn(ttlMs + HOUR_MS)),
            ]),
          ),
      )
      .returning('owner')
      .executeTakeFirst();
    if (!taken) return undefined;

    const isRow = (is: ExpressionBuilder<Schema, 'leases'>) => is.and({ account, name, owner });
    const ended = new AbortController();
    const lost = new AbortController();
    const lose = () => {
      const reason = new Error('the lease could not be renewed in time');
      lost.abort(Object.assign(reason, { name: 'LeaseLost' }));
    };
    let deadline = setTimeout(lose, ttlMs - (performance.now() - askedAtMs)).unref();

    async function keepRenewing(): Promise<void> {
      for (;;) {
        await pause(renewMs, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
        if (ended.signal.aborted || lost.signal.aborted) return;
        const renewingAtMs = performance.now();
        // While the database is away the lease may still be ours: the deadline tells.
        const renewal = db.updateTable('leases').set({ expires_at: expiry }).where(isRow);
        const isMine = await changesAny(renewal).catch(() => undefined);
        if (isMine === false) lose();
        if (!isMine || ended.signal.aborted || lost.signal.aborted) continue;
        clearTimeout(deadline);
        deadline = setTimeout(lose, ttlMs - (performance.now() - renewingAtMs)).unref();
      }
    }
    const renewing = keepRenewing();

    return {
      /** Aborted when the lease is lost: it could not be renewed in time, and another may have it. */
      lost: lost.signal,
      /** Gives it up. Never rejects: what cannot be given up ends by itself. */
      async release(): Promise<void> {
        ended.abort();
        await renewing;
        clearTimeout(deadline);
        await db
          .deleteFrom('leases')
          .where(isRow)
          .execute()
          .catch(() => undefined);
      },
    };
  }

  return {
    take,
    /** What `find` gives, else by one asker at a time in all processes `make`; the others wait for it, or take over. */
    async once<T>(name: string, { find, make, signal }: OnceOptions<T>): Promise<T> {
      for (;;) {
        signal?.throwIfAborted();
        const found = await find();
        if (found !== undefined) return found;
        const lease = await take(name);
        if (!lease) {
          await pause(pollMs, undefined, { signal }).catch(() => signal?.throwIfAborted());
          continue;
        }
        try {
          // The holder before may have ended between the last look and this one's turn.
          return (await find()) ?? (await make(AbortSignal.any([lease.lost, ...(signal ? [signal] : [])])));
        } catch (error) {
          if (!lease.lost.aborted) throw error;
        } finally {
          await lease.release();
        }
      }
    },
  };
}
