/** `burst` at once, and `perMinute` over time. */
export interface UsageLimit {
  readonly burst: number;
  readonly perMinute: number;
}

/** How long one token takes to return. */
export const tokenMs = ({ perMinute }: UsageLimit): number => 60_000 / perMinute;

/** How long an empty bucket takes to fill. */
export const bucketMs = (limit: UsageLimit): number => limit.burst * tokenMs(limit);

/** Rounding error of sums of fractions. */
const ROUNDING_MS = 1e-6;

/**
 * Takes a token from a bucket that is full at `fullAtMs` (`undefined`: full now), by the generic cell rate algorithm
 * (ITU-T I.371). Without a token for another `waitMs`, the state stays as it is.
 */
export function takeToken(fullAtMs: number | undefined, nowMs: number, limit: UsageLimit) {
  const before = Math.max(fullAtMs ?? nowMs, nowMs);
  const after = before + tokenMs(limit);
  const waitMs = after - bucketMs(limit) - nowMs;
  return waitMs > ROUNDING_MS ? { fullAtMs: before, waitMs } : { fullAtMs: after, waitMs: 0 };
}
