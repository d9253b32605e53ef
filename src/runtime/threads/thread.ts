import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { type ResourceLimits, Worker, workerData } from 'node:worker_threads';

interface ThreadOptions {
  readonly name: string;
  /** In megabytes, of the JavaScript heap. */
  readonly limits: ResourceLimits;
  /** Anything that can be cloned; the module reads it by `threadData`. */
  readonly data?: unknown;
}

/**
 * Starts a module in a thread of its own. The thread shares the compile cache of this one, where there is one: without
 * it a thread takes 25 MB more, for the code that strips types.
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

/** The `data` that the calling thread was started with. */
export function threadData(): unknown {
  return workerData.data;
}
