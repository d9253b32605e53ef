/**
 * A process that only looks up messages: prints `ready`, waits for SIGUSR2, runs its look-ups concurrently, and prints
 * how many found their message.
 */
import { once } from 'node:events';
import { z } from 'zod';
import { createLog } from '../../src/ops/log.ts';
import { createSealer } from '../../src/runtime/crypto.ts';
import { createRedisTokens, createUpstream } from '../../src/upstream/index.ts';

export const replicaSettings = z.object({
  baseUrl: z.string(),
  email: z.string(),
  password: z.string(),
  redisUrl: z.string(),
  namespace: z.string(),
  /** Time after which Redis counts as unavailable. */
  commandTimeoutMs: z.number(),
  /** Sealing key, base64. */
  key: z.string(),
  lookUps: z.number(),
  day: z.string(),
  reference: z.string(),
});

export type ReplicaSettings = z.infer<typeof replicaSettings>;

if (import.meta.main) {
  const settings = replicaSettings.parse(JSON.parse(process.env.REPLICA ?? ''));
  const { baseUrl, email, password, redisUrl, namespace, commandTimeoutMs, key } = settings;
  const { lookUps, day, reference } = settings;
  const log = createLog({ level: 'trace' });
  const go = once(process, 'SIGUSR2');
  process.stdout.write('ready\n');
  // A signal handler does not keep a process alive.
  const waiting = setInterval(() => undefined, 60_000);
  await go;
  clearInterval(waiting);
  const sealer = createSealer(Buffer.from(key, 'base64'));
  const redis = createRedisTokens({
    url: redisUrl,
    sealer,
    log,
    namespace,
    commandTimeoutMs,
    connectTimeoutMs: commandTimeoutMs,
  });
  const upstream = createUpstream({
    baseUrl,
    email,
    password,
    reportToken: 'canary-report-token',
    reportBounds: 'inclusive',
    reportTimeZone: 'UTC',
    infoAuth: 'always',
    infoDateFormat: 'yyyy-MM-dd',
    concurrency: 8,
    timeoutMs: 20_000,
    now: () => new Date(),
    log,
    tokenStore: redis,
  });
  const asked = Array.from({ length: lookUps }, () => upstream.message({ day, reference }));
  const outcomes = await Promise.allSettled(asked);
  const found = outcomes.filter(({ status }) => status === 'fulfilled').length;
  const failures = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason.code] : [],
  );
  process.stdout.write(`found ${found} ${[...new Set(failures)].join(' ')}\n`);
  upstream.close();
  await redis.close();
}
