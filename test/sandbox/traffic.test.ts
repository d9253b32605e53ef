import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_SECONDS } from '../../src/runtime/durations.ts';
import { type SandboxMessage, stateAt } from '../../tools/sandbox/traffic/message.ts';
import { createSimulatedTraffic } from '../../tools/sandbox/traffic/traffic.ts';
import { createClock, startSandbox } from './client.ts';

const seeds = fc.integer({ min: 0, max: 2 ** 40 });
const sizes = fc.integer({ min: 0, max: 300 });
const days = fc.integer({ min: 0, max: 40_000 });

function wholeDay(seed: number, perDay: number, day: number, msisdn?: string): SandboxMessage[] {
  return [
    ...createSimulatedTraffic(seed, perDay).between(day * DAY_SECONDS, (day + 1) * DAY_SECONDS, msisdn),
  ];
}

test('the messages of one number are its part of the whole day', () => {
  fc.assert(
    fc.property(seeds, sizes, days, (seed, perDay, day) => {
      const byNumber = Map.groupBy(wholeDay(seed, perDay, day), ({ msisdn }) => msisdn);
      for (const [msisdn, messages] of byNumber) {
        expect(wholeDay(seed, perDay, day, msisdn)).toEqual(messages);
      }
      expect(wholeDay(seed, perDay, day, String(56_960_000_000 + Math.ceil(perDay * 0.4)))).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

test('a day is in time order, complete, and each message is found by its place', () => {
  fc.assert(
    fc.property(seeds, sizes, days, (seed, perDay, day) => {
      const messages = wholeDay(seed, perDay, day);
      const times = messages.map(({ submittedAt }) => submittedAt);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(messages.filter(({ msisdn }) => msisdn.startsWith('5696'))).toHaveLength(perDay);
      const traffic = createSimulatedTraffic(seed, perDay);
      for (const message of messages) expect(traffic.find(day, message.place)).toEqual(message);
    }),
    { numRuns: 10 },
  );
});

test('uneven days differ, have quieter weekends, and find each message by its place', () => {
  const traffic = createSimulatedTraffic(7, 1_000, true);
  const sizeOf = (day: number) => [...traffic.between(day * DAY_SECONDS, (day + 1) * DAY_SECONDS)].length;
  const monday = Date.UTC(2026, 10, 16) / 1000 / DAY_SECONDS;
  const mondays = [0, 1, 2, 3].map((week) => sizeOf(monday + 7 * week));
  const sundays = [0, 1, 2, 3].map((week) => sizeOf(monday + 6 + 7 * week));
  expect(new Set(mondays).size).toBe(4);
  expect(Math.max(...sundays)).toBeLessThan(0.8 * Math.min(...mondays));
  for (const message of traffic.between(monday * DAY_SECONDS, (monday + 1) * DAY_SECONDS)) {
    expect(traffic.find(monday, message.place)).toEqual(message);
  }
});

test('a period is a slice of its days', () => {
  const from = fc.integer({ min: 0, max: 2 * DAY_SECONDS });
  fc.assert(
    fc.property(seeds, sizes, days, from, from, (seed, perDay, day, first, second) => {
      const [start, end] = [first, second]
        .map((offset) => day * DAY_SECONDS + offset)
        .sort((a, b) => a - b) as [number, number];
      const both = [...wholeDay(seed, perDay, day), ...wholeDay(seed, perDay, day + 1)];
      expect([...createSimulatedTraffic(seed, perDay).between(start, end)]).toEqual(
        both.filter(({ submittedAt }) => submittedAt >= start && submittedAt < end),
      );
    }),
    { numRuns: 25 },
  );
});

test('no status or time shows before it is known', () => {
  for (const message of wholeDay(7, 3000, 20_000)) {
    const { submittedAt, fate, operator } = message;
    if (operator === '-') continue;
    expect(stateAt(message, submittedAt + 3).status).not.toBe('delivered');
    const { receipt, handOver } = fate;
    if (handOver) {
      expect(stateAt(message, submittedAt + handOver.knownAfter - 1)).toEqual({
        status: 'accepted',
        submittedAt,
      });
      const { operatorAt } = stateAt(message, submittedAt + handOver.knownAfter);
      expect(operatorAt).toBe(submittedAt + handOver.saysAfter);
    }
    if (receipt === undefined) continue;
    expect(receipt.knownAfter).toBeGreaterThan(receipt.saysAfter ?? 0);
    const before = stateAt(message, submittedAt + receipt.knownAfter - 1);
    expect(before.handsetAt).toBeUndefined();
    expect(['accepted', 'sent', 'enroute']).toContain(before.status);
    expect(stateAt(message, submittedAt + receipt.knownAfter).status).toBe(receipt.status);
  }
});

test('traffic is realistic: operators differ, one sends no receipts, nights are quiet', () => {
  const messages = wholeDay(7, 20_000, 20_777);
  const byOperator = Map.groupBy(messages, ({ operator }) => operator);
  for (const name of ['Entel', 'Movistar', 'Claro', 'WOM', 'VTR', 'Ruta Andina', '']) {
    expect(byOperator.get(name)?.length).toBeGreaterThan(20);
  }
  expect(byOperator.get('Ruta Andina')?.some(({ fate }) => fate.receipt)).toBe(false);
  expect(new Set(messages.map(({ fate }) => fate.receipt?.status))).toEqual(
    new Set([undefined, 'delivered', 'sent_failed', 'undeliverable', 'expired', 'rejected', 'blacklisted']),
  );
  const inHour = (hour: number) =>
    messages.filter(({ submittedAt }) => Math.floor((submittedAt % DAY_SECONDS) / 3600) === hour).length;
  expect(inHour(13)).toBeGreaterThan(10 * inHour(6));
});

test('the same seed gives the same answers, another seed gives others', async () => {
  const read = async (seed: number) => (await startSandbox({ seed })).report('2026-11-19', '2026-11-20');
  const first = await read(7);
  expect(await read(7)).toEqual(first);
  expect(await read(8)).not.toEqual(first);
});

test('reports agree with and without filters, and contain no future messages', async () => {
  const { report } = await startSandbox({ now: createClock('2026-11-20T15:30:00Z').now });
  const all = await report('2026-11-19', '2026-11-25');
  expect(all.total).toBe(all.data.length);
  const shown = all.data.map(({ time_platform }) => time_platform).filter((time) => time !== '-');
  expect(shown.filter((time) => time > '2026-11-20 15:30:00+00:00')).toEqual([]);
  for (const { msisdn } of all.data.slice(0, 10)) {
    const one = await report('2026-11-19', '2026-11-25', { msisdn: msisdn.slice(1) });
    expect(one.data).toEqual(all.data.filter((entry) => entry.msisdn === msisdn));
  }
  const parts = await Promise.all(
    ['56001', '56002', '56003', '56004'].map((num_corto) =>
      report('2026-11-19', '2026-11-25', { num_corto }),
    ),
  );
  const lost = all.data.filter(({ text }) => text === '-').length;
  expect(parts.reduce((sum, { total }) => sum + total, lost)).toBe(all.total);
  expect((await report('2026-11-21', '2026-11-25')).data).toEqual([]);
});
