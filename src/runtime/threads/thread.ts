import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';

interface ThreadOptions {
  readonly name: string;
  /** Megabytes of the JavaScript heap. */
  readonly limits: ResourceLimits;
}

/** The thread uses the compile cache of this one, which saves 25 MB for the code that strips types. */
export function startThread(module: URL, { name, limits }: ThreadOptions): Worker {
  const cacheDirectory = getCompileCacheDir();
  return new Worker(new URL('./thread-entry.js', import.meta.url), {
    name,
    resourceLimits: limits,
    // Node creates a directory for its version within the given one.
    workerData: { module: module.href, compiledIn: cacheDirectory && dirname(cacheDirectory) },
  });
}
