import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work in steps: a generator that yields at each point where the work may be interrupted. */
export type Cooperative<T> = Generator<void, T>;

export function runToEnd<T>(steps: Cooperative<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Long work yields after this time: too short to delay a request, but long compared with a yield's cost. */
const SLICE_MS = 0.5;

export async function runCooperatively<T>(steps: Cooperative<T>): Promise<T> {
  for (let startedMs = performance.now(); ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - startedMs < SLICE_MS) continue;
    await nextTurn();
    startedMs = performance.now();
  }
}

export function lowerPriority(): void {
  try {
    // The link points to "<process id>/task/<thread id>". `setPriority` also accepts a thread's id.
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (thread !== process.pid) setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // If the system does not support or permit a lower priority, the thread runs with its normal one.
  }
}
