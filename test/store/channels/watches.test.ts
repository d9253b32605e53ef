import { describe, expect, test } from 'vitest';
import { createWatches, type NewWatch } from '../../../src/store/channels/watches.ts';
import { aName, databases, suiteDatabase } from '../../support/store.ts';

const wanted: NewWatch = {
  channel: 'C1',
  sensitivity: 'normal',
  zone: 'America/Santiago',
  language: 'es',
  watcher: 'U1',
};

describe.each(databases)('watches, %s', (_name, url) => {
  const database = suiteDatabase(url);
  const some = (account = aName()) => createWatches({ db: database().db, account });

  test('are one for each channel', async () => {
    const watches = some();
    const first = await watches.add(wanted);
    expect(first).toEqual({
      watch: { id: expect.any(String), number: 1, ...wanted, state: 'active' },
    });
    const other = await watches.add({ ...wanted, channel: 'C2' });
    expect(other.watch.number).toBe(2);
    expect(other).not.toHaveProperty('before');
    expect(await watches.list()).toEqual([first.watch, other.watch]);
    expect(await watches.findFor('C2')).toEqual(other.watch);
    expect(await watches.findByNumber(1)).toEqual(first.watch);
    expect(await watches.findByNumber(9)).toBeUndefined();
    expect(await some().list()).toEqual([]);
  });

  test('that are set up again take the new sensitivity and go on, and it is told what they were', async () => {
    const watches = some();
    const { watch } = await watches.add(wanted);
    await watches.pause(watch.id, 'asked');
    const again = await watches.add({ ...wanted, sensitivity: 'high', watcher: 'U2', language: 'en' });
    expect(again).toEqual({
      watch: { ...watch, sensitivity: 'high' },
      before: { ...watch, state: 'paused', pausedBecause: 'asked' },
    });
  });

  test('of one channel that many set up at once are one', async () => {
    const watches = some();
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, at) => watches.add({ ...wanted, watcher: `U${at}` })),
    );
    expect(made.filter(({ before }) => before === undefined)).toHaveLength(1);
    expect(await watches.list()).toHaveLength(1);
  });

  test('are paused, resumed and removed once each, and a number is never used again', async () => {
    const watches = some();
    const { watch } = await watches.add(wanted);
    expect(await Promise.all([1, 2, 3].map(() => watches.pause(watch.id, 'asked')))).toEqual(
      expect.arrayContaining([true, false, false]),
    );
    expect(await watches.findFor('C1')).toMatchObject({ state: 'paused', pausedBecause: 'asked' });
    expect(await watches.untold()).toEqual([]);
    expect(await watches.takeUntold(watch.id)).toBeUndefined();
    expect([await watches.resume(watch.id), await watches.resume(watch.id)]).toEqual([true, false]);
    expect(await watches.findFor('C1')).toEqual(watch);
    expect([await watches.remove(watch.id), await watches.remove(watch.id)]).toEqual([true, false]);
    expect((await watches.add(wanted)).watch.number).toBe(2);
  });

  test('that Slack has closed are told of once', async () => {
    const watches = some();
    const { watch } = await watches.add(wanted);
    await watches.pause(watch.id, 'is_archived');
    expect(await watches.untold()).toEqual([watch.id]);
    const [told, again] = [await watches.takeUntold(watch.id), await watches.takeUntold(watch.id)];
    expect(told).toMatchObject({ id: watch.id, pausedBecause: 'is_archived' });
    expect(again).toBeUndefined();
    expect(await watches.untold()).toEqual([]);
    await watches.leaveUntold(watch.id);
    expect(await watches.untold()).toEqual([watch.id]);
    expect(await watches.takeUntold(watch.id)).toMatchObject({ id: watch.id });
  });
});
