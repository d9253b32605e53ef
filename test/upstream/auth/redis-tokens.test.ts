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
    const { store } = aRedisShare({ namespace });
    const token = { value: 'canary-token', renewAtMs: Date.now() + 60_000 };
    await store.set('login:a', token, 60_000);
    const [name = ''] = await names();
    const raw = await client.get(name);
    expect(name).not.toContain('canary');
    expect(raw).not.toContain('canary');
    expect(Buffer.from(raw ?? '', 'base64url').toString('latin1')).not.toContain('canary');
    expect(await client.pTTL(name)).toBeGreaterThan(0);

    const stranger = aRedisShare({ namespace, sealer: createSealer(Buffer.alloc(32, 'other')) });
    expect(await stranger.store.get('login:a')).toBeUndefined();
    // What was put there for one account is no token of another.
    await client.copy(name, name.replace('login:a', 'login:b'));
    expect(await store.get('login:b')).toBeUndefined();
    await client.set(name, 'canary');
    expect(await store.get('login:a')).toBeUndefined();
    for (const other of ['{"other":1}', 'other']) {
      await client.set(name, createSealer(sealingKey).seal('token:login:a', other));
      expect(await store.get('login:a')).toBeUndefined();
    }
  });

  test('serve a replica that comes later, each account its own', async () => {
    const { namespace } = await aNamespace();
    const running = await aSandbox();
    const { day, reference, smsId } = aMessageOf(running.sandbox);
    for (let replica = 0; replica < 3; replica += 1) {
      const { store: tokenStore, lock: tokenLock } = aRedisShare({ namespace });
      const upstream = anUpstreamOf(running, { infoAuth: 'always', tokenStore, tokenLock });
      expect(await upstream.message({ day, reference })).toBeDefined();
      expect(await upstream.sms?.(smsId)).toBeDefined();
    }
    expect(running.sandbox.calls).toMatchObject({ login: 1, oauth: 1 });

    const { store: tokenStore, lock: tokenLock } = aRedisShare({ namespace });
    const email = 'canary@example.com';
    const stranger = anUpstreamOf(running, { email, infoAuth: 'always', tokenStore, tokenLock });
    await expect(stranger.message({ day, reference })).rejects.toMatchObject({ code: 'wrong_credentials' });
  });
});

