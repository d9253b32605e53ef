import { takeToken, type UsageLimit } from '../../domain/token-bucket.ts';
import { TIMINGS } from '../../runtime/timings.ts';
import { createSharedQuery } from '../connection/shared-query.ts';

/** Takes a token from the bucket that replicas share. @returns the wait in milliseconds; 0 if it had a token */
export type TakeSharedToken = (key: string, limit: UsageLimit) => Promise<number>;

export interface OverLimit {
  readonly scope: keyof UsageLimits;
  readonly waitMs: number;
}

/** Far above normal use during an incident. Only a script reaches them, within minutes. */
const LIMITS = {
  person: { burst: 60, perMinute: 20 },
  workspace: { burst: 1_000, perMinute: 300 },
};

export type UsageLimits = Readonly<Record<keyof typeof LIMITS, UsageLimit>>;

interface UsageLimitOptions {
  readonly takeSharedToken: TakeSharedToken | undefined;
  readonly sharedCountsTimeoutMs?: number | undefined;
  readonly limits?: UsageLimits | undefined;
}

/** Token buckets per person and per workspace, shared by replicas if the database answers. Uses real time. */
export function createUsageLimits({
  takeSharedToken,
  sharedCountsTimeoutMs = TIMINGS.sharedCountsTimeoutMs,
  limits = LIMITS,
}: UsageLimitOptions) {
  const buckets = new Map<string, number>();
  const queryShared = createSharedQuery(sharedCountsTimeoutMs);

  function takeOwn(key: string, limit: UsageLimit): number {
    const nowMs = performance.now();
    for (const [other, fullAtMs] of buckets) if (fullAtMs < nowMs) buckets.delete(other);
    const { fullAtMs, waitMs } = takeToken(buckets.get(key), nowMs, limit);
    buckets.set(key, fullAtMs);
    return waitMs;
  }

  async function take(key: string, limit: UsageLimit): Promise<number> {
    const own = takeOwn(key, limit);
    return (takeSharedToken && (await queryShared(() => takeSharedToken(key, limit)))) ?? own;
  }

  /** @returns the exceeded limit, if any. A person over the limit uses no tokens of the workspace. */
  return async (userId: string): Promise<OverLimit | undefined> => {
    for (const [scope, key] of [['person', userId] as const, ['workspace', 'workspace'] as const]) {
      const waitMs = await take(key, limits[scope]);
      if (waitMs > 0) return { scope, waitMs };
    }
    return undefined;
  };
}
