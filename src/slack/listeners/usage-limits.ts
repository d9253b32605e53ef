import { takeToken, type UsageLimit } from '../../domain/token-bucket.ts';
import { TIMINGS } from '../../runtime/timings.ts';
import { createSharedQuery } from '../connection/shared-query.ts';

/** Takes a token from the bucket of all replicas. @returns the milliseconds until there is a token, or 0 */
export type TakeSharedToken = (key: string, limit: UsageLimit) => Promise<number>;

export interface OverLimit {
  readonly scope: keyof UsageLimits;
  readonly waitMs: number;
}

/** These limits are far above normal use, even during an incident: only a script reaches them. */
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

/** Token buckets per person and per workspace; all replicas share them while the database answers in time. */
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

  /** Returns the exceeded limit, if any. Over the person's limit, no token of the workspace is used. */
  return async (userId: string): Promise<OverLimit | undefined> => {
    for (const [scope, key] of [['person', userId] as const, ['workspace', 'workspace'] as const]) {
      const waitMs = await take(key, limits[scope]);
      if (waitMs > 0) return { scope, waitMs };
    }
    return undefined;
  };
}
