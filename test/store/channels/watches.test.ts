import { describe, expect, test } from 'vitest';
import { createWatches, type NewWatch } from '../../../src/store/channels/watches.ts';
import { databases, suiteDatabase, uniqueName } from '../../support/store.ts';

const pausedAt = new Date('2026-11-18T10:00:00Z');

const wanted: NewWatch = {
  channel: 'C1',
  sensitivity: 'normal',
  zone: 'America/Santiago',
  language: 'es',
  watcher: 'U1',
};

describe.each(databases)('watches, %s', (_name, url) => {
  const database = suiteDatabase(url);
  const createTestWatches = (account = uniqueName()) => createWatches({ db: database().db, account });

  test('exist once per channel', async () => {
    const watches = createTestWatches();
    const first = await watches.add(wanted);
    expect(first).toEqual({ watch: { id: expect.any(String), number: 1, ...wanted, state: 'active' } });
    const other = await watches.add({ ...wanted, channel: 'C2' });
    expect(other.watch.number).toBe(2);
    expect(other).not.toHaveProperty('before');
    expect(await watches.list()).toEqual([first.watch, other.watch]);
    expect(await watches.findFor('C2')).toEqual(other.watch);
    expect(await watches.findByNumber(1)).toEqual(first.watch);
    expect(await watches.findByNumber(9)).toBeUndefined();
    expect(await createTestWatches().list()).toEqual([]);
  });

  test('that are set up again resume with the requested settings, and return their old state', async () => {
    const watches = createTestWatches();
    const { watch } = await watches.add(wanted);
    await watches.pause(watch.id, 'asked', { by: 'U1', at: pausedAt });
    const asked = { ...wanted, sensitivity: 'high', watcher: 'U2', language: 'en' } as const;
    const before = { ...watch, state: 'paused', pausedBecause: 'asked', paused: { by: 'U1', at: pausedAt } };
    expect(await watches.add(asked, { sensitivity: 'high' })).toEqual({
      watch: { ...watch, sensitivity: 'high' },
      before,
    });
    // Other settings stay unchanged.
    expect((await watches.add({ ...asked, zone: 'UTC' }, { zone: 'UTC' })).watch).toEqual({
      ...watch,
      sensitivity: 'high',
      zone: 'UTC',
    });
  });

  test('accept other settings until they are removed', async () => {
    const watches = createTestWatches();
    const { watch } = await watches.add(wanted);
    const settings = { sensitivity: 'low', zone: 'UTC', language: 'en' } as const;
    expect(await watches.change(watch.id, settings)).toBe(true);
    expect(await watches.findFor('C1')).toEqual({ ...watch, ...settings });
    expect(await createTestWatches().change(watch.id, settings)).toBe(false);
    await watches.remove(watch.id);
    expect(await watches.change(watch.id, settings)).toBe(false);
  });

  test('exist once when several people set them up at the same time', async () => {
    const watches = createTestWatches();
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, at) => watches.add({ ...wanted, watcher: `U${at}` })),
    );
    expect(results.filter(({ before }) => before === undefined)).toHaveLength(1);
    expect(await watches.list()).toHaveLength(1);
  });

  test('are paused, resumed and removed once each, and their number is not used again', async () => {
    const watches = createTestWatches();
    const { watch } = await watches.add(wanted);
    expect(
      await Promise.all([1, 2, 3].map(() => watches.pause(watch.id, 'asked', { by: 'U1', at: pausedAt }))),
    ).toEqual(expect.arrayContaining([true, false, false]));
    expect(await watches.findFor('C1')).toMatchObject({
      state: 'paused',
      pausedBecause: 'asked',
      paused: { by: 'U1', at: pausedAt },
    });
    expect(await watches.unreportedPauses()).toEqual([]);
    expect(await watches.claimPauseReport(watch.id)).toBeUndefined();
    expect([await watches.resume(watch.id), await watches.resume(watch.id)]).toEqual([true, false]);
    expect(await watches.findFor('C1')).toEqual(watch);
    expect([await watches.remove(watch.id), await watches.remove(watch.id)]).toEqual([true, false]);
    expect((await watches.add(wanted)).watch.number).toBe(2);
  });

  test('closed by Slack are reported once', async () => {
    const watches = createTestWatches();
    const { watch } = await watches.add(wanted);
    await watches.pause(watch.id, 'is_archived', { at: pausedAt });
    expect(await watches.unreportedPauses()).toEqual([watch.id]);
    const [claimed, again] = [
      await watches.claimPauseReport(watch.id),
      await watches.claimPauseReport(watch.id),
    ];
    expect(claimed).toMatchObject({ id: watch.id, pausedBecause: 'is_archived' });
    expect(again).toBeUndefined();
    expect(await watches.unreportedPauses()).toEqual([]);
    await watches.releasePauseReport(watch.id);
    expect(await watches.unreportedPauses()).toEqual([watch.id]);
    expect(await watches.claimPauseReport(watch.id)).toMatchObject({ id: watch.id });
  });
});
