import { randomBytes } from 'node:crypto';
import { createClient } from '@keyv/redis';
import { describe, expect, onTestFinished, test } from 'vitest';
import { examineEnvironment } from '../../../src/cli/doctor/examine.ts';
import { workingEnvironment } from '../../support/doctor.ts';
import { hasRedisServer, startRedisServer } from '../../support/redis.ts';

const key = randomBytes(32).toString('base64');

async function reportOn(url: string): Promise<string> {
  const { env } = await workingEnvironment();
  const diagnoses = await examineEnvironment({ ...env, REDIS_URL: url, SECRET_KEY: key });
  const lines = diagnoses.filter(({ group }) => group === 'Redis');
  expect(JSON.stringify(diagnoses)).not.toContain('canary-redis');
  return lines.map(({ outcome, found, advice = '' }) => `${outcome}: ${found} → ${advice}`).join('\n');
}

describe.skipIf(!hasRedisServer)('Redis', () => {
  test('that is reachable is written and read, and no key remains', async () => {
    const server = await startRedisServer();
    await server.start();
    expect(await reportOn(server.url)).toMatch(/^ok: Redis \d+\.\S+, without TLS; writing and reading work/);
    const client = createClient({ url: server.url });
    await client.connect();
    onTestFinished(() => client.destroy());
    expect(await client.keys('*')).toEqual([]);
  });

  test('that refuses the password is reported by its variable', async () => {
    const server = await startRedisServer();
    await server.start();
    const url = new URL(server.url);
    url.password = 'canary-redis-wrong';
    expect(await reportOn(url.href)).toMatch(/^wrong: does not take the password .* → correct .* REDIS_URL$/);
  });

  test('with a read-only account is reported', async () => {
    const server = await startRedisServer();
    await server.start();
    const client = createClient({ url: server.url });
    await client.connect();
    onTestFinished(() => client.destroy());
    await client.sendCommand([
      'ACL',
      'SETUSER',
      'reader',
      'on',
      '>canary-redis-reader',
      '~*',
      '+@read',
      '+@connection',
    ]);
    const url = new URL(server.url);
    url.username = 'reader';
    url.password = 'canary-redis-reader';
    expect(await reportOn(url.href)).toMatch(/^wrong: cannot be written to \(NOPERM\) → let the account set/);
  });
});
