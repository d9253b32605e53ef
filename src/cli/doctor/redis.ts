import { inspectRedis } from '../../upstream/index.ts';
import type { Attempt } from './attempt.ts';
import { type Diagnosis, notTried, ok, type Result, wrong } from './diagnosis.ts';
import { faultOf } from './settings.ts';

interface TokenStoreOptions {
  readonly redisUrl: string | undefined;
  readonly atFault: readonly string[];
  readonly attempt: Attempt;
}

const named = { group: 'Redis', name: 'REDIS_URL' } as const;
const LIMIT_MS = 25_000;

/** Whether tokens can be shared: a key is written, read and deleted again. */
export async function checkRedis({ redisUrl, atFault, attempt }: TokenStoreOptions): Promise<Diagnosis[]> {
  const fault = faultOf(atFault, [named.name]);
  if (fault !== undefined) return [{ ...named, ...notTried(fault) }];
  if (redisUrl === undefined) return [{ ...named, ...ok('left out: tokens stay in the process') }];
  const lateAdvice = 'check the address in REDIS_URL and the network';
  const diagnosis = await attempt(named, { limitMs: LIMIT_MS, lateAdvice }, async () => {
    const inspection = await inspectRedis(redisUrl);
    if (inspection.step !== 'done') return problem(inspection);
    const encrypted = redisUrl.startsWith('rediss:') ? 'over TLS' : 'without TLS';
    return ok(
      `Redis ${inspection.version ?? 'of an unknown version'}, ${encrypted}; writing and reading work`,
    );
  });
  return [diagnosis];
}

function problem({ step, reason }: { readonly step: 'connect' | 'write'; readonly reason: string }): Result {
  if (/^(?:WRONGPASS|NOAUTH|ERR)$/.test(reason))
    return wrong(`does not take the password (${reason})`, 'correct the account and password in REDIS_URL');
  if (step === 'connect')
    return wrong(
      `cannot be reached (${reason})`,
      'check the address in REDIS_URL, redis:// or rediss:// for TLS',
    );
  return wrong(
    `cannot be written to (${reason})`,
    'let the account set, get and delete keys that begin with sms-desk',
  );
}
