import { inspectRedis } from '../../upstream/index.ts';
import { type Attempt, type Diagnosis, ok, type Result, wrong } from './diagnosis.ts';

interface TokenStoreOptions {
  readonly redisUrl: string | undefined;
  readonly attempt: Attempt;
}

const step = {
  ...({ group: 'Redis', name: 'REDIS_URL', needs: ['REDIS_URL'] } as const),
  lateAdvice: 'check the address in REDIS_URL and the network',
};
const LIMIT_MS = 25_000;

/** Whether tokens can be shared: a key is written, read and deleted again. */
export async function checkRedis({ redisUrl, attempt }: TokenStoreOptions): Promise<Diagnosis[]> {
  const isUntimed = redisUrl === undefined;
  const diagnosis = await attempt({ ...step, limitMs: LIMIT_MS, isUntimed }, async () => {
    if (redisUrl === undefined) return ok('left out: tokens stay in the process');
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
