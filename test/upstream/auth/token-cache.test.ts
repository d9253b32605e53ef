import { describe, expect, test } from 'vitest';
import { expiryOf, type IssuedToken } from '../../../src/upstream/auth/login.ts';
import type { Token } from '../../../src/upstream/auth/redis-tokens.ts';
import {
  createCallWithToken,
  createTokens,
  type SharedTokenStore,
} from '../../../src/upstream/auth/token-cache.ts';
import { UpstreamError } from '../../../src/upstream/errors.ts';

const failingStore: SharedTokenStore = { get: async () => undefined, set: async () => undefined };

/** A store that replicas share; tokens in it do not expire. */
function createStore(): SharedTokenStore {
  const tokens = new Map<string, Token>();
  return { get: async (key) => tokens.get(key), set: async (key, token) => void tokens.set(key, token) };
}

function setUp(
  changes: {
    store?: SharedTokenStore;
    issue?: (count: number, nowMs: number) => IssuedToken | Promise<IssuedToken>;
  } = {},
) {
  const clock = { ms: Date.parse('2026-11-18T12:00:00Z') };
  let count = 0;
  const stored: { token: Token; ttlMs: number | undefined }[] = [];
  const inner = changes.store ?? createStore();
  const tokens = createTokens({
    key: 'login',
    store: {
      ...inner,
      set: (key, token, ttlMs) => {
        stored.push({ token, ttlMs });
        return inner.set(key, token, ttlMs);
      },
    },
    now: () => new Date(clock.ms),
    renew: async () => {
      count += 1;
      return (await changes.issue?.(count, clock.ms)) ?? { value: `t${count}` };
    },
  });
  return { tokens, clock, stored, renewals: () => count };
}

describe('one renewal', () => {
  test('serves all concurrent callers', async () => {
    const { tokens, renewals } = setUp();
    const values = await Promise.all(Array.from({ length: 1_000 }, () => tokens.current()));
    expect(new Set(values)).toEqual(new Set(['t1']));
    expect(renewals()).toBe(1);
  });

  test('serves all callers with the refused token, concurrent and late ones', async () => {
    const { tokens, renewals } = setUp();
    await tokens.current();
    const values = await Promise.all(Array.from({ length: 100 }, () => tokens.replacementFor('t1')));
    expect(new Set(values)).toEqual(new Set(['t2']));
    expect(await tokens.replacementFor('t1')).toBe('t2');
    expect(await tokens.current()).toBe('t2');
    expect(renewals()).toBe(2);
  });

  test('is not needed when another replica has stored a new token', async () => {
    const store = createStore();
    const { tokens, renewals } = setUp({ store });
    await tokens.current();
    await store.set('login', { value: 'from elsewhere' }, undefined);
    expect(await tokens.replacementFor('t1')).toBe('from elsewhere');
    expect(renewals()).toBe(1);
  });

  test('is enough when the store loses every token', async () => {
    const { tokens, renewals } = setUp({ store: failingStore });
    await tokens.current();
    await tokens.current();
    expect(renewals()).toBe(1);
    expect(await tokens.replacementFor('t1')).toBe('t2');
    expect(renewals()).toBe(2);
  });
});

describe('replicas with one store', () => {
  /** A platform on which each login ends earlier tokens, and a builder of its replicas. */
  function createSingleSession() {
    const store = createStore();
    let current = 0;
    const logIn = async () => {
      current += 1;
      return { value: `t${current}` };
    };
    const ask = async (token: string) => {
      if (token === `t${current}`) return token;
      throw new UpstreamError('not_allowed', { operation: 'report', reason: 'status 401' });
    };
    const createReplica = (renew = logIn) =>
      createTokens({ key: 'login', store, renew, now: () => new Date() });
    return { logIn, ask, createReplica };
  }

  test('are all answered when concurrent logins end each other’s tokens', async () => {
    const { logIn, ask, createReplica } = createSingleSession();
    const first = createReplica();
    expect(await createCallWithToken(first)(ask)).toBe('t1');
    await logIn();
    const others = [createReplica(), createReplica()].map(createCallWithToken);
    const answers = await Promise.all([createCallWithToken(first), ...others].map((call) => call(ask)));
    expect(new Set(answers).size).toBe(1);
  });

  test('do not reuse a refused token that a recovered store still contains', async () => {
    const store = createStore();
    const { tokens } = setUp({ store });
    expect(await tokens.current()).toBe('t1');
    expect(await tokens.replacementFor('t1')).toBe('t2');
    tokens.worked();
    await store.set('login', { value: 't1' }, undefined);
    expect(await tokens.current()).toBe('t2');
    expect(await tokens.replacementFor('t2')).toBe('t3');
  });
});

