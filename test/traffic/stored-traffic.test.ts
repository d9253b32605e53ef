import { expect, test } from 'vitest';
import { createStoredTraffic } from '../../src/traffic/stored-traffic.ts';
import type { Traffic } from '../../src/traffic/types.ts';
import { aPlainUpstream, aTraffic, days } from '../support/read-through.ts';
import { aSandbox } from '../support/sandbox.ts';
import { aName, suiteDatabase } from '../support/store.ts';

const database = suiteDatabase(undefined);

/** Two replicas: one reads figures from the platform, the other shows what is stored and counts how often it is read. */
async function twoReplicas() {
  const { now, clock, ...platform } = await aSandbox();
  const upstream = aPlainUpstream({ now, clock, ...platform });
  const options = { database: database(), account: aName(), upstream, now };
  const { stored, readTimes } = aTraffic(options);
  let reads = 0;
  const counted: Traffic['stored'] = (...asked) => {
    reads += 1;
    return stored(...asked);
  };
  const show = createStoredTraffic({
    traffic: { stored: counted, readTimes },
    observations: { near: async () => [] },
    incidents: { watching: async () => undefined },
    platformZone: 'UTC',
    settleHours: 72,
  });
  return {
    clock,
    reader: aTraffic(options),
    async show(zone = 'UTC') {
      const before = reads;
      const shown = await show(now(), zone);
      return { shown, isReadAnew: reads > before };
    },
  };
}

test('stored traffic is made once for each zone while no day is read anew', async () => {
  const { reader, show } = await twoReplicas();
  await reader.figuresFor({ period: days('2026-11-18') });
  const { shown } = await show();
  expect(shown?.all.submitted).toBeGreaterThan(0);
  expect(await show()).toEqual({ shown, isReadAnew: false });
  expect(await show('America/Santiago')).toMatchObject({ isReadAnew: true });
  expect(await show()).toEqual({ shown, isReadAnew: false });
});

test.each(['2026-11-18', '2026-11-11', '2026-10-21'] as const)(
  'stored traffic is made anew after another replica has read %s',
  async (day) => {
    const { reader, show, clock } = await twoReplicas();
    await reader.figuresFor({ period: days('2026-11-18') });
    await show();
    clock.now = new Date(clock.now.getTime() + 20 * 60_000);
    await reader.figuresFor({ period: days(day) });
    expect(await show()).toMatchObject({ isReadAnew: true });
    expect(await show()).toMatchObject({ isReadAnew: false });
  },
);

test('stored traffic is made anew on the next day', async () => {
  const { reader, show, clock } = await twoReplicas();
  await reader.figuresFor({ period: days('2026-11-18') });
  await show();
  clock.now = new Date(clock.now.getTime() + 24 * 60 * 60_000);
  expect(await show()).toMatchObject({ isReadAnew: true });
});
