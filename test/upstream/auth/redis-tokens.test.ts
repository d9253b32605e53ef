import { describe, expect, test } from 'vitest';
import { createSealer } from '../../../src/runtime/crypto.ts';
import { recordLog } from '../../support/log.ts';
import { start } from '../../support/process.ts';
import { aNamespace, aRedisShare, redisUrl, sealingKey } from '../../support/redis.ts';
import type { ReplicaSettings } from '../../support/replica.ts';
import { aMessageOf, anUpstreamOf, aSandbox } from '../../support/sandbox.ts';
import { closedAddress } from '../../support/server.ts';

describe.skipIf(redisUrl === undefined)('tokens in Redis (REDIS_URL)', () => {
  test('are sealed, and open for nobody else', async () => {
    const { namespace, client, names } = await aNamespace();
    const tokens = aRedisShare({ namespace });
    const token = { value: 'canary-token', renewAtMs: Date.now() + 60_000 };
    await tokens.set('login:a', token, 60_000);
    const [name = ''] = await names();
    const raw = await client.get(name);
    expect(name).not.toContain('canary');
    expect(raw).not.toContain('canary');
    expect(Buffer.from(raw ?? '', 'base64url').toString('latin1')).not.toContain('canary');
    expect(await client.pTTL(name)).toBeGreaterThan(0);

    const stranger = aRedisShare({ namespace, sealer: createSealer(Buffer.alloc(32, 'other')) });
    expect(await stranger.get('login:a')).toBeUndefined();
    // What was put there for one account is no token of another.
    await client.copy(name, name.replace('login:a', 'login:b'));
    expect(await tokens.get('login:b')).toBeUndefined();
    await client.set(name, 'canary');
    expect(await tokens.get('login:a')).toBeUndefined();
    for (const other of ['{"other":1}', 'other']) {
      await client.set(name, createSealer(sealingKey).seal('token:login:a', other));
      expect(await tokens.get('login:a')).toBeUndefined();
    }
  });

  test('are given back under their own key alone', async () => {
    const tokens = aRedisShare({ namespace: (await aNamespace()).namespace });
    await tokens.set('login', { value: 'canary-a', renewAtMs: 5 }, undefined);
    expect(await tokens.get('login')).toEqual({ value: 'canary-a', renewAtMs: 5 });
    expect(await tokens.get('oauth')).toBeUndefined();
    await tokens.set('login', { value: 'canary-b' }, 60_000);
    expect(await tokens.get('login')).toEqual({ value: 'canary-b' });
  });

  test('are forgotten when they have run out', async () => {
    const tokens = aRedisShare({ namespace: (await aNamespace()).namespace });
    await tokens.set('login', { value: 'canary-a' }, 1);
    await expect.poll(() => tokens.get('login')).toBeUndefined();
  });

  test('may end far in the future, or after parts of a millisecond', async () => {
    const tokens = aRedisShare({ namespace: (await aNamespace()).namespace });
    for (const ttlMs of [Number.MAX_SAFE_INTEGER, 59_999.5]) {
      await tokens.set('login', { value: `canary-${ttlMs}` }, ttlMs);
      expect(await tokens.get('login')).toEqual({ value: `canary-${ttlMs}` });
    }
  });

  test.each([0, -1, -60_000])('are not kept for %i ms', async (ttlMs) => {
    const tokens = aRedisShare({ namespace: (await aNamespace()).namespace });
    await tokens.set('login', { value: 'canary-a' }, ttlMs);
    expect(await tokens.get('login')).toBeUndefined();
  });

  test('serve a replica that comes later, each account its own', async () => {
    const { namespace } = await aNamespace();
    const running = await aSandbox();
    const { day, reference, smsId } = aMessageOf(running.sandbox);
    for (let replica = 0; replica < 3; replica += 1) {
      const upstream = anUpstreamOf(running, { infoAuth: 'always', tokenStore: aRedisShare({ namespace }) });
      expect(await upstream.message({ day, reference })).toBeDefined();
      expect(await upstream.sms?.(smsId)).toBeDefined();
    }
    expect(running.sandbox.calls).toMatchObject({ login: 1, oauth: 1 });

    const email = 'canary@example.com';
    const tokenStore = aRedisShare({ namespace });
    const stranger = anUpstreamOf(running, { email, infoAuth: 'always', tokenStore });
    await expect(stranger.message({ day, reference })).rejects.toMatchObject({ code: 'wrong_credentials' });
  });

  test('are soon the same for two processes that start at once, where a log-in ends earlier tokens', async () => {
    const { namespace, names } = await aNamespace();
    const running = await aSandbox({ at: new Date().toISOString(), singleSession: true });
    // The log-in takes long enough for both to want it.
    running.sandbox.setFaults({ operation: 'login', slowFirstByteMs: 200 });
    const { day, reference } = aMessageOf(running.sandbox);
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

describe('a Redis that is not there', () => {
  test('is nobody’s to wait for', async () => {
    const { log, lines } = recordLog();
    const url = (await closedAddress()).replace('http://', 'redis://:canary-redis-password@');
    // Whoever waited for it as long as for a command would do so for longer than the test may take.
    const tokens = aRedisShare({ url, log, commandTimeoutMs: 60_000 });
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

/** A process with the credentials of a sandbox, which starts its look-ups at SIGUSR2. */
function startReplica(
  { sandbox, url: baseUrl }: Awaited<ReturnType<typeof aSandbox>>,
  settings: Pick<ReplicaSettings, 'namespace' | 'lookUps' | 'day' | 'reference'>,
) {
  const { email, password } = sandbox.credentials;
  const key = sealingKey.toString('base64');
  // Patient: a machine that is busy must not look like a Redis that is away.
  const patience = { commandTimeoutMs: 20_000 };
  const where = { baseUrl, email, password, redisUrl: redisUrl ?? '', key };
  const replica: ReplicaSettings = { ...where, ...patience, ...settings };
  return start('test/support/replica.ts', [], { REPLICA: JSON.stringify(replica) });
}
