import { expect, test } from 'vitest';
import { createSlots } from '../../src/upstream/slots.ts';
import { failureOf } from '../support/upstream.ts';

type Question = Parameters<ReturnType<typeof createSlots>['holding']>[0];

/** Places in which work lasts until it is let go; who has one is written down in order. */
function aPlatform({ concurrency = 2, maxWaiting = 1_000 } = {}) {
  const slots = createSlots({ concurrency, maxWaiting, refusal: () => undefined, now: () => new Date() });
  const served: string[] = [];
  const inside = new Map<string, () => void>();
  const asks = (name: string, question: Partial<Question> = {}) =>
    slots.holding({ urgency: 'lookup', operation: 'report', userId: name.charAt(0), ...question }, () => {
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
    /** Lets the work of one end, and others in. */
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

test('a hundred questions of one person are one to all others', async () => {
  const platform = aPlatform();
  const hundred = Array.from({ length: 100 }, (_, at) => platform.asks(`a${at}`));
  const others = ['b1', 'c1', 'b2', 'c2'].map((name) => platform.asks(name));
  await platform.endAll();
  // Both places were given before others came; then everybody has one in turn.
  expect(platform.served.slice(0, 8)).toEqual(['a0', 'a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3']);
  expect(await Promise.all([...hundred, ...others])).toHaveLength(104);
});

test('nobody has two places while another waits for one', async () => {
  const platform = aPlatform({ concurrency: 3 });
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => platform.asks(name));
  await new Promise(setImmediate);
  expect(platform.inside()).toEqual(['a1', 'a2', 'a3']);
  await platform.end('a1');
  await platform.end('a2');
  expect(platform.inside()).toEqual(['a3', 'b1', 'c1']);
  await platform.end('c1');
  // Nobody else waits any more.
  expect(platform.inside()).toEqual(['a3', 'b1', 'a4']);
  await platform.endAll();
  await Promise.all(all);
});

test('a look-up has a place where long readings wait, and whoever has one reading gives way with the next', async () => {
  const platform = aPlatform();
  const all = [platform.asks('a1', range), platform.asks('a2', range), platform.asks('b1', range)];
  await new Promise(setImmediate);
  expect(platform.inside()).toEqual(['a1']);
  all.push(platform.asks('c1'));
  await new Promise(setImmediate);
  expect(platform.inside()).toEqual(['a1', 'c1']);
  all.push(platform.asks('c2'), platform.asks('d1', figures));
  await platform.end('a1');
  // A number's figures go before ranges, and look-ups before both; but one of them has a place already.
  expect(platform.inside()).toEqual(['c1', 'd1']);
  await platform.endAll();
  expect(platform.served).toEqual(['a1', 'c1', 'd1', 'c2', 'b1', 'a2']);
  await Promise.all(all);
});

test('what the bot reads by itself has its turn as a person has', async () => {
  const platform = aPlatform();
  const own = { userId: undefined };
  const all = ['x1', 'x2', 'x3', 'x4'].map((name) => platform.asks(name, own));
  all.push(platform.asks('a1'), platform.asks('b1'));
  await platform.endAll();
  expect(platform.served).toEqual(['x1', 'x2', 'a1', 'b1', 'x3', 'x4']);
  await Promise.all(all);
});

test('where too many wait who comes is told at once, and who waits goes on waiting', async () => {
  const platform = aPlatform({ maxWaiting: 2 });
  const all = ['a1', 'b1', 'c1', 'd1'].map((name) => platform.asks(name));
  expect(platform.slots.backlog()?.waiting).toBe(2);
  expect(await failureOf(platform.asks('e1'))).toMatchObject({ code: 'busy' });
  await platform.endAll();
  expect(await Promise.all(all)).toEqual(['a1', 'b1', 'c1', 'd1']);
  expect(platform.slots.backlog()).toBeUndefined();
});
