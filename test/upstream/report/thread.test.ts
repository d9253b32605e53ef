import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createReportThread } from '../../../src/upstream/report/thread.ts';
import { recordLog } from '../../support/log.ts';
import { start } from '../../support/process.ts';
import {
  closedAddress,
  json,
  type PlatformHandler,
  platformEntry,
  servePlatform,
} from '../../support/server.ts';
import { watchThreads } from '../../support/threads.ts';
import { failureOf, openUpstream, wordsOf } from '../../support/upstream.ts';

const aDay = { day: '2026-11-18' };
const plain = { reportBounds: 'exclusive_end' } as const;
const good = { data: [platformEntry()], total: 1 };

const answer =
  (status: number, body = 'canary-text 56912345678', headers: Record<string, string> = {}): PlatformHandler =>
  ({ response }) =>
    void response.writeHead(status, headers).end(body);

/** Begins an answer that never ends. */
function halting({ response }: { readonly response: ServerResponse }): void {
  response.writeHead(200).write(`{"data":[${JSON.stringify(platformEntry())},`);
}

describe('a failure in the thread reaches the caller unchanged', () => {
  test.each([
    ['not_allowed', {}, answer(403)],
    ['not_found', {}, answer(404)],
    ['not_found', {}, answer(200, '{}')],
    ['refused', { status: 422 }, answer(422)],
    ['rate_limited', { status: 429, retryAfterMs: 120_000 }, answer(429, '', { 'retry-after': '120' })],
    ['unavailable', { status: 503 }, answer(503)],
    ['unavailable', {}, ({ response }) => void response.destroy()],
    ['invalid_answer', {}, answer(200, '<html>canary-text</html>')],
    [
      'invalid_answer',
      { redirectedTo: 'elsewhere:1/a' },
      answer(302, '', { location: 'http://elsewhere:1/a?canary' }),
    ],
  ] satisfies [string, object, PlatformHandler][])('%s %o (%#)', async (code, facts, report) => {
    const platform = await servePlatform({ report });
    const error = await failureOf(openUpstream(platform.url, plain).figures(aDay));
    expect(error).toMatchObject({ code, operation: 'report', ...facts });
    expect(error.message).toMatch(/^report: (?!report)/);
    expect(wordsOf(error)).not.toMatch(/canary|569/);
  });

  test('with its cause', async () => {
    const thread = createThread(await closedAddress());
    const error = await failureOf(thread.count(aTask, { signal: new AbortController().signal }));
    expect(error).toMatchObject({ code: 'unavailable', message: 'report: no connection (ECONNREFUSED)' });
    expect(String(error.cause)).toMatch(/^Cause: Error \(ECONNREFUSED\): /);
  });

  test('except an expired token, which is renewed before the report is requested again', async () => {
    const platform = await servePlatform();
    const upstream = openUpstream(platform.url, plain);
    await upstream.figures(aDay);
    platform.valid.clear();
    expect(await upstream.figures(aDay)).toMatchObject({ received: 1 });
    expect(platform.seen.login).toHaveLength(2);
    expect(platform.seen.report.map(({ token }) => token)).toEqual([
      'canary-token-1',
      'canary-token-1',
      'canary-token-2',
    ]);
  });

  test('except a broken answer, which is requested again and counted from its start', async () => {
    const times = ['2026-11-18T12:00:00Z', '2026-11-18T12:00:01Z'].map((time) => new Date(time));
    const platform = await servePlatform({
      report({ response, earlier }) {
        if (earlier > 0) json(response, good);
        else response.writeHead(200).write('{"data":[', () => response.destroy());
      },
    });
    const now = () => (platform.seen.report.length < 2 ? times[0] : times[1]) ?? new Date(0);
    const read = await openUpstream(platform.url, { ...plain, now }).figures(aDay);
    expect(read).toMatchObject({ received: 1, readAt: times[1] });
  });
});

const aTask = {
  body: { tokenws: 'canary-report-token' },
  token: 'canary-token',
  scope: { startMs: 0, endMs: Date.parse('2027-01-01'), withoutPlatformTime: false },
};

function createThread(baseUrl: string, idleMs?: number) {
  const thread = createReportThread(idleMs).forPlatform({
    baseUrl,
    timeoutMs: 60_000,
    retryBaseMs: 1,
    now: () => new Date(),
    log: recordLog().log,
  });
  onTestFinished(() => thread.close());
  return thread;
}

