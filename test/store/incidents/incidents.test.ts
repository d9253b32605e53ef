import { describe, expect, test } from 'vitest';
import type { Observation } from '../../../src/domain/detection/baseline.ts';
import { incidentStatusOf } from '../../../src/domain/detection/events.ts';
import type { IncidentChange, IncidentEvidence } from '../../../src/domain/detection/incident.ts';
import { EMPTY_WATCH_STATE, type WatchState } from '../../../src/domain/detection/lifecycle.ts';
import { createObservations } from '../../../src/store/figures/observations.ts';
import { createIncidents } from '../../../src/store/incidents/incidents.ts';
import { createIncidentPosts } from '../../../src/store/incidents/messages.ts';
import { countsWith } from '../../support/incidents.ts';
import { databases, suiteDatabase, uniqueName } from '../../support/store.ts';

const at = (time: string) => new Date(`2026-11-18T${time}Z`);
const ana = { id: 'U1', name: 'ana' };
const bea = { id: 'U2', name: 'bea' };

const counts = { count: 72.5, failed: 12, missing: 3, mostMissing: 9 };
const evidence: IncidentEvidence = {
  readAt: at('12:05:00'),
  findings: [{ kind: 'waiting', share: 0.6, of: 120.5, usual: 0.06, basis: 'observed', isOfMost: true }],
  owner: 'operator',
  baseline: { weeks: 4, basis: 'observed' },
  operators: ['Entel', null],
  affected: counts,
  spans: [
    {
      subject: { of: 'operator', operator: 'Entel' },
      verdict: 'down',
      from: at('12:00:00'),
      to: at('12:04:00'),
      isFirstSeen: true,
      affected: { ...counts, quarters: [{ ...counts, start: at('11:45:00') }] },
      usual: { late: 0.08, failed: 0.02 },
    },
    {
      subject: { of: 'operator', operator: undefined },
      verdict: 'down',
      from: at('12:03:00'),
      latest: {
        findings: [],
        operators: [],
        platform: { login: true, report: true },
        lastFound: { waiting: at('12:10:00'), failures: at('12:15:00') },
        overSince: at('12:15:00'),
        unseenSince: at('12:20:00'),
      },
    },
    { subject: { of: 'all' }, verdict: 'down', from: at('12:03:00'), isEverywhere: true },
  ],
  better: 1,
  verdict: 'down',
  wellSince: at('12:04:00'),
  isFirstSeen: true,
  failure: 'not_allowed',
  withoutReceipts: ['Ruta Andina', null],
  platform: { login: true, report: true },
};

const changed = { subject: { of: 'operator', operator: 'Entel' }, verdict: 'down', evidence } as const;

const began: IncidentChange = {
  kind: 'began',
  subject: { of: 'operator', operator: 'Entel' },
  verdict: 'down',
  beganAt: at('12:00:00'),
  evidence,
};

const check = (time: string, state: WatchState = EMPTY_WATCH_STATE) => ({
  state,
  checkedAt: at(time),
  tookMs: 1_234.5,
});

