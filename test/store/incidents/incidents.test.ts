import { describe, expect, test } from 'vitest';
import type { Observation } from '../../../src/domain/incidents/baseline.ts';
import { incidentStatusOf } from '../../../src/domain/incidents/events.ts';
import { NOTHING_WATCHED, type WatchState } from '../../../src/domain/incidents/lifecycle.ts';
import { createObservations } from '../../../src/store/figures/observations.ts';
import type { IncidentChange, IncidentEvidence } from '../../../src/store/incidents/incident.ts';
import { createIncidents } from '../../../src/store/incidents/incidents.ts';
import { createIncidentPosts } from '../../../src/store/incidents/messages.ts';
import { countsWith } from '../../support/incidents.ts';
import { aName, databases, suiteDatabase } from '../../support/store.ts';

const at = (time: string) => new Date(`2026-11-18T${time}Z`);
const ana = { id: 'U1', name: 'ana' };
const bea = { id: 'U2', name: 'bea' };

const evidence: IncidentEvidence = {
  readAt: at('12:05:00'),
  findings: [{ kind: 'waiting', share: 0.6, of: 120.5, usual: 0.06, basis: 'observed', isOfMost: true }],
  owner: 'operator',
  baseline: { weeks: 4, basis: 'observed' },
  operators: ['Entel', null],
  affected: { count: 72.5, quarters: [{ start: at('11:45:00'), count: 72.5 }] },
  verdict: 'down',
  wellSince: at('12:04:00'),
  isFirstSeen: true,
  judged: 3,
  failure: 'not_allowed',
  withoutReceipts: ['Ruta Andina', null],
  apart: { since: at('12:03:00'), checks: 1, bad: [{ operator: null, since: at('12:03:00'), checks: 1 }] },
  platform: { login: true, report: true },
};

const began: IncidentChange = {
  kind: 'began',
  subject: { of: 'operator', operator: 'Entel' },
  verdict: 'down',
  beganAt: at('12:00:00'),
  evidence,
};

const check = (time: string, state: WatchState = NOTHING_WATCHED) => ({
  state,
  checkedAt: at(time),
  tookMs: 1_234.5,
});

