import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createApp } from '../../src/app/create-app.ts';
import { loadConfig } from '../../src/config.ts';
import { botSettings, channels, createTestWorkspace, startDesk } from '../support/desk.ts';
import { recordLog } from '../support/log.ts';
import { hasRedisServer, startRedisServer } from '../support/redis.ts';
import { startRelayedDatabase } from '../support/relay.ts';
import { closedAddress, json, serve, servePlatform } from '../support/server.ts';
import { databaseUrl, suiteDatabase } from '../support/store.ts';

type Desk = Awaited<ReturnType<typeof startDesk>>;
type Options = NonNullable<Parameters<typeof startDesk>[1]>;

async function createProbedDesk(platformUrl: string, { env = {}, ...options }: Options = {}) {
  const desk = await startDesk(platformUrl, { ...options, env: { OPS_PORT: '0', ...env } });
  return { desk, readyz: () => readinessAt(desk.opsUrl) };
}

async function readinessAt(url: string) {
  const answer = await fetch(`${url}/readyz`);
  const body: unknown = await answer.json();
  return { status: answer.status, body };
}

const database = suiteDatabase(databaseUrl);
const lookUp = (desk: Desk) => desk.ask('912345678 2026-11-18');

describe('/readyz', () => {
  test('is 503 while the bot waits for Slack at the start, and then 200', async () => {
    const answered = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const slack = await serve(async (_, response) => {
      asked.resolve();
      await answered.promise;
      json(response, { ok: true, team_id: 'T1' });
    });
    const { log, lines } = recordLog();
    const settings = { ...botSettings(`${slack}/`, (await servePlatform()).url), DATA_DIR: ':memory:' };
    const config = loadConfig({
      ...settings,
      SECRET_KEY: Buffer.alloc(32, 5).toString('base64'),
      OPS_PORT: '0',
    });
    const bot = await createApp(config, { log });
    onTestFinished(() => bot.stop());
    const started = bot.start();
    await asked.promise;
    const url = `http://127.0.0.1:${lines.find(({ opsPort }) => opsPort)?.opsPort}`;
    expect(await readinessAt(url)).toEqual({
      status: 503,
      body: {
        ready: false,
        slack: 'down',
        database: 'ok',
        queue: 'ok',
        cache: 'ok',
        platform: 'ok',
        reasons: { slack: 'not_connected', database: 'not_opened', cache: 'in_memory' },
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        commit: expect.stringMatching(/^[0-9a-f]{40}$/),
      },
    });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    answered.resolve();
    expect(await started).toMatchObject({ opsPort: Number(new URL(url).port) });
    expect(await readinessAt(url)).toMatchObject({ status: 200, body: { ready: true, slack: 'ok' } });
  });

  test('is 503 from the start of a stop until the last answer is sent', async () => {
    const released = Promise.withResolvers<void>();
    const platform = await servePlatform({
      report: (asked) => released.promise.then(() => platform.good.report(asked)),
    });
    const { desk, readyz } = await createProbedDesk(platform.url);
    const answer = lookUp(desk);
    await expect.poll(() => platform.seen.report.length).toBe(1);
    const stopped = desk.stop();
    expect(await readyz()).toMatchObject({
      status: 503,
      body: { ready: false, slack: 'down', reasons: { slack: 'draining' } },
    });
    expect((await fetch(`${desk.opsUrl}/healthz`)).status).toBe(200);
    released.resolve();
    expect((await answer).text).toContain('Delivered ');
    await stopped;
    await expect(readyz()).rejects.toThrow('fetch failed');
  });

  test('is 200 or 503 by the state of the web socket in Socket Mode', async () => {
    const { url } = await servePlatform();
    const { desk, readyz } = await createProbedDesk(url, {
      transport: 'socket_mode',
      slack: createTestWorkspace('socket_mode', { socketTimes: { tcpLingerMs: 20 } }),
    });
    expect(await readyz()).toMatchObject({ status: 200, body: { slack: 'ok' } });
    desk.slack.socketMode.disable();
    await expect.poll(readyz).toMatchObject({ status: 503, body: { reasons: { slack: 'not_connected' } } });
    desk.slack.socketMode.enable();
    await expect.poll(readyz).toMatchObject({ status: 200, body: { slack: 'ok' } });
  });
});