describe('an interrupted reading', () => {
  /** Starts a reading from a platform with answers that never end. */
  async function startReading(signal?: AbortSignal, reportThread = createReportThread()) {
    const platform = await servePlatform({ report: halting });
    const { log, lines } = recordLog();
    const upstream = openUpstream(platform.url, { ...plain, log, reportThread });
    const steps: number[] = [];
    const reading = upstream.figures(aDay, { signal, onProgress: (count) => void steps.push(count) });
    reading.catch(() => undefined);
    await expect.poll(() => steps.length).toBeGreaterThan(0);
    const [asked] = platform.seen.report;
    return { platform, upstream, reading, lines, connection: asked?.response };
  }

  test('closes the connection when the caller aborts', async () => {
    const givingUp = new AbortController();
    const { reading, connection } = await startReading(givingUp.signal);
    const closed = connection && once(connection, 'close');
    givingUp.abort('enough');
    await expect(reading).rejects.toBe('enough');
    await closed;
  });

  test('fails when the client closes, and nothing is read afterwards', async () => {
    const threads = watchThreads();
    const { upstream, reading, connection, lines } = await startReading(undefined, createReportThread(50));
    // While the client logged in, an idle thread may have ended.
    const thread = threads.at(-1);
    const started = threads.length;
    const [closed, ended] = [connection && once(connection, 'close'), thread && once(thread, 'exit')];
    upstream.close();
    expect(await failureOf(reading)).toMatchObject({ code: 'unavailable', operation: 'report' });
    await Promise.all([closed, ended]);
    expect((await failureOf(upstream.figures(aDay))).code).toBe('unavailable');
    expect(threads).toHaveLength(started);
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test.each([
    ['breaks down', (thread: Worker | undefined) => thread?.postMessage('canary'), 1],
    ['is ended', (thread: Worker | undefined) => void thread?.terminate(), 0],
  ])('fails when its thread %s, and the next reading gets a new thread', async (_, end, errorCount) => {
    const threads = watchThreads();
    const { platform, upstream, reading, lines } = await startReading();
    end(threads[0]);
    expect(await failureOf(reading)).toMatchObject({ code: 'unavailable' });
    const next = upstream.figures(aDay);
    await expect.poll(() => platform.seen.report.length).toBe(2);
    platform.seen.report[1]?.response.end(`${JSON.stringify(platformEntry())}]}`);
    expect(await next).toMatchObject({ received: 2 });
    expect(threads).toHaveLength(2);
    const errors = () => lines.filter(({ level }) => level === 'error');
    await expect.poll(errors).toHaveLength(errorCount);
    const line = { level: 'error', reason: 'TypeError', msg: 'the thread that reads reports broke down' };
    expect(errors()).toEqual(Array(errorCount).fill({ ...line, time: expect.any(String) }));
  });
});

describe('the thread', () => {
  test('is shared by all readings, ends when idle and starts again when needed', async () => {
    const threads = watchThreads();
    const platform = await servePlatform({ report: ({ response }) => json(response, good) });
    const thread = createThread(platform.url, 50);
    const read = async () => (await thread.count(aTask, { signal: new AbortController().signal })).summary;
    expect(await Promise.all([read(), read(), read()])).toMatchObject(Array(3).fill({ received: 1 }));
    expect(threads).toHaveLength(1);
    await once(threads[0] ?? process, 'exit');
    expect(await read()).toMatchObject({ received: 1 });
    expect(threads).toHaveLength(2);
  });

  test('is shared by platforms; closing one client fails only its own readings', async () => {
    const threads = watchThreads();
    const reportThread = createReportThread(5_000);
    const [slow, other] = await Promise.all([
      servePlatform({ report: halting }),
      servePlatform({ report: halting }),
    ]);
    const clients = [slow, other].map(({ url }) => openUpstream(url, { ...plain, reportThread }));
    const [first, second] = clients.map((client) => client.figures(aDay));
    first?.catch(() => undefined);
    await expect.poll(() => slow.seen.report.length + other.seen.report.length).toBe(2);
    clients[0]?.close();
    expect(await failureOf(first ?? Promise.resolve())).toMatchObject({ code: 'unavailable' });
    other.seen.report[0]?.response.end(`${JSON.stringify(platformEntry())}]}`);
    expect(await second).toMatchObject({ received: 2 });
    expect(threads).toHaveLength(1);
  });

  test('reads reports of other platforms while a long report arrives without a pause', async () => {
    const entry = JSON.stringify(platformEntry());
    let sent = 0;
    const long = await servePlatform({
      async report({ response }) {
        halting({ response });
        const closed = once(response, 'close');
        for (const piece = `${entry},`.repeat(1_000); !response.destroyed; sent += 1)
          if (!response.write(piece)) await Promise.race([once(response, 'drain'), closed]);
      },
    });
    const short = await servePlatform({ report: ({ response }) => json(response, good) });
    const reportThread = createReportThread(50);
    const [busy, other] = [long, short].map(({ url }) => openUpstream(url, { ...plain, reportThread }));
    const endless = busy?.figures(aDay).catch((error: unknown) => error);
    await expect.poll(() => sent).toBeGreaterThan(10);
    for (let round = 0; round < 5; round += 1)
      expect(await other?.figures(aDay)).toMatchObject({ received: 1 });
    const before = sent;
    await expect.poll(() => sent).toBeGreaterThan(before);
    busy?.close();
    expect(await endless).toMatchObject({ code: 'unavailable' });
  });

  test('is replaced after it ends while idle', async () => {
    const threads = watchThreads();
    const platform = await servePlatform({ report: ({ response }) => json(response, good) });
    const upstream = openUpstream(platform.url, { ...plain, reportThread: createReportThread() });
    await upstream.figures(aDay);
    await threads[0]?.terminate();
    expect(await upstream.figures(aDay)).toMatchObject({ received: 1 });
    expect(threads).toHaveLength(2);
  });

  test('does not keep the process alive', async () => {
    const platform = await servePlatform({ report: ({ response }) => json(response, good) });
    const reader = start('test/support/figures-replica.ts', [], { BASE_URL: platform.url, STAYS_OPEN: '1' });
    expect(await reader.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('"received":1') });
  });
});
