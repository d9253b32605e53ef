import { describe, expect, test } from 'vitest';
import { createSubscriptions, type NewSubscription } from '../../../src/store/channels/subscriptions.ts';
import { createSummaries, type NewSummary } from '../../../src/store/posting/summaries.ts';
import { databases, suiteDatabase, uniqueName } from '../../support/store.ts';

const now = new Date('2026-11-18T08:00:00Z');
const at = (text: string) => new Date(text);
const pausedAt = at('2026-11-18T10:00:00Z');

const wanted: NewSubscription = {
  channel: 'C1',
  time: '09:00',
  zone: 'UTC',
  language: 'en',
  subscriber: 'U1',
};

const yesterday: NewSummary = {
  channel: 'C1',
  day: '2026-11-17',
  zone: 'UTC',
  language: 'en',
  dueAt: at('2026-11-18T09:00:00Z'),
};

describe.each(databases)('subscriptions, %s', (_name, url) => {
  const database = suiteDatabase(url);
  const createStores = (account = uniqueName()) => ({
    subscriptions: createSubscriptions({ db: database().db, account }),
    summaries: createSummaries({ db: database().db, account }),
  });

  test('exist once per channel and sender', async () => {
    const { subscriptions } = createStores();
    const first = await subscriptions.add(wanted, now);
    expect(first).toEqual({
      isNew: true,
      subscription: {
        id: expect.any(String),
        number: 1,
        ...wanted,
        state: 'active',
        nextDueAt: at('2026-11-18T09:00:00Z'),
      },
    });
    const again = await subscriptions.add({ ...wanted, time: '10:00', subscriber: 'U2' }, now);
    expect(again).toEqual({ isNew: false, subscription: first.subscription });
    const ofSender = await subscriptions.add({ ...wanted, sender: '56001' }, now);
    expect(ofSender).toMatchObject({ isNew: true, subscription: { number: 2, sender: '56001' } });
    expect(await subscriptions.list()).toEqual([first.subscription, ofSender.subscription]);
    expect(await subscriptions.findFor('C1', undefined)).toEqual(first.subscription);
    expect(await subscriptions.findByNumber(2)).toEqual(ofSender.subscription);
    expect(await subscriptions.findByNumber(3)).toBeUndefined();
  });

  test('exist once when several people create them at the same time', async () => {
    const { subscriptions } = createStores();
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, at) => subscriptions.add({ ...wanted, subscriber: `U${at}` }, now)),
    );
    expect(results.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(results.map(({ subscription }) => subscription.id)).size).toBe(1);
    expect(await subscriptions.list()).toHaveLength(1);
  });

  test('have numbers that are not used again after their removal', async () => {
    const { subscriptions } = createStores();
    const { subscription } = await subscriptions.add(wanted, now);
    expect(await subscriptions.remove(subscription.id)).toBe(true);
    expect(await subscriptions.remove(subscription.id)).toBe(false);
    expect(await subscriptions.find(subscription.id)).toBeUndefined();
    expect((await subscriptions.add(wanted, now)).subscription.number).toBeGreaterThan(subscription.number);
  });

  test('are not visible to another account', async () => {
    const { subscription } = await createStores().subscriptions.add(wanted, now);
    const other = createStores().subscriptions;
    expect(await other.list()).toEqual([]);
    expect(await other.find(subscription.id)).toBeUndefined();
    expect(await other.pause(subscription.id, 'asked', { by: 'U1', at: pausedAt })).toBe(false);
    expect(await other.change(subscription.id, { time: '10:00' }, now)).toBeUndefined();
    expect(await other.remove(subscription.id)).toBe(false);
    expect(await other.due(at('2027-01-01T00:00:00Z'), 10)).toEqual([]);
  });

  test('are due at their new time after a change', async () => {
    const { subscriptions } = createStores();
    const { subscription } = await subscriptions.add(wanted, now);
    const { id } = subscription;
    expect(await subscriptions.change(id, { time: '10:30' }, now)).toMatchObject({
      time: '10:30',
      nextDueAt: at('2026-11-18T10:30:00Z'),
    });
    expect(await subscriptions.change(id, { zone: 'America/Santiago' }, now)).toMatchObject({
      nextDueAt: at('2026-11-18T13:30:00Z'),
    });
    expect(await subscriptions.change(id, { language: 'es' }, at('2026-11-18T20:00:00Z'))).toMatchObject({
      language: 'es',
      nextDueAt: at('2026-11-18T13:30:00Z'),
    });
  });

  test('are not due again on a posted day after a change or a new subscription', async () => {
    const { subscriptions, summaries } = createStores();
    const { subscription } = await subscriptions.add(wanted, now);
    await summaries.plan([yesterday], at('2026-11-18T09:00:00Z'));
    const noon = at('2026-11-18T12:00:00Z');
    expect(await subscriptions.change(subscription.id, { time: '18:00' }, noon)).toMatchObject({
      nextDueAt: at('2026-11-19T18:00:00Z'),
    });
    await subscriptions.remove(subscription.id);
    const { subscription: renewed } = await subscriptions.add({ ...wanted, time: '15:00' }, noon);
    expect(renewed.nextDueAt).toEqual(at('2026-11-19T15:00:00Z'));
  });

  test('are paused by one of several callers, and resumed at the next due time', async () => {
    const { subscriptions } = createStores();
    const { id } = (await subscriptions.add(wanted, now)).subscription;
    const paused = await Promise.all(
      [1, 2, 3].map(() => subscriptions.pause(id, 'is_archived', { at: pausedAt })),
    );
    expect(paused.filter(Boolean)).toHaveLength(1);
    const closed = await subscriptions.find(id);
    expect(closed).toMatchObject({ state: 'paused', pausedBecause: 'is_archived' });
    // Paused by the bot itself.
    expect(closed?.paused).toEqual({ at: pausedAt });
    expect(await subscriptions.due(at('2027-01-01T00:00:00Z'), 10)).toEqual([]);
    expect(await subscriptions.resume(id, at('2026-12-01T09:30:00Z'))).toBe(true);
    expect(await subscriptions.resume(id, at('2026-12-01T09:30:00Z'))).toBe(false);
    const resumed = await subscriptions.find(id);
    expect(resumed).toMatchObject({ state: 'active', nextDueAt: at('2026-12-02T09:00:00Z') });
    expect(resumed).not.toHaveProperty('pausedBecause');
    expect(resumed).not.toHaveProperty('paused');
  });

  test('closed by Slack are reported by one replica, those paused by people by none', async () => {
    const account = uniqueName();
    const { subscriptions } = createStores(account);
    const { id } = (await subscriptions.add(wanted, now)).subscription;
    const other = await subscriptions.add({ ...wanted, channel: 'C2' }, now);
    await subscriptions.pause(id, 'is_archived', { at: pausedAt });
    await subscriptions.pause(other.subscription.id, 'asked', { by: 'U1', at: pausedAt });
    expect(await subscriptions.unreportedPauses()).toEqual([id]);
    const claims = await Promise.all(
      [1, 2, 3].map(() => createStores(account).subscriptions.claimPauseReport(id)),
    );
    expect(claims.filter((one) => one !== undefined)).toMatchObject([{ id, pausedBecause: 'is_archived' }]);
    expect(await subscriptions.unreportedPauses()).toEqual([]);
    expect(await subscriptions.claimPauseReport(other.subscription.id)).toBeUndefined();
    await subscriptions.releasePauseReport(id);
    expect(await subscriptions.unreportedPauses()).toEqual([id]);
    await subscriptions.resume(id, now);
    expect(await subscriptions.unreportedPauses()).toEqual([]);
    expect(await subscriptions.claimPauseReport(id)).toBeUndefined();
  });

  test('are due in order, and move to their next time once', async () => {
    const { subscriptions } = createStores();
    await subscriptions.add({ ...wanted, channel: 'C1', time: '09:30' }, now);
    await subscriptions.add({ ...wanted, channel: 'C2', time: '09:00' }, now);
    await subscriptions.add({ ...wanted, channel: 'C3', time: '11:00' }, now);
    const by = at('2026-11-18T10:00:00Z');
    const due = await subscriptions.due(by, 10);
    expect(due.map(({ channel }) => channel)).toEqual(['C2', 'C1']);
    expect(await subscriptions.due(by, 1)).toHaveLength(1);
    const later = at('2026-11-20T09:00:00Z');
    await subscriptions.moveOn(due.map(({ id, nextDueAt }) => ({ id, from: nextDueAt, to: later })));
    expect(await subscriptions.due(by, 10)).toEqual([]);
    // A replica with outdated rows changes nothing.
    await subscriptions.moveOn(due.map(({ id, nextDueAt }) => ({ id, from: nextDueAt, to: by })));
    expect((await subscriptions.list()).map(({ nextDueAt }) => nextDueAt)).toEqual([
      later,
      later,
      at('2026-11-18T11:00:00Z'),
    ]);
  });

  test('contain the last posted summary and its message', async () => {
    const { subscriptions, summaries } = createStores();
    const { id } = (await subscriptions.add(wanted, now)).subscription;
    await subscriptions.add({ ...wanted, sender: '56001' }, now);
    await summaries.plan([yesterday, { ...yesterday, day: '2026-11-16' }], now);
    expect(await subscriptions.find(id)).not.toHaveProperty('lastPost');
    for (const [day, ts] of [
      ['2026-11-17', '17.1'],
      ['2026-11-16', '16.1'],
    ] as const) {
      const summary = await summaries.findFor('C1', undefined, day);
      await summaries.progress(summary?.id ?? '', { ts, state: 'posted' });
    }
    expect(await subscriptions.list()).toMatchObject([
      { id, lastPost: { day: '2026-11-17' } },
      expect.not.objectContaining({ lastPost: expect.anything() }),
    ]);
  });
});

