import { spawnSync } from 'node:child_process';
import { setImmediate } from 'node:timers/promises';
import { createClient } from '@keyv/redis';
import { describe, expect, test } from 'vitest';
import { recordLog } from '../../support/log.ts';
import { hasRedisServer, openRedisTokens, startRedisServer } from '../../support/redis.ts';
import { json, servePlatform } from '../../support/server.ts';
import { openUpstream } from '../../support/upstream.ts';

const COMMAND_TIMEOUT_MS = 500;
/** Long, because the machine may be busy. */
const PATIENCE = { interval: 10, timeout: 40_000 };

/** A token that expires after 300 ms, so that every few lookups need a new one. */
function createShortLivedToken(count: number): string {
  const exp = (Date.now() + 300) / 1000;
  return ['canary', Buffer.from(JSON.stringify({ exp, count })).toString('base64url'), 'x'].join('.');
}

/** Two replicas that share one Redis and look up messages without pause until `end`. */
async function startLoad(redisUrl: string) {
  const platform = await servePlatform({
    login: ({ response, earlier }) => {
      const token = createShortLivedToken(earlier);
      platform.valid.add(token);
      json(response, { auth_access_token: token, status: true });
    },
  });
  const { log, lines } = recordLog();
  const failures: unknown[] = [];
  let lookUps = 0;
  let isEnded = false;

  async function keepLookingUp() {
    const tokens = openRedisTokens({ url: redisUrl, log, commandTimeoutMs: COMMAND_TIMEOUT_MS });
    const upstream = openUpstream(platform.url, { log, infoAuth: 'always', tokenStore: tokens });
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
    /** Resolves after more than this many further logins. */
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

/** Clears Redis and resolves when a replica has stored a token in it. */
async function waitForStoredToken(url: string) {
  const client = createClient({ url });
  await client.connect();
  try {
    await client.flushAll();
    await expect.poll(() => client.keys('*'), PATIENCE).not.toEqual([]);
  } finally {
    client.destroy();
  }
}

describe.skipIf(!hasRedisServer)('lookups continue without a failure', () => {
  const outages: readonly (readonly [
    string,
    (redis: Awaited<ReturnType<typeof startRedisServer>>) => { begin(): unknown; end(): unknown },
  ])[] = [
    ['while Redis is stopped and started', ({ stop, start }) => ({ begin: stop, end: start })],
    ['while Redis hangs and goes on', ({ hang, goOn }) => ({ begin: hang, end: goOn })],
  ];

  test.each(outages)('%s', async (_, outageOf) => {
    const redis = await startRedisServer();
    const outage = outageOf(redis);
    await redis.start();
    const load = await startLoad(redis.url);
    await waitForStoredToken(redis.url);

    await outage.begin();
    await load.moreLogins(4);
    await outage.end();
    await waitForStoredToken(redis.url);

    expect(await load.end()).toBeGreaterThan(5);
    expect(load.failures).toEqual([]);
    // At most one per replica, however many lookups there were.
    expect(load.lines.filter(({ level }) => level === 'warn').length).toBeLessThanOrEqual(2);
    expect(load.lines.filter(({ msg }) => msg === 'Redis answers again').length).toBeLessThanOrEqual(2);
  });

  test('while Redis is started later than the bot', async () => {
    const redis = await startRedisServer();
    const load = await startLoad(redis.url);
    await load.moreLogins(4);
    await redis.start();
    await waitForStoredToken(redis.url);
    await load.end();
    expect(load.failures).toEqual([]);
  });
});

test.skipIf(!hasRedisServer)('logs a wrong password as a warning', async () => {
  const redis = await startRedisServer();
  await redis.start();
  const { log, lines } = recordLog();
  const url = redis.url.replace('canary-redis-password', 'canary-wrong-password');
  const store = openRedisTokens({ url, log });
  expect(await store.get('login')).toBeUndefined();
  expect(lines).toEqual([expect.objectContaining({ level: 'warn', reason: 'WRONGPASS' })]);
});

test.skipIf(!hasRedisServer)('waits only once for a Redis that hangs from the start', async () => {
  const redis = await startRedisServer();
  await redis.start();
  redis.hang();
  const tokens = openRedisTokens({ url: redis.url, commandTimeoutMs: COMMAND_TIMEOUT_MS });
  const began = performance.now();
  for (let asked = 0; asked < 20; asked += 1) {
    expect(await tokens.get('login')).toBeUndefined();
    await tokens.set('login', { value: 'canary-token' }, undefined);
  }
  // Waiting for each command would take twice as long.
  expect(performance.now() - began).toBeLessThan(20 * COMMAND_TIMEOUT_MS);
  await tokens.close();
});

test.skipIf(!hasRedisServer)('does not mistake a pause of this process for an outage of Redis', async () => {
  const redis = await startRedisServer();
  await redis.start();
  const { log, lines } = recordLog();
  const store = openRedisTokens({ url: redis.url, log, commandTimeoutMs: 500 });
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

/** Blocks this process until Redis has answered a later command of another process. */
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
