import Keyv from 'keyv';
import { describe, expect, test } from 'vitest';
import {
  createMemoryTokenStore,
  createTokenStore,
  type Token,
  type TokenStore,
} from '../../src/upstream/token-store.ts';
import { recordLog } from '../support/log.ts';

/** Every store behaves so, whatever it is made of. */
function contract(name: string, create: () => TokenStore) {
  describe(name, () => {
    test('gives back what it was given, under its key alone', async () => {
      const store = create();
      await store.set('login', { value: 'canary-a', renewAtMs: 5 }, undefined);
      expect(await store.get('login')).toEqual({ value: 'canary-a', renewAtMs: 5 });
      expect(await store.get('oauth')).toBeUndefined();
      await store.set('login', { value: 'canary-b' }, 60_000);
      expect(await store.get('login')).toEqual({ value: 'canary-b' });
    });

    test('forgets what is deleted', async () => {
      const store = create();
      await store.set('login', { value: 'canary-a' }, undefined);
      await store.delete('login');
      await store.delete('login');
      expect(await store.get('login')).toBeUndefined();
    });

    test('forgets what has run out', async () => {
      const store = create();
      await store.set('login', { value: 'canary-a' }, 1);
      await expect.poll(() => store.get('login')).toBeUndefined();
    });

    test.each([0, -1, -60_000])('keeps nothing for %i ms', async (ttlMs) => {
      const store = create();
      await store.set('login', { value: 'canary-a' }, ttlMs);
      expect(await store.get('login')).toBeUndefined();
    });
  });
}

contract('in memory', () => createMemoryTokenStore(recordLog().log));

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
