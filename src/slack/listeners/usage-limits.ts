import { takeTokens, type UsageLimit } from '../../domain/token-bucket.ts';
import { TIMINGS } from '../../runtime/timings.ts';
import { createSharedQuery } from '../connection/shared-query.ts';

/** Takes tokens from the bucket of all replicas. @returns 0, or the milliseconds until there are enough */
export type TakeSharedTokens = (key: string, limit: UsageLimit, uses: number) => Promise<number>;

export interface OverLimit {
  readonly scope: keyof UsageLimits;
  readonly waitMs: number;
}

/** Ends a request that began within the limits of use, and asks for more than they allow. */
export class OverLimitError extends Error {
  override readonly name = 'OverLimitError';
  readonly over: OverLimit;

  constructor(over: OverLimit) {
    super('over the limits of use');
    this.over = over;
  }
}

/** In look-ups: a question counts as one, or as many as the numbers that it names. */
const LIMITS = {
  person: { burst: 60, perMinute: 20 },
  workspace: { burst: 1_000, perMinute: 300 },
};

export type UsageLimits = Readonly<Record<keyof typeof LIMITS, UsageLimit>>;

interface UsageLimitOptions {
  readonly takeSharedTokens: TakeSharedTokens | undefined;
  readonly sharedCountsTimeoutMs?: number | undefined;
  readonly limits?: UsageLimits | undefined;
}

/** Token buckets per person and per workspace; all replicas share them while the database answers in time. */
export function createUsageLimits({
  takeSharedTokens,
  sharedCountsTimeoutMs = TIMINGS.sharedCountsTimeoutMs,
  limits = LIMITS,
}: UsageLimitOptions) {
  const buckets = new Map<string, number>();
  const queryShared = createSharedQuery(sharedCountsTimeoutMs);

  function takeOwn(key: string, limit: UsageLimit, uses: number): number {
    const nowMs = performance.now();
    for (const [other, fullAtMs] of buckets) if (fullAtMs < nowMs) buckets.delete(other);
    const { fullAtMs, waitMs } = takeTokens(buckets.get(key), nowMs, limit, uses);
    buckets.set(key, fullAtMs);
    return waitMs;
  }

  async function take(key: string, limit: UsageLimit, uses: number): Promise<number> {
    const own = takeOwn(key, limit, uses);
    return (takeSharedTokens && (await queryShared(() => takeSharedTokens(key, limit, uses)))) ?? own;
  }

  /** Returns the exceeded limit, if any. Over the person's limit, no token of the workspace is used. */
  return async (userId: string, uses = 1): Promise<OverLimit | undefined> => {
    for (const [scope, key] of [['person', userId] as const, ['workspace', 'workspace'] as const]) {
      const waitMs = await take(key, limits[scope], uses);
      if (waitMs > 0) return { scope, waitMs };
    }
    return undefined;
  };
}
