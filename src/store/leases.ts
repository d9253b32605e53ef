import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type ExpressionBuilder, sql } from 'kysely';
import { HOUR_MS } from '../runtime/durations.ts';
import type { AccountDatabase, Schema } from './schema.ts';
import { changesAny, databaseTimeIn } from './statements.ts';

export type Leases = ReturnType<typeof createLeases>;

interface OnceOptions<T> {
  readonly find: () => Promise<T | undefined>;
  readonly create: (signal: AbortSignal) => Promise<T>;
  readonly signal?: AbortSignal | undefined;
}

interface LeasesOptions extends AccountDatabase {
  /** Duration of a lease in ms: if its holder’s process dies, other processes wait until it expires. */
  readonly ttlMs?: number;
  readonly renewMs?: number;
  readonly pollMs?: number;
}

/** Leases expire by the database’s clock. Each change is one statement, so that no transaction stays open. */
export function createLeases(options: LeasesOptions) {
  const { db, account, ttlMs = 15_000, renewMs = ttlMs / 3, pollMs = 250 } = options;
  const expiry = databaseTimeIn(ttlMs);

  /** Acquires a lease and renews it until its release. @returns `undefined` if another holder has it */
  async function acquire(name: string) {
    const owner = randomUUID();
    // Measured before the query, so that this process’s deadline is not later than the database’s expiry.
    const requestedAtMs = performance.now();
    const { rows } = await sql`
      insert into ${sql.table('leases')} as known (account, name, owner, expires_at)
      values (${account}, ${name}, ${owner}, ${expiry})
      on conflict (account, name) do update set owner = excluded.owner, expires_at = ${expiry}
        -- A lease is free if it expired, or its expiry is so late that the clock must have been set back.
        where known.expires_at < clock_timestamp() or known.expires_at > ${databaseTimeIn(ttlMs + HOUR_MS)}
      returning owner`.execute(db);
    if (rows.length === 0) return undefined;

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
        // If the database does not answer, the lease may still be valid, so only the deadline ends it.
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
      /** Aborts when the lease was not renewed in time, because another holder may have it. */
      lost: lost.signal,
      /** Ends the lease. Never rejects: a lease that cannot be deleted expires after some seconds. */
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
    /** Returns what `find` finds; if it finds nothing, one process runs `create` while the others wait. */
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
          // Calls `find` again, because the previous holder of the lease may just have created the result.
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
