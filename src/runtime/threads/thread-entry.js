// This file is JavaScript, because otherwise every thread would load Node's TypeScript support.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';

if (workerData.compiledIn !== undefined) enableCompileCache(workerData.compiledIn);
await import(workerData.module);
// The compile cache is written now, because a thread may be ended at any time.
if (workerData.compiledIn !== undefined) flushCompileCache();
