/** Token bucket: at most `burst` uses at once, and `perMinute` uses a minute over time. */
export interface UsageLimit {
  readonly burst: number;
  readonly perMinute: number;
}

export const tokenMs = ({ perMinute }: UsageLimit): number => 60_000 / perMinute;

export const bucketMs = (limit: UsageLimit): number => limit.burst * tokenMs(limit);

const ROUNDING_MS = 1e-6;

/** Takes a token by the generic cell rate algorithm (ITU-T I.371); if none is free, says how long to wait. */
export function takeToken(fullAtMs: number | undefined, nowMs: number, limit: UsageLimit) {
  const before = Math.max(fullAtMs ?? nowMs, nowMs);
  const after = before + tokenMs(limit);
  const waitMs = after - bucketMs(limit) - nowMs;
  return waitMs > ROUNDING_MS ? { fullAtMs: before, waitMs } : { fullAtMs: after, waitMs: 0 };
}
