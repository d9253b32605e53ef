import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSlots } from '../../src/upstream/slots.ts';

const idleMs = 1;
const someSlots = () =>
  createSlots({ concurrency: 2, maxWaiting: 100, refusal: () => undefined, now: () => new Date(), idleMs });

const range = { urgency: 'range', operation: 'report' } as const;
const lookup = { urgency: 'lookup', operation: 'info' } as const;

/** Work that lasts until it is told to stop, or is let go. */
function aLongWork() {
  const begun: AbortSignal[] = [];
  const { promise: over, resolve: end } = Promise.withResolvers<string>();
  const work = async (signal: AbortSignal) => {
    begun.push(signal);
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => reject(signal.reason));
    return await Promise.race([over, stopped]);
  };
  return { begun, work, end };
}

const never = new AbortController().signal;

test('what nobody waits for begins when no range is at work, and gives way to one that would wait', async () => {
  const { holding, whileIdle } = someSlots();
  const first = Promise.withResolvers<void>();
  const asked = holding(range, () => first.promise);
  const { begun, work, end } = aLongWork();
  const done = whileIdle(never, (signal) => holding(range, () => work(signal)));
  // Longer than it waits to see whether another range comes.
  for (const sinceMs = performance.now(); performance.now() - sinceMs < 20 * idleMs; ) await setImmediate();
  expect(begun).toEqual([]);
  first.resolve();
  await asked;
  await expect.poll(() => begun.length).toBe(1);

  // A look-up has a place of its own.
  await holding(lookup, async () => undefined);
  expect(begun[0]?.aborted).toBe(false);
  await holding(range, async () => undefined);
  expect(begun[0]?.aborted).toBe(true);
  await expect.poll(() => begun.length).toBe(2);

  const held = Promise.withResolvers<void>();
  const lookups = [0, 1].map(() => holding(lookup, () => held.promise));
  expect(begun[1]?.aborted).toBe(true);
  held.resolve();
  await Promise.all(lookups);
  await expect.poll(() => begun.length, { timeout: 5_000 }).toBe(3);
  end('done');
  expect(await done).toBe('done');
});

test('it is not begun any more once the bot stops', async () => {
  const { holding, whileIdle } = someSlots();
  const stopping = new AbortController();
  const asked = Promise.withResolvers<void>();
  void holding(range, () => asked.promise);
  const { begun, work } = aLongWork();
  const done = whileIdle(stopping.signal, work);
  stopping.abort(new Error('stopped'));
  await expect(done).rejects.toThrow('stopped');
  expect(begun).toEqual([]);
  asked.resolve();
});

test('its own failure is told', async () => {
  const failing = someSlots().whileIdle(never, async () => {
    throw new Error('refused');
  });
  await expect(failing).rejects.toThrow('refused');
});
