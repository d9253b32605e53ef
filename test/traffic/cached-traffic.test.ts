import { afterEach, expect, test, vi } from 'vitest';
import { createCachedTraffic } from '../../src/traffic/cached-traffic.ts';
import type { StoredFigures, TimeSpan } from '../../src/traffic/types.ts';
import { trafficOf } from '../support/report-figures.ts';

const now = new Date('2026-11-18T12:00:00Z');
const hour = { start: new Date('2026-11-11T09:00:00Z'), end: new Date('2026-11-11T10:00:00Z') };

afterEach(() => void vi.useRealTimers());

/** A store whose reads the test can hold back. */
function createStore() {
  const asked: string[] = [];
  const state = { isHeld: false, count: 60 };
  const held = Promise.withResolvers<void>();
  const cached = createCachedTraffic(
    {
      async storedIfAvailable({ start, end }: TimeSpan): Promise<StoredFigures> {
        asked.push(`${start.toISOString()} ${end.toISOString()}`);
        if (state.isHeld) await held.promise;
        const batch = { from: '2026-11-11T08:30:00Z', count: state.count, operator: 'Andina' };
        return { ...trafficOf([{ ...batch, word: 'sent', legs: [4] }], now), readAt: now };
      },
    },
    { now: () => now, receiptHours: 72, platformZone: 'UTC' },
  );
  const submitted = async () => {
    const figures = await cached.storedIfAvailable(hour);
    return figures?.between(new Date(0), now)[0]?.figures.submitted;
  };
  return { asked, state, submitted, release: () => held.resolve(), cached };
}

test('reads whole days, which all hours of the day share', async () => {
  const { asked, cached } = createStore();
  await cached.storedIfAvailable(hour);
  await cached.storedIfAvailable({ start: hour.end, end: new Date('2026-11-11T11:00:00Z') });
  expect(asked).toEqual(['2026-11-11T00:00:00.000Z 2026-11-12T00:00:00.000Z']);
});

test('an answer gets the value in memory while a newer one is read, or while the read hangs', async () => {
  const { state, asked, submitted, release } = createStore();
  expect(await submitted()).toBe(60);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
  Object.assign(state, { isHeld: true, count: 80 });
  expect(await submitted()).toBe(60);
  expect(asked).toHaveLength(2);
  release();
  await expect.poll(submitted).toBe(80);
});

test('knows operators without receipts without another read', async () => {
  const { asked, cached } = createStore();
  expect([...(await cached.operatorsWithoutReceipts(['Andina', 'Andina']))]).toEqual(['Andina']);
  const reads = asked.length;
  expect([...(await cached.operatorsWithoutReceipts(['Andina']))]).toEqual(['Andina']);
  expect(asked).toHaveLength(reads);
});
