import { expect, test } from 'vitest';
import { createStoredTraffic } from '../../src/traffic/stored-traffic.ts';
import type { Traffic } from '../../src/traffic/types.ts';
import { createPlainUpstream, createReadThrough, days } from '../support/read-through.ts';
import { runningSandbox } from '../support/sandbox.ts';
import { suiteDatabase, uniqueName } from '../support/store.ts';

const database = suiteDatabase(undefined);

/** Two replicas: one reads from the platform, the other shows stored figures and counts the reads of them. */
async function createTwoReplicas() {
  const { now, clock, ...platform } = await runningSandbox();
  const upstream = createPlainUpstream({ now, clock, ...platform });
  const options = { database: database(), account: uniqueName(), upstream, now };
  const { stored, readTimes } = createReadThrough(options);
  let reads = 0;
  const counted: Traffic['stored'] = (...asked) => {
    reads += 1;
    return stored(...asked);
  };
  const show = createStoredTraffic({
    traffic: { stored: counted, readTimes },
    observations: { near: async () => [], firstSince: async () => undefined },
    incidents: { watching: async () => undefined },
    platformZone: 'UTC',
    receiptHours: 72,
  });
  return {
    clock,
    reader: createReadThrough(options),
    async show(zone = 'UTC') {
      const before = reads;
      const shown = await show(now(), zone);
      return { shown, isReadAgain: reads > before };
    },
  };
}

test('stored traffic is computed once per zone while no day is read again', async () => {
  const { reader, show } = await createTwoReplicas();
  await reader.figuresFor({ period: days('2026-11-18') });
  const { shown } = await show();
  expect(shown?.all.submitted).toBeGreaterThan(0);
  expect(await show()).toEqual({ shown, isReadAgain: false });
  expect(await show('America/Santiago')).toMatchObject({ isReadAgain: true });
  expect(await show()).toEqual({ shown, isReadAgain: false });
});

test.each(['2026-11-18', '2026-11-11', '2026-10-21'] as const)(
  'stored traffic is computed again after another replica has read %s',
  async (day) => {
    const { reader, show, clock } = await createTwoReplicas();
    await reader.figuresFor({ period: days('2026-11-18') });
    await show();
    clock.now = new Date(clock.now.getTime() + 20 * 60_000);
    await reader.figuresFor({ period: days(day) });
    expect(await show()).toMatchObject({ isReadAgain: true });
    expect(await show()).toMatchObject({ isReadAgain: false });
  },
);

test('stored traffic is computed again on the next day', async () => {
  const { reader, show, clock } = await createTwoReplicas();
  await reader.figuresFor({ period: days('2026-11-18') });
  await show();
  clock.now = new Date(clock.now.getTime() + 24 * 60 * 60_000);
  expect(await show()).toMatchObject({ isReadAgain: true });
});
