import Keyv from 'keyv';
import { describe, expect, test } from 'vitest';
import {
  createMemoryTokenStore,
  createTokenStore,
  type Token,
  type TokenStore,
} from '../../../src/upstream/auth/token-cache.ts';
import { recordLog } from '../../support/log.ts';
import { aNamespace, aRedisShare, redisUrl } from '../../support/redis.ts';

/** Every store behaves so, whatever it is made of. */
function contract(name: string, create: () => TokenStore | Promise<TokenStore>, isThere = true) {
  describe.skipIf(!isThere)(name, () => {
    test('gives back what it was given, under its key alone', async () => {
      const store = await create();
      await store.set('login', { value: 'canary-a', renewAtMs: 5 }, undefined);
      expect(await store.get('login')).toEqual({ value: 'canary-a', renewAtMs: 5 });
      expect(await store.get('oauth')).toBeUndefined();
      await store.set('login', { value: 'canary-b' }, 60_000);
      expect(await store.get('login')).toEqual({ value: 'canary-b' });
    });

    test('forgets what is deleted', async () => {
      const store = await create();
      await store.set('login', { value: 'canary-a' }, undefined);
      await store.delete('login');
      await store.delete('login');
      expect(await store.get('login')).toBeUndefined();
    });

    test('forgets what has run out', async () => {
      const store = await create();
      await store.set('login', { value: 'canary-a' }, 1);
      await expect.poll(() => store.get('login')).toBeUndefined();
    });

    test('keeps what ends far in the future, and parts of a millisecond', async () => {
      const store = await create();
      for (const ttlMs of [Number.MAX_SAFE_INTEGER, 59_999.5]) {
        await store.set('login', { value: `canary-${ttlMs}` }, ttlMs);
        expect(await store.get('login')).toEqual({ value: `canary-${ttlMs}` });
      }
    });

    test.each([0, -1, -60_000])('keeps nothing for %i ms', async (ttlMs) => {
      const store = await create();
      await store.set('login', { value: 'canary-a' }, ttlMs);
      expect(await store.get('login')).toBeUndefined();
    });
  });
}

contract('in memory', () => createMemoryTokenStore(recordLog().log));
contract(
  'in Redis (REDIS_URL)',
  async () => {
    const { namespace } = await aNamespace();
    return aRedisShare({ namespace }).store;
  },
  redisUrl !== undefined,
);

describe('a cache that fails', () => {
  class BrokenCache extends Map<string, string> {
    override get(): never {
      throw new Error('cache is down');
    }
    override set(): never {
      throw new Error('cache is down');
    }
    override delete(): never {
      throw new Error('cache is down');
    }
  }
  const failures = {
    'and says so by events': new Keyv<Token>({ store: new BrokenCache() }),
    'and throws': new Keyv<Token>({ store: new BrokenCache(), throwOnErrors: true }),
  };
  test.each(Object.entries(failures))('%s is a miss and a warning', async (_, cache) => {
    const { log, lines } = recordLog();
    const store = createTokenStore(cache, log);
    await store.set('login', { value: 'canary-a' }, undefined);
    expect(await store.get('login')).toBeUndefined();
    await store.delete('login');
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.every(({ level }) => level === 'warn')).toBe(true);
  });
});
