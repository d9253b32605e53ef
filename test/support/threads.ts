import type { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';

/** The threads that are started while a test runs. */
export function watchThreads(): Worker[] {
  const threads: Worker[] = [];
  const add = (worker: Worker) => void threads.push(worker);
  process.on('worker', add);
  onTestFinished(() => void process.off('worker', add));
  return threads;
}
