import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { PartState } from '../../../src/ops/health/parts.ts';
import { memoizePart } from '../../../src/ops/health/readiness.ts';

const OK: PartState = { state: 'ok' };
const DOWN: PartState = { state: 'down', reason: 'unreachable' };

function createCheck() {
  vi.useFakeTimers({ toNotFake: ['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask'] });
  onTestFinished(() => void vi.useRealTimers());
  const runs: PromiseWithResolvers<PartState>[] = [];
  const check = memoizePart(() => {
    const next = Promise.withResolvers<PartState>();
    runs.push(next);
    return next.promise;
  });
  return { runs, check };
}

describe('a check of a part', () => {
  test('is shared by simultaneous callers, and cached for two seconds', async () => {
    const { runs, check } = createCheck();
    const asked = [check(), check()];
    runs[0]?.resolve(OK);
    expect(await Promise.all(asked)).toEqual([OK, OK]);
    await vi.advanceTimersByTimeAsync(1_900);
    expect(await check()).toEqual(OK);
    expect(runs).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    const later = check();
    runs[1]?.resolve(DOWN);
    expect(await later).toEqual(DOWN);
  });

  test('that fails reports the part as down, and the next one runs again', async () => {
    const { runs, check } = createCheck();
    const failing = check();
    runs[0]?.reject(new Error('canary'));
    expect(await failing).toEqual({ state: 'down', reason: 'failed' });
    await vi.advanceTimersByTimeAsync(2_000);
    const next = check();
    runs[1]?.resolve(OK);
    expect(await next).toEqual(OK);
  });

  test('that is slow does not delay its callers, and counts as down after five seconds', async () => {
    const { runs, check } = createCheck();
    const slow = check();
    await vi.advanceTimersByTimeAsync(400);
    expect(await slow).toEqual({ state: 'degraded', reason: 'slow' });
    await vi.advanceTimersByTimeAsync(4_600);
    expect(await check()).toEqual({ state: 'down', reason: 'no_answer' });
    await vi.advanceTimersByTimeAsync(2_000);
    const hanging = check();
    await vi.advanceTimersByTimeAsync(400);
    expect(await hanging).toEqual({ state: 'down', reason: 'no_answer' });
    runs[1]?.resolve(OK);
    expect(await check()).toEqual(OK);
    expect(runs).toHaveLength(2);
  });
});
