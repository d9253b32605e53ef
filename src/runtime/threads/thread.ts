import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';

interface ThreadOptions {
  readonly name: string;
  /** Limits of the JavaScript heap, in megabytes. */
  readonly limits: ResourceLimits;
}

/** The new thread uses the caller's compile cache. It need not strip types then, which saves 25 MB. */
export function startThread(module: URL, { name, limits }: ThreadOptions): Worker {
  const cacheDirectory = getCompileCacheDir();
  return new Worker(new URL('./thread-entry.js', import.meta.url), {
    name,
    resourceLimits: limits,
    // Node adds a folder for its version to the cache path, so the thread gets the parent folder.
    workerData: { module: module.href, compiledIn: cacheDirectory && dirname(cacheDirectory) },
  });
}
