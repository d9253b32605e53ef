/** Token bucket: at most `burst` uses at once, and `perMinute` uses a minute over time. */
export interface UsageLimit {
  readonly burst: number;
  readonly perMinute: number;
}

export const tokenMs = ({ perMinute }: UsageLimit): number => 60_000 / perMinute;

export const bucketMs = (limit: UsageLimit): number => limit.burst * tokenMs(limit);

const ROUNDING_MS = 1e-6;

/**
 * Takes a token for each use, by the generic cell rate algorithm (ITU-T I.371); if fewer are free, takes none
 * and says how long to wait. `uses` is at most `burst`.
 */
export function takeTokens(fullAtMs: number | undefined, nowMs: number, limit: UsageLimit, uses = 1) {
  const before = Math.max(fullAtMs ?? nowMs, nowMs);
  const after = before + uses * tokenMs(limit);
  const waitMs = after - bucketMs(limit) - nowMs;
  return waitMs > ROUNDING_MS ? { fullAtMs: before, waitMs } : { fullAtMs: after, waitMs: 0 };
}
