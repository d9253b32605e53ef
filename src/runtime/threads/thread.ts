import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';

interface ThreadOptions {
  readonly name: string;
  /** In megabytes, of the JavaScript heap. */
  readonly limits: ResourceLimits;
}

/** The thread shares the compile cache of this one: without it, it takes 25 MB more, for the code that strips types. */
export function startThread(module: URL, { name, limits }: ThreadOptions): Worker {
  const kept = getCompileCacheDir();
  return new Worker(new URL('./thread-entry.js', import.meta.url), {
    name,
    resourceLimits: limits,
    // The directory of this version of Node stands within the one that was given.
    workerData: { module: module.href, compiledIn: kept && dirname(kept) },
  });
}
