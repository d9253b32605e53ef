import { describe, expect, test } from 'vitest';
import { createRunRecovery } from '../../../src/posting/progress-recovery.ts';
import { channels, people, startDesk } from '../../support/desk.ts';
import { featureDeps } from '../../support/feature-deps.ts';
import { trafficOf } from '../../support/report-figures.ts';
import { abandonedCopyOf, createRunDesk, NOWHERE, now, type RunDeskOptions } from '../../support/run-desk.ts';
import { createRunsInMemory } from '../../support/runs.ts';
import { suiteDatabase } from '../../support/store.ts';

const figures = trafficOf(
  [{ from: '2026-11-17T00:00:00Z', hours: 24, count: 1_000, operator: 'Entel' }],
  now(),
);

const createReportDesk = (
  text = 'yesterday to 912345678',
  who: RunDeskOptions['who'] = people.agent,
  timings: RunDeskOptions['timings'] = {},
) => createRunDesk({ command: '/sms-report', text, who, figures, timings });

/** As short as the queue allows. */
const SUPERVISE_MS = 1_000;

/** Starts a report in the direct messages. `finish` lets it complete. */
async function startReport(...question: Parameters<typeof createReportDesk>) {
  const running = await createReportDesk(...question);
  const { desk, traffic, ask, shows } = running;
  await ask();
  const first = await shows('messages read');
  const finish = async () => {
    traffic.release();
    await desk.requestsFinished();
  };
  return { ...running, first, finish };
}

