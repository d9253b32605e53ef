import { finishesWithin } from '../../runtime/timeouts.ts';
import type { PartState } from './parts.ts';

const TIMES = {
  freshMs: 2_000,
  /** Longest time in ms that a caller waits; Kubernetes gives a health probe one second by default. */
  maxWaitMs: 400,
  /** A health check without a result after this many ms counts as down. */
  downAfterMs: 5_000,
};

/** Simultaneous callers share one check, and its result is cached. Never rejects. */
export function memoizePart(
  check: () => Promise<PartState>,
  { freshMs, maxWaitMs, downAfterMs }: typeof TIMES = TIMES,
): () => Promise<PartState> {
  let last: { readonly state: PartState; readonly atMs: number } | undefined;
  let pending: { readonly ended: Promise<void>; readonly sinceMs: number } | undefined;

  async function checkNow(): Promise<void> {
    const state = await check().catch((): PartState => ({ state: 'down', reason: 'failed' }));
    last = { state, atMs: performance.now() };
    pending = undefined;
  }

  return async () => {
    if (last && performance.now() - last.atMs < freshMs) return last.state;
    pending ??= { ended: checkNow(), sinceMs: performance.now() };
    const { ended, sinceMs } = pending;
    if ((await finishesWithin(maxWaitMs, ended)) && last) return last.state;
    const isDown = performance.now() - sinceMs >= downAfterMs;
    return isDown ? { state: 'down', reason: 'no_answer' } : { state: 'degraded', reason: 'slow' };
  };
}
