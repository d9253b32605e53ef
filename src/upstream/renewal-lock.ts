import { setTimeout } from 'node:timers/promises';
import { type Operation, UpstreamError } from './errors.ts';
import type { Token } from './token-store.ts';

/** Lets one replica at a time renew a token. None of its methods ever rejects. */
export interface RenewalLock {
  /**
   * Takes the lock of a key. `held` is that another has it; `unavailable` that nobody can say, which is no reason
   * to wait.
   */
  take(key: string): Promise<{ release(): Promise<void> } | 'held' | 'unavailable'>;
}

export interface RenewAloneOptions {
  readonly lock: RenewalLock;
  readonly key: string;
  readonly operation: Operation;
  /** The token that another replica has left in the store, where it is good. */
  readonly find: () => Promise<Token | undefined>;
  /** Gets a new token and keeps it in the store. */
  readonly issue: () => Promise<Token>;
}

const POLL_MS = 50;
/** Several replicas whose log-ins fail one after the other must not keep the last of them waiting for all. */
const LONGEST_WAIT_MS = 30_000;

/**
 * A new token: made here by whoever gets the lock, taken from the store by all others.
 * @throws UpstreamError where the renewal fails, or others have been at it for half a minute
 */
export async function renewAlone(options: RenewAloneOptions): Promise<Token> {
  const { lock, key, operation, find, issue } = options;
  const giveUpAtMs = performance.now() + LONGEST_WAIT_MS;
  for (;;) {
    const lease = await lock.take(key);
    if (lease === 'unavailable') return await issue();
    if (lease !== 'held') {
      try {
        // The holder before may have ended between the look into the store and this one's turn.
        return (await find()) ?? (await issue());
      } finally {
        await lease.release();
      }
    }
    await setTimeout(POLL_MS);
    const token = await find();
    if (token) return token;
    if (performance.now() > giveUpAtMs) {
      throw new UpstreamError('timed_out', { operation, reason: 'another replica is still renewing' });
    }
  }
}
