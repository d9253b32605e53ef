import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSlots } from '../../src/upstream/slots.ts';

const idleMs = 1;
const createTestSlots = () =>
  createSlots({ concurrency: 2, maxWaiting: 100, refusal: () => undefined, now: () => new Date(), idleMs });

const range = { urgency: 'range', operation: 'report' } as const;
const lookup = { urgency: 'lookup', operation: 'info' } as const;

/** Work that lasts until `end` or until it is aborted. */
function createLongWork() {
  const started: AbortSignal[] = [];
  const { promise: over, resolve: end } = Promise.withResolvers<string>();
  const work = async (signal: AbortSignal) => {
    started.push(signal);
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => reject(signal.reason));
    return await Promise.race([over, stopped]);
  };
  return { started, work, end };
}

const never = new AbortController().signal;

test('background work starts when no range runs, and yields to requests that would wait', async () => {
  const { withSlot: holding, whileIdle } = createTestSlots();
  const first = Promise.withResolvers<void>();
  const asked = holding(range, () => first.promise);
  const { started, work, end } = createLongWork();
  const done = whileIdle(never, (signal) => holding(range, () => work(signal)));
  // Longer than its wait for another range.
  for (const sinceMs = performance.now(); performance.now() - sinceMs < 20 * idleMs; ) await setImmediate();
  expect(started).toEqual([]);
  first.resolve();
  await asked;
  await expect.poll(() => started.length).toBe(1);

  // A lookup has its own slot.
  await holding(lookup, async () => undefined);
  expect(started[0]?.aborted).toBe(false);
  await holding(range, async () => undefined);
  expect(started[0]?.aborted).toBe(true);
  await expect.poll(() => started.length).toBe(2);

  const lookupsMayEnd = Promise.withResolvers<void>();
  const lookups = [0, 1].map(() => holding(lookup, () => lookupsMayEnd.promise));
  expect(started[1]?.aborted).toBe(true);
  lookupsMayEnd.resolve();
  await Promise.all(lookups);
  await expect.poll(() => started.length, { timeout: 5_000 }).toBe(3);
  end('done');
  expect(await done).toBe('done');
});

test('background work does not start after the bot stops', async () => {
  const { withSlot: holding, whileIdle } = createTestSlots();
  const stopping = new AbortController();
  const asked = Promise.withResolvers<void>();
  void holding(range, () => asked.promise);
  const { started, work } = createLongWork();
  const done = whileIdle(stopping.signal, work);
  stopping.abort(new Error('stopped'));
  await expect(done).rejects.toThrow('stopped');
  expect(started).toEqual([]);
  asked.resolve();
});

test('a failure of background work reaches the caller', async () => {
  const failing = createTestSlots().whileIdle(never, async () => {
    throw new Error('refused');
  });
  await expect(failing).rejects.toThrow('refused');
});
