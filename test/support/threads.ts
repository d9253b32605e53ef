import type { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';

export function watchThreads(): Worker[] {
  const threads: Worker[] = [];
  const add = (worker: Worker) => void threads.push(worker);
  process.on('worker', add);
  onTestFinished(() => void process.off('worker', add));
  return threads;
}
