import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { memoizePart } from '../../../src/ops/health/memoize-part.ts';
import type { PartState } from '../../../src/ops/health/parts.ts';

const OK: PartState = { state: 'ok' };
const DOWN: PartState = { state: 'down', reason: 'unreachable' };

function aLook() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const looks: PromiseWithResolvers<PartState>[] = [];
  const look = memoizePart(() => {
    const next = Promise.withResolvers<PartState>();
    looks.push(next);
    return next.promise;
  });
  return { looks, look };
}

describe('a look at a part', () => {
  test('is shared by those who ask at one time, and remembered for two seconds', async () => {
    const { looks, look } = aLook();
    const asked = [look(), look()];
    looks[0]?.resolve(OK);
    expect(await Promise.all(asked)).toEqual([OK, OK]);
    await vi.advanceTimersByTimeAsync(1_900);
    expect(await look()).toEqual(OK);
    expect(looks).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    const later = look();
    looks[1]?.resolve(DOWN);
    expect(await later).toEqual(DOWN);
  });

  test('that fails is a part that is down, and is not the last one', async () => {
    const { looks, look } = aLook();
    const failing = look();
    looks[0]?.reject(new Error('canary'));
    expect(await failing).toEqual({ state: 'down', reason: 'failed' });
    await vi.advanceTimersByTimeAsync(2_000);
    const next = look();
    looks[1]?.resolve(OK);
    expect(await next).toEqual(OK);
  });

  test('that takes long keeps nobody waiting, whatever was found before', async () => {
    const { looks, look } = aLook();
    const first = look();
    looks[0]?.resolve(OK);
    await first;
    await vi.advanceTimersByTimeAsync(2_000);
    const slow = look();
    await vi.advanceTimersByTimeAsync(400);
    expect(await slow).toEqual({ state: 'degraded', reason: 'slow' });
    await vi.advanceTimersByTimeAsync(4_600);
    const hanging = look();
    await vi.advanceTimersByTimeAsync(400);
    expect(await hanging).toEqual({ state: 'down', reason: 'no_answer' });
    expect(looks).toHaveLength(2);
    looks[1]?.resolve(OK);
    expect(await look()).toEqual(OK);
  });
});
