import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { TrafficOptions } from '../../../src/traffic/types.ts';
import { aDesk, aWorkspace, channels, type Desk, people } from '../../support/desk.ts';
import { trafficOf } from '../../support/report-figures.ts';
import { keptRuns } from '../../support/report-runs.ts';

const now = () => new Date('2026-11-18T12:00:00Z');
const NOWHERE = 'http://127.0.0.1:9';

const figures = trafficOf(
  [{ from: '2026-11-17T00:00:00Z', hours: 24, count: 1_000, operator: 'Entel' }],
  now(),
);

/** Traffic that is read for as long as a test wants. */
function heldTraffic() {
  const { promise: released, resolve: release, reject: fail } = Promise.withResolvers<void>();
  const seen: TrafficOptions[] = [];
  return {
    release,
    fail,
    /** Of the first reading; the second begins when it has ended. */
    tell: (daysDone: number, messagesRead: number) =>
      seen[0]?.onProgress?.({ daysDone, days: 1, messagesRead }),
    isStopped: () => seen.some(({ signal }) => signal?.aborted),
    figuresFor: async (_query: unknown, options: TrafficOptions = {}) => {
      seen.push(options);
      const { promise: stopped, reject } = Promise.withResolvers<never>();
      options.signal?.addEventListener('abort', () => reject(new Error('stopped')));
      await Promise.race([released, stopped]);
      return figures;
    },
  };
}

async function asked(
  text = 'yesterday to 912345678',
  who: (typeof people)['agent' | 'agente'] = people.agent,
) {
  const runs = keptRuns();
  const traffic = heldTraffic();
  const report = { traffic, runs, longAfterMs: 0, progressEveryMs: 2 };
  const slack = aWorkspace();
  const desk = await aDesk(NOWHERE, { slack, command: '/sms-report', overrides: { now, report } });
  const ask = () =>
    slack.command({ person: who.id, channel: channels.support.id, command: '/sms-report', text });
  const direct = who === people.agent ? channels.direct.id : channels.directo.id;
  const progress = () => slack.messages({ channel: direct })[0];
  const shows = (part: string) => slack.until(() => progress()?.text.includes(part) && progress());
  return { desk, slack, runs, traffic, report, ask, progress, shows };
}

const cancel = async (desk: Desk, message: ReturnType<Desk['slack']['messages']>[number]) =>
  desk.slack.click({ person: people.agent.id, message, actionId: 'report.cancel' });

