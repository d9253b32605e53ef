import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work in steps: a generator that yields where it can be interrupted. */
export type Cooperative<T> = Generator<void, T>;

export function runToEnd<T>(steps: Cooperative<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Too short to be noticed, and long compared with the cost of a yield. */
const SLICE_MS = 2;

/** Yields to the event loop after every `SLICE_MS`. */
export async function runCooperatively<T>(steps: Cooperative<T>): Promise<T> {
  for (let startedMs = performance.now(); ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - startedMs < SLICE_MS) continue;
    await nextTurn();
    startedMs = performance.now();
  }
}

/** Lowers the priority of the calling thread; only on Linux. */
export function lowerPriority(): void {
  try {
    // The path ends with "<process>/task/<thread>". The system call accepts a thread id as a process id.
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (thread !== process.pid) setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not supported or not permitted: the priority stays.
  }
}
