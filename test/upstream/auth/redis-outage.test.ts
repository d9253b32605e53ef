import { spawnSync } from 'node:child_process';
import { setImmediate } from 'node:timers/promises';
import { createClient } from '@keyv/redis';
import { describe, expect, test } from 'vitest';
import { recordLog } from '../../support/log.ts';
import { aRedisServer, aRedisShare, hasRedisServer } from '../../support/redis.ts';
import { json, servePlatform } from '../../support/server.ts';
import { anUpstream } from '../../support/upstream.ts';

const COMMAND_TIMEOUT_MS = 500;
/** Until something comes about that does not wait for Redis, on a machine that has other things to do. */
const PATIENCE = { interval: 10, timeout: 40_000 };

/** Tokens that end soon by their own word, so that every few look-ups want a new one; not before they have arrived. */
function aShortLivedToken(count: number): string {
  const exp = (Date.now() + 300) / 1000;
  return ['canary', Buffer.from(JSON.stringify({ exp, count })).toString('base64url'), 'x'].join('.');
}

/** Two replicas on one Redis, looking up without a pause until told to end. */
async function underLoad(redisUrl: string) {
  const platform = await servePlatform({
    login: ({ response, earlier }) => {
      const token = aShortLivedToken(earlier);
      platform.valid.add(token);
      json(response, { auth_access_token: token, status: true });
    },
  });
  const { log, lines } = recordLog();
  const failures: unknown[] = [];
  let lookUps = 0;
  let isEnded = false;

  async function keepLookingUp() {
    const tokens = aRedisShare({ url: redisUrl, log, commandTimeoutMs: COMMAND_TIMEOUT_MS });
    const upstream = anUpstream(platform.url, {
      log,
      infoAuth: 'always',
      tokenStore: tokens,
    });
    while (!isEnded) {
      await upstream
        .message({ day: '2026-11-18', reference: 'canary' })
        .catch((error) => failures.push(error));
      lookUps += 1;
    }
  }

  const replicas = [keepLookingUp(), keepLookingUp()];
  return {
    lines,
    failures,
    /** Resolves when this many more log-ins, and the look-ups between them, have been made. */
    async moreLogins(count: number) {
      const before = platform.seen.login.length;
      await expect.poll(() => platform.seen.login.length, PATIENCE).toBeGreaterThan(before + count);
    },
    async end() {
      isEnded = true;
      await Promise.all(replicas);
      return lookUps;
    },
  };
}

/** Resolves when the replicas keep their tokens in Redis, again or for the first time. */
async function holdsToken(url: string) {
  const client = createClient({ url });
  await client.connect();
  try {
    await client.flushAll();
    await expect.poll(() => client.keys('*'), PATIENCE).not.toEqual([]);
  } finally {
    client.destroy();
  }
}

describe.skipIf(!hasRedisServer)('look-ups go on, none lost and none kept waiting,', () => {
  const troubles: readonly (readonly [
    string,
    (redis: Awaited<ReturnType<typeof aRedisServer>>) => { begin(): unknown; end(): unknown },
  ])[] = [
    ['while Redis is stopped and started', ({ stop, start }) => ({ begin: stop, end: start })],
    ['while Redis hangs and goes on', ({ hang, goOn }) => ({ begin: hang, end: goOn })],
  ];

  test.each(troubles)('%s', async (_, troubleOf) => {
    const redis = await aRedisServer();
    const trouble = troubleOf(redis);
    await redis.start();
    const load = await underLoad(redis.url);
    await holdsToken(redis.url);

    await trouble.begin();
    await load.moreLogins(4);
    await trouble.end();
    await holdsToken(redis.url);

    expect(await load.end()).toBeGreaterThan(5);
    expect(load.failures).toEqual([]);
    // One of each replica, however many look-ups there were.
    expect(load.lines.filter(({ level }) => level === 'warn').length).toBeLessThanOrEqual(2);
    expect(load.lines.filter(({ msg }) => msg === 'Redis answers again').length).toBeLessThanOrEqual(2);
  });

  test('while Redis is started later than the bot', async () => {
    const redis = await aRedisServer();
    const load = await underLoad(redis.url);
    await load.moreLogins(4);
    await redis.start();
    await holdsToken(redis.url);
    await load.end();
    expect(load.failures).toEqual([]);
  });
});

test.skipIf(!hasRedisServer)('a wrong password is a warning that does not hold it', async () => {
  const redis = await aRedisServer();
  await redis.start();
  const { log, lines } = recordLog();
  const url = redis.url.replace('canary-redis-password', 'canary-wrong-password');
  const store = aRedisShare({ url, log });
  expect(await store.get('login')).toBeUndefined();
  expect(lines).toEqual([expect.objectContaining({ level: 'warn', reason: 'WRONGPASS' })]);
});

test.skipIf(!hasRedisServer)(
  'a Redis that hangs from the start is waited for once, and let go of',
  async () => {
    const redis = await aRedisServer();
    await redis.start();
    redis.hang();
    const tokens = aRedisShare({ url: redis.url, commandTimeoutMs: COMMAND_TIMEOUT_MS });
    const began = performance.now();
    for (let asked = 0; asked < 20; asked += 1) {
      expect(await tokens.get('login')).toBeUndefined();
      await tokens.set('login', { value: 'canary-token' }, undefined);
    }
    // Waited for each time it would take twice as long.
    expect(performance.now() - began).toBeLessThan(20 * COMMAND_TIMEOUT_MS);
    await tokens.close();
  },
);

test.skipIf(!hasRedisServer)('a pause of the process itself is not taken for one of Redis', async () => {
  const redis = await aRedisServer();
  await redis.start();
  const { log, lines } = recordLog();
  const store = aRedisShare({ url: redis.url, log, commandTimeoutMs: 500 });
  await store.set('login', { value: 'canary-token' }, undefined);

  redis.hang();
  const asked = store.get('login');
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  redis.goOn();
  const until = performance.now() + 700;
  pauseUntilAnswered(redis.url);
  while (performance.now() < until);
  expect(await asked).toEqual({ value: 'canary-token' });
  expect(lines).toEqual([]);
});

/** Stops this process until Redis has answered another one, which asked later than any question of this one. */
function pauseUntilAnswered(url: string): void {
  const { port, password } = new URL(url);
  const script = `
    const redis = require('node:net').connect(${port}, '127.0.0.1');
    let said = '';
    redis.on('data', (text) => {
      said += text;
      if (said.includes('PONG')) redis.destroy();
    });
    redis.write('AUTH ${password}\\r\\nPING\\r\\n');`;
  expect(spawnSync(process.execPath, ['--eval', script]).status).toBe(0);
}
