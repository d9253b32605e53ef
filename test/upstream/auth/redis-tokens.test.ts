import { describe, expect, test } from 'vitest';
import { createSealer } from '../../../src/runtime/crypto.ts';
import { recordLog } from '../../support/log.ts';
import { start } from '../../support/process.ts';
import { openRedisTokens, redisUrl, sealingKey, uniqueNamespace } from '../../support/redis.ts';
import type { ReplicaSettings } from '../../support/replica.ts';
import { openUpstreamOf, runningSandbox, sandboxMessage } from '../../support/sandbox.ts';
import { closedAddress } from '../../support/server.ts';

describe.skipIf(redisUrl === undefined)('tokens in Redis (REDIS_URL)', () => {
  test('are encrypted, and readable only with the same key and for the same account', async () => {
    const { namespace, client, names } = await uniqueNamespace();
    const tokens = openRedisTokens({ namespace });
    await tokens.set('login:a', { value: 'canary-token', renewAtMs: Date.now() + 60_000 }, 60_000);
    const [name = ''] = await names();
    const raw = await client.get(name);
    expect(name).not.toContain('canary');
    expect(raw).not.toContain('canary');
    expect(Buffer.from(raw ?? '', 'base64url').toString('latin1')).not.toContain('canary');
    expect(await client.pTTL(name)).toBeGreaterThan(0);

    const stranger = openRedisTokens({ namespace, sealer: createSealer(Buffer.alloc(32, 'other')) });
    expect(await stranger.get('login:a')).toBeUndefined();
    // A value stored for one account is not valid for another.
    await client.copy(name, name.replace('login:a', 'login:b'));
    expect(await tokens.get('login:b')).toBeUndefined();
    await client.set(name, 'canary');
    expect(await tokens.get('login:a')).toBeUndefined();
    for (const other of ['{"other":1}', 'other']) {
      await client.set(name, createSealer(sealingKey).seal('token:login:a', other));
      expect(await tokens.get('login:a')).toBeUndefined();
    }
  });

  test('are returned only under their own key', async () => {
    const tokens = openRedisTokens({ namespace: (await uniqueNamespace()).namespace });
    await tokens.set('login', { value: 'canary-a', renewAtMs: 5 }, undefined);
    expect(await tokens.get('login')).toEqual({ value: 'canary-a', renewAtMs: 5 });
    expect(await tokens.get('oauth')).toBeUndefined();
    await tokens.set('login', { value: 'canary-b' }, 60_000);
    expect(await tokens.get('login')).toEqual({ value: 'canary-b' });
  });

  test('are deleted after their expiry', async () => {
    const tokens = openRedisTokens({ namespace: (await uniqueNamespace()).namespace });
    await tokens.set('login', { value: 'canary-a' }, 1);
    await expect.poll(() => tokens.get('login')).toBeUndefined();
  });

  test('may have a very long lifetime, or one with a fraction of a millisecond', async () => {
    const tokens = openRedisTokens({ namespace: (await uniqueNamespace()).namespace });
    for (const ttlMs of [Number.MAX_SAFE_INTEGER, 59_999.5]) {
      await tokens.set('login', { value: `canary-${ttlMs}` }, ttlMs);
      expect(await tokens.get('login')).toEqual({ value: `canary-${ttlMs}` });
    }
  });

  test.each([0, -1, -60_000])('are not stored for a lifetime of %i ms', async (ttlMs) => {
    const tokens = openRedisTokens({ namespace: (await uniqueNamespace()).namespace });
    await tokens.set('login', { value: 'canary-a' }, ttlMs);
    expect(await tokens.get('login')).toBeUndefined();
  });

  test('are reused by a replica that starts later, only for the same account', async () => {
    const { namespace } = await uniqueNamespace();
    const running = await runningSandbox();
    const { day, reference, smsId } = sandboxMessage(running.sandbox);
    for (let replica = 0; replica < 3; replica += 1) {
      const upstream = openUpstreamOf(running, {
        infoAuth: 'always',
        tokenStore: openRedisTokens({ namespace }),
      });
      expect(await upstream.message({ day, reference })).toBeDefined();
      expect(await upstream.sms?.(smsId)).toBeDefined();
    }
    expect(running.sandbox.calls).toMatchObject({ login: 1, oauth: 1 });

    const email = 'canary@example.com';
    const tokenStore = openRedisTokens({ namespace });
    const stranger = openUpstreamOf(running, { email, infoAuth: 'always', tokenStore });
    await expect(stranger.message({ day, reference })).rejects.toMatchObject({ code: 'wrong_credentials' });
  });

  test('converge for two processes that start together when a login ends earlier tokens', async () => {
    const { namespace, names } = await uniqueNamespace();
    const running = await runningSandbox({ at: new Date().toISOString(), singleSession: true });
    // The login is slow enough for both processes to need it.
    running.sandbox.setFaults({ operation: 'login', slowFirstByteMs: 200 });
    const { day, reference } = sandboxMessage(running.sandbox);
    const replicas = [1, 2].map(() => startReplica(running, { namespace, lookUps: 100, day, reference }));
    await Promise.all(replicas.map(({ printed }) => printed(/ready/)));
    for (const { child } of replicas) child.kill('SIGUSR2');
    for (const { ended } of replicas) {
      const { code, stdout } = await ended;
      expect([code, /^found .*$/m.exec(stdout)?.[0].trim()]).toEqual([0, 'found 100']);
    }
    expect(running.sandbox.calls.login).toBeLessThanOrEqual(4);
    expect(await names()).toHaveLength(1);
  });
});

describe('a Redis that cannot be reached', () => {
  test('does not delay requests, and is logged once', async () => {
    const { log, lines } = recordLog();
    const url = (await closedAddress()).replace('http://', 'redis://:canary-redis-password@');
    // Waiting as long as for one command would exceed the time limit of the test.
    const tokens = openRedisTokens({ url, log, commandTimeoutMs: 60_000 });
    for (let asked = 0; asked < 50; asked += 1) {
      await tokens.set('login', { value: 'canary-token' }, undefined);
      expect(await tokens.get('login')).toBeUndefined();
    }
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'warn',
        msg: 'Redis does not answer; going on without shared tokens',
        reason: 'ECONNREFUSED',
      }),
    ]);
  });
});

/** Starts a process that begins its lookups at SIGUSR2. */
function startReplica(
  { sandbox, url: baseUrl }: Awaited<ReturnType<typeof runningSandbox>>,
  settings: Pick<ReplicaSettings, 'namespace' | 'lookUps' | 'day' | 'reference'>,
) {
  const { email, password } = sandbox.credentials;
  const key = sealingKey.toString('base64');
  // Long, so that a busy machine is not mistaken for an outage of Redis.
  const patience = { commandTimeoutMs: 20_000 };
  const where = { baseUrl, email, password, redisUrl: redisUrl ?? '', key };
  const replica: ReplicaSettings = { ...where, ...patience, ...settings };
  return start('test/support/replica.ts', [], { REPLICA: JSON.stringify(replica) });
}
