import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Message } from '../../../src/domain/messages/message.ts';
import { type BodyReading, createHttp } from '../../../src/upstream/http/request.ts';
import type { ReportSummary } from '../../../src/upstream/report/reader.ts';
import { createMessageReader } from '../../../src/upstream/report/request.ts';
import { anEntry, closedAddress, serve } from '../../support/server.ts';
import { failureOf, wordsOf } from '../../support/upstream.ts';

const good = JSON.stringify({ data: [anEntry(), anEntry({ operator: 'Claro' })], total: 2 });

/** A platform that answers each reading in turn, the last way for all that follow. */
async function serveReports(...answers: readonly ((response: ServerResponse) => unknown)[]) {
  let asked = 0;
  const url = await serve(async (request, response) => {
    request.resume();
    await once(request, 'end');
    const answer = answers[Math.min(asked, answers.length - 1)];
    asked += 1;
    await answer?.(response);
  });
  return { url, asked: () => asked };
}

const send =
  (body: string | Buffer, status = 200, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end(body);

/** Writes for as long as somebody listens. */
const endless =
  (piece: string | Buffer, status: number, headers: Record<string, string> = {}) =>
  async (response: ServerResponse) => {
    response.writeHead(status, headers);
    const isClosed = once(response, 'close');
    while (!response.destroyed) {
      if (!response.write(piece)) await Promise.race([once(response, 'drain'), isClosed]);
    }
  };

function connect(url: string, timeoutMs = 60_000) {
  const http = createHttp({ baseUrl: url, timeoutMs, retryBaseMs: 1 });
  onTestFinished(() => http.close());
  /** What was read, by attempt. */
  const attempts: Message[][] = [];
  const read = (changes: Partial<BodyReading<ReportSummary>> = {}) =>
    http.read({
      operation: 'report',
      path: ['report_mt'],
      body: { json: { tokenws: 'canary-report-token' } },
      token: 'canary-token',
      begin: () => {
        const messages: Message[] = [];
        attempts.push(messages);
        return createMessageReader(undefined, (message) => messages.push(message));
      },
      ...changes,
    });
  return { http, read, attempts };
}

describe('a report is read as it arrives', () => {
  test('in pieces that cut its entries', async () => {
    const platform = await serveReports(async (response) => {
      for (let at = 0; at < good.length; at += 50) {
        response.write(good.slice(at, at + 50));
        await new Promise((written) => setImmediate(written));
      }
      response.end();
    });
    const { read, attempts } = connect(platform.url);
    expect(await read()).toMatchObject({ received: 2, unreadable: 0, total: 2 });
    expect(attempts).toMatchObject([[{ operator: 'Entel' }, { operator: 'Claro' }]]);
  });

  test('before it is over', async () => {
    let finish: (() => void) | undefined;
    const platform = await serveReports((response) => {
      response.writeHead(200).write(good.slice(0, -20));
      finish = () => response.end(good.slice(-20));
    });
    const { read, attempts } = connect(platform.url);
    const reading = read();
    await expect.poll(() => attempts[0]?.length).toBeGreaterThan(0);
    finish?.();
    expect(await reading).toMatchObject({ received: 2 });
  });

  test('compressed', async () => {
    const platform = await serveReports(send(gzipSync(good), 200, { 'content-encoding': 'gzip' }));
    expect(await connect(platform.url).read()).toMatchObject({ received: 2, total: 2 });
  });
});

describe('failures are told apart', () => {
  test.each([
    ['not_allowed', 1, send('canary-text', 401)],
    ['not_allowed', 1, send('canary-text', 403)],
    ['not_found', 1, send('canary-text', 404)],
    ['refused', 1, send('canary-text', 422)],
    ['rate_limited', 3, send('canary-text', 429)],
    ['rate_limited', 1, send('canary-text', 429, { 'retry-after': '120' })],
    ['unavailable', 3, send('canary-text', 500)],
    ['unavailable', 1, send('canary-text', 503, { 'retry-after': '120' })],
    ['unavailable', 3, endless('canary-text', 502)],
    ['invalid_answer', 1, send('', 302, { location: 'http://canary@127.0.0.1:1/?canary#canary' })],
    ['invalid_answer', 1, send('', 204)],
    ['invalid_answer', 1, send(good, 201)],
    ['invalid_answer', 1, send('')],
    ['invalid_answer', 1, send('<html>canary-text</html>')],
    ['invalid_answer', 1, send(good.slice(0, -30))],
    ['invalid_answer', 1, send(`${good}canary-text`)],
    ['invalid_answer', 1, send('{"data":"canary-text"}')],
    ['invalid_answer', 1, send(gzipSync(good).subarray(0, -12), 200, { 'content-encoding': 'gzip' })],
    ['invalid_answer', 1, send('canary-text', 200, { 'content-encoding': 'gzip' })],
    ['unavailable', 3, (response: ServerResponse) => response.destroy()],
  ] as const)('%s, asked %i times (%#)', async (code, times, answer) => {
    const platform = await serveReports(answer);
    const error = await failureOf(connect(platform.url).read());
    expect(error).toMatchObject({ code, operation: 'report' });
    expect(platform.asked()).toBe(times);
    expect(wordsOf(error)).not.toMatch(/canary|569/);
  });

  test('no connection', async () => {
    expect((await failureOf(connect(await closedAddress()).read())).code).toBe('unavailable');
  });

  test('the wait that the platform asks for is told', async () => {
    const platform = await serveReports(send('', 429, { 'retry-after': '120' }));
    expect(await failureOf(connect(platform.url).read())).toMatchObject({ retryAfterMs: 120_000 });
  });

  test('no first byte in time, and silence in the middle', async () => {
    const platforms = await Promise.all([
      serveReports(() => undefined),
      serveReports((response) => response.writeHead(200).write(good.slice(0, -20))),
    ]);
    const errors = await Promise.all(platforms.map(({ url }) => failureOf(connect(url, 2_000).read())));
    expect(errors.map(({ code }) => code)).toEqual(['timed_out', 'timed_out']);
    expect(platforms.map(({ asked }) => asked())).toEqual([1, 1]);
  });

  test.each([
    ['white space without end', endless(' '.repeat(65_536), 200)],
    ['a bomb', endless(gzipSync(Buffer.alloc(16 * 1024 * 1024, ' ')), 200, { 'content-encoding': 'gzip' })],
  ])('%s is given up', async (_, answer) => {
    const platform = await serveReports(answer);
    const error = await failureOf(connect(platform.url).read({ maxBytes: 40 * 1024 * 1024 }));
    expect(error).toMatchObject({ code: 'invalid_answer', message: expect.stringContaining('too large') });
  });
});

describe('reading again, and giving up', () => {
  const breakingOff = (headers: Record<string, string>) => (response: ServerResponse) => {
    response.writeHead(200, headers);
    response.write(good.slice(0, -20), () => response.destroy());
  };

  const broken = breakingOff({ 'content-length': '9999' });

  test('an answer that breaks off is asked for again, and read from its beginning', async () => {
    const platform = await serveReports(broken, breakingOff({}), send(good));
    const { read, attempts } = connect(platform.url);
    expect(await read()).toMatchObject({ received: 2 });
    expect(attempts.at(-1)).toHaveLength(2);
    expect(platform.asked()).toBe(3);
  });

  test('three times at most', async () => {
    const platform = await serveReports(broken);
    expect((await failureOf(connect(platform.url).read())).code).toBe('unavailable');
    expect(platform.asked()).toBe(3);
  });

  test('who asked may give up: before, in the middle, and in the pause', async () => {
    const platform = await serveReports(
      (response) => response.writeHead(200).write(good.slice(0, -20)),
      send('', 429, { 'retry-after': '5' }),
    );
    const { read, attempts } = connect(platform.url);
    await expect(read({ signal: AbortSignal.abort('canary') })).rejects.toBe('canary');
    expect(platform.asked()).toBe(0);

    const inTheMiddle = new AbortController();
    const cut = read({ signal: inTheMiddle.signal });
    await expect.poll(() => attempts[0]?.length).toBeGreaterThan(0);
    inTheMiddle.abort('enough');
    await expect(cut).rejects.toBe('enough');

    const inThePause = new AbortController();
    const waiting = read({ signal: inThePause.signal });
    await expect.poll(() => platform.asked()).toBe(2);
    inThePause.abort('enough');
    await expect(waiting).rejects.toBe('enough');
    expect(platform.asked()).toBe(2);
  });

  test('closing ends a reading', async () => {
    const platform = await serveReports((response) => response.writeHead(200).write(good.slice(0, -20)));
    const { http, read, attempts } = connect(platform.url);
    const failure = failureOf(read());
    await expect.poll(() => attempts[0]?.length).toBeGreaterThan(0);
    http.close();
    expect((await failure).code).toBe('unavailable');
  });

  test('a mistake of our own stays what it is', async () => {
    const platform = await serveReports(send(good));
    const mistake = new TypeError('ours');
    const begin = () =>
      createMessageReader(undefined, () => {
        throw mistake;
      });
    await expect(connect(platform.url).read({ begin })).rejects.toBe(mistake);
    expect(platform.asked()).toBe(1);
  });
});
