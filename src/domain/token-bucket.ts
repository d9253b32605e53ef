/** So many at once, and so many a minute for good. */
export interface UsageLimit {
  readonly burst: number;
  readonly perMinute: number;
}

/** How long one token takes to come back. */
export const tokenMs = ({ perMinute }: UsageLimit): number => 60_000 / perMinute;

/** How long an empty bucket takes to be full. */
export const bucketMs = (limit: UsageLimit): number => limit.burst * tokenMs(limit);

/** What sums of fractions are off by; no clock tells as much. */
const ROUNDING_MS = 1e-6;

/**
 * Takes a token from a bucket that is full again at `fullAtMs`; `undefined`: it has always been full. The state is one
 * time, as in the generic cell rate algorithm (ITU-T I.371).
 * @returns the state after it, which stays as it is where there is no token for another `waitMs`
 */
export function takeToken(
  fullAtMs: number | undefined,
  nowMs: number,
  limit: UsageLimit,
): { readonly fullAtMs: number; readonly waitMs: number } {
  const before = Math.max(fullAtMs ?? nowMs, nowMs);
  const after = before + tokenMs(limit);
  const waitMs = after - bucketMs(limit) - nowMs;
  return waitMs > ROUNDING_MS ? { fullAtMs: before, waitMs } : { fullAtMs: after, waitMs: 0 };
}
