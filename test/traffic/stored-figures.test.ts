import { expect, test } from 'vitest';
import { createPlainUpstream, createReadThrough, days } from '../support/read-through.ts';
import { runningSandbox } from '../support/sandbox.ts';
import { suiteDatabase, uniqueName } from '../support/store.ts';

const database = suiteDatabase(undefined);
const hour = { start: new Date('2026-11-18T19:30:00Z'), end: new Date('2026-11-18T20:30:00Z') };

async function createReplica(account = uniqueName()) {
  const platform = await runningSandbox();
  const upstream = createPlainUpstream(platform);
  const options = { database: database(), account, upstream, now: platform.now };
  return { ...platform, options, traffic: createReadThrough(options) };
}

test('traffic that was never read is not stored, and asking for it does not read it', async () => {
  const { traffic, sandbox } = await createReplica();
  expect(await traffic.storedIfAvailable(hour)).toBeUndefined();
  expect(await traffic.stored(hour)).toBeUndefined();
  expect(await traffic.stored(hour, hour.end)).toBeUndefined();
  expect(sandbox.calls.report).toBe(0);
});

test('traffic that was read stays stored at any age and for other processes', async () => {
  const { traffic, options, clock, sandbox } = await createReplica();
  const readAt = clock.now;
  const read = await traffic.figuresFor({ period: days('2026-11-18') });
  clock.now = new Date('2026-11-19T15:00:00Z');
  for (const one of [traffic, createReadThrough(options)]) {
    const found = await one.storedIfAvailable(hour);
    expect((await one.stored(hour))?.between(hour.start, hour.end)).toEqual(
      found?.between(hour.start, hour.end),
    );
    expect(found?.readAt).toEqual(readAt);
    expect(found?.between(hour.start, hour.end)).toEqual(read.between(hour.start, hour.end));
    // Nothing outside of the requested period.
    expect(found?.between(new Date(0), clock.now)).toEqual(read.between(hour.start, hour.end));
  }
  expect(sandbox.calls.report).toBe(1);
});

test('a period over midnight needs both days, and has the time of the older reading', async () => {
  const { traffic, clock } = await createReplica();
  const night = { start: new Date('2026-11-17T23:45:00Z'), end: new Date('2026-11-18T00:45:00Z') };
  const readAt = clock.now;
  await traffic.figuresFor({ period: days('2026-11-18') });
  expect(await traffic.storedIfAvailable(night)).toBeUndefined();
  clock.now = new Date('2026-11-18T20:40:00Z');
  await traffic.figuresFor({ period: days('2026-11-17') });
  expect((await traffic.storedIfAvailable(night))?.readAt).toEqual(readAt);
});

test('ignores a reading that lacks messages', async () => {
  const { traffic, sandbox } = await createReplica();
  sandbox.setFaults({ wrongTotal: 100 });
  await traffic.figuresFor({ period: days('2026-11-18') });
  expect(await traffic.storedIfAvailable(hour)).toBeUndefined();
});