describe.each(databases)('a summary that may be missing, %s', (_name, url) => {
  const database = suiteDatabase(url);

  test('is reported until a later one is posted, only for its channel and sender', async () => {
    const rows = { db: database().db, account: uniqueName() };
    const [subscriptions, summaries] = [createSubscriptions(rows), createSummaries(rows)];
    const { id } = (await subscriptions.add(wanted, now)).subscription;
    await subscriptions.add({ ...wanted, sender: '56001' }, now);
    const days = ['2026-11-14', '2026-11-15', '2026-11-16', '2026-11-17'];
    await summaries.plan(
      days.map((day) => ({ ...yesterday, day })),
      now,
    );
    const progress = async (day: string, ts?: string) => {
      const summary = await summaries.findFor('C1', undefined, day);
      await summaries.progress(summary?.id ?? '', { state: 'ended', ...(ts ? { ts } : {}) });
    };
    const missing = (day: string) => summaries.perhapsMissingBefore({ channel: 'C1', day });
    await progress('2026-11-14', '14.1');
    await progress('2026-11-15');
    await progress('2026-11-16');
    expect(await missing('2026-11-17')).toEqual(['2026-11-15', '2026-11-16']);
    expect(await missing('2026-11-15')).toEqual([]);
    expect(await summaries.perhapsMissingBefore({ channel: 'C2', day: '2026-11-17' })).toEqual([]);
    expect(await subscriptions.list()).toMatchObject([
      { id, perhapsMissing: '2026-11-16', lastPost: { day: '2026-11-14' } },
      expect.not.objectContaining({ perhapsMissing: expect.anything() }),
    ]);
    // It is not due again.
    expect(await summaries.toDo('posts', yesterday.dueAt, now, 10)).toHaveLength(1);

    await progress('2026-11-17', '17.1');
    expect(await subscriptions.find(id)).not.toHaveProperty('perhapsMissing');
    expect(await missing('2026-11-18')).toEqual([]);
    expect(await missing('2026-11-17')).toEqual(['2026-11-15', '2026-11-16']);
  });
});