describe.each(databases)('incidents, %s', (_name, url) => {
  const database = suiteDatabase(url);
  const some = (account = aName()) => {
    const rows = { db: database().db, account };
    return {
      incidents: createIncidents(rows),
      posts: createIncidentPosts(rows),
      observations: createObservations(rows),
    };
  };

  async function oneOpen(account = aName()) {
    const { incidents, posts } = some(account);
    expect(await incidents.keep('normal', undefined, check('12:05:00'), [began])).toBe(true);
    const [incident] = await incidents.open();
    if (!incident) throw new Error('no incident');
    return { incidents, posts, incident, id: incident.id };
  }

  test('come with the check that found them', async () => {
    const { incidents, incident } = await oneOpen();
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
    expect(await some().incidents.find(incident.id)).toBeUndefined();
  });

  test('remember what was watched, also of the unknown route', async () => {
    const { incidents } = some();
    const state: WatchState = {
      lastReadMs: 17,
      lastAtMs: 19,
      subjects: [
        {
          whose: { of: 'operator', operator: undefined },
          last: 'down',
          bad: 1,
          well: 0,
          unseen: 0,
          sinceMs: 5,
          open: undefined,
        },
        { whose: { of: 'platform' }, last: 'normal', bad: 0, well: 1, unseen: 0, sinceMs: 6, open: 'down' },
      ],
    };
    expect(await incidents.watching('normal')).toBeUndefined();
    await incidents.keep('normal', undefined, check('12:00:00', state), []);
    expect(await incidents.watching('normal')).toEqual({
      version: 1,
      state,
      checkedAt: at('12:00:00'),
      tookMs: 1_235,
    });
  });

  test('of two checks made at once one is kept, whole', async () => {
    const { incidents } = some();
    const kept = await Promise.all(
      [1, 2, 3].map(() => incidents.keep('normal', undefined, check('12:05:00'), [began])),
    );
    expect(kept.filter(Boolean)).toHaveLength(1);
    expect(await incidents.open()).toHaveLength(1);
    const [incident] = await incidents.open();
    const worsened = { kind: 'worsened', id: incident?.id ?? '', verdict: 'down', evidence } as const;
    const then = await Promise.all(
      [1, 2, 3].map(() => incidents.keep('normal', 1, check('12:10:00'), [worsened])),
    );
    expect(then.filter(Boolean)).toHaveLength(1);
    expect((await incidents.open())[0]?.events).toHaveLength(2);
  });

  test('a check that cannot be kept leaves nothing behind', async () => {
    const { incidents } = await oneOpen();
    await expect(incidents.keep('normal', 1, check('12:10:00'), [began])).rejects.toThrow();
    expect(await incidents.watching('normal')).toMatchObject({ version: 1 });
    expect(await incidents.open()).toHaveLength(1);
  });

  test('get worse, wider, and are over, after which nothing changes them', async () => {
    const { incidents, id } = await oneOpen();
    await incidents.keep('normal', 1, check('12:10:00'), [{ kind: 'seen', id, evidence }]);
    await incidents.keep('normal', 2, check('12:15:00'), [
      { kind: 'widened', id, verdict: 'down', evidence },
    ]);
    expect(await incidents.find(id)).toMatchObject({ subject: { of: 'all' }, revision: 3 });
    await incidents.keep('normal', 3, check('12:40:00'), [{ kind: 'ended', id, evidence }]);
    await incidents.keep('normal', 4, check('12:45:00'), [{ kind: 'ended', id, evidence }]);
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

  test('are acknowledged once, and everybody hears by whom', async () => {
    const { incidents, id } = await oneOpen();
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

  test('are changed by many at once, and every event has a number of its own', async () => {
    const { incidents, id } = await oneOpen();
    const acts = Array.from({ length: 12 }, (_, n) =>
      incidents.act(id, { kind: 'snoozed', by: ana, until: at(`13:00:${String(n + 10)}`) }, at('12:06:00')),
    );
    const checks = [1, 2, 3].map((version) =>
      incidents.keep('normal', version, check('12:10:00'), [
        { kind: 'worsened', id, verdict: 'down', evidence },
      ]),
    );
    const [done, kept] = await Promise.all([Promise.all(acts), Promise.all(checks)]);
    const events = (await incidents.find(id))?.events ?? [];
    const count = done.filter((one) => one?.outcome === 'done').length + kept.filter(Boolean).length;
    expect(done).toHaveLength(12);
    expect(kept).toContain(true);
    expect(events.map(({ number }) => number)).toEqual(Array.from({ length: count + 1 }, (_, n) => n + 1));
  });

  test('are snoozed until a time or until they are over, and wake once', async () => {
    const { incidents, id } = await oneOpen();
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

  test('have one message a channel, and say which of them lag behind', async () => {
    const { incidents, posts, id } = await oneOpen();
    const channels = ['C1', 'C2'].map((channel) => ({ channel, zone: 'UTC', language: 'es' }) as const);
    await posts.plan(id, 1, channels);
    await posts.plan(id, 1, [...channels, { channel: 'C3', zone: 'UTC', language: 'en' }]);
    expect(await posts.toPublish(10)).toEqual(
      ['C1', 'C2', 'C3'].map((channel) => ({ incident: id, channel })),
    );
    expect(await posts.toPublish(1)).toHaveLength(1);
    expect(await posts.of(id)).toMatchObject([
      { incident: id, channel: 'C1', zone: 'UTC', language: 'es', shown: 0, told: 1 },
      { channel: 'C2' },
      { channel: 'C3' },
    ]);
    await posts.progress({ incident: id, channel: 'C1' }, { ts: '1.1', shown: 1 });
    await posts.progress({ incident: id, channel: 'C2' }, { ts: '1.2', shown: 1 });
    await posts.progress({ incident: id, channel: 'C3' }, { over: 'gone' });
    expect(await posts.toPublish(10)).toEqual([]);
    await incidents.act(id, { kind: 'acknowledged', by: ana }, at('12:06:00'));
    expect(await posts.toPublish(10)).toEqual(['C1', 'C2'].map((channel) => ({ incident: id, channel })));
    expect((await posts.of(id))[0]).toMatchObject({ ts: '1.1', shown: 1 });
  });

  test('whose message is perhaps missing are told of by channel, until a later one stands there', async () => {
    const { incidents, posts, id } = await oneOpen();
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
    expect(await some().posts.perhapsMissing()).toEqual([]);
    // Neither changes nor open channels bring it again.
    await incidents.act(id, { kind: 'acknowledged', by: ana }, at('12:06:00'));
    await posts.reopen(['C1']);
    expect((await posts.toPublish(10)).map(({ channel }) => channel)).toEqual(['C2', 'C3', 'C4'].slice(2));
  });

  test('are brought again where a channel is open once more, but not where their message is gone', async () => {
    const { incidents, posts, id } = await oneOpen();
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
    await some().posts.reopen(names);
    expect(await posts.toPublish(10)).toEqual([]);
    // Of what is over, what stands in a channel is brought up to date, and nothing new is posted.
    await incidents.keep('normal', 1, check('12:40:00'), [{ kind: 'ended', id, evidence }]);
    await posts.reopen(['C1', 'C2', 'C3']);
    expect(await posts.toPublish(10)).toEqual([of('C1')]);
  });

  test('go on with another sensitivity, with what is remembered of them, once', async () => {
    const { incidents, id } = await oneOpen();
    const subject = { whose: { of: 'all' }, last: 'down', bad: 2, well: 0, unseen: 0, sinceMs: 1 } as const;
    const state: WatchState = { lastReadMs: 7, subjects: [{ ...subject, open: 'down' }] };
    await incidents.keep('normal', 1, check('12:10:00', state), []);
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
    expect((await incidents.watching('normal'))?.state).toEqual(NOTHING_WATCHED);
  });

  test('remember since when the platform is not to be asked', async () => {
    const { incidents } = some();
    const failing = { since: at('12:00:00'), because: 'rate_limited', until: at('12:07:00') } as const;
    await incidents.keep('normal', undefined, { ...check('12:00:00'), failing }, []);
    expect(await incidents.watching('normal')).toMatchObject({ failing });
    await incidents.keep('normal', 1, check('12:10:00'), []);
    expect(await incidents.watching('normal')).not.toHaveProperty('failing');
  });

  test('keep the worst that was found, and since when nothing could be told', async () => {
    const { incidents, id } = await oneOpen();
    const { readAt, findings, owner, baseline, operators, platform } = evidence;
    const worst = { readAt, findings, owner, baseline, operators, platform };
    const known = {
      ...evidence,
      findings: [],
      worst,
      lastFound: { waiting: at('12:10:00'), failures: at('12:15:00') },
      overSince: at('12:15:00'),
      unseenSince: at('12:20:00'),
      refusal: 'busy',
    } as const;
    await incidents.keep('normal', 1, check('12:20:00'), [{ kind: 'seen', id, evidence: known }]);
    expect((await incidents.find(id))?.evidence).toEqual(known);
  });

  test('that were kept with what was counted differently can be read', async () => {
    const { incidents, id } = await oneOpen();
    const affected = { count: 72, since: '2026-11-18T11:45:00.000Z' };
    const kept = JSON.stringify({ findings: [], operators: [], platform: evidence.platform, affected });
    await database().db.updateTable('incidents').set({ evidence: kept }).where('id', '=', id).execute();
    expect((await incidents.find(id))?.evidence.affected).toEqual({ count: 72, quarters: [] });
  });

  test('are forgotten with all that belongs to them some time after they are over', async () => {
    const { incidents, posts, id } = await oneOpen();
    await posts.plan(id, 1, [{ channel: 'C1', zone: 'UTC', language: 'en' }]);
    expect(await incidents.forget(at('23:00:00'))).toBe(0);
    await incidents.keep('normal', 1, check('12:40:00'), [{ kind: 'ended', id, evidence }]);
    expect(await incidents.forget(at('12:40:00'))).toBe(0);
    expect(await incidents.forget(at('12:41:00'))).toBe(1);
    expect(await incidents.find(id)).toBeUndefined();
    expect(await posts.of(id)).toEqual([]);
  });

  test('what checks counted is found again at the same hour of the next weeks', async () => {
    const { observations } = some();
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
    await observations.keep(near.slice(0, 1));
    await observations.keep(near.slice(1));
    for (const one of far) await observations.keep([one]);
    await observations.keep([]);
    await observations.keep([observed(now - WEEK_MS, 'another that is too late')]);
    expect(await observations.near(new Date(now))).toEqual(near);
    expect(await observations.forget(new Date(now - 4 * WEEK_MS))).toBe(1);
  });
});