describe.skipIf(redisUrl === undefined)('the lock in Redis (REDIS_URL)', () => {
  const taken = { release: expect.any(Function) };

  test('is one replica’s until it lets go', async () => {
    const { namespace } = await aNamespace();
    const [first, second] = [aRedisShare({ namespace }).lock, aRedisShare({ namespace }).lock];
    const lease = await first.take('login');
    expect(lease).toEqual(taken);
    expect(await second.take('login')).toBe('held');
    expect(await first.take('login')).toBe('held');
    expect(await second.take('oauth')).toEqual(taken);
    if (typeof lease === 'object') await lease.release();
    expect(await second.take('login')).toEqual(taken);
  });

  test('is given time again and again as long as its holder lives', async () => {
    const { namespace, client, names } = await aNamespace();
    const [first, second] = [
      aRedisShare({ namespace, lockTtlMs: 9_000 }).lock,
      aRedisShare({ namespace }).lock,
    ];
    const lease = await first.take('login');
    const [name = ''] = await names();
    let leftMs = await client.pTTL(name);
    const hasGrown = async () => {
      const before = leftMs;
      leftMs = await client.pTTL(name);
      return leftMs > before;
    };
    for (const _time of [1, 2]) {
      await expect.poll(hasGrown).toBe(true);
      expect(await second.take('login')).toBe('held');
    }
    if (typeof lease === 'object') await lease.release();
    expect(await second.take('login')).toEqual(taken);
  });

  test('ends where something has left it without an end', async () => {
    const { namespace, client, names } = await aNamespace();
    const { lock } = aRedisShare({ namespace, lockTtlMs: 1_000 });
    await lock.take('login');
    const [name = ''] = await names();
    await client.set(name, 'left');
    expect(await client.pTTL(name)).toBe(-1);
    expect(await lock.take('login')).toBe('held');
    await expect.poll(() => lock.take('login')).toEqual(taken);
  });

  test('is not let go of by one who has lost it', async () => {
    const { namespace, client, names } = await aNamespace();
    const [first, second] = [aRedisShare({ namespace }).lock, aRedisShare({ namespace }).lock];
    const lease = await first.take('login');
    await client.del(await names());
    expect(await second.take('login')).toEqual(taken);
    if (typeof lease === 'object') await lease.release();
    expect(await first.take('login')).toBe('held');
  });

  test('ends with a holder that is killed', async () => {
    const { namespace, names } = await aNamespace();
    const running = await aSandbox({ at: new Date().toISOString() });
    const { day, reference } = aMessageOf(running.sandbox);
    running.sandbox.setFaults({ operation: 'login', slowFirstByteMs: 60_000 });
    const holder = startReplica(running, { namespace, lockTtlMs: 6_000, lookUps: 1, day, reference });
    await holder.printed(/ready/);
    holder.child.kill('SIGUSR2');
    await expect.poll(() => running.sandbox.calls.login).toBe(1);
    expect(await names()).toHaveLength(1);
    holder.child.kill('SIGKILL');
    await holder.ended;
    expect(await names()).toHaveLength(1);

    running.sandbox.setFaults({});
    const { store: tokenStore, lock: tokenLock } = aRedisShare({ namespace });
    const upstream = anUpstreamOf(running, { infoAuth: 'always', tokenStore, tokenLock });
    expect(await upstream.message({ day, reference })).toBeDefined();
    expect(running.sandbox.calls.login).toBe(2);
  });

  test.each([
    ['log in once between them', false],
    ['do not end each other’s session where a log-in ends earlier ones', true],
  ])('two processes that start cold at once %s', async (_, singleSession) => {
    const { namespace, names } = await aNamespace();
    const running = await aSandbox({ at: new Date().toISOString(), singleSession });
    // The log-in takes long enough for both to want it.
    running.sandbox.setFaults({ operation: 'login', slowFirstByteMs: 200 });
    const { day, reference } = aMessageOf(running.sandbox);
    const replicas = [1, 2].map(() =>
      startReplica(running, { namespace, lockTtlMs: 30_000, lookUps: 100, day, reference }),
    );
    await Promise.all(replicas.map(({ printed }) => printed(/ready/)));
    for (const { child } of replicas) child.kill('SIGUSR2');
    for (const { ended } of replicas) {
      const { code, stdout } = await ended;
      expect([code, /^found .*$/m.exec(stdout)?.[0].trim()]).toEqual([0, 'found 100']);
    }
    expect(running.sandbox.calls).toMatchObject({ login: 1, info: 200 });
    // The token stays, the lock does not.
    expect(await names()).toHaveLength(1);
  });
});

describe('a Redis that is not there', () => {
  test('is nobody’s to wait for', async () => {
    const { log, lines } = recordLog();
    const url = (await closedAddress()).replace('http://', 'redis://:canary-redis-password@');
    // Whoever waited for it as long as for a command would do so for longer than the test may take.
    const { store, lock } = aRedisShare({ url, log, commandTimeoutMs: 60_000 });
    for (let asked = 0; asked < 50; asked += 1) {
      await store.set('login', { value: 'canary-token' }, undefined);
      expect(await store.get('login')).toBeUndefined();
      expect(await lock.take('login')).toBe('unavailable');
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
  settings: Pick<ReplicaSettings, 'namespace' | 'lockTtlMs' | 'lookUps' | 'day' | 'reference'>,
) {
  const { email, password } = sandbox.credentials;
  const key = sealingKey.toString('base64');
  // Patient: a machine that is busy must not look like a Redis that is away.
  const patience = { commandTimeoutMs: 20_000 };
  const where = { baseUrl, email, password, redisUrl: redisUrl ?? '', key };
  const replica: ReplicaSettings = { ...where, ...patience, ...settings };
  return start('test/support/replica.ts', [], { REPLICA: JSON.stringify(replica) });
}
