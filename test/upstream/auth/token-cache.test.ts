import { describe, expect, test } from 'vitest';
import {
  createCallWithToken,
  createTokens,
  expiryOf,
  type IssuedToken,
  type Token,
  type TokenStore,
} from '../../../src/upstream/auth/token-cache.ts';
import { UpstreamError } from '../../../src/upstream/errors.ts';

const failingStore: TokenStore = {
  get: async () => undefined,
  set: async () => undefined,
};

/** What replicas share, without an end of its own. */
function aStore(): TokenStore {
  const tokens = new Map<string, Token>();
  return {
    get: async (key) => tokens.get(key),
    set: async (key, token) => void tokens.set(key, token),
  };
}

function setUp(
  changes: {
    store?: TokenStore;
    issue?: (count: number, nowMs: number) => IssuedToken | Promise<IssuedToken>;
  } = {},
) {
  const clock = { ms: Date.parse('2026-11-18T12:00:00Z') };
  let count = 0;
  const kept: { token: Token; ttlMs: number | undefined }[] = [];
  const inner = changes.store ?? aStore();
  const tokens = createTokens({
    key: 'login',
    store: {
      ...inner,
      set: (key, token, ttlMs) => {
        kept.push({ token, ttlMs });
        return inner.set(key, token, ttlMs);
      },
    },
    now: () => new Date(clock.ms),
    renew: async () => {
      count += 1;
      return (await changes.issue?.(count, clock.ms)) ?? { value: `t${count}` };
    },
  });
  return { tokens, clock, kept, renewals: () => count };
}

describe('one renewal', () => {
  test('serves all who ask at once', async () => {
    const { tokens, renewals } = setUp();
    const values = await Promise.all(Array.from({ length: 1_000 }, () => tokens.current()));
    expect(new Set(values)).toEqual(new Set(['t1']));
    expect(renewals()).toBe(1);
  });

  test('serves all whose token was refused at once, and those who come late', async () => {
    const { tokens, renewals } = setUp();
    await tokens.current();
    const values = await Promise.all(Array.from({ length: 100 }, () => tokens.replacementFor('t1')));
    expect(new Set(values)).toEqual(new Set(['t2']));
    expect(await tokens.replacementFor('t1')).toBe('t2');
    expect(await tokens.current()).toBe('t2');
    expect(renewals()).toBe(2);
  });

  test('is not needed where another replica has put a new token in the store', async () => {
    const store = aStore();
    const { tokens, renewals } = setUp({ store });
    await tokens.current();
    await store.set('login', { value: 'from elsewhere' }, undefined);
    expect(await tokens.replacementFor('t1')).toBe('from elsewhere');
    expect(renewals()).toBe(1);
  });

  test('is enough where the store keeps nothing', async () => {
    const { tokens, renewals } = setUp({ store: failingStore });
    await tokens.current();
    await tokens.current();
    expect(renewals()).toBe(1);
    expect(await tokens.replacementFor('t1')).toBe('t2');
    expect(renewals()).toBe(2);
  });
});

describe('replicas with one store', () => {
  /** A platform on which a log-in ends the tokens of earlier ones, and a replica that asks it. */
  function aSingleSession() {
    const store = aStore();
    let current = 0;
    const logIn = async () => {
      current += 1;
      return { value: `t${current}` };
    };
    const ask = async (token: string) => {
      if (token === `t${current}`) return token;
      throw new UpstreamError('not_allowed', { operation: 'report', reason: 'status 401' });
    };
    const aReplica = (renew = logIn) => createTokens({ key: 'login', store, renew, now: () => new Date() });
    return { logIn, ask, aReplica };
  }

  test('are answered, also where each ends the other’s token as both log in at once', async () => {
    const { logIn, ask, aReplica } = aSingleSession();
    const first = aReplica();
    expect(await createCallWithToken(first)(ask)).toBe('t1');
    await logIn();
    const others = [aReplica(), aReplica()].map(createCallWithToken);
    const answers = await Promise.all([createCallWithToken(first), ...others].map((call) => call(ask)));
    expect(new Set(answers).size).toBe(1);
  });

  test('do not take up again what was refused, when a store that was away comes back with it', async () => {
    const store = aStore();
    const { tokens } = setUp({ store });
    expect(await tokens.current()).toBe('t1');
    expect(await tokens.replacementFor('t1')).toBe('t2');
    tokens.worked();
    await store.set('login', { value: 't1' }, undefined);
    expect(await tokens.current()).toBe('t2');
    expect(await tokens.replacementFor('t2')).toBe('t3');
  });
});

describe('before the end', () => {
  test('a token whose end is known is renewed', async () => {
    const { tokens, clock } = setUp({
      issue: (count, nowMs) => ({ value: `t${count}`, expiresAtMs: nowMs + 3_600_000 }),
    });
    expect(await tokens.current()).toBe('t1');
    clock.ms += 3_569_000;
    expect(await tokens.current()).toBe('t1');
    clock.ms += 1_000;
    expect(await tokens.current()).toBe('t2');
  });

  test('a short-lived token is used for nine tenths of its life', async () => {
    const { tokens, clock, kept } = setUp({
      issue: (count, nowMs) => ({ value: `t${count}`, expiresAtMs: nowMs + 10_000 }),
    });
    await tokens.current();
    expect(kept[0]?.ttlMs).toBe(9_000);
    clock.ms += 8_999;
    expect(await tokens.current()).toBe('t1');
    clock.ms += 1;
    expect(await tokens.current()).toBe('t2');
  });

  test('a token that has ended by our clock is not kept in the store, and held for a minute all the same', async () => {
    const { tokens, renewals, kept, clock } = setUp({
      issue: (count, nowMs) => ({ value: `t${count}`, expiresAtMs: nowMs - 1_000 }),
    });
    expect(await tokens.current()).toBe('t1');
    expect(await tokens.current()).toBe('t1');
    expect(renewals()).toBe(1);
    expect(kept.every(({ ttlMs }) => ttlMs !== undefined && ttlMs <= 0)).toBe(true);
    clock.ms += 60_000;
    expect(await tokens.current()).toBe('t2');
  });
});

describe('a login that fails', () => {
  test('is shared, and not repeated while it is fresh', async () => {
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
  ])(
    'waits for as long as the platform asked (%d ms), up to a quarter of an hour',
    async (retryAfterMs, waitMs) => {
      const { tokens, clock, renewals } = setUp({
        issue: (count) => {
          if (count > 1) return { value: `t${count}` };
          throw new UpstreamError('rate_limited', {
            operation: 'login',
            reason: 'status 429',
            retryAfterMs,
          });
        },
      });
      await expect(tokens.current()).rejects.toThrow();
      clock.ms += waitMs - 1;
      await expect(tokens.current()).rejects.toMatchObject({ code: 'rate_limited', retryAfterMs: 1 });
      expect(renewals()).toBe(1);
      clock.ms += 1;
      expect(await tokens.current()).toBe('t2');
    },
  );
});

test('refusals that new tokens do not end are no longer put down to the token, for a while', async () => {
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
  ])('%#', (token, expected) => {
    expect(expiryOf(token)).toBe(expected);
  });
});