describe.each(databases)('summaries, %s', (_name, url) => {
  const database = suiteDatabase(url);
  const createTestSummaries = (account = uniqueName()) => createSummaries({ db: database().db, account });

  test('exist once per channel, sender and day when several replicas plan them', async () => {
    const account = uniqueName();
    await Promise.all(
      [1, 2, 3].map(() =>
        createTestSummaries(account).plan([yesterday, { ...yesterday, sender: '56001' }], now),
      ),
    );
    const summaries = createTestSummaries(account);
    expect(await summaries.toDo('posts', yesterday.dueAt, now, 10)).toHaveLength(2);
    const mine = await summaries.findFor('C1', undefined, '2026-11-17');
    expect(mine).toEqual({
      id: expect.any(String),
      ...yesterday,
      plannedAt: now,
      state: 'due',
      stepAt: yesterday.dueAt,
      hasDetails: false,
      isLate: false,
    });
    expect(await summaries.find(mine?.id ?? '')).toEqual(mine);
    expect(await createTestSummaries().toDo('posts', yesterday.dueAt, now, 10)).toEqual([]);
  });

  test('are queued once per step, and again when the queueing is long ago', async () => {
    const summaries = createTestSummaries();
    await summaries.plan([yesterday], now);
    const { dueAt } = yesterday;
    expect(await summaries.toDo('posts', new Date(dueAt.getTime() - 1), now, 10)).toEqual([]);
    const [one] = await summaries.toDo('posts', dueAt, now, 10);
    const id = one?.id ?? '';
    await summaries.queued([id], dueAt);
    expect(await summaries.toDo('posts', dueAt, dueAt, 10)).toEqual([]);
    expect(await summaries.toDo('posts', dueAt, new Date(dueAt.getTime() + 1), 10)).toHaveLength(1);
    const stepAt = at('2026-11-19T09:00:00Z');
    await summaries.progress(id, { state: 'posted', ts: '1.2', firstRate: 0.961, isLate: true, stepAt });
    expect(await summaries.toDo('details', dueAt, dueAt, 10)).toEqual([]);
    expect(await summaries.toDo('posts', stepAt, dueAt, 10)).toEqual([]);
    expect(await summaries.toDo('details', stepAt, dueAt, 10)).toEqual([{ id, stepAt }]);
    expect(await summaries.toDo('corrections', stepAt, dueAt, 10)).toEqual([]);
    await summaries.progress(id, { hasDetails: true });
    expect(await summaries.toDo('details', stepAt, dueAt, 10)).toEqual([]);
    expect(await summaries.toDo('corrections', stepAt, dueAt, 10)).toEqual([{ id, stepAt }]);
    await summaries.progress(id, { state: 'unreadable', hasDetails: false });
    expect(await summaries.toDo('corrections', stepAt, dueAt, 10)).toEqual([]);
    expect(await summaries.toDo('fillings', stepAt, dueAt, 10)).toEqual([{ id, stepAt }]);
    await summaries.progress(id, { state: 'ended' });
    expect(await summaries.toDo('fillings', stepAt, dueAt, 10)).toEqual([]);
    expect(await summaries.find(id)).toMatchObject({ ts: '1.2', firstRate: 0.961, isLate: true });
  });

  test('are due from their time until they are posted, but not when they are stuck', async () => {
    const summaries = createTestSummaries();
    await summaries.plan([yesterday], now);
    const { dueAt } = yesterday;
    expect(await summaries.areDue(now)).toBe(false);
    expect(await summaries.areDue(dueAt)).toBe(true);
    expect(await summaries.areDue(new Date(dueAt.getTime() + 3_600_000))).toBe(false);
    const [one] = await summaries.toDo('posts', dueAt, now, 10);
    await summaries.progress(one?.id ?? '', { state: 'posted', ts: '1.2' });
    expect(await summaries.areDue(dueAt)).toBe(false);
  });

  test('that were posted are not dropped, and are deleted after their end', async () => {
    const summaries = createTestSummaries();
    await summaries.plan([yesterday, { ...yesterday, channel: 'C2' }], now);
    const [posted, other] = await Promise.all(
      ['C1', 'C2'].map((channel) => summaries.findFor(channel, undefined, '2026-11-17')),
    );
    await summaries.progress(posted?.id ?? '', { ts: '1.2', state: 'ended' });
    await summaries.drop(posted?.id ?? '');
    await summaries.drop(other?.id ?? '');
    expect(await summaries.find(posted?.id ?? '')).toMatchObject({ state: 'ended' });
    expect(await summaries.find(other?.id ?? '')).toBeUndefined();
    expect(await summaries.forget('2026-11-17')).toBe(0);
    expect(await summaries.forget('2026-11-18')).toBe(1);
  });
});
