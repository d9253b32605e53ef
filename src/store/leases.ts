import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ExpressionBuilder } from 'kysely';
import { HOUR_MS } from '../runtime/durations.ts';
import type { AccountDatabase, Schema } from './schema.ts';
import { changesAny, databaseNow, databaseTimeIn } from './statements.ts';

export type Leases = ReturnType<typeof createLeases>;

interface OnceOptions<T> {
  readonly find: () => Promise<T | undefined>;
  readonly create: (signal: AbortSignal) => Promise<T>;
  readonly signal?: AbortSignal | undefined;
}

interface LeasesOptions extends AccountDatabase {
  /** How long the lease of a dead holder blocks others. */
  readonly ttlMs?: number;
  readonly renewMs?: number;
  readonly pollMs?: number;
}

/** By the database's clock; each change is one statement, so that no transaction stays open. */
export function createLeases({
  db,
  account,
  ttlMs = 15_000,
  renewMs = ttlMs / 3,
  pollMs = 250,
}: LeasesOptions) {
  const expiry = databaseTimeIn(ttlMs);

  /** `undefined` if another holder has it. It is renewed until its release. */
  async function acquire(name: string) {
    const owner = randomUUID();
    // From before the query, so that our deadline is never later than the database's.
    const requestedAtMs = performance.now();
    const acquired = await db
      .insertInto('leases')
      .values({ account, name, owner, expires_at: expiry })
      .onConflict((conflict) =>
        conflict
          .columns(['account', 'name'])
          .doUpdateSet({ owner, expires_at: expiry })
          .where((is) =>
            // After a clock was set back it may be far ahead without a holder.
            is.or([
              is('leases.expires_at', '<', databaseNow),
              is('leases.expires_at', '>', databaseTimeIn(ttlMs + HOUR_MS)),
            ]),
          ),
      )
      .returning('owner')
      .executeTakeFirst();
    if (!acquired) return undefined;

    const isRow = (is: ExpressionBuilder<Schema, 'leases'>) => is.and({ account, name, owner });
    const ended = new AbortController();
    const lost = new AbortController();
    const lose = () => {
      const reason = new Error('the lease could not be renewed in time');
      lost.abort(Object.assign(reason, { name: 'LeaseLost' }));
    };
    let deadline = setTimeout(lose, ttlMs - (performance.now() - requestedAtMs)).unref();

    async function keepRenewing(): Promise<void> {
      for (;;) {
        await pause(renewMs, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
        if (ended.signal.aborted || lost.signal.aborted) return;
        const renewingAtMs = performance.now();
        // Without the database the lease may still be valid: the deadline decides.
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
      /** Aborts when no renewal succeeds in time: another holder may have the lease. */
      lost: lost.signal,
      /** Never rejects: the lease expires by itself. */
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
    acquire,
    /** Returns `find`, else one caller over all processes runs `make`; the others wait or take over. */
    async once<T>(name: string, { find, create, signal }: OnceOptions<T>): Promise<T> {
      for (;;) {
        signal?.throwIfAborted();
        const found = await find();
        if (found !== undefined) return found;
        const lease = await acquire(name);
        if (!lease) {
          await pause(pollMs, undefined, { signal }).catch(() => signal?.throwIfAborted());
          continue;
        }
        try {
          // The previous holder may have finished between the last `find` and this lease.
          return (await find()) ?? (await create(AbortSignal.any([lease.lost, ...(signal ? [signal] : [])])));
        } catch (error) {
          if (!lease.lost.aborted) throw error;
        } finally {
          await lease.release();
        }
      }
    },
  };
}
