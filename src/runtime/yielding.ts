import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work that can be left and gone on with after each step. */
export type Cooperative<T> = Generator<void, T>;

/** Does all of it at once. */
export function runToEnd<T>(steps: Cooperative<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Work of this much is done at a time: nobody feels it, and a turn costs next to nothing beside it. */
const TURN_MS = 2;

/** Does work step by step, and lets everything else that waits have its turn between them. */
export async function runCooperatively<T>(steps: Cooperative<T>): Promise<T> {
  for (let begunMs = performance.now(); ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - begunMs < TURN_MS) continue;
    await nextTurn();
    begunMs = performance.now();
  }
}

/**
 * Lets every other thread have the processor first, for as long as the calling thread lives: for work nobody waits
 * for by the millisecond. Linux alone can do that for one thread; elsewhere nothing happens.
 */
export function lowerPriority(): void {
  try {
    // "<process>/task/<thread>"; the system takes the thread's number where it takes a process's.
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (thread !== process.pid) setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A system without it, or one that forbids it: the work competes as any other.
  }
}
