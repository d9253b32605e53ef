import { expect, test } from 'vitest';
import { createSlots } from '../../src/upstream/slots.ts';
import { failureOf } from '../support/upstream.ts';

type Question = Parameters<ReturnType<typeof createSlots>['withSlot']>[0];

/** Slots in which work lasts until `end`; `served` lists the names in the order in which they got a slot. */
function createQueue({ concurrency = 2, maxWaiting = 1_000 } = {}) {
  const slots = createSlots({ concurrency, maxWaiting, refusal: () => undefined, now: () => new Date() });
  const served: string[] = [];
  const inside = new Map<string, () => void>();
  const asks = (name: string, question: Partial<Question> = {}) =>
    slots.withSlot({ urgency: 'lookup', operation: 'report', userId: name.charAt(0), ...question }, () => {
      served.push(name);
      const { promise, resolve } = Promise.withResolvers<string>();
      inside.set(name, () => resolve(name));
      return promise;
    });
  return {
    slots,
    served,
    inside: () => [...inside.keys()],
    asks,
    /** Ends the work of one name, which lets others in. */
    async end(name: string) {
      inside.get(name)?.();
      inside.delete(name);
      await new Promise(setImmediate);
    },
    async endAll() {
      for (;;) {
        await new Promise(setImmediate);
        const [name] = inside.keys();
        if (name === undefined) return;
        await this.end(name);
      }
    },
  };
}

const range = { urgency: 'range' } as const;
const figures = { urgency: 'figures' } as const;

test('serves people in turn, even when one person has a hundred requests', async () => {
  const queue = createQueue();
  const hundred = Array.from({ length: 100 }, (_, at) => queue.asks(`a${at}`));
  const others = ['b1', 'c1', 'b2', 'c2'].map((name) => queue.asks(name));
  await queue.endAll();
  // Both slots were used before the others came; then each person has a turn.
  expect(queue.served.slice(0, 8)).toEqual(['a0', 'a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3']);
  expect(await Promise.all([...hundred, ...others])).toHaveLength(104);
});

test('gives no person a second slot while another person waits', async () => {
  const queue = createQueue({ concurrency: 3 });
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => queue.asks(name));
  await new Promise(setImmediate);
  expect(queue.inside()).toEqual(['a1', 'a2', 'a3']);
  await queue.end('a1');
  await queue.end('a2');
  expect(queue.inside()).toEqual(['a3', 'b1', 'c1']);
  await queue.end('c1');
  // No other person waits now.
  expect(queue.inside()).toEqual(['a3', 'b1', 'a4']);
  await queue.endAll();
  await Promise.all(all);
});

test('reserves a slot for lookups, and serves a person’s second range last', async () => {
  const queue = createQueue();
  const all = [queue.asks('a1', range), queue.asks('a2', range), queue.asks('b1', range)];
  await new Promise(setImmediate);
  expect(queue.inside()).toEqual(['a1']);
  all.push(queue.asks('c1'));
  await new Promise(setImmediate);
  expect(queue.inside()).toEqual(['a1', 'c1']);
  all.push(queue.asks('c2'), queue.asks('d1', figures));
  await queue.end('a1');
  // Lookups go first, then figures of a number, then ranges; but c has a slot already.
  expect(queue.inside()).toEqual(['c1', 'd1']);
  await queue.endAll();
  expect(queue.served).toEqual(['a1', 'c1', 'd1', 'c2', 'b1', 'a2']);
  await Promise.all(all);
});

test('treats the bot’s own reads as requests of one person', async () => {
  const queue = createQueue();
  const own = { userId: undefined };
  const all = ['x1', 'x2', 'x3', 'x4'].map((name) => queue.asks(name, own));
  all.push(queue.asks('a1'), queue.asks('b1'));
  await queue.endAll();
  expect(queue.served).toEqual(['x1', 'x2', 'a1', 'b1', 'x3', 'x4']);
  await Promise.all(all);
});

test('rejects a new request when the queue is full, and serves those that wait', async () => {
  const queue = createQueue({ maxWaiting: 2 });
  const all = ['a1', 'b1', 'c1', 'd1'].map((name) => queue.asks(name));
  expect(queue.slots.backlog()?.waiting).toBe(2);
  expect(await failureOf(queue.asks('e1'))).toMatchObject({ code: 'busy' });
  await queue.endAll();
  expect(await Promise.all(all)).toEqual(['a1', 'b1', 'c1', 'd1']);
  expect(queue.slots.backlog()).toBeUndefined();
});
