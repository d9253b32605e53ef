import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@keyv/redis';
import { expect, onTestFinished } from 'vitest';
import { createSealer } from '../../src/runtime/crypto.ts';
import { createRedisTokens, type RedisOptions, type RedisTokens } from '../../src/upstream/index.ts';
import { recordLog } from './log.ts';
import { recordSent } from './sent-run.ts';
import { unusedPort } from './server.ts';

/** The shared Redis of the run. Suites that need one are skipped without it. */
export const redisUrl = process.env.REDIS_URL;

export const sealingKey = Buffer.alloc(32, 'canary');

/** A namespace of keys in the shared Redis, removed after the test. */
export async function uniqueNamespace() {
  const namespace = `sms-desk-test-${randomBytes(6).toString('hex')}`;
  const client = createClient({ url: redisUrl ?? '' });
  await client.connect();
  const names = () => client.keys(`${namespace}*`);
  onTestFinished(async () => {
    const left = await names();
    for (const key of left) recordSent('redis', `${key} ${await client.get(key)}`);
    if (left.length > 0) await client.del(left);
    client.destroy();
  });
  return { namespace, client, names };
}

/** A replica's connection to Redis, closed after the test. */
export function openRedisTokens(changes: Partial<RedisOptions> = {}): RedisTokens {
  const tokens = createRedisTokens({
    url: redisUrl ?? '',
    sealer: createSealer(sealingKey),
    log: recordLog().log,
    // A busy machine must not look like an unavailable Redis.
    commandTimeoutMs: 60_000,
    connectTimeoutMs: 60_000,
    ...changes,
  });
  onTestFinished(() => tokens.close());
  return tokens;
}

const BINARY = '/usr/bin/redis-server';

export const hasRedisServer = existsSync(BINARY);

const PASSWORD = 'canary-redis-password';

/** A Redis server for one test, with a password. Its port stays the same after a restart. */
export async function startRedisServer() {
  const port = String(await unusedPort());
  const folder = mkdtempSync(join(tmpdir(), 'sms-desk-redis-'));
  const memoryAlone = ['--save', '', '--appendonly', 'no', '--dir', folder];
  let running: ChildProcess | undefined;

  const stop = async () => {
    if (running?.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  };
  onTestFinished(async () => {
    await stop();
    rmSync(folder, { recursive: true });
  });
  return {
    url: `redis://:${PASSWORD}@127.0.0.1:${port}`,
    stop,
    async start() {
      running = spawn(BINARY, [
        '--port',
        port,
        '--bind',
        '127.0.0.1',
        '--requirepass',
        PASSWORD,
        ...memoryAlone,
      ]);
      let output = '';
      running.stdout?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
      await expect.poll(() => output, { interval: 5 }).toContain('Ready to accept connections');
    },
    /** Connections stay open but get no answers. */
    hang: () => running?.kill('SIGSTOP'),
    goOn: () => running?.kill('SIGCONT'),
  };
}
