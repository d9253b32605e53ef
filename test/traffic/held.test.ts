import { expect, test } from 'vitest';
import { aPlainUpstream, aTraffic, days } from '../support/read-through.ts';
import { aSandbox } from '../support/sandbox.ts';
import { aName, suiteDatabase } from '../support/store.ts';

const database = suiteDatabase(undefined);
const hour = { start: new Date('2026-11-18T19:30:00Z'), end: new Date('2026-11-18T20:30:00Z') };

async function aReplica(account = aName()) {
  const platform = await aSandbox();
  const upstream = aPlainUpstream(platform);
  const options = { database: database(), account, upstream, now: platform.now };
  return { ...platform, options, traffic: aTraffic(options) };
}

test('what was never read is not held, and is not read for the asking', async () => {
  const { traffic, sandbox } = await aReplica();
  expect(await traffic.held(hour)).toBeUndefined();
  expect(await traffic.stored(hour)).toBeUndefined();
  expect(await traffic.stored(hour, hour.end)).toBeUndefined();
  expect(sandbox.calls.report).toBe(0);
});

test('what was read is held however old it is, in other processes too, and not read again', async () => {
  const { traffic, options, clock, sandbox } = await aReplica();
  const readAt = clock.now;
  const read = await traffic.figuresFor({ period: days('2026-11-18') });
  clock.now = new Date('2026-11-19T15:00:00Z');
  for (const one of [traffic, aTraffic(options)]) {
    const held = await one.held(hour);
    expect((await one.stored(hour))?.between(hour.start, hour.end)).toEqual(
      held?.between(hour.start, hour.end),
    );
    expect(held?.readAt).toEqual(readAt);
    expect(held?.between(hour.start, hour.end)).toEqual(read.between(hour.start, hour.end));
    // No more than was asked for.
    expect(held?.between(new Date(0), clock.now)).toEqual(read.between(hour.start, hour.end));
  }
  expect(sandbox.calls.report).toBe(1);
});

test('a time over midnight is held where both days are, as of the older reading', async () => {
  const { traffic, clock } = await aReplica();
  const night = { start: new Date('2026-11-17T23:45:00Z'), end: new Date('2026-11-18T00:45:00Z') };
  const readAt = clock.now;
  await traffic.figuresFor({ period: days('2026-11-18') });
  expect(await traffic.held(night)).toBeUndefined();
  clock.now = new Date('2026-11-18T20:40:00Z');
  await traffic.figuresFor({ period: days('2026-11-17') });
  expect((await traffic.held(night))?.readAt).toEqual(readAt);
});

test('a reading that lacks messages is none', async () => {
  const { traffic, sandbox } = await aReplica();
  sandbox.setFaults({ wrongTotal: 100 });
  await traffic.figuresFor({ period: days('2026-11-18') });
  expect(await traffic.held(hour)).toBeUndefined();
});