describe('a report that takes long', () => {
  test('moves to direct messages, where its progress becomes the report', async () => {
    const { desk, slack, runs, traffic, ask, shows } = await asked();
    await ask();
    await slack.until(() => slack.messages({ channel: channels.support.id })[0]);
    expect(slack.messages({ channel: channels.support.id })[0]).toMatchObject({ visibleTo: people.agent.id });
    expect(slack.messages({ channel: channels.support.id })[0]?.text).toContain('in your direct messages');
    const first = await shows('0 of 2 days · 0 messages read');
    expect(first.text).toContain('yesterday (17 Nov) · to +56 9 •••• •678');
    traffic.tell(0, 512_345);
    expect(await shows('512,345 messages read')).toMatchObject({ ts: first.ts });
    traffic.release();
    await desk.settled();
    const done = await shows('Yesterday (17 Nov): 100.0% delivered');
    expect(done).toMatchObject({ ts: first.ts });
    expect(slack.messages()).toHaveLength(2);
    expect([...runs.rows.values()]).toMatchObject([{ state: 'done', userId: people.agent.id }]);
  });

  test('can be shared from there with the channel it was asked in', async () => {
    const { desk, slack, traffic, ask, shows } = await asked();
    await ask();
    await shows('messages read');
    traffic.release();
    await desk.settled();
    const done = await shows('100.0% delivered');
    await slack.click({ person: people.agent.id, message: done, actionId: 'report.share' });
    await desk.settled();
    const shared = slack.messages({ channel: channels.support.id }).at(-1);
    expect(shared?.visibleTo).toBeUndefined();
    expect(shared?.text).toContain('Shared by ana');
  });

  test('is cancelled at any replica', async () => {
    const { desk, slack, traffic, report, ask, shows } = await asked();
    await ask();
    const first = await shows('messages read');
    const replica = await aDesk(NOWHERE, { slack, overrides: { now, report } });
    await cancel(replica, first);
    await replica.settled();
    slack.connect(desk.url);
    await desk.settled();
    const ended = await shows('Cancelled.');
    expect(ended.ts).toBe(first.ts);
    expect(JSON.stringify(ended.blocks)).not.toContain('report.cancel');
    expect(JSON.stringify(ended.blocks)).toContain('Ask again');
    expect(traffic.isStopped()).toBe(true);
  });

  test('that nobody makes any more cannot be cancelled', async () => {
    const { desk, slack, traffic, report, ask, shows } = await asked();
    await ask();
    const first = await shows('messages read');
    const other = await aDesk(NOWHERE, {
      slack,
      overrides: { now, report: { ...report, runs: keptRuns() } },
    });
    await cancel(other, first);
    await other.settled();
    slack.connect(desk.url);
    const said = slack.messages({ channel: channels.direct.id });
    expect(said.at(-1)).toMatchObject({ visibleTo: people.agent.id });
    expect(said.at(-1)?.text).toContain('This report is no longer being made.');
    expect(said[0]?.text).toContain('messages read');
    traffic.release();
    await desk.settled();
  });

  test('that fails says so in its place, with the reference the log has', async () => {
    const { desk, runs, traffic, ask, shows } = await asked('ayer', people.agente);
    await ask();
    await shows('mensajes leídos');
    traffic.fail(new Error('a mistake of our own'));
    await desk.settled();
    const failed = await shows('Algo falló dentro de SMS Desk.');
    const [, reference] = /Referencia: (\w{6})/.exec(failed.text) ?? [];
    expect(desk.logLines).toContainEqual(expect.objectContaining({ msg: 'failed', ref: reference }));
    expect(JSON.stringify(failed.blocks)).toContain('Pedir de nuevo');
    expect([...runs.rows.values()]).toMatchObject([{ state: 'failed' }]);
  });

  test('is said where it was asked for when Slack lets nobody write to the asker', async () => {
    const { desk, slack, traffic, ask } = await asked();
    slack.failNext('chat.postMessage', { error: 'messages_tab_disabled' });
    await ask();
    await slack.until(() => slack.messages({ person: people.agent.id })[0]);
    traffic.release();
    await desk.settled();
    const said = slack.messages({ channel: channels.support.id }).map(({ text }) => text);
    expect(said).toEqual([
      expect.stringContaining('Slack does not let me write to you directly'),
      expect.stringContaining('Yesterday (17 Nov): 100.0% delivered'),
    ]);
  });

  test('is said where it was asked for when it cannot be written down', async () => {
    const { desk, slack, runs, traffic, ask } = await asked();
    runs.create = () => Promise.reject(new Error('the database is away'));
    await ask();
    await slack.until(() => slack.messages({ person: people.agent.id })[0]);
    traffic.release();
    await desk.settled();
    const said = slack.messages().map(({ text }) => text);
    expect(said).toEqual([
      expect.stringContaining('The report comes here as soon as it is ready.'),
      expect.stringContaining('Yesterday (17 Nov): 100.0% delivered'),
    ]);
    expect(desk.logLines).toContainEqual(expect.objectContaining({ msg: 'failed' }));
  });

  test('goes on when the store goes away meanwhile', async () => {
    const { desk, slack, runs, traffic, ask, shows } = await asked();
    await ask();
    await shows('0 messages read');
    const away = () => Promise.reject(new Error('the database is away'));
    Object.assign(runs, { progress: away, finish: away });
    traffic.tell(0, 77);
    await shows('77 messages read');
    traffic.release();
    await desk.settled();
    expect((await shows('Yesterday (17 Nov): 100.0% delivered')).channel).toBe(channels.direct.id);
    expect(slack.messages()).toHaveLength(2);
  });

  test('is sent anew when its message cannot be changed any more', async () => {
    const { desk, slack, traffic, ask, shows } = await asked();
    await ask();
    await shows('messages read');
    slack.failNext('chat.update', { error: 'message_not_found' });
    traffic.release();
    await desk.settled();
    expect(slack.messages({ channel: channels.direct.id }).at(-1)?.text).toContain('100.0% delivered');
  });

  test('shows no progress for ever when the bot that made it has died', async () => {
    const { desk, slack, runs, traffic, report, ask, shows } = await asked();
    await ask();
    const first = await shows('messages read');
    await expect.poll(() => [...runs.rows.values()][0]?.message).toBeDefined();
    // What its maker does from now on, the successor does not see.
    const left = keptRuns();
    for (const [id, row] of runs.rows) left.rows.set(id, row);
    left.silence();
    const { promise: forgotten, resolve: forget } = Promise.withResolvers<number>();
    left.forget = async (olderThanMs) => {
      forget(olderThanMs);
      return 0;
    };
    const dataDir = await mkdtemp(join(tmpdir(), 'sms-desk-'));
    await mkdir(join(dataDir, 'postgres'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    await aDesk(NOWHERE, {
      slack,
      env: { DATA_DIR: dataDir },
      overrides: { now, report: { ...report, runs: left } },
    });
    const ended = await shows('SMS Desk was restarted before this report was ready.');
    expect(ended.ts).toBe(first.ts);
    expect(JSON.stringify(ended.blocks)).toContain('Ask again');
    await expect.poll(() => [...left.rows.values()].map(({ state }) => state)).toEqual(['failed']);
    expect(await forgotten).toBe(24 * 3_600_000);
    traffic.release();
    await desk.settled();
  });

  test('is not waited for when the bot stops: its message says so', async () => {
    const { desk, runs, traffic, ask, shows } = await asked();
    await ask();
    await shows('messages read');
    await desk.stop();
    await shows('SMS Desk was restarted before this report was ready.');
    expect(traffic.isStopped()).toBe(true);
    expect([...runs.rows.values()]).toMatchObject([{ state: 'failed' }]);
  });

  test('names no number where it is written down', async () => {
    const { desk, runs, traffic, ask, shows } = await asked();
    await ask();
    await shows('messages read');
    expect(JSON.stringify([...runs.rows.values()])).not.toContain('12345678');
    traffic.release();
    await desk.settled();
  });
});