describe('/readyz is 200 and reports the part', () => {
  test('when the database is unreachable from the start, and look-ups are answered', async () => {
    const { url } = await servePlatform();
    const database = (await closedAddress()).replace('http', 'postgres');
    const { desk, readyz } = await createProbedDesk(url, { env: { DATABASE_URL: `${database}/none` } });
    await expect.poll(readyz).toMatchObject({
      status: 200,
      body: {
        ready: true,
        database: 'down',
        queue: 'down',
        reasons: { database: 'unreachable', queue: 'unreachable' },
      },
    });
    expect((await lookUp(desk)).text).toContain('Delivered ');
  });

  test.skipIf(!databaseUrl)('when the connection to the database breaks and returns', async () => {
    const { database, relay } = await startRelayedDatabase();
    const { url } = await servePlatform();
    const { desk, readyz } = await createProbedDesk(url, { overrides: { database, doesDueWork: true } });
    await expect.poll(readyz).toMatchObject({ status: 200, body: { database: 'ok', queue: 'ok' } });
    relay.cut();
    await expect.poll(readyz).toMatchObject({ status: 200, body: { database: 'down', queue: 'down' } });
    expect((await lookUp(desk)).text).toContain('Delivered ');
    relay.open();
    await expect.poll(readyz).toMatchObject({ status: 200, body: { database: 'ok', queue: 'ok' } });
  });

  test('when the clock of the process is two hours off, and until it is right', async () => {
    const { url } = await servePlatform();
    vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    vi.setSystemTime(Date.now() + 7_200_000);
    const { readyz } = await createProbedDesk(url, {
      overrides: { database: database(), doesDueWork: true },
    });
    await expect.poll(readyz).toMatchObject({
      status: 200,
      body: { ready: true, queue: 'degraded', reasons: { queue: 'clock' } },
    });
    vi.setSystemTime(Date.now() - 7_200_000);
    await expect.poll(readyz).toMatchObject({ status: 200, body: { queue: 'ok' } });
  });

  test('when the platform fails or does not answer, without a request to it', async () => {
    let isHanging = false;
    const platform = await servePlatform({
      report: ({ response }) => void (isHanging || json(response, {}, 500)),
    });
    const { desk, readyz } = await createProbedDesk(platform.url, { env: { SMS_TIMEOUT_SECONDS: '1' } });
    expect(await readyz()).toMatchObject({ status: 200, body: { platform: 'ok' } });
    await lookUp(desk);
    expect(await readyz()).toMatchObject({
      status: 200,
      body: { ready: true, platform: 'degraded', reasons: { platform: 'unavailable' } },
    });
    isHanging = true;
    await Promise.all([1, 2, 3].map((digit) => desk.ask(`91234567${digit} 2026-11-18`)));
    const { length } = platform.seen.report;
    expect(await readyz()).toMatchObject({
      status: 200,
      body: { ready: true, platform: 'down', reasons: { platform: 'no_answer' } },
    });
    expect(platform.seen.report).toHaveLength(length);
  });

  test('when the platform rejects the account', async () => {
    const { url } = await servePlatform({ login: ({ response }) => json(response, { status: false }) });
    const { desk, readyz } = await createProbedDesk(url);
    await lookUp(desk);
    expect(await readyz()).toMatchObject({
      status: 200,
      body: { platform: 'down', reasons: { platform: 'wrong_credentials' } },
    });
  });

  test('when SMS_REPORT_BOUNDS is wrong and the report of a single day is empty', async () => {
    const platform = await servePlatform({
      report: (asked) =>
        asked.body.desde === asked.body.hasta
          ? json(asked.response, { data: [], total: 0 })
          : platform.good.report(asked),
    });
    const { desk, readyz } = await createProbedDesk(platform.url, {
      overrides: { now: () => new Date('2026-11-22T12:00:00Z') },
    });
    await desk.slack.command({
      person: 'U1',
      channel: channels.support.id,
      command: '/sms-report',
      text: '19/11',
    });
    await desk.requestsFinished();
    expect(await readyz()).toMatchObject({
      status: 200,
      body: { ready: true, platform: 'degraded', reasons: { platform: 'report_bounds' } },
    });
  });

  test.skipIf(!hasRedisServer)('when Redis is unreachable, hangs or returns', async () => {
    const redis = await startRedisServer();
    await redis.start();
    const { url } = await servePlatform();
    const { desk, readyz } = await createProbedDesk(url, { env: { REDIS_URL: redis.url } });
    await expect.poll(readyz).toMatchObject({
      status: 200,
      body: { cache: 'ok', reasons: expect.not.objectContaining({ cache: 'in_memory' }) },
    });
    redis.hang();
    await expect.poll(readyz).toMatchObject({ status: 200, body: { ready: true, cache: 'down' } });
    expect((await lookUp(desk)).text).toContain('Delivered ');
    redis.goOn();
    await expect.poll(readyz).toMatchObject({ status: 200, body: { cache: 'ok' } });
    await redis.stop();
    await expect.poll(readyz).toMatchObject({ status: 200, body: { ready: true, cache: 'down' } });
  });
});
