import { describe, expect, test } from 'vitest';
import { scopes } from '../../../src/features/index.ts';
import { channels, type Desk } from '../../support/desk.ts';
import { injectFaults } from '../../support/slack-weather.ts';
import { databases, directoryWithDatabase, suiteDatabase } from '../../support/store.ts';
import { createSummariesDesk, manyChannels, soon } from '../../support/summaries-desk.ts';

const NINE = '2026-11-18T09:00:00Z';
const support = channels.support.id;

/** The scopes of a token that may not read the history of channels. */
const withoutHistory = scopes.required;

/** Short rounds, for tests that wait for the next round. */
const OFTEN = { summariesEveryMs: 1_000 };

const errors = ({ logLines }: Desk) => logLines.filter(({ level }) => level === 'error');

describe.each(databases)('a summary, %s', (_name, url) => {
  const database = suiteDatabase(url);
  const createSteadyDesk = (options: Parameters<typeof createSummariesDesk>[1] = {}) =>
    createSummariesDesk(database(), { ...options, isReal: false });

  test('is posted once when it is due, with its details in the thread', async () => {
    const morning = await createSteadyDesk();
    const desk = await morning.startBot();
    const { id } = await morning.subscribe();
    expect(morning.roots()).toEqual([]);
    morning.moveTo(NINE);
    const post = await morning.posted();
    expect(post.text).toContain('17 Nov');
    expect(post.text).not.toContain('Late');
    expect(post.metadata).toEqual({
      event_type: 'sms_desk_post',
      event_payload: { key: 'summary:2026-11-17:all' },
    });
    expect(morning.roots()).toHaveLength(1);
    expect(morning.replies()).toMatchObject([{ threadTs: post.ts }]);
    expect(await morning.subscriptions.find(id)).toMatchObject({
      nextDueAt: new Date('2026-11-19T09:00:00Z'),
      lastPost: { day: '2026-11-17' },
    });
    expect(errors(desk)).toEqual([]);
    const { id: summary } = (await morning.summaries.findFor(support, undefined, '2026-11-17')) ?? {};
    expect(desk.logLines.filter(({ msg }) => msg === 'a summary was posted')).toMatchObject([
      { level: 'info', summary, channel: support },
    ]);
  });

  test('of one sender does not name it in its metadata', async () => {
    const morning = await createSteadyDesk();
    await morning.startBot();
    await morning.subscribe({ sender: '56001' });
    await morning.subscribe({ sender: '56002' });
    morning.moveTo(NINE);
    await morning.until(() => morning.roots().length === 2);
    const keys = morning.roots().map(({ metadata }) => metadata?.event_payload.key);
    expect(new Set(keys).size).toBe(2);
    for (const key of keys) expect(key).toMatch(/^summary:2026-11-17:[\w-]{16}$/);
    expect(JSON.stringify(morning.roots().map(({ metadata }) => metadata))).not.toContain('5600');
  });

  test('is posted once by two bots that share a database', async () => {
    const morning = await createSteadyDesk();
    const bots = await Promise.all([morning.startBot(), morning.startBot()]);
    const ids = manyChannels.slice(0, 3).map(({ id }) => id);
    for (const channel of ids) await morning.subscribe({ channel });
    morning.moveTo(NINE);
    await Promise.all(ids.map((channel) => morning.posted(channel)));
    // A day later, all queued work has been done too.
    morning.moveTo('2026-11-19T09:00:00Z');
    for (const channel of ids) {
      await morning.until(() => morning.roots(channel).length === 2 && morning.replies(channel).length === 2);
      expect(morning.roots(channel).map(({ metadata }) => metadata?.event_payload)).toEqual([
        { key: 'summary:2026-11-17:all' },
        { key: 'summary:2026-11-18:all' },
      ]);
    }
    expect(bots.flatMap(errors)).toEqual([]);
  });

  test('in five channels needs no more platform reports than in one', async () => {
    const readings = async (channelIds: readonly string[]) => {
      const morning = await createSummariesDesk(database(), { perDay: 50 });
      for (const channel of channelIds) await morning.subscribe({ channel });
      await morning.startBot();
      morning.moveTo(NINE);
      await Promise.all(channelIds.map((channel) => morning.posted(channel)));
      return morning.sandbox.calls.report;
    };
    const ids = manyChannels.slice(0, 5).map(({ id }) => id);
    const [one, all] = [await readings(ids.slice(0, 1)), await readings(ids)];
    // The day, the same weekday of four weeks, and one request that checks the bounds of a period.
    expect(one).toBeLessThanOrEqual(7);
    expect(all).toBe(one);
  });

  test('is posted late only for the latest day after a week without a bot', async () => {
    const morning = await createSteadyDesk();
    await morning.subscribe();
    morning.moveTo('2026-11-25T10:30:00Z');
    await morning.startBot();
    const post = await morning.posted();
    expect(post.text).toContain('24 Nov');
    expect(post.text).toContain('Late: due 25 Nov 09:00');
    expect(morning.roots()).toHaveLength(1);
    morning.moveTo('2026-11-26T09:00:00Z');
    const next = await morning.posted(support, 2);
    expect(next.text).toContain('25 Nov');
    expect(next.text).not.toContain('Late');
    expect(morning.roots()).toHaveLength(2);
  });

  test('is posted by the next bot when the bot that planned it died', async () => {
    const morning = await createSteadyDesk();
    const { channel, zone, language } = await morning.subscribe();
    const planned = { channel, zone, language, day: '2026-11-17', dueAt: new Date(NINE) };
    morning.moveTo('2026-11-18T09:05:00Z');
    await morning.summaries.plan([planned], morning.now());
    await morning.startBot();
    expect((await morning.posted()).text).toContain('17 Nov');
    expect(morning.roots()).toHaveLength(1);
  });

  test('is not posted again when the bot died before it recorded the post', async () => {
    const morning = await createSteadyDesk();
    await morning.startBot();
    await morning.subscribe();
    morning.moveTo(NINE);
    const post = await morning.posted();
    const { id = '' } = (await morning.summaries.findFor(support, undefined, '2026-11-17')) ?? {};
    await expect.poll(async () => (await morning.summaries.find(id))?.hasDetails, soon).toBe(true);
    await morning.summaries.progress(id, { state: 'due', hasDetails: false, stepAt: new Date(NINE) });
    morning.moveTo('2026-11-18T09:05:00Z');
    await morning.until(() => morning.replies()[0]?.replaced === 1);
    await expect.poll(async () => (await morning.summaries.find(id))?.hasDetails, soon).toBe(true);
    expect(morning.roots()).toMatchObject([{ ts: post.ts, replaced: 1 }]);
    expect(morning.replies()).toHaveLength(1);
  });

  test('is posted by another bot when the first stopped while reading', async () => {
    const morning = await createSummariesDesk(database());
    const first = await morning.startBot();
    await morning.subscribe();
    morning.sandbox.setFaults({ operation: 'report', slowFirstByteMs: 1_500 });
    morning.moveTo(NINE);
    await expect.poll(() => morning.sandbox.calls.report, soon).toBeGreaterThan(0);
    await first.stop();
    expect(morning.roots()).toEqual([]);
    morning.sandbox.setFaults({});
    await morning.startBot();
    expect((await morning.posted()).text).toContain('17 Nov');
    expect(morning.roots()).toHaveLength(1);
    expect(errors(first)).toEqual([]);
  });

  test('covers yesterday in the channel’s zone, in its language', async () => {
    // The clocks of Santiago went forward at midnight of the day before.
    const morning = await createSteadyDesk({ at: '2026-09-07T11:00:00Z' });
    await morning.startBot();
    await morning.subscribe({ zone: 'America/Santiago', language: 'es' });
    morning.moveTo('2026-09-07T12:00:00Z');
    const post = await morning.posted();
    expect(post.text).toContain('domingo 6 sept');
    expect(post.text).toContain('23 horas');
    expect(post.metadata?.event_payload).toEqual({ key: 'summary:2026-09-06:all' });
  });

  test('that was planned days ago is replaced by the latest', async () => {
    const morning = await createSteadyDesk();
    const { channel, zone, language } = await morning.subscribe();
    await morning.summaries.plan(
      [{ channel, zone, language, day: '2026-11-17', dueAt: new Date(NINE) }],
      morning.now(),
    );
    morning.moveTo('2026-11-20T09:10:00Z');
    await morning.startBot();
    expect((await morning.posted()).text).toContain('19 Nov');
    await expect
      .poll(() => morning.summaries.findFor(support, undefined, '2026-11-17'), soon)
      .toBeUndefined();
    expect(morning.roots()).toHaveLength(1);
  });

  test('is not posted when its subscription was paused or removed after planning', async () => {
    const morning = await createSummariesDesk(database());
    const desk = await morning.startBot();
    const [paused, removed] = [await morning.subscribe(), await morning.subscribe({ channel: 'C10X' })];
    await morning.subscribe({ channel: 'C11X' });
    morning.sandbox.setFaults({ serverErrors: { operation: 'report' } });
    morning.moveTo(NINE);
    await expect.poll(() => morning.sandbox.calls.report, soon).toBeGreaterThan(0);
    await expect.poll(() => morning.summaries.findFor('C10X', undefined, '2026-11-17'), soon).toBeDefined();
    await morning.subscriptions.pause(paused.id, 'asked', { by: 'U1', at: new Date() });
    await morning.subscriptions.remove(removed.id);
    morning.sandbox.setFaults({});
    morning.moveTo('2026-11-18T09:02:00Z');
    await morning.posted('C11X');
    await expect.poll(() => morning.summaries.findFor('C10X', undefined, '2026-11-17'), soon).toBeUndefined();
    await expect
      .poll(() => morning.summaries.findFor(support, undefined, '2026-11-17'), soon)
      .toBeUndefined();
    expect([...morning.roots(), ...morning.roots('C10X')]).toEqual([]);
    expect(errors(desk)).toEqual([]);
  });

  test('is not posted again when the subscription’s time changes on the same day', async () => {
    const morning = await createSteadyDesk();
    await morning.startBot();
    const { id } = await morning.subscribe();
    morning.moveTo(NINE);
    await morning.posted();
    await morning.subscriptions.change(id, { time: '11:00', zone: 'Europe/Madrid' }, morning.now());
    morning.moveTo('2026-11-19T10:00:00Z');
    expect((await morning.posted(support, 2)).text).toContain('18 Nov');
    expect(morning.roots()).toHaveLength(2);
  });

  test('says so after 15 minutes without the platform, and gets its figures when it answers', async () => {
    const morning = await createSummariesDesk(database());
    const desk = await morning.startBot();
    await morning.subscribe();
    morning.sandbox.setFaults({ serverErrors: { operation: 'report' } });
    morning.moveTo(NINE);
    await expect.poll(() => morning.sandbox.calls.report, soon).toBeGreaterThan(0);
    const tries = morning.sandbox.calls.report;
    morning.moveTo('2026-11-18T09:10:00Z');
    await expect.poll(() => morning.sandbox.calls.report, soon).toBeGreaterThan(tries);
    expect(morning.roots()).toEqual([]);
    morning.moveTo('2026-11-18T09:15:01Z');
    const t = await morning.until(() => morning.roots()[0]);
    expect(t.text).toContain('No figures yet');
    expect(t.text).toContain('I couldn’t get an answer from the SMS platform.');
    const [, ref = 'none'] = /Reference: (\w{6})/.exec(t.text) ?? [];
    await expect
      .poll(() => desk.logLines.filter((line) => line.ref === ref), soon)
      .toMatchObject([{ level: 'warn', channel: support, code: 'unavailable' }]);
    expect(morning.replies()).toEqual([]);
    morning.sandbox.setFaults({});
    // The details have to wait; the summary is not read again for them.
    morning.slack.failNext('chat.postMessage', { retryAfterSeconds: 120 });
    morning.moveTo('2026-11-18T09:40:00Z');
    await expect
      .poll(async () => (await morning.summaries.findFor(support, undefined, '2026-11-17'))?.stepAt, soon)
      .toSatisfy((at: Date) => at.getTime() >= Date.parse('2026-11-18T09:42:00Z'));
    const [filled] = morning.roots();
    expect(filled?.ts).toBe(t.ts);
    expect(filled?.text).not.toContain('No figures yet');
    expect(filled?.text).toContain('Messages: ');
    expect(filled?.text).not.toMatch(/Checked again|at first/);
    await morning.endPause();
    morning.moveTo('2026-11-18T09:50:00Z');
    expect(await morning.posted()).toMatchObject({
      ts: t.ts,
      text: filled?.text,
      replaced: filled?.replaced,
    });
    expect(morning.roots()).toHaveLength(1);
    expect(errors(desk)).toEqual([]);
  });

  test('is reported as perhaps missing when Slack never confirms it and history cannot be read', async () => {
    const morning = await createSteadyDesk({ scopes: withoutHistory, timings: OFTEN });
    const desk = await morning.startBot();
    const { id } = await morning.subscribe();
    injectFaults(morning.slack, { methods: { 'chat.postMessage': { reset: 1 } }, carriedOut: 0 });
    morning.moveTo(NINE);
    const unclear = ({ msg }: Desk['logLines'][number]) =>
      String(msg).includes('did not say whether it took');
    await expect.poll(() => desk.logLines.find(unclear), soon).toBeDefined();
    injectFaults(morning.slack);
    await morning.endMinute();
    morning.moveTo('2026-11-18T09:02:00Z');
    await expect
      .poll(() => morning.subscriptions.find(id), soon)
      .toMatchObject({ state: 'active', perhapsMissing: '2026-11-17' });
    expect(morning.roots()).toEqual([]);
    const perhaps = '17 Nov may be missing: Slack didn’t confirm it';
    expect((await desk.ask('subscriptions')).text).toContain(perhaps);

    morning.moveTo('2026-11-19T09:00:00Z');
    const next = await morning.posted();
    expect(next.text).toContain('The summary of 17 Nov may be missing here');
    expect((await desk.ask('subscriptions')).text).not.toContain(perhaps);
    // A correction says so too.
    morning.moveTo('2026-11-20T09:00:00Z');
    const corrected = await morning.until(() =>
      morning.roots().find(({ ts, replaced }) => ts === next.ts && replaced),
    );
    expect(corrected.text).toContain('The summary of 17 Nov may be missing here');
    expect((await morning.posted(support, 2)).text).not.toContain('missing');
    expect(errors(desk)).toEqual([]);
  });

  test('that is perhaps missing is posted when a person requests it', async () => {
    const morning = await createSteadyDesk({ scopes: withoutHistory, timings: OFTEN });
    const desk = await morning.startBot();
    const { id } = await morning.subscribe();
    morning.slack.failNext('chat.postMessage', { status: 500 });
    morning.moveTo(NINE);
    await expect
      .poll(() => desk.logLines.map(({ msg }) => String(msg)).join(), soon)
      .toContain('did not say whether it took');
    await morning.endMinute();
    morning.moveTo('2026-11-18T09:02:00Z');
    await expect.poll(() => morning.subscriptions.find(id), soon).toHaveProperty('perhapsMissing');

    await desk.press(await desk.ask('subscriptions'), 'subscription.more send.1.0');
    expect((await morning.posted()).text).toContain('17 Nov');
    expect(morning.roots()).toHaveLength(1);
    expect(await morning.subscriptions.find(id)).not.toHaveProperty('perhapsMissing');
    expect(errors(desk)).toEqual([]);
  });

  test('to a closed channel pauses the subscription and notifies its owner once', async () => {
    const morning = await createSteadyDesk();
    const bots = [await morning.startBot(), await morning.startBot()];
    // The channel uses Spanish, its owner English.
    const { id } = await morning.subscribe({ language: 'es' });
    morning.slack.changeChannel(support, { isArchived: true });
    morning.moveTo(NINE);
    const notice = await morning.until(() => morning.slack.messages({ channel: channels.direct.id })[0]);
    expect(notice.text).toContain('SMS Desk paused this daily summary: the channel');
    expect(notice.text).toContain(`<#${support}>`);
    expect(await morning.subscriptions.find(id)).toMatchObject({
      state: 'paused',
      pausedBecause: 'is_archived',
    });
    morning.moveTo('2026-11-19T09:00:30Z');
    morning.slack.changeChannel(support, { isArchived: false });
    await bots[1]?.press(notice, 'subscription.resume');
    morning.moveTo('2026-11-20T09:00:00Z');
    expect((await morning.posted()).text).toContain('19 nov');
    expect(morning.roots()).toHaveLength(1);
    const said = morning.slack.apiCalls.filter(
      ({ method, args }) => method === 'chat.postMessage' && args.channel === 'U1',
    );
    expect(said).toHaveLength(1);
    expect(bots.flatMap(errors)).toEqual([]);
  });

  test('is not posted where figures may no longer be shown, and its owner is notified', async () => {
    const morning = await createSteadyDesk();
    const { id } = await morning.subscribe();
    const desk = await morning.startBot({ ALLOWED_CHANNELS: 'C2' });
    const list = await desk.ask('subscriptions', undefined, channels.direct.id);
    const refused = await desk.press(list, 'subscription.more send.1.0');
    expect(refused.text).toContain('Delivery figures can’t be shown in that channel');
    morning.moveTo(NINE);
    await expect
      .poll(() => morning.subscriptions.find(id), soon)
      .toMatchObject({ state: 'paused', pausedBecause: 'channel_not_allowed' });
    const notice = await morning.until(() =>
      morning.slack
        .messages({ channel: channels.direct.id })
        .find(({ text }) => text.includes('delivery figures can’t be shown')),
    );
    expect(notice.text).not.toContain('/invite');
    await expect
      .poll(() => morning.summaries.findFor(support, undefined, '2026-11-17'), soon)
      .toBeUndefined();
    expect(morning.roots()).toEqual([]);
    expect(desk.logLines.filter(({ msg }) => msg === 'a subscription was paused')).toMatchObject([
      { channel: support, because: 'channel_not_allowed' },
    ]);
    expect(errors(desk)).toEqual([]);
  });

  test('that is paused is reported in the channel’s language when Slack does not identify the owner', async () => {
    const morning = await createSteadyDesk();
    const { id } = await morning.subscribe({ language: 'es' });
    morning.slack.changeChannel(support, { isArchived: true });
    await morning.subscriptions.pause(id, 'is_archived', { at: new Date() });
    morning.slack.failNext('users.info', { error: 'user_not_found' });
    await morning.startBot();
    const notice = await morning.until(() => morning.slack.messages({ channel: channels.direct.id })[0]);
    expect(notice.text).toContain('SMS Desk pausó este resumen diario');
  });

  test('is updated later when its posted message could not be changed', async () => {
    const morning = await createSteadyDesk();
    await morning.startBot();
    await morning.subscribe();
    morning.moveTo(NINE);
    const post = await morning.posted();
    const { id = '' } = (await morning.summaries.findFor(support, undefined, '2026-11-17')) ?? {};
    await expect.poll(async () => (await morning.summaries.find(id))?.hasDetails, soon).toBe(true);
    morning.slack.failNext('chat.update', { error: 'fatal_error' });
    await morning.summaries.progress(id, { state: 'due', hasDetails: false, stepAt: new Date(NINE) });
    morning.moveTo('2026-11-18T09:05:00Z');
    await expect.poll(async () => (await morning.summaries.find(id))?.state, soon).toBe('unreadable');
    expect(morning.roots()[0]?.replaced).toBe(0);
    morning.moveTo('2026-11-18T09:08:00Z');
    await morning.until(() => morning.roots()[0]?.replaced === 1);
    await expect.poll(async () => (await morning.summaries.find(id))?.hasDetails, soon).toBe(true);
    expect(morning.roots()).toMatchObject([{ ts: post.ts, replaced: 1 }]);
  });

  test('is sent on request, updated by a second request, and not posted again when due', async () => {
    const morning = await createSteadyDesk();
    const desk = await morning.startBot();
    await morning.subscribe();
    const list = await desk.ask('subscriptions');
    expect(list.text).toContain('Next: today 09:00');
    await desk.press(list, 'subscription.more send.1.0');
    const post = await morning.posted();
    expect(post.text).toContain('17 Nov');
    expect(post.replaced).toBe(0);
    expect((await desk.ask('subscriptions')).text).toContain('Next: 19 Nov 09:00');
    const sent = () => morning.summaries.findFor(support, undefined, '2026-11-17');
    // It is corrected at nine, like any other.
    await expect.poll(async () => (await sent())?.stepAt, soon).toEqual(new Date('2026-11-19T09:00:00Z'));
    await desk.press(list, 'subscription.more send.1.0');
    const again = await morning.until(() => morning.roots().find(({ replaced }) => replaced === 1));
    expect(again.ts).toBe(post.ts);
    expect(again.text).not.toMatch(/Checked again|at first/);
    morning.moveTo('2026-11-19T09:00:00Z');
    await morning.posted(support, 2);
    expect(morning.roots().map(({ metadata }) => metadata?.event_payload)).toEqual([
      { key: 'summary:2026-11-17:all' },
      { key: 'summary:2026-11-18:all' },
    ]);
  });
});

describe('the first subscription of a bot', () => {
  const database = suiteDatabase(undefined);

  test('makes the bot post summaries when it had no database before', async () => {
    const morning = await createSummariesDesk(database(), { isReal: false });
    const desk = await morning.startBot({ DATA_DIR: await directoryWithDatabase() });
    await desk.ask('subscribe 09:00 UTC en');
    morning.moveTo(NINE);
    expect((await morning.posted()).text).toContain('17 Nov');
    expect(errors(desk)).toEqual([]);
  });
});
