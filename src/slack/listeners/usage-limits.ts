import { takeToken, type UsageLimit } from '../../domain/token-bucket.ts';
import { TIMINGS } from '../../runtime/timings.ts';
import { createAskReplicas } from '../connection/replicas.ts';

/** Shared by replicas. @returns 0, or the wait for a token in milliseconds */
export type TakeShared = (who: string, limit: UsageLimit) => Promise<number>;

export interface OverLimit {
  readonly whose: keyof UsageLimits;
  readonly waitMs: number;
}

/** Far above normal use in an incident; only a script of some minutes reaches them. */
const LIMITS = {
  person: { burst: 60, perMinute: 20 },
  workspace: { burst: 1_000, perMinute: 300 },
};

export type UsageLimits = Readonly<Record<keyof typeof LIMITS, UsageLimit>>;

interface UsageLimitOptions {
  readonly takeShared: TakeShared | undefined;
  readonly sharedCountsWithinMs?: number | undefined;
  readonly limits?: UsageLimits | undefined;
}

/** For each person and for all. Shared by replicas; without a database each replica counts alone. Uses real time. */
export function createUsageLimits({
  takeShared,
  sharedCountsWithinMs = TIMINGS.sharedCountsWithinMs,
  limits = LIMITS,
}: UsageLimitOptions) {
  const buckets = new Map<string, number>();
  const askReplicas = createAskReplicas(sharedCountsWithinMs);

  function takeOwn(who: string, limit: UsageLimit): number {
    const nowMs = performance.now();
    for (const [other, fullAtMs] of buckets) if (fullAtMs < nowMs) buckets.delete(other);
    const { fullAtMs, waitMs } = takeToken(buckets.get(who), nowMs, limit);
    buckets.set(who, fullAtMs);
    return waitMs;
  }

  async function take(who: string, limit: UsageLimit): Promise<number> {
    const own = takeOwn(who, limit);
    return (takeShared && (await askReplicas(() => takeShared(who, limit)))) ?? own;
  }

  /** @returns why a question has to wait. A person over the limit uses no shared tokens. */
  return async (userId: string): Promise<OverLimit | undefined> => {
    for (const [whose, who] of [['person', userId] as const, ['workspace', 'workspace'] as const]) {
      const waitMs = await take(who, limits[whose]);
      if (waitMs > 0) return { whose, waitMs };
    }
    return undefined;
  };
}
