import { once } from 'node:events';
import { constants, getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';

const MODULE = new URL('../../src/runtime/yielding.ts', import.meta.url).href;

/** The priority of a thread before and after it is lowered, and its system id. */
async function inThread(): Promise<{ before: number; after: number; thread: number }> {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
     const { getPriority } = require('node:os');
     const thread = Number(require('node:fs').readlinkSync('/proc/thread-self').split('/').at(-1));
     const before = getPriority(thread);
     import(${JSON.stringify(MODULE)}).then(({ lowerPriority }) => {
       lowerPriority();
       parentPort.postMessage({ before, after: getPriority(thread), thread });
     });`,
    { eval: true },
  );
  const [said] = await once(worker, 'message');
  await worker.terminate();
  return said;
}

describe.skipIf(process.platform !== 'linux')('a thread of lower priority', () => {
  test('gets a lower priority, and the main thread keeps its own', async () => {
    const main = getPriority(process.pid);
    const { before, after, thread } = await inThread();
    expect(thread).not.toBe(process.pid);
    // If the tests already run with a low priority, no lower one may exist.
    expect(after).toBeGreaterThanOrEqual(Math.min(before + 1, constants.priority.PRIORITY_BELOW_NORMAL));
    expect(getPriority(process.pid)).toBe(main);
  });
});
