import { settlesWithin } from '../../runtime/timeouts.ts';
import type { PartState } from './parts.ts';

const TIMES = {
  /** What was found is given for so long. */
  freshMs: 2_000,
  /** No caller waits longer: Kubernetes, unless told, gives a probe one second. */
  patienceMs: 400,
  /** What takes longer does not answer. */
  givenUpMs: 5_000,
};

/** Checks a part once for all who ask at one time, and remembers what it found for a moment. Never rejects. */
export function memoizePart(
  look: () => Promise<PartState>,
  { freshMs, patienceMs, givenUpMs }: typeof TIMES = TIMES,
): () => Promise<PartState> {
  let found: { readonly state: PartState; readonly atMs: number } | undefined;
  let looking: { readonly ended: Promise<void>; readonly sinceMs: number } | undefined;

  async function lookNow(): Promise<void> {
    const state = await look().catch((): PartState => ({ state: 'down', reason: 'failed' }));
    found = { state, atMs: performance.now() };
    looking = undefined;
  }

  return async () => {
    if (found && performance.now() - found.atMs < freshMs) return found.state;
    looking ??= { ended: lookNow(), sinceMs: performance.now() };
    const { ended, sinceMs } = looking;
    if ((await settlesWithin(patienceMs, ended)) && found) return found.state;
    const isGivenUp = performance.now() - sinceMs >= givenUpMs;
    return isGivenUp ? { state: 'down', reason: 'no_answer' } : { state: 'degraded', reason: 'slow' };
  };
}
