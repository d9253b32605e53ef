import { describe, expect, test } from 'vitest';
import { createSubscriptions } from '../../src/store/channels/subscriptions.ts';
import { createWatches } from '../../src/store/channels/watches.ts';
import { createIncidents } from '../../src/store/incidents/incidents.ts';
import { createOpenWork } from '../../src/store/open-work.ts';
import { createSummaries, type NewSummary } from '../../src/store/posting/summaries.ts';
import { databases, suiteDatabase, uniqueName } from '../support/store.ts';

const at = (time: string) => new Date(`2026-11-18T${time}Z`);

const summary: NewSummary = {
  channel: 'C1',
  sender: undefined,
  day: '2026-11-17',
  zone: 'UTC',
  language: 'en',
  dueAt: at('09:00:00'),
};

describe.each(databases)('open work, %s', (_name, url) => {
  const database = suiteDatabase(url);
  const createStores = (account = uniqueName()) => {
    const rows = { db: database().db, account };
    return {
      read: createOpenWork(rows),
      incidents: createIncidents(rows),
      watches: createWatches(rows),
      subscriptions: createSubscriptions(rows),
      summaries: createSummaries(rows),
    };
  };

  test('is empty when nothing was set up', async () => {
    expect(await createStores().read(at('12:00:00'))).toEqual({
      openIncidents: 0,
      activeWatches: 0,
      lastGoodCheckAt: undefined,
      checkTookMs: 0,
      oldestDueSummaryAt: undefined,
    });
  });

  test('does not count ended incidents and paused watches', async () => {
    const { read, incidents, watches } = createStores(uniqueName());
    const watch = { sensitivity: 'normal', zone: 'UTC', language: 'en', watcher: 'U1' } as const;
    await watches.add({ ...watch, channel: 'C1' });
    const { watch: paused } = await watches.add({ ...watch, channel: 'C2' });
    await watches.pause(paused.id, 'asked', { by: 'U1', at: at('08:00:00') });
    const evidence = { findings: [], spans: [], operators: [], platform: { login: true, report: true } };
    const began = { kind: 'began', verdict: 'down', beganAt: at('10:00:00'), evidence } as const;
    const check = { state: { lastReadMs: undefined, subjects: [] }, checkedAt: at('10:00:00'), tookMs: 1 };
    await incidents.saveCheck('normal', undefined, check, [
      { ...began, subject: { of: 'all' } },
      { ...began, subject: { of: 'platform' } },
    ]);
    const [first] = await incidents.open();
    const { version } = (await incidents.watching('normal')) ?? {};
    await incidents.saveCheck('normal', version, check, first ? [{ ...first, kind: 'ended' }] : []);
    expect(await read(at('12:00:00'))).toMatchObject({ openIncidents: 1, activeWatches: 1 });
    expect(await createStores().read(at('12:00:00'))).toMatchObject({ openIncidents: 0, activeWatches: 0 });
  });

  test('keeps the time of the last good check after one that cannot read the platform', async () => {
    const { read, incidents } = createStores();
    const state = { lastReadMs: at('10:00:00').getTime(), subjects: [] };
    await incidents.saveCheck('normal', undefined, { state, checkedAt: at('10:00:05'), tookMs: 4_000 }, []);
    const newer = { ...state, lastReadMs: at('10:05:00').getTime() };
    await incidents.saveCheck(
      'low',
      undefined,
      { state: newer, checkedAt: at('10:05:05'), tookMs: 5_000 },
      [],
    );
    const { version } = (await incidents.watching('low')) ?? {};
    await incidents.saveCheck('low', version, { state: newer, checkedAt: at('10:10:05'), tookMs: 0 }, []);
    expect(await read(at('12:00:00'))).toMatchObject({ lastGoodCheckAt: at('10:05:00'), checkTookMs: 0 });
  });

  test('contains the oldest due summary, planned or not, until it is posted', async () => {
    const { read, summaries, subscriptions } = createStores();
    const settings = { channel: 'C2', zone: 'UTC', language: 'en', subscriber: 'U1' } as const;
    await subscriptions.add({ ...settings, time: '10:00' }, at('09:30:00'));
    expect(await read(at('09:59:00'))).toMatchObject({ oldestDueSummaryAt: undefined });
    expect(await read(at('12:00:00'))).toMatchObject({ oldestDueSummaryAt: at('10:00:00') });
    await summaries.plan([summary, { ...summary, channel: 'C3', dueAt: at('13:00:00') }], at('09:00:00'));
    expect(await read(at('12:00:00'))).toMatchObject({ oldestDueSummaryAt: at('09:00:00') });
    const planned = await summaries.findFor('C1', undefined, '2026-11-17');
    await summaries.progress(planned?.id ?? '', { state: 'posted', ts: '1.1' });
    expect(await read(at('12:00:00'))).toMatchObject({ oldestDueSummaryAt: at('10:00:00') });
  });
});
