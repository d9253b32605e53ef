/** `burst` at once, and `perMinute` over time. */
export interface UsageLimit {
  readonly burst: number;
  readonly perMinute: number;
}

/** Time until one token returns. */
export const tokenMs = ({ perMinute }: UsageLimit): number => 60_000 / perMinute;

/** Time until an empty bucket is full. */
export const bucketMs = (limit: UsageLimit): number => limit.burst * tokenMs(limit);

const ROUNDING_MS = 1e-6;

/** Generic cell rate algorithm (ITU-T I.371). Without a token within `waitMs`, the state does not change. */
export function takeToken(fullAtMs: number | undefined, nowMs: number, limit: UsageLimit) {
  const before = Math.max(fullAtMs ?? nowMs, nowMs);
  const after = before + tokenMs(limit);
  const waitMs = after - bucketMs(limit) - nowMs;
  return waitMs > ROUNDING_MS ? { fullAtMs: before, waitMs } : { fullAtMs: after, waitMs: 0 };
}
