import { settlesWithin } from '../../runtime/timeouts.ts';
import type { PartState } from './parts.ts';

interface Times {
  /** What was found is given for so long. */
  readonly freshMs: number;
  /** Nobody waits longer: Kubernetes, unless told, gives a probe one second. */
  readonly patienceMs: number;
  /** A look that takes longer has found something that does not answer. */
  readonly givenUpMs: number;
}

const TIMES: Times = { freshMs: 2_000, patienceMs: 400, givenUpMs: 5_000 };

/** A look at a part that is shared by all who ask at one time and remembered for a moment. Gives a state always. */
export function memoizePart(
  look: () => Promise<PartState>,
  { freshMs, patienceMs, givenUpMs }: Times = TIMES,
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