describe.each(databases)('incidents, %s', (_name, url) => {
  const database = suiteDatabase(url);
  const createStores = (account = uniqueName()) => {
    const rows = { db: database().db, account };
    return {
      incidents: createIncidents(rows),
      posts: createIncidentPosts(rows),
      observations: createObservations(rows),
    };
  };

  async function openOneIncident(account = uniqueName()) {
    const { incidents, posts } = createStores(account);
    expect(await incidents.saveCheck('normal', undefined, check('12:05:00'), [began])).toBe(true);
    const [incident] = await incidents.open();
    if (!incident) throw new Error('no incident');
    return { incidents, posts, incident, id: incident.id };
  }

  test('are stored with the check that found them', async () => {
    const { incidents, incident } = await openOneIncident();
    expect(incident).toEqual({
      id: expect.any(String),
      sensitivity: 'normal',
      subject: { of: 'operator', operator: 'Entel' },
      verdict: 'down',
      beganAt: at('12:00:00'),
      revision: 1,
      evidence,
      events: [{ number: 1, kind: 'began', verdict: 'down', at: at('12:05:00') }],
    });
    expect(await incidents.find(incident.id)).toEqual(incident);
    expect(await incidents.open('high')).toEqual([]);
    expect(await createStores().incidents.find(incident.id)).toBeUndefined();
  });

  test('store the state of what is watched, also of the unknown route', async () => {
    const { incidents } = createStores();
    const state: WatchState = {
      lastReadMs: 17,
      lastAtMs: 19,
      subjects: [
        {
          subject: { of: 'operator', operator: undefined },
          last: 'down',
          bad: 1,
          well: 0,
          unseen: 0,
          sinceMs: 5,
          open: undefined,
        },
        { subject: { of: 'platform' }, last: 'normal', bad: 0, well: 1, unseen: 0, sinceMs: 6, open: 'down' },
      ],
    };
    expect(await incidents.watching('normal')).toBeUndefined();
    await incidents.saveCheck('normal', undefined, check('12:00:00', state), []);
    expect(await incidents.watching('normal')).toEqual({
      version: 1,
      state,
      checkedAt: at('12:00:00'),
      tookMs: 1_235,
    });
  });

  test('store exactly one of several simultaneous checks, and all of it', async () => {
    const { incidents } = createStores();
    const stored = await Promise.all(
      [1, 2, 3].map(() => incidents.saveCheck('normal', undefined, check('12:05:00'), [began])),
    );
    expect(stored.filter(Boolean)).toHaveLength(1);
    expect(await incidents.open()).toHaveLength(1);
    const [incident] = await incidents.open();
    const worsened = { ...changed, kind: 'worsened', id: incident?.id ?? '' } as const;
    const then = await Promise.all(
      [1, 2, 3].map(() => incidents.saveCheck('normal', 1, check('12:10:00'), [worsened])),
    );
    expect(then.filter(Boolean)).toHaveLength(1);
    expect((await incidents.open())[0]?.events).toHaveLength(2);
  });

  test('store nothing of a check that fails to be stored', async () => {
    const { incidents } = await openOneIncident();
    await expect(incidents.saveCheck('normal', 1, check('12:10:00'), [began])).rejects.toThrow();
    expect(await incidents.watching('normal')).toMatchObject({ version: 1 });
    expect(await incidents.open()).toHaveLength(1);
  });

  test('worsen, widen and end, and do not change after that', async () => {
    const { incidents, id } = await openOneIncident();
    await incidents.saveCheck('normal', 1, check('12:10:00'), [{ ...changed, kind: 'seen', id }]);
    await incidents.saveCheck('normal', 2, check('12:15:00'), [
      { ...changed, kind: 'widened', id, subject: { of: 'all' } },
    ]);
    expect(await incidents.find(id)).toMatchObject({ subject: { of: 'all' }, revision: 3 });
    await incidents.saveCheck('normal', 3, check('12:40:00'), [{ ...changed, kind: 'ended', id }]);
    await incidents.saveCheck('normal', 4, check('12:45:00'), [{ ...changed, kind: 'ended', id }]);
    const incident = await incidents.find(id);
    expect(incident).toMatchObject({ endedAt: at('12:40:00'), revision: 4 });
    expect(incident?.events.map(({ number, kind }) => [number, kind])).toEqual([
      [1, 'began'],
      [2, 'widened'],
      [3, 'ended'],
    ]);
    expect(await incidents.open()).toEqual([]);
    expect(await incidents.act(id, { kind: 'acknowledged', by: ana }, at('13:00:00'))).toMatchObject({
      outcome: 'over',
    });
  });

  test('are acknowledged once, and every caller learns by whom', async () => {
    const { incidents, id } = await openOneIncident();
    const acts = await Promise.all(
      [ana, bea, ana].map((by) => incidents.act(id, { kind: 'acknowledged', by }, at('12:06:00'))),
    );
    expect(acts.filter((act) => act?.outcome === 'done')).toHaveLength(1);
    expect(acts.filter((act) => act?.outcome === 'already')).toHaveLength(2);
    const names = acts.map((act) => incidentStatusOf(act?.incident.events ?? []).acknowledged?.by.name);
    expect(new Set(names).size).toBe(1);
    expect(await incidents.find(id)).toMatchObject({ revision: 2 });
    expect(await incidents.act('nobody', { kind: 'resolved', by: ana }, at('12:06:00'))).toBeUndefined();
  });

  test('number every event differently when many change them at the same time', async () => {
    const { incidents, id } = await openOneIncident();
    const acts = Array.from({ length: 12 }, (_, n) =>
      incidents.act(id, { kind: 'snoozed', by: ana, until: at(`13:00:${String(n + 10)}`) }, at('12:06:00')),
    );
    const checks = [1, 2, 3].map((version) =>
      incidents.saveCheck('normal', version, check('12:10:00'), [{ ...changed, kind: 'worsened', id }]),
    );
    const [done, stored] = await Promise.all([Promise.all(acts), Promise.all(checks)]);
    const events = (await incidents.find(id))?.events ?? [];
    const count = done.filter((one) => one?.outcome === 'done').length + stored.filter(Boolean).length;
    expect(done).toHaveLength(12);
    expect(stored).toContain(true);
    expect(events.map(({ number }) => number)).toEqual(Array.from({ length: count + 1 }, (_, n) => n + 1));
  });

  test('are snoozed until a time or until their end, and wake once', async () => {
    const { incidents, id } = await openOneIncident();
    const act = (...args: Parameters<typeof incidents.act> extends [string, ...infer Rest] ? Rest : never) =>
      incidents.act(id, ...args);
    await act({ kind: 'snoozed', by: ana, until: at('12:40:00') }, at('12:10:00'));
    expect(await act({ kind: 'snoozed', by: bea, until: at('12:40:00') }, at('12:10:00'))).toMatchObject({
      outcome: 'already',
    });
    const longer = await act({ kind: 'snoozed', by: bea }, at('12:11:00'));
    expect(incidentStatusOf(longer?.incident.events ?? []).snoozed).toEqual({
      by: bea,
      at: at('12:11:00'),
      until: undefined,
    });
    expect(await act({ kind: 'woken' }, at('12:12:00'))).toMatchObject({ outcome: 'done' });
    expect(await act({ kind: 'woken' }, at('12:12:00'))).toMatchObject({ outcome: 'already' });
    const resolved = await act({ kind: 'resolved', by: ana }, at('12:13:00'));
    expect(incidentStatusOf(resolved?.incident.events ?? [])).toMatchObject({
      resolved: { by: ana },
      snoozed: undefined,
    });
    expect(await act({ kind: 'snoozed', by: bea }, at('12:14:00'))).toMatchObject({ outcome: 'already' });
  });

  test('have one message per channel, and list those that are outdated', async () => {
    const { incidents, posts, id } = await openOneIncident();
    const channels = ['C1', 'C2'].map((channel) => ({ channel, zone: 'UTC', language: 'es' }) as const);
    await posts.plan(id, 1, channels);
    await posts.plan(id, 1, [...channels, { channel: 'C3', zone: 'UTC', language: 'en' }]);
    expect(await posts.toPublish(10)).toEqual(
      ['C1', 'C2', 'C3'].map((channel) => ({ incident: id, channel })),
    );
    expect(await posts.toPublish(1)).toHaveLength(1);
    expect(await posts.of(id)).toMatchObject([
      { incident: id, channel: 'C1', zone: 'UTC', language: 'es', shownRevision: 0, reportedEvent: 1 },
      { channel: 'C2' },
      { channel: 'C3' },
    ]);
    await posts.progress({ incident: id, channel: 'C1' }, { ts: '1.1', shownRevision: 1 });
    await posts.progress({ incident: id, channel: 'C2' }, { ts: '1.2', shownRevision: 1 });
    await posts.progress({ incident: id, channel: 'C3' }, { over: 'gone' });
    expect(await posts.toPublish(10)).toEqual([]);
    await incidents.act(id, { kind: 'acknowledged', by: ana }, at('12:06:00'));
    expect(await posts.toPublish(10)).toEqual(['C1', 'C2'].map((channel) => ({ incident: id, channel })));
    expect((await posts.of(id))[0]).toMatchObject({ ts: '1.1', shownRevision: 1 });
  });

  test('list the channels where a message may be missing, and do not publish it again', async () => {
    const { incidents, posts, id } = await openOneIncident();
    const channels = ['C1', 'C2', 'C3', 'C4'].map(
      (channel) => ({ channel, zone: 'UTC', language: 'en' }) as const,
    );
    await posts.plan(id, 1, channels);
    const of = (channel: string) => ({ incident: id, channel });
    await posts.progress(of('C1'), { over: 'gone' });
    await posts.progress(of('C2'), { ts: '1.2', over: 'gone' });
    await posts.progress(of('C3'), { over: 'closed' });
    const beganAt = (await incidents.find(id))?.beganAt;
    expect(await posts.perhapsMissing()).toEqual([{ channel: 'C1', beganAt }]);
    expect(await createStores().posts.perhapsMissing()).toEqual([]);
    // Neither changes nor reopened channels publish it again.
    await incidents.act(id, { kind: 'acknowledged', by: ana }, at('12:06:00'));
    await posts.reopen(['C1']);
    expect((await posts.toPublish(10)).map(({ channel }) => channel)).toEqual(['C2', 'C3', 'C4'].slice(2));
  });

  test('are published again in a reopened channel, unless their message is gone', async () => {
    const { incidents, posts, id } = await openOneIncident();
    const names = ['C1', 'C2', 'C3', 'C4'];
    await posts.plan(
      id,
      1,
      names.map((channel) => ({ channel, zone: 'UTC', language: 'en' }) as const),
    );
    const of = (channel: string) => ({ incident: id, channel });
    await posts.progress(of('C1'), { ts: '1.1', over: 'closed' });
    await posts.progress(of('C2'), { ts: '1.2', over: 'gone' });
    await posts.progress(of('C3'), { over: 'closed' });
    await posts.progress(of('C4'), { ts: '1.4', over: 'closed' });
    expect(await posts.toPublish(10)).toEqual([]);
    expect((await posts.of(id)).map(({ over }) => over)).toEqual(['closed', 'gone', 'closed', 'closed']);
    await posts.reopen([]);
    await createStores().posts.reopen(names);
    expect(await posts.toPublish(10)).toEqual([]);
    // After the end, existing messages are updated, and nothing new is posted.
    await incidents.saveCheck('normal', 1, check('12:40:00'), [{ ...changed, kind: 'ended', id }]);
    await posts.reopen(['C1', 'C2', 'C3']);
    expect(await posts.toPublish(10)).toEqual([of('C1')]);
  });

  test('are reopened after their end, and corrected only while they are over', async () => {
    const { incidents, id } = await openOneIncident();
    await incidents.saveCheck('normal', 1, check('12:40:00'), [{ ...changed, kind: 'ended', id }]);
    expect(await incidents.endedSince(at('12:40:00'), 'normal')).toMatchObject([{ id }]);
    expect(await incidents.endedSince(at('12:41:00'), 'normal')).toEqual([]);
    await incidents.saveCheck('normal', 2, check('12:50:00'), [{ ...changed, kind: 'relapsed', id }]);
    const [open] = await incidents.open('normal');
    expect(open).toMatchObject({ id, events: [{ kind: 'began' }, { kind: 'ended' }, { kind: 'relapsed' }] });
    expect(open).not.toHaveProperty('endedAt');
    if (!open) return;
    await incidents.correct({ ...open, evidence: { ...evidence, correctedAt: at('13:00:00') } });
    expect((await incidents.find(id))?.evidence).not.toHaveProperty('correctedAt');
    await incidents.saveCheck('normal', 3, check('12:55:00'), [{ ...changed, kind: 'ended', id }]);
    const between = { from: at('12:00:00'), until: at('13:00:00') };
    const [over] = await incidents.toCorrect(between, 1);
    if (!over) throw new Error('nothing to correct');
    await incidents.correct({ ...over, evidence: { ...evidence, correctedAt: at('13:00:00') } });
    expect(await incidents.find(id)).toMatchObject({ revision: over.revision + 1 });
    expect(await incidents.toCorrect(between, 1)).toEqual([]);
  });

  test('are found by a channel that has their message and a period that they overlap', async () => {
    const { incidents, posts, id } = await openOneIncident();
    const found = async (start: string, end: string, { channel = 'C1', from = incidents } = {}) =>
      (await from.ofChannel(channel, { start: at(start), end: at(end) })).map((one) => one.id);
    expect(await found('11:00:00', '14:00:00')).toEqual([]);
    await posts.plan(id, 1, [{ channel: 'C1', zone: 'UTC', language: 'en' }]);
    expect(await found('11:00:00', '12:00:00')).toEqual([]);
    expect(await found('23:00:00', '23:30:00')).toEqual([id]);
    await incidents.saveCheck('normal', 1, check('13:00:00'), [{ ...changed, kind: 'ended', id }]);
    expect(await found('11:00:00', '12:00:01')).toEqual([id]);
    expect(await found('13:00:00', '14:00:00')).toEqual([]);
    expect(await found('12:00:00', '13:00:00', { channel: 'C2' })).toEqual([]);
    expect(await found('12:00:00', '13:00:00', { from: createStores().incidents })).toEqual([]);
  });

  test('move to another sensitivity with their watch state, once', async () => {
    const { incidents, id } = await openOneIncident();
    const subject = { subject: { of: 'all' }, last: 'down', bad: 2, well: 0, unseen: 0, sinceMs: 1 } as const;
    const state: WatchState = { lastReadMs: 7, subjects: [{ ...subject, open: 'down' }] };
    await incidents.saveCheck('normal', 1, check('12:10:00', state), []);
    const watching = await incidents.watching('normal');
    if (!watching) throw new Error('nothing is watched');
    const from = { sensitivity: 'normal', watching } as const;
    const to = { sensitivity: 'high', version: undefined } as const;
    const stale = { ...from, watching: { ...watching, version: 1 } };
    expect(await incidents.move(stale, to)).toBe(false);
    expect(await incidents.move(from, { ...to, version: 4 })).toBe(true);
    expect(await incidents.move(from, to)).toBe(false);
    expect(await incidents.find(id)).toMatchObject({ sensitivity: 'high', revision: 2 });
    expect(await incidents.watching('high')).toMatchObject({ version: 1, state, checkedAt: at('12:10:00') });
    expect((await incidents.watching('normal'))?.state).toEqual(EMPTY_WATCH_STATE);
  });

  test('store since when the platform must not be called', async () => {
    const { incidents } = createStores();
    const failing = { since: at('12:00:00'), because: 'rate_limited', until: at('12:07:00') } as const;
    await incidents.saveCheck('normal', undefined, { ...check('12:00:00'), failing }, []);
    expect(await incidents.watching('normal')).toMatchObject({ failing });
    await incidents.saveCheck('normal', 1, check('12:10:00'), []);
    expect(await incidents.watching('normal')).not.toHaveProperty('failing');
  });

  test('store the worst findings, and since when nothing is known', async () => {
    const { incidents, id } = await openOneIncident();
    const { readAt, findings, owner, baseline, operators, platform } = evidence;
    const worst = { readAt, findings, owner, baseline, operators, platform };
    const known = {
      ...evidence,
      findings: [],
      worst,
      unseenSince: at('12:20:00'),
      refusal: 'busy',
    } as const;
    await incidents.saveCheck('normal', 1, check('12:20:00'), [
      { ...changed, kind: 'seen', id, evidence: known },
    ]);
    expect((await incidents.find(id))?.evidence).toEqual(known);
  });

  test('can be read when an older version stored other counts', async () => {
    const { incidents, id } = await openOneIncident();
    const affected = { count: 72, since: '2026-11-18T11:45:00.000Z' };
    const stored = JSON.stringify({ findings: [], operators: [], platform: evidence.platform, affected });
    await database().db.updateTable('incidents').set({ evidence: stored }).where('id', '=', id).execute();
    const counts = { count: 72, failed: 0, missing: 0, mostMissing: 0, quarters: [] };
    const known = (await incidents.find(id))?.evidence;
    expect(known?.affected).toMatchObject({ count: 72, failed: 0, missing: 0 });
    expect(known?.spans).toMatchObject([
      { subject: changed.subject, from: at('12:00:00'), affected: counts },
    ]);
  });

  test('are deleted with all their rows some time after their end', async () => {
    const { incidents, posts, id } = await openOneIncident();
    await posts.plan(id, 1, [{ channel: 'C1', zone: 'UTC', language: 'en' }]);
    expect(await incidents.forget(at('23:00:00'))).toBe(0);
    await incidents.saveCheck('normal', 1, check('12:40:00'), [{ ...changed, kind: 'ended', id }]);
    expect(await incidents.forget(at('12:40:00'))).toBe(0);
    expect(await incidents.forget(at('12:41:00'))).toBe(1);
    expect(await incidents.find(id)).toBeUndefined();
    expect(await posts.of(id)).toEqual([]);
  });

  test('find the observations of checks at the same hour of the next weeks', async () => {
    const { observations } = createStores();
    const WEEK_MS = 7 * 24 * 3_600_000;
    const observed = (ms: number, operator: string | undefined): Observation => ({
      at: new Date(ms),
      operator,
      counts: countsWith({ recent: 70, waiting: { of: 20.5, hits: 1 } }),
      basis: 'observed',
      inIncident: false,
    });
    const now = at('12:00:00').getTime();
    const near = [
      observed(now - 4 * WEEK_MS + 30 * 60_000, 'Entel'),
      observed(now - WEEK_MS, 'Entel'),
      observed(now - WEEK_MS, undefined),
    ];
    const far = [now, now - WEEK_MS + 31 * 60_000, now - 5 * WEEK_MS].map((ms) => observed(ms, 'Entel'));
    await observations.save(near.slice(0, 1));
    await observations.save(near.slice(1));
    for (const one of far) await observations.save([one]);
    await observations.save([]);
    await observations.save([observed(now - WEEK_MS, 'another that is too late')]);
    expect(await observations.near(new Date(now))).toEqual(near);
    expect(await observations.firstSince(new Date(now - WEEK_MS + 1))).toEqual(far[1]?.at);
    expect(await observations.firstSince(new Date(now + 1))).toBeUndefined();
    expect(await observations.forget(new Date(now - 4 * WEEK_MS))).toBe(1);
  });
});
