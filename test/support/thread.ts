/** A script that starts itself in a thread and prints the compile cache of both. */
import { getCompileCacheDir } from 'node:module';
import { isMainThread, parentPort } from 'node:worker_threads';
import { startThread } from '../../src/runtime/threads/thread.ts';

if (isMainThread) {
  startThread(new URL(import.meta.url), { name: 'test', limits: {} }).once('message', (inThread) => {
    process.stdout.write(`${JSON.stringify({ inThread, compiledIn: getCompileCacheDir() })}\n`);
  });
} else {
  parentPort?.postMessage({ compiledIn: getCompileCacheDir() });
}
