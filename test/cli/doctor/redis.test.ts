import { randomBytes } from 'node:crypto';
import { createClient } from '@keyv/redis';
import { describe, expect, onTestFinished, test } from 'vitest';
import { examineEnvironment } from '../../../src/cli/doctor/examine.ts';
import { aWellEnvironment } from '../../support/doctor.ts';
import { aRedisServer, hasRedisServer } from '../../support/redis.ts';

const key = randomBytes(32).toString('base64');

async function toldOf(url: string): Promise<string> {
  const { env } = await aWellEnvironment();
  const diagnoses = await examineEnvironment({ ...env, REDIS_URL: url, SECRET_KEY: key });
  const told = diagnoses.filter(({ group }) => group === 'Redis');
  expect(JSON.stringify(diagnoses)).not.toContain('canary-redis');
  return told.map(({ outcome, found, advice = '' }) => `${outcome}: ${found} → ${advice}`).join('\n');
}

describe.skipIf(!hasRedisServer)('Redis', () => {
  test('that is there is written to and read, and nothing stays in it', async () => {
    const server = await aRedisServer();
    await server.start();
    expect(await toldOf(server.url)).toMatch(/^ok: Redis \d+\.\S+, without TLS; writing and reading work/);
    const client = createClient({ url: server.url });
    await client.connect();
    onTestFinished(() => client.destroy());
    expect(await client.keys('*')).toEqual([]);
  });

  test('with another password is told of by the variable', async () => {
    const server = await aRedisServer();
    await server.start();
    const url = new URL(server.url);
    url.password = 'canary-redis-wrong';
    expect(await toldOf(url.href)).toMatch(/^wrong: does not take the password .* → correct .* REDIS_URL$/);
  });

  test('whose account may only read is told of', async () => {
    const server = await aRedisServer();
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
    expect(await toldOf(url.href)).toMatch(/^wrong: cannot be written to \(NOPERM\) → let the account set/);
  });
});
