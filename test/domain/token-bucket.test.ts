import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bucketMs, takeTokens, tokenMs, type UsageLimit } from '../../src/domain/token-bucket.ts';

const someLimit = fc.record({
  burst: fc.integer({ min: 1, max: 100 }),
  perMinute: fc.integer({ min: 1, max: 1_000 }),
});
const somePauses = fc.array(fc.integer({ min: 0, max: 120_000 }), { maxLength: 300 });

/** The times at which a caller with these pauses gets a token. */
function grantedAt(pausesMs: readonly number[], limit: UsageLimit): number[] {
  let nowMs = 0;
  let fullAtMs: number | undefined;
  return pausesMs.flatMap((pauseMs) => {
    nowMs += pauseMs;
    const result = takeTokens(fullAtMs, nowMs, limit);
    fullAtMs = result.fullAtMs;
    return result.waitMs === 0 ? [nowMs] : [];
  });
}

describe('a token bucket', () => {
  test('grants a burst at once, then returns the time to wait', () => {
    const limit = { burst: 3, perMinute: 6 };
    expect(grantedAt([0, 0, 0, 0, 9_999, 1, 0], limit)).toEqual([0, 0, 0, 10_000]);
    expect(takeTokens(bucketMs(limit), 0, limit).waitMs).toBe(10_000);
    expect(takeTokens(undefined, 0, limit).waitMs).toBe(0);
  });

  test('takes a token for each use, or none when there are fewer', () => {
    const limit = { burst: 3, perMinute: 6 };
    const { fullAtMs } = takeTokens(undefined, 0, limit, 2);
    expect(takeTokens(fullAtMs, 0, limit, 2)).toEqual({ fullAtMs, waitMs: 10_000 });
    expect(takeTokens(fullAtMs, 0, limit).waitMs).toBe(0);
  });

  test('never grants more in any span than the burst plus the refilled tokens', () => {
    fc.assert(
      fc.property(someLimit, somePauses, (limit, pausesMs) => {
        const times = grantedAt(pausesMs, limit);
        times.forEach((fromMs, from) => {
          times.slice(from).forEach((toMs, more) => {
            expect(more + 1).toBeLessThanOrEqual(limit.burst + (toMs - fromMs) / tokenMs(limit) + 1e-6);
          });
        });
      }),
      { numRuns: 50 },
    );
  });

  test('grants a token after the returned wait, and not before', () => {
    fc.assert(
      fc.property(someLimit, fc.integer({ min: 0, max: 1e7 }), (limit, fullAtMs) => {
        const { waitMs, fullAtMs: same } = takeTokens(fullAtMs, 0, limit);
        fc.pre(waitMs > 0.01);
        expect(same).toBe(fullAtMs);
        expect(takeTokens(fullAtMs, waitMs + 1e-3, limit).waitMs).toBe(0);
        expect(takeTokens(fullAtMs, waitMs * 0.999, limit).waitMs).toBeGreaterThan(0);
      }),
    );
  });
});
