import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { z } from 'zod';
import { createRareWarning, type Log, reasonOf } from '../../ops/log.ts';
import { type Sealer, sealedJson } from '../../runtime/crypto.ts';
import { DAY_MS } from '../../runtime/durations.ts';
import { finishesWithin, valueWithin } from '../../runtime/timeouts.ts';

export interface RedisOptions {
  readonly url: string;
  readonly sealer: Pick<Sealer, 'seal' | 'open'>;
  readonly log: Log;
  readonly namespace?: string;
  /** Longest wait for an answer of Redis; after that, the bot uses a token of its own. */
  readonly commandTimeoutMs?: number;
  readonly connectTimeoutMs?: number;
}

export type RedisTokens = ReturnType<typeof createRedisTokens>;

const storedToken = z.object({
  value: z.string(),
  /** Unix milliseconds at which a renewal is due; absent if the end of validity is unknown. */
  renewAtMs: z.number().exactOptional(),
});

export type Token = Readonly<z.infer<typeof storedToken>>;

/** Maximum lifetime of a stored token: Redis rejects huge numbers, and tokens are renewed much sooner. */
const LONGEST_TTL_MS = 366 * DAY_MS;

const NAMESPACE = 'sms-desk';

/** Shares encrypted login tokens among replicas. While Redis fails, each replica uses its own token. Never rejects. */
export function createRedisTokens(options: RedisOptions) {
  const { sealer, log } = options;
  const { ask, close } = connectRedis(options);
  let hasWarned = false;
  return {
    async get(key: string): Promise<Token | undefined> {
      const sealed = await ask(({ cache }) => cache.get(key));
      if (sealed === undefined) return undefined;
      const token = sealedToken(key).open(sealer, sealed);
      if (!token && !hasWarned) {
        hasWarned = true;
        log.warn(
          'a token in Redis was sealed with another SECRET_KEY, or by another version; replicas must share one key',
        );
      }
      return token;
    },
    /** Stores a token for `ttlMs`: not at all if that is 0 or less, without end if `undefined`. */
    async set(key: string, token: Token, ttlMs: number | undefined): Promise<void> {
      if (ttlMs !== undefined && ttlMs <= 0) return;
      const sealed = sealedToken(key).seal(sealer, token);
      const wholeMs = ttlMs === undefined ? undefined : Math.ceil(Math.min(ttlMs, LONGEST_TTL_MS));
      await ask(({ cache }) => cache.set(key, sealed, wholeMs));
    },
    isAvailable: async () => (await ask(({ client }) => client.ping())) !== undefined,
    close,
  };
}

function sealedToken(key: string) {
  return sealedJson(`token:${key}`, storedToken);
}

function connectRedis(options: RedisOptions) {
  const { url, log, namespace = NAMESPACE, commandTimeoutMs = 500, connectTimeoutMs = 2_000 } = options;
  const { warn, recovered } = createRareWarning({
    log,
    problem: 'Redis does not answer; going on without shared tokens',
    recovery: 'Redis answers again',
    explain: explainRedisFailure,
  });
  let isClosed = false;
  const report = (error: unknown) => {
    if (!isClosed) warn(error);
  };

  async function connect() {
    // The library is loaded here, because loading takes 0.1 s, which a bot without Redis saves.
    const { createClient, default: KeyvRedis, defaultReconnectStrategy } = await import('@keyv/redis');
    const socket = { connectTimeout: connectTimeoutMs, reconnectStrategy: defaultReconnectStrategy };
    const client = createClient({ url, disableOfflineQueue: true, socket });
    client.on('error', report).on('ready', recovered);
    const firstTry = once(client, 'ready');
    client.connect().catch(report);
    await finishesWithin(commandTimeoutMs, firstTry);
    return { client, cache: new KeyvRedis<string>(client, { namespace, throwOnErrors: true }) };
  }
  type Redis = Awaited<ReturnType<typeof connect>>;
  const connecting = connect();

  /** Reconnects to Redis if an answer is overdue, because later commands would wait for that answer. */
  function reconnect({ client }: Redis): void {
    if (!client.isReady) return;
    report(new Error('no answer in time'));
    client.destroy();
    client.connect().catch(report);
  }

  return {
    /** Runs `action`. Returns `undefined` if Redis fails or does not answer in time. Never rejects. */
    async ask<T>(action: (redis: Redis) => Promise<T>): Promise<T | undefined> {
      const redis = await connecting;
      if (!redis.client.isReady) return undefined;
      const answer = action(redis).catch((error: unknown) => {
        report(error);
        return undefined;
      });
      return await valueWithin(commandTimeoutMs, answer, () => reconnect(redis));
    },
    async close() {
      isClosed = true;
      const { client } = await connecting;
      if (client.isOpen) client.destroy();
    },
  };
}

/** Explains an error of Redis by its code or first word only, because its text may quote the command. */
function explainRedisFailure(error: unknown): string {
  if (error instanceof Error && 'code' in error && /CERT|SIGNATURE/.test(String(error.code)))
    return 'its certificate is not trusted for that host: name the file with its CA in NODE_EXTRA_CA_CERTS';
  const reason = reasonOf(error);
  if (['WRONGPASS', 'NOAUTH'].includes(reason)) return 'correct the account and password in REDIS_URL';
  if (reason === 'NOPERM') return 'let its account set, get and delete keys that begin with sms-desk';
  return 'check that it runs, and its address in REDIS_URL: rediss:// where it has TLS, else redis://';
}

/** `reason` is an error code of Redis (`WRONGPASS`) or of the network (`ECONNREFUSED`). */
type RedisInspection =
  | { readonly step: 'connect' | 'write'; readonly reason: string }
  /** `version` is `undefined` if Redis does not show its version to this account. */
  | { readonly step: 'done'; readonly version: string | undefined };

const INSPECTION_LIMIT_MS = 5_000;
const INSPECTION_KEY_MS = 10_000;

/** Tests Redis by writing, reading and deleting a key. Never rejects. */
export async function inspectRedis(url: string): Promise<RedisInspection> {
  const { createClient } = await import('@keyv/redis');
  const client = createClient({
    url,
    socket: {
      connectTimeout: INSPECTION_LIMIT_MS,
      socketTimeout: INSPECTION_LIMIT_MS,
      reconnectStrategy: false,
    },
  }).on('error', () => undefined);
  let step: 'connect' | 'write' = 'connect';
  try {
    await client.connect();
    step = 'write';
    const key = `${NAMESPACE}:doctor:${randomUUID()}`;
    await client.set(key, 'written', { PX: INSPECTION_KEY_MS });
    const isThere = (await client.get(key)) === 'written';
    await client.del(key);
    if (!isThere) return { step, reason: 'it forgets at once' };
    const facts = await client.info('server').catch(() => '');
    return { step: 'done', version: /^redis_version:(\S+)/m.exec(facts)?.[1] };
  } catch (error) {
    return { step, reason: reasonOf(error) };
  } finally {
    if (client.isOpen) client.destroy();
  }
}
