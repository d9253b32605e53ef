import Keyv from 'keyv';
import type { Log } from '../../ops/log.ts';

export interface Token {
  readonly value: string;
  /** Milliseconds since 1970 from which a new token is due; left out where the end of this one is not known. */
  readonly renewAtMs?: number;
}

/** Where access tokens are kept between calls and, later, between replicas. None of its methods ever rejects. */
export interface TokenStore {
  /** The token kept under a key; `undefined` when there is none, it has run out, or the store does not answer. */
  get(key: string): Promise<Token | undefined>;
  /** Keeps a token for `ttlMs` milliseconds, or until deleted. A time of zero or less keeps nothing. */
  set(key: string, token: Token, ttlMs: number | undefined): Promise<void>;
  delete(key: string): Promise<void>;
}

/** A token store on any Keyv cache. A cache that fails is a miss and a warning in the log, never an outage. */
export function createTokenStore(cache: Keyv<Token>, log: Log): TokenStore {
  const warn = (error: unknown) => log.warn({ err: error }, 'token cache failed; going on without it');
  cache.on('error', warn);

  const attempt = async <T>(action: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await action();
    } catch (error) {
      warn(error);
      return undefined;
    }
  };

  return {
    get: (key) => attempt(async () => await cache.get(key)),
    async set(key, token, ttlMs) {
      // Keyv takes a time to live of zero for "for ever".
      if (ttlMs !== undefined && ttlMs <= 0) return;
      await attempt(() => cache.set(key, token, ttlMs));
    },
    async delete(key) {
      await attempt(() => cache.delete(key));
    },
  };
}

/** A token store that lives as long as the process. */
export function createMemoryTokenStore(log: Log): TokenStore {
  return createTokenStore(new Keyv<Token>({ namespace: 'tokens' }), log);
}
