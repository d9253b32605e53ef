import { afterEach, expect, test, vi } from 'vitest';
import { createCachedTraffic } from '../../src/traffic/cached-traffic.ts';
import type { StoredFigures, TimeSpan } from '../../src/traffic/types.ts';
import { trafficOf } from '../support/report-figures.ts';

const now = new Date('2026-11-18T12:00:00Z');
const hour = { start: new Date('2026-11-11T09:00:00Z'), end: new Date('2026-11-11T10:00:00Z') };

afterEach(() => void vi.useRealTimers());

/** A store; the test can hold back its reads. */
function createStore() {
  const asked: string[] = [];
  const state = { isHeld: false, isAway: false, count: 60 };
  const held = Promise.withResolvers<void>();
  const cached = createCachedTraffic(
    {
      async storedIfOpen({ start, end }: TimeSpan): Promise<StoredFigures> {
        asked.push(`${start.toISOString()} ${end.toISOString()}`);
        if (state.isHeld) await held.promise;
        if (state.isAway) throw new Error('the database is away');
        const batch = { from: '2026-11-11T08:30:00Z', count: state.count, operator: 'Andina' };
        return { ...trafficOf([{ ...batch, word: 'sent', legs: [4] }], now), readAt: now };
      },
    },
    { now: () => now, receiptHours: 72, platformZone: 'UTC' },
  );
  const submitted = async () => {
    const figures = await cached.figuresOfDays(hour);
    return figures?.between(new Date(0), now)[0]?.figures.submitted;
  };
  return { asked, state, submitted, release: () => held.resolve(), cached };
}

test('reads whole days, which all hours of the day share', async () => {
  const { asked, cached } = createStore();
  await cached.figuresOfDays(hour);
  await cached.figuresOfDays({ start: hour.end, end: new Date('2026-11-11T11:00:00Z') });
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

test('a failing database changes nothing that is known', async () => {
  const { state, submitted, cached } = createStore();
  expect(await submitted()).toBe(60);
  expect([...(await cached.operatorsWithoutReceipts(['Andina']))]).toEqual(['Andina']);
  state.isAway = true;
  for (const laterMs of [10_000, 20_000, 60_000]) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + laterMs });
    expect(await submitted()).toBe(60);
    expect([...(await cached.operatorsWithoutReceipts(['Andina']))]).toEqual(['Andina']);
  }
});

test('figures of at most ten days stay in memory', async () => {
  const { asked, cached } = createStore();
  const hourOf = (day: number) => ({
    start: new Date(Date.UTC(2026, 9, day, 9)),
    end: new Date(Date.UTC(2026, 9, day, 10)),
  });
  for (let day = 1; day <= 11; day += 1) await cached.figuresOfDays(hourOf(day));
  await cached.figuresOfDays(hourOf(11));
  await cached.figuresOfDays(hourOf(2));
  expect(asked).toHaveLength(11);
  await cached.figuresOfDays(hourOf(1));
  expect(asked).toHaveLength(12);
});
