import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { type ResourceLimits, Worker, workerData } from 'node:worker_threads';

interface ThreadOptions {
  readonly name: string;
  /** In megabytes, of what is JavaScript's. */
  readonly limits: ResourceLimits;
  /** For the module: anything that can be copied. */
  readonly data?: unknown;
}

/**
 * Starts a module in a thread of its own. Its compiled code is kept where this thread's is, if that is kept: without it
 * a thread takes 25 MB more, for what strips the types.
 */
export function startThread(module: URL, { name, limits, data }: ThreadOptions): Worker {
  const kept = getCompileCacheDir();
  return new Worker(new URL('./thread-entry.js', import.meta.url), {
    name,
    resourceLimits: limits,
    // The directory of this version of Node stands within the one that was given.
    workerData: { module: module.href, data, compiledIn: kept && dirname(kept) },
  });
}

/** In such a thread: what it was started with. */
export function threadData(): unknown {
  return workerData.data;
}
