import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work in steps, after each of which it can be interrupted: a generator that yields between them. */
export type Cooperative<T> = Generator<void, T>;

export function runToEnd<T>(steps: Cooperative<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Steps are done for so long at a time: too short to be felt, and long beside what it costs to yield. */
const SLICE_MS = 2;

/** Does work step by step, and yields to the event loop every few milliseconds. */
export async function runCooperatively<T>(steps: Cooperative<T>): Promise<T> {
  for (let begunMs = performance.now(); ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - begunMs < SLICE_MS) continue;
    await nextTurn();
    begunMs = performance.now();
  }
}

/** Other threads have the processor first, for as long as this one lives. Only Linux can do that for one thread. */
export function lowerPriority(): void {
  try {
    // "<process>/task/<thread>"; the system takes the thread's number where it takes a process's.
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (thread !== process.pid) setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A system without it, or one that forbids it: the work competes as any other.
  }
}
