import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';

/** A right that one holder at a time has, in all processes that share the database. */
export interface Lease {
  /** Aborted when the lease is lost: it could not be renewed in time, and another may have it. */
  readonly lost: AbortSignal;
  /** Gives it up. Never rejects: what cannot be given up ends by itself. */
  release(): Promise<void>;
}

export interface Leases {
  /** `undefined` where another holds it. It is renewed until it is released. */
  take(name: string): Promise<Lease | undefined>;
  /**
   * What `find` gives, or else, by one asker at a time here and everywhere, `make`; the others wait for what it
   * leaves for `find`. Where a maker fails, its askers in this process fail with it, and one elsewhere takes over.
   * `make` gets a signal that aborts when its lease is lost or nobody here waits any more.
   * Rejects with the reason of `signal` once that aborts.
   */
  once<T>(name: string, work: OnceOptions<T>): Promise<T>;
}

export interface OnceOptions<T> {
  readonly find: () => Promise<T | undefined>;
  readonly make: (signal: AbortSignal) => Promise<T>;
  readonly signal?: AbortSignal | undefined;
}

export interface LeasesOptions {
  readonly db: Kysely<Schema>;
  readonly account: string;
  /** How long a holder that has died keeps others waiting. */
  readonly ttlMs?: number;
  /** How often those who wait look. */
  readonly pollMs?: number;
}

/**
 * Leases as rows: taken by one statement, so that no transaction lasts, and timed by the database's clock, the one
 * clock that all replicas share.
 */
export function createLeases({ db, account, ttlMs = 15_000, pollMs = 250 }: LeasesOptions): Leases {
  const expiry = sql<Date>`clock_timestamp() + ${ttlMs}::double precision * interval '1 millisecond'`;
  const joint = new Map<string, JointWork>();

  async function take(name: string): Promise<Lease | undefined> {
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
          .where('leases.expires_at', '<', sql<Date>`clock_timestamp()`),
      )
      .returning('owner')
      .executeTakeFirst();
    if (!taken) return undefined;

    const row = { account, name, owner };
    const ended = new AbortController();
    const lost = new AbortController();
    const lose = () => lost.abort(new LeaseLost());
    let deadline = setTimeout(lose, ttlMs - (performance.now() - askedAtMs)).unref();

    async function keepRenewing(): Promise<void> {
      for (;;) {
        await pause(ttlMs / 3, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
        if (ended.signal.aborted || lost.signal.aborted) return;
        const renewingAtMs = performance.now();
        // While the database is away the lease may still be ours: the deadline tells.
        const isMine = await renew(row).catch(() => undefined);
        if (isMine === false) lose();
        if (!isMine || ended.signal.aborted || lost.signal.aborted) continue;
        clearTimeout(deadline);
        deadline = setTimeout(lose, ttlMs - (performance.now() - renewingAtMs)).unref();
      }
    }
    const renewing = keepRenewing();

    return {
      lost: lost.signal,
      async release() {
        ended.abort();
        await renewing;
        clearTimeout(deadline);
        await db
          .deleteFrom('leases')
          .where(isRow(row))
          .execute()
          .catch(() => undefined);
      },
    };
  }

  async function renew(row: Row): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('leases')
      .set({ expires_at: expiry })
      .where(isRow(row))
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /** Takes the lease and makes, or waits for what its holder makes. */
  async function makeOrAwait<T>(name: string, { find, make }: OnceOptions<T>, left: AbortSignal): Promise<T> {
    for (;;) {
      left.throwIfAborted();
      const lease = await take(name);
      if (lease) {
        try {
          // The holder before may have ended between the last look and this one's turn.
          return (await find()) ?? (await make(AbortSignal.any([lease.lost, left])));
        } catch (error) {
          if (!lease.lost.aborted) throw error;
        } finally {
          await lease.release();
        }
      } else {
        await pause(pollMs, undefined, { signal: left });
      }
      const found = await find();
      if (found !== undefined) return found;
    }
  }

  return {
    take,
    async once<T>(name: string, work: OnceOptions<T>): Promise<T> {
      work.signal?.throwIfAborted();
      // Before joining others, who may be content with something older.
      const found = await work.find();
      if (found !== undefined) return found;
      let shared = joint.get(name);
      if (!shared) {
        shared = new JointWork((left) => makeOrAwait(name, work, left));
        joint.set(name, shared);
        const mine = shared;
        const forget = () => {
          if (joint.get(name) === mine) joint.delete(name);
        };
        mine.ended.then(forget, forget);
        mine.left.addEventListener('abort', forget, { once: true });
      }
      // All who ask under one name ask for the same.
      return (await shared.join(work.signal)) as T;
    },
  };
}

class LeaseLost extends Error {
  override readonly name = 'LeaseLost';

  constructor() {
    super('the lease could not be renewed in time');
  }
}

interface Row {
  readonly account: string;
  readonly name: string;
  readonly owner: string;
}

const isRow = (row: Row) => (is: ExpressionBuilder<Schema, 'leases'>) => is.and({ ...row });

/** Work that several wait for. It is left when the last of them has gone. */
class JointWork {
  readonly ended: Promise<unknown>;
  readonly #leaving = new AbortController();
  #waiting = 0;

  constructor(start: (left: AbortSignal) => Promise<unknown>) {
    this.ended = start(this.#leaving.signal);
  }

  get left(): AbortSignal {
    return this.#leaving.signal;
  }

  /** Its outcome, or a rejection as soon as `signal` aborts. */
  async join(signal: AbortSignal | undefined): Promise<unknown> {
    this.#waiting++;
    const { promise: gone, reject } = Promise.withResolvers<never>();
    const go = () => reject(signal?.reason);
    signal?.addEventListener('abort', go, { once: true });
    if (signal?.aborted) go();
    try {
      return await Promise.race([this.ended, gone]);
    } finally {
      signal?.removeEventListener('abort', go);
      if (--this.#waiting === 0) this.#leaving.abort(signal?.reason);
    }
  }
}
