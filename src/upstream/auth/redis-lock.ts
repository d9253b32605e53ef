import { randomUUID } from 'node:crypto';
import type { RedisConnection } from './redis-connection.ts';
import type { RenewalLock } from './token-cache.ts';

const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;
const EXTEND = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0`;

/**
 * A lock in Redis: a key with a random value, which only who knows the value deletes. It is extended as long as its
 * holder lives, and ends `ttlMs` after a holder that does not. Two may hold it where Redis loses the key; that costs
 * a log-in more, no look-up.
 */
export function createRedisLock(
  connection: RedisConnection,
  { namespace, ttlMs }: { readonly namespace: string; readonly ttlMs: number },
): RenewalLock {
  return {
    async take(key) {
      const name = `${namespace}:lock:${key}`;
      const owner = randomUUID();
      const taken = await connection.ask(async ({ client }) => {
        const answer = await client.set(name, owner, { NX: true, PX: ttlMs });
        return answer === null ? 'held' : 'taken';
      });
      if (taken === undefined) return 'unavailable';
      if (taken === 'held') return 'held';

      const run = (script: string, ...more: string[]) =>
        connection.ask(({ client }) => client.eval(script, { keys: [name], arguments: [owner, ...more] }));
      const extending = setInterval(() => void run(EXTEND, String(ttlMs)), ttlMs / 3);
      return {
        async release() {
          clearInterval(extending);
          await run(RELEASE);
        },
      };
    },
  };
}
