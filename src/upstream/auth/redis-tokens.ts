import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Log } from '../../ops/log.ts';
import { type Sealer, sealedJson } from '../../runtime/crypto.ts';
import { DAY_MS } from '../../runtime/durations.ts';
import { connectRedis, type RedisConnection } from './redis-connection.ts';
import type { RenewalLock, TokenStore } from './token-cache.ts';

type TokenSealer = Pick<Sealer, 'seal' | 'open'>;

export interface RedisTokensOptions {
  readonly url: string;
  readonly sealer: TokenSealer;
  readonly log: Log;
  /** Stands before every key; `sms-desk` where it is left out. */
  readonly namespace?: string;
  /** How long a look-up waits for a Redis that does not answer. */
  readonly commandTimeoutMs?: number;
  readonly connectTimeoutMs?: number;
  /** How long a renewal stays with a replica that has died. */
  readonly lockTtlMs?: number;
}

/** What replicas that share one Redis share: their tokens, and who renews them. */
export interface RedisTokens {
  readonly store: TokenStore;
  readonly lock: RenewalLock;
  /** Whether it answers, in time. */
  isThere(): Promise<boolean>;
  close(): Promise<void>;
}

/** Connects to Redis, now and again whenever it was away; until then each replica keeps its own tokens. */
export function createRedisTokens(options: RedisTokensOptions): RedisTokens {
  const { url, sealer, log, namespace = 'sms-desk' } = options;
  const { commandTimeoutMs = 500, connectTimeoutMs = 2_000, lockTtlMs = 5_000 } = options;
  const connection = connectRedis({ url, namespace, log, commandTimeoutMs, connectTimeoutMs });
  return {
    store: createRedisTokenStore(connection, sealer, log),
    lock: createRedisLock(connection, namespace, lockTtlMs),
    isThere: async () => (await connection.ask(({ client }) => client.ping())) !== undefined,
    close: connection.close,
  };
}

const storedToken = z.object({ value: z.string(), renewAtMs: z.number().exactOptional() });

/** Redis takes no number beyond 64 bits; a token is asked for anew long before that. */
const LONGEST_TTL_MS = 366 * DAY_MS;

function createRedisTokenStore({ ask }: RedisConnection, sealer: TokenSealer, log: Log): TokenStore {
  let isTold = false;
  return {
    async get(key) {
      const sealed = await ask(({ cache }) => cache.get(key));
      if (sealed === undefined) return undefined;
      const token = sealedToken(key).open(sealer, sealed);
      if (!token && !isTold) {
        isTold = true;
        log.warn(
          'a token in Redis was sealed with another SECRET_KEY, or by another version; replicas must share one key',
        );
      }
      return token;
    },
    async set(key, token, ttlMs) {
      if (ttlMs !== undefined && ttlMs <= 0) return;
      const sealed = sealedToken(key).seal(sealer, token);
      const wholeMs = ttlMs === undefined ? undefined : Math.ceil(Math.min(ttlMs, LONGEST_TTL_MS));
      await ask(({ cache }) => cache.set(key, sealed, wholeMs));
    },
    async delete(key) {
      await ask(({ cache }) => cache.delete(key));
    },
  };
}

/** A token sealed for one account does not open for another. */
function sealedToken(key: string) {
  return sealedJson(`token:${key}`, storedToken);
}

const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;
const EXTEND = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0`;
const END = `if redis.call('PTTL', KEYS[1]) == -1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end return 0`;

/**
 * A lock in Redis: a key with a random value, which only who knows the value deletes. It is extended as long as its
 * holder lives, and ends `ttlMs` after a holder that does not. Two may hold it where Redis loses the key; that costs
 * a log-in more, no look-up. One that has no end, whatever left it, is given one.
 */
function createRedisLock(connection: RedisConnection, namespace: string, ttlMs: number): RenewalLock {
  return {
    async take(key) {
      const name = `${namespace}:lock:${key}`;
      const owner = randomUUID();
      const taken = await connection.ask(({ client }) => client.set(name, owner, { NX: true, PX: ttlMs }));
      if (taken === undefined) return 'unavailable';
      const run = (script: string, ...values: string[]) =>
        connection.ask(({ client }) => client.eval(script, { keys: [name], arguments: values }));
      if (taken === null) {
        await run(END, String(ttlMs));
        return 'held';
      }

      const extending = setInterval(() => void run(EXTEND, owner, String(ttlMs)), ttlMs / 3);
      return {
        async release() {
          clearInterval(extending);
          await run(RELEASE, owner);
        },
      };
    },
  };
}
