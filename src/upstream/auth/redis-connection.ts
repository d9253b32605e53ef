import { setTimeout as pause } from 'node:timers/promises';
import type KeyvRedis from '@keyv/redis';
import type { RedisClientType } from '@keyv/redis';
import { createRareWarning, type Log } from '../../ops/log.ts';
import { backoffMs, valueWithin } from '../../runtime/timeouts.ts';

interface RedisConnectionOptions {
  /** `redis://` or `rediss://` */
  readonly url: string;
  /** Stands before the keys of `cache`. */
  readonly namespace: string;
  readonly log: Log;
  /** How long anybody waits for Redis before going on without it. */
  readonly commandTimeoutMs: number;
  readonly connectTimeoutMs: number;
}

type Redis = { readonly client: RedisClientType; readonly cache: KeyvRedis<string> };

export type RedisConnection = ReturnType<typeof connectRedis>;

interface OpenRedis extends Redis {
  /** Resolves with the reason when the connection has ended. */
  readonly lost: Promise<unknown>;
  lose(reason: unknown): void;
}

const RECONNECTING = { firstMs: 100, mostMs: 2_000 };

/**
 * Keeps a connection to Redis, and makes a new one whenever it is lost: closed, refused, or open without an answer.
 * The client's own time limit for a command ends when the command is written, and it waits for ever for the greeting
 * of a Redis that hangs; both are limited here.
 */
export function connectRedis(options: RedisConnectionOptions) {
  const { log, commandTimeoutMs } = options;
  const { warn, over } = createRareWarning({
    log,
    trouble: 'Redis does not answer; going on without shared tokens',
    over: 'Redis answers again',
    explain: explainRedisFailure,
  });
  const closing = new AbortController();
  const closed = new Promise((resolve) => closing.signal.addEventListener('abort', resolve, { once: true }));
  const firstTry = Promise.withResolvers<void>();
  let redis: OpenRedis | undefined;

  const report = (error: unknown) => {
    if (!closing.signal.aborted) warn(error);
  };

  async function keepConnected(): Promise<void> {
    // Loaded here because it takes a tenth of a second at the start of those who have no Redis.
    const library = await import('@keyv/redis');
    // Whoever asks while the process starts waits for the first try, but no longer than for a command.
    const patience = setTimeout(firstTry.resolve, commandTimeoutMs);
    for (let failures = 0; !closing.signal.aborted; failures += 1) {
      try {
        redis = await openRedis(library, options);
        failures = 0;
        over();
        firstTry.resolve();
        report(await Promise.race([redis.lost, closed]));
      } catch (error) {
        report(error);
      }
      if (redis) end(redis.client);
      redis = undefined;
      firstTry.resolve();
      const { signal } = closing;
      await pause(backoffMs(failures, RECONNECTING), undefined, { signal }).catch(() => undefined);
    }
    firstTry.resolve();
    clearTimeout(patience);
  }

  const ended = keepConnected();

  return {
    /**
     * What an action gives; `undefined` where Redis is away, which is so at once, fails, or does not answer in time.
     * Never rejects.
     */
    async ask<T>(action: (redis: Redis) => Promise<T>): Promise<T | undefined> {
      await firstTry.promise;
      if (!redis?.client.isReady) return undefined;
      const { lose } = redis;
      const answer = action(redis).catch((error: unknown) => {
        report(error);
        return undefined;
      });
      return await valueWithin(commandTimeoutMs, answer, () => lose(new Error('no answer in time')));
    },
    /** Lets go of the connection; whatever is under way ends as if Redis were away. */
    async close() {
      closing.abort();
      await ended;
    },
  };
}

/** One connection, until it is lost. Rejects with what kept it from being made. */
export async function openRedis(
  { default: KeyvRedis, createClient }: typeof import('@keyv/redis'),
  options: Omit<RedisConnectionOptions, 'log'>,
): Promise<OpenRedis> {
  const { url, namespace, connectTimeoutMs, commandTimeoutMs } = options;
  const client: RedisClientType = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: connectTimeoutMs, reconnectStrategy: false },
  });
  const { promise: lost, resolve: lose } = Promise.withResolvers<unknown>();
  client.on('error', lose);
  let deadline: NodeJS.Timeout | undefined;
  // Not before the socket is connected: ended earlier, the client would lose sight of it and leave it open.
  client.once('connect', () => {
    deadline = setTimeout(end, commandTimeoutMs, client);
  });
  try {
    await client.connect();
  } finally {
    clearTimeout(deadline);
  }
  return { client, cache: new KeyvRedis<string>(client, { namespace, throwOnErrors: true }), lost, lose };
}

/** Its own words may quote the command: the first, in capitals, says enough. */
function explainRedisFailure(error: unknown): string {
  if (error instanceof Error && 'code' in error && /CERT|SIGNATURE/.test(String(error.code)))
    return 'its certificate is not trusted for that host: name the file with its CA in NODE_EXTRA_CA_CERTS';
  const [word = ''] = /^[A-Z]{3,}\b/.exec(error instanceof Error ? error.message : '') ?? [];
  if (['WRONGPASS', 'NOAUTH'].includes(word)) return 'correct the account and password in REDIS_URL';
  if (word === 'NOPERM') return 'let its account set, get and delete keys that begin with sms-desk';
  return 'check that it runs, and its address in REDIS_URL: rediss:// where it has TLS, else redis://';
}

function end(client: RedisClientType): void {
  if (client.isOpen) client.destroy();
}