describe('a long report', () => {
  const database = suiteDatabase(undefined);

  test('moves to direct messages, where its progress becomes the report', async () => {
    const { desk, slack, runs, traffic, ask, shows } = await createReportDesk();
    await ask();
    await slack.until(() => slack.messages({ channel: channels.support.id })[0]);
    expect(slack.messages({ channel: channels.support.id })[0]).toMatchObject({ visibleTo: people.agent.id });
    expect(slack.messages({ channel: channels.support.id })[0]?.text).toContain('I’ll DM you the report');
    const first = await shows('0 of 2 days · 0 messages read');
    expect(first.text).toContain('yesterday (17 Nov) · to +56 9 •••• •678');
    traffic.reportProgress(0, 1, 512_345);
    expect(await shows('512,345 messages read')).toMatchObject({ ts: first.ts });
    traffic.release();
    await desk.requestsFinished();
    expect(await shows('Yesterday (17 Nov): 100.0% delivered')).toMatchObject({ ts: first.ts });
    expect(slack.messages()).toHaveLength(2);
    expect([...runs.rows.values()]).toMatchObject([{ state: 'done', userId: people.agent.id }]);
    expect(JSON.stringify([...runs.rows.values()])).not.toContain('12345678');
  });

  test('can be shared from there with its channel while figures may be shown there', async () => {
    const { desk, slack, report, shows, finish } = await startReport();
    await finish();
    const done = await shows('100.0% delivered');
    const posted = () => slack.messages({ channel: channels.support.id }).filter((one) => !one.visibleTo);
    const env = { ALLOWED_CHANNELS: channels.random.id };
    const stricter = await startDesk(NOWHERE, { slack, env, overrides: { now, report } });
    const said = await stricter.choose(done, 'report.more', 'share');
    expect(said.text).toContain('Delivery figures can’t be shown in that channel.');
    expect(posted()).toEqual([]);
    slack.connect(desk.url);
    await desk.choose(done, 'report.more', 'share');
    expect(posted()[0]?.text).toContain('Shared by ana');
  });

  test('is not shown to a person who was deactivated meanwhile', async () => {
    const { desk, slack, runs, shows, finish } = await startReport();
    slack.changePerson(people.agent.id, { isDeactivated: true });
    await finish();
    expect((await shows('not in a group')).text).not.toContain('delivered');
    expect([...runs.rows.values()]).toMatchObject([{ state: 'failed' }]);
    expect(desk.logLines).toContainEqual(
      expect.objectContaining({ user: people.agent.id, refusal: 'person' }),
    );
  });

  test.each([1, 2])('is delivered when Slack does not identify the asker %d times', async (times) => {
    const { slack, runs, shows, finish } = await startReport();
    slack.failNext('users.info', { error: 'user_not_found', times });
    await finish();
    await shows('100.0% delivered');
    expect([...runs.rows.values()]).toMatchObject([{ state: 'done' }]);
  });

  test('is not shown to a deactivated person in the channel either', async () => {
    const { desk, slack, traffic, ask } = await createReportDesk();
    slack.failNext('chat.postMessage', { error: 'messages_tab_disabled' });
    await ask();
    await slack.until(() => slack.messages({ person: people.agent.id })[0]);
    slack.changePerson(people.agent.id, { isDeactivated: true });
    traffic.release();
    await desk.requestsFinished();
    const said = slack.messages({ channel: channels.support.id }).map(({ text }) => text);
    expect(said.at(-1)).toContain('not in a group');
    expect(said.join()).not.toContain('delivered');
  });

  test('is cancelled on any replica', async () => {
    const { desk, slack, traffic, report, ask, shows, cancel } = await createReportDesk();
    await ask();
    const first = await shows('messages read');
    const replica = await startDesk(NOWHERE, { slack, overrides: { now, report } });
    await cancel(first);
    await replica.requestsFinished();
    slack.connect(desk.url);
    await desk.requestsFinished();
    const ended = await shows('Cancelled.');
    expect(ended.ts).toBe(first.ts);
    expect(JSON.stringify(ended.blocks)).not.toContain('long.cancel');
    expect(JSON.stringify(ended.blocks)).toContain('Ask again');
    expect(traffic.isStopped()).toBe(true);
  });

  test('that is no longer running cannot be cancelled', async () => {
    const { desk, slack, traffic, report, ask, shows, cancel } = await createReportDesk();
    await ask();
    const first = await shows('messages read');
    const other = await startDesk(NOWHERE, {
      slack,
      overrides: { now, report: { ...report, runs: createRunsInMemory() } },
    });
    await cancel(first);
    await other.requestsFinished();
    slack.connect(desk.url);
    const said = slack.messages({ channel: channels.direct.id });
    expect(said.at(-1)).toMatchObject({ visibleTo: people.agent.id });
    expect(said.at(-1)?.text).toContain('This report is no longer running.');
    expect(said[0]?.text).toContain('messages read');
    traffic.release();
    await desk.requestsFinished();
  });

  test('that fails says so in its message, with the reference from the log', async () => {
    const { desk, runs, traffic, ask, shows } = await createReportDesk('ayer', people.agente);
    await ask();
    await shows('mensajes leídos');
    traffic.fail(new Error('a mistake of our own'));
    await desk.requestsFinished();
    const failed = await shows('Algo falló en SMS Desk.');
    const [, reference] = /Referencia: (\w{6})/.exec(failed.text) ?? [];
    expect(desk.logLines).toContainEqual(expect.objectContaining({ msg: 'failed', ref: reference }));
    expect(JSON.stringify(failed.blocks)).toContain('Pedir de nuevo');
    expect([...runs.rows.values()]).toMatchObject([{ state: 'failed' }]);
  });

  test('is answered in the channel when Slack refuses direct messages to the asker', async () => {
    const { desk, slack, traffic, ask } = await createReportDesk();
    slack.failNext('chat.postMessage', { error: 'messages_tab_disabled' });
    await ask();
    await slack.until(() => slack.messages({ person: people.agent.id })[0]);
    traffic.release();
    await desk.requestsFinished();
    expect(slack.messages({ channel: channels.support.id }).map(({ text }) => text)).toEqual([
      expect.stringMatching(/Slack won’t let me DM you[\s\S]*the app’s Messages tab is off/),
      expect.stringContaining('Yesterday (17 Nov): 100.0% delivered'),
    ]);
  });

  test('is answered in the channel when its run cannot be stored', async () => {
    const { desk, slack, runs, traffic, ask } = await createReportDesk();
    runs.create = () => Promise.reject(new Error('the database is away'));
    await ask();
    await slack.until(() => slack.messages({ person: people.agent.id })[0]);
    traffic.release();
    await desk.requestsFinished();
    expect(slack.messages().map(({ text }) => text)).toEqual([
      expect.stringContaining('The report comes here when it’s ready.'),
      expect.stringContaining('Yesterday (17 Nov): 100.0% delivered'),
    ]);
    expect(desk.logLines).toContainEqual(expect.objectContaining({ msg: 'failed' }));
    expect(desk.audited).toMatchObject([{ act: 'reported', outcome: 'answered' }]);
  });

  test('continues when the store fails meanwhile', async () => {
    const { desk, slack, runs, traffic, ask, shows } = await createReportDesk();
    await ask();
    await shows('0 messages read');
    const away = () => Promise.reject(new Error('the database is away'));
    Object.assign(runs, { progress: away, finish: away });
    traffic.reportProgress(0, 1, 77);
    await shows('77 messages read');
    traffic.release();
    await desk.requestsFinished();
    expect((await shows('Yesterday (17 Nov): 100.0% delivered')).channel).toBe(channels.direct.id);
    expect(slack.messages()).toHaveLength(2);
    expect(desk.audited).toMatchObject([{ act: 'reported', outcome: 'answered' }]);
  });

  test('is sent as a new message when its message can no longer be changed', async () => {
    const { slack, finish } = await startReport();
    slack.failNext('chat.update', { error: 'message_not_found' });
    await finish();
    expect(slack.messages({ channel: channels.direct.id }).at(-1)?.text).toContain('100.0% delivered');
  });

  test('is marked as interrupted by another bot when its bot has died', async () => {
    const { desk, slack, runs, traffic, report, ask, shows } = await createReportDesk();
    await ask();
    const first = await shows('messages read');
    await expect.poll(() => [...runs.rows.values()][0]?.message).toBeDefined();
    const left = abandonedCopyOf(runs);
    const { promise: forgotten, resolve: forget } = Promise.withResolvers<number>();
    left.forget = async (olderThanMs) => {
      forget(olderThanMs);
      return 0;
    };
    await startDesk(NOWHERE, {
      slack,
      overrides: {
        ...{ doesDueWork: true, now, database: database(), report: { ...report, runs: left } },
        timings: { jobSuperviseMs: SUPERVISE_MS },
      },
    });
    const ended = await shows('SMS Desk restarted before the report was ready.');
    expect(ended.ts).toBe(first.ts);
    expect(JSON.stringify(ended.blocks)).toContain('Ask again');
    await expect.poll(() => [...left.rows.values()].map(({ state }) => state)).toEqual(['failed']);
    expect(await forgotten).toBe(24 * 3_600_000);
    traffic.release();
    await desk.requestsFinished();
  });

  test('has heartbeats while nothing else of it is stored', async () => {
    const { desk, runs, traffic, ask } = await createReportDesk(undefined, undefined, {
      progressEveryMs: 600_000,
      jobHeartbeatMs: 5,
    });
    let heartbeats = 0;
    const { progress } = runs;
    runs.progress = (...stored) => {
      heartbeats += 1;
      return progress(...stored);
    };
    await ask();
    await expect.poll(() => heartbeats).toBeGreaterThan(2);
    traffic.release();
    await desk.requestsFinished();
  });

  test('is not marked as interrupted by one search, nor after an outage of the database', async () => {
    const { desk, runs, traffic, ask, shows } = await createReportDesk();
    await ask();
    await shows('messages read');
    const left = abandonedCopyOf(runs);
    let isAway = false;
    const { findSilent, claimSilent } = left;
    const away = () => Promise.reject(new Error('the database is away'));
    left.findSilent = (...asked) => (isAway ? away() : findSilent(...asked));
    left.claimSilent = (...asked) => (isAway ? away() : claimSilent(...asked));
    const search = createRunRecovery([], featureDeps({ stores: { runs: left } }));
    const states = () => [...left.rows.values()].map(({ state }) => state);
    await search();
    isAway = true;
    await expect(search()).rejects.toThrow('away');
    isAway = false;
    await search();
    expect(states()).toEqual(['running']);
    await search();
    expect(states()).toEqual(['failed']);
    traffic.release();
    await desk.requestsFinished();
  });

  test('is interrupted when the bot stops, and its message says so', async () => {
    const { desk, runs, traffic, shows } = await startReport();
    await desk.stop();
    await shows('SMS Desk restarted before the report was ready.');
    expect(traffic.isStopped()).toBe(true);
    expect([...runs.rows.values()]).toMatchObject([{ state: 'failed' }]);
  });
});
