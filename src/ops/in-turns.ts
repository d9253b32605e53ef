import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Steps } from '../domain/steps.ts';

/** Work of this much is done at a time: nobody feels it, and a turn costs next to nothing beside it. */
const TURN_MS = 2;

/** Does work step by step, and lets everything else that waits have its turn between them. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (let begunMs = performance.now(); ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - begunMs < TURN_MS) continue;
    await nextTurn();
    begunMs = performance.now();
  }
}
