import { describe, expect, test } from 'vitest';
import { channels, createTestWorkspace, people, startDesk } from '../../support/desk.ts';
import { trafficOf } from '../../support/report-figures.ts';
import { abandonedCopyOf, createRunDesk, NOWHERE, now } from '../../support/run-desk.ts';
import { createRunsInMemory } from '../../support/runs.ts';
import { suiteDatabase, uniqueName } from '../../support/store.ts';
import { actionIdsIn } from '../../support/views.ts';

const { support, direct } = channels;
const { agent, agente } = people;
const REFRESH = 'report.share.refresh';
const figures = trafficOf(
  [{ from: '2026-11-17T00:00:00Z', hours: 24, count: 1_000, operator: 'Entel' }],
  now(),
);
const database = suiteDatabase(undefined);

async function createReportDesk() {
  await database().open();
  const slack = createTestWorkspace();
  const traffic = {
    figuresFor: async () => figures,
    asOf: async () => ({ ...figures, basis: 'observed' }) as const,
  };
  const report = { traffic, runs: createRunsInMemory() };
  const overrides = { now, database: database(), report };
  // Its own account in the database that tests share.
  const env = { SMS_EMAIL: `${uniqueName()}@example.com` };
  const desk = await startDesk(NOWHERE, { slack, env, overrides });
  const said = async (text: string, channel: string = support.id) => {
    const question = slack.say({ person: agent.id, channel, text });
    await slack.eventsSent();
    await desk.requestsFinished();
    return { question, answers: slack.messages().filter(({ author }) => author === 'bot') };
  };
  return { desk, said };
}

describe('a report requested in words', () => {
  test.each(['report yesterday', 'reporte de ayer', 'Informe: ayer', '/sms-report yesterday'])(
    'is answered in full in a thread, visible to everybody: %s',
    async (text) => {
      const { desk, said } = await createReportDesk();
      const { question, answers } = await said(
        `@bot ${text} para 912345678`.replace('yesterday para', 'yesterday to'),
      );
      expect(answers).toMatchObject([{ channel: support.id, threadTs: question.ts }]);
      expect(answers[0]).not.toHaveProperty('visibleTo');
      expect(answers[0]?.text).toMatch(
        /^17 Nov: 100\.0% delivered[\s\S]*to \+56 9 •••• •678[\s\S]*Messages: 1,000/,
      );
      expect(actionIdsIn(answers[0]?.blocks)).toEqual([REFRESH]);
      expect(desk.audited).toMatchObject([{ act: 'reported', surface: 'mention', numbers: ['56912345678'] }]);
    },
  );

  test('is answered in a direct message like the command', async () => {
    const { said } = await createReportDesk();
    const { answers } = await said('report yesterday', direct.id);
    expect(answers).toMatchObject([{ channel: direct.id }]);
    expect(answers[0]?.text).toContain('100.0% delivered');
    expect(actionIdsIn(answers[0]?.blocks)).toContain('report.details');
  });

  test.each([
    ['report yesterdy', 'I didn’t understand “yesterdy”. For example: @SMS Desk report yesterday'],
    ['report 18/11 vs', 'Compare with what? For example: @SMS Desk report yesterday'],
    ['report help', '/sms-report'],
    ['report subscribe 09:00', 'For that, type /sms-report subscribe'],
    ['reporte suscripciones', 'For that, type /sms-report suscripciones'],
  ])('is answered only to its writer when it is not a report: %s', async (text, words) => {
    const { said } = await createReportDesk();
    const { answers } = await said(`@bot ${text}`);
    expect(answers).toMatchObject([{ visibleTo: agent.id, text: expect.stringContaining(words) }]);
  });
});