describe('before the expiry', () => {
  test('a token with a known expiry is renewed 30 s early', async () => {
    const { tokens, clock } = setUp({
      issue: (count, nowMs) => ({ value: `t${count}`, expiresAtMs: nowMs + 3_600_000 }),
    });
    expect(await tokens.current()).toBe('t1');
    clock.ms += 3_569_000;
    expect(await tokens.current()).toBe('t1');
    clock.ms += 1_000;
    expect(await tokens.current()).toBe('t2');
  });

  test('a short-lived token is used for 90 % of its lifetime', async () => {
    const { tokens, clock, stored } = setUp({
      issue: (count, nowMs) => ({ value: `t${count}`, expiresAtMs: nowMs + 10_000 }),
    });
    await tokens.current();
    expect(stored[0]?.ttlMs).toBe(9_000);
    clock.ms += 8_999;
    expect(await tokens.current()).toBe('t1');
    clock.ms += 1;
    expect(await tokens.current()).toBe('t2');
  });

  test('a token already expired by our clock is not stored, but used for a minute', async () => {
    const { tokens, renewals, stored, clock } = setUp({
      issue: (count, nowMs) => ({ value: `t${count}`, expiresAtMs: nowMs - 1_000 }),
    });
    expect(await tokens.current()).toBe('t1');
    expect(await tokens.current()).toBe('t1');
    expect(renewals()).toBe(1);
    expect(stored.every(({ ttlMs }) => ttlMs !== undefined && ttlMs <= 0)).toBe(true);
    clock.ms += 60_000;
    expect(await tokens.current()).toBe('t2');
  });
});

describe('a failed login', () => {
  test('is shared by all callers, and repeated only after 30 s', async () => {
    const { tokens, clock, renewals } = setUp({
      issue: (count) => {
        if (count === 1)
          throw new UpstreamError('wrong_credentials', { operation: 'login', reason: 'status 401' });
        return { value: `t${count}` };
      },
    });
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => tokens.current()));
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    await expect(tokens.current()).rejects.toMatchObject({ code: 'wrong_credentials' });
    expect(renewals()).toBe(1);
    clock.ms += 30_000;
    expect(await tokens.current()).toBe('t2');
  });

  test.each([
    [90_000, 90_000],
    [86_400_000, 900_000],
    [1_795_000_000_000, 900_000],
    [1e23, 900_000],
  ])('is not repeated for the requested %d ms, at most 15 minutes', async (retryAfterMs, waitMs) => {
    const { tokens, clock, renewals } = setUp({
      issue: (count) => {
        if (count > 1) return { value: `t${count}` };
        throw new UpstreamError('rate_limited', { operation: 'login', reason: 'status 429', retryAfterMs });
      },
    });
    await expect(tokens.current()).rejects.toThrow();
    clock.ms += waitMs - 1;
    await expect(tokens.current()).rejects.toMatchObject({ code: 'rate_limited', retryAfterMs: 1 });
    expect(renewals()).toBe(1);
    clock.ms += 1;
    expect(await tokens.current()).toBe('t2');
  });
});

test('refused tokens are not renewed for 30 s after two renewals that do not help', async () => {
  const { tokens, clock } = setUp();
  await tokens.current();
  expect(await tokens.replacementFor('t1')).toBe('t2');
  expect(await tokens.replacementFor('t2')).toBe('t3');
  expect(await tokens.replacementFor('t3')).toBeUndefined();
  clock.ms += 30_000;
  expect(await tokens.replacementFor('t3')).toBe('t4');
  tokens.worked();
  expect(await tokens.replacementFor('t4')).toBe('t5');
});

describe('expiryOf', () => {
  const jwt = (payload: unknown) =>
    ['e30', Buffer.from(JSON.stringify(payload)).toString('base64url'), 'x'].join('.');
  test.each([
    [jwt({ exp: 1_800_000_000 }), 1_800_000_000_000],
    [jwt({}), undefined],
    [jwt({ exp: 'soon' }), undefined],
    ['opaque', undefined],
    ['a.b.c', undefined],
    ['', undefined],
  ])('returns the exp claim in milliseconds, or undefined without a valid one (%#)', (token, expected) => {
    expect(expiryOf(token)).toBe(expected);
  });
});
