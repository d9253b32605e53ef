import { randomUUID } from 'node:crypto';
import { valueWithin } from '../../runtime/timeouts.ts';
import { openRedis } from './redis-connection.ts';

/** What a Redis is fit for; `reason` is its own word (`WRONGPASS`) or the network's (`ECONNREFUSED`). */
type RedisInspection =
  | { readonly step: 'connect' | 'write'; readonly reason: string }
  /** It does not tell every account its version. */
  | { readonly step: 'done'; readonly version: string | undefined };

const LIMIT_MS = 5_000;
const KEPT_MS = 10_000;

/** Connects to a Redis, and writes, reads and deletes a key there. Never rejects. */
export async function inspectRedis(url: string): Promise<RedisInspection> {
  const limits = { connectTimeoutMs: LIMIT_MS, commandTimeoutMs: LIMIT_MS };
  const library = await import('@keyv/redis');
  let step: 'connect' | 'write' = 'connect';
  let end = () => {};
  try {
    const { client } = await openRedis(library, { url, namespace: 'sms-desk', ...limits });
    end = () => client.destroy();
    step = 'write';
    const key = `sms-desk:doctor:${randomUUID()}`;
    await inTime(client.set(key, 'written', { PX: KEPT_MS }));
    const isThere = (await inTime(client.get(key))) === 'written';
    await inTime(client.del(key));
    if (!isThere) return { step, reason: 'it forgets at once' };
    const told = await inTime(client.info('server')).catch(() => '');
    return { step: 'done', version: /^redis_version:(\S+)/m.exec(told)?.[1] };
  } catch (error) {
    return { step, reason: reasonOf(error) };
  } finally {
    end();
  }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = new Error('TIMEOUT');
  const value = await valueWithin(
    LIMIT_MS,
    answer.then((given) => ({ given })),
    () => undefined,
  );
  if (value === undefined) throw late;
  return value.given;
}

/** Its first word in capitals, or the code of the network: a whole answer may quote the command. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return /^[A-Z]{3,}\b/.exec(error.message)?.[0] ?? 'no answer';
}