describe('a long report in a thread', () => {
  async function requestReport() {
    const running = await createRunDesk({ command: '/sms-report', text: '', figures });
    const { slack } = running;
    const question = slack.say({
      person: agent.id,
      channel: support.id,
      text: '@bot report yesterday to 912345678',
    });
    const shown = () => slack.messages({ channel: support.id }).find(({ author }) => author === 'bot');
    const shows = (part: string) => slack.until(() => shown()?.text.includes(part) && shown());
    return { ...running, question, shows };
  }

  test('shows its progress there, and becomes the report with a Refresh button', async () => {
    const { desk, slack, question, traffic, shows, states } = await requestReport();
    const first = await shows('0 of 2 days · 0 messages read');
    expect(first).toMatchObject({ threadTs: question.ts });
    expect(first.text).toContain('17 Nov · to +56 9 •••• •678');
    traffic.reportProgress(0, 1, 512_345);
    expect(await shows('512,345 messages read')).toMatchObject({ ts: first.ts });
    traffic.release();
    await desk.requestsFinished();
    const done = await shows('17 Nov: 100.0% delivered');
    expect(done).toMatchObject({ ts: first.ts });
    expect(actionIdsIn(done.blocks)).toEqual([REFRESH]);
    expect(slack.messages().filter(({ author }) => author === 'bot')).toHaveLength(1);
    expect(states()).toEqual(['done']);
    await slack.click({ person: agente.id, message: done, actionId: REFRESH });
    await desk.requestsFinished();
    expect(await shows('17 Nov: 100.0% delivered')).toMatchObject({ ts: first.ts });
    expect(desk.audited.map(({ act, person }) => [act, person])).toEqual([
      ['reported', agent.id],
      ['refreshed', agente.id],
    ]);
  });

  test('stays in its thread in a direct message', async () => {
    const { desk, slack, traffic } = await createRunDesk({ command: '/sms-report', text: '', figures });
    const first = slack.say({ person: agent.id, channel: direct.id, text: 'they have no codes' });
    const text = 'report yesterday';
    slack.say({ person: agent.id, channel: direct.id, text, threadTs: first.ts });
    const inThread = () =>
      slack
        .messages({ channel: direct.id })
        .filter(({ author, threadTs }) => author === 'bot' && threadTs === first.ts);
    const shows = (part: string) =>
      slack.until(() => inThread().find((message) => message.text.includes(part)));
    const progress = await shows('0 of 2 days · 0 messages read');
    traffic.release();
    await desk.requestsFinished();
    expect(await shows('100.0% delivered')).toMatchObject({ ts: progress.ts });
    expect(inThread()).toHaveLength(1);
  });

  test('is cancelled only by its asker, and restarted by anybody', async () => {
    const { desk, slack, shows, traffic, cancel } = await requestReport();
    const first = await shows('messages read');
    await slack.click({ person: agente.id, message: first, actionId: 'long.cancel' });
    await slack.until(() =>
      slack.messages({ person: agente.id }).some(({ visibleTo }) => visibleTo === agente.id),
    );
    await cancel(first);
    const cancelled = await shows('Cancelled');
    expect(actionIdsIn(cancelled.blocks)).toEqual([REFRESH]);
    traffic.release();
    await slack.click({ person: agente.id, message: cancelled, actionId: REFRESH });
    await desk.requestsFinished();
    expect(await shows('17 Nov: 100.0% delivered')).toMatchObject({ ts: first.ts });
  });

  test('left by a stopped process says so, and can be restarted there', async () => {
    const { slack, runs, report, traffic, shows } = await requestReport();
    const first = await shows('messages read');
    await expect.poll(() => [...runs.rows.values()][0]?.message).toBeDefined();
    await database().open();
    const successor = await startDesk(NOWHERE, {
      slack,
      env: { SMS_EMAIL: `${uniqueName()}@example.com` },
      overrides: {
        now,
        doesDueWork: true,
        database: database(),
        report: { ...report, runs: abandonedCopyOf(runs) },
      },
    });
    const left = await shows('SMS Desk restarted before the report was ready.');
    expect(left).toMatchObject({ ts: first.ts });
    traffic.release();
    await slack.click({ person: agente.id, message: left, actionId: REFRESH });
    await successor.requestsFinished();
    expect(await shows('17 Nov: 100.0% delivered')).toMatchObject({ ts: first.ts });
  });
});
