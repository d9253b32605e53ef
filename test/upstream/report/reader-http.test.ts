import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Message } from '../../../src/domain/messages/message.ts';
import { type BodyReading, createHttp } from '../../../src/upstream/http/request.ts';
import type { ReportSummary } from '../../../src/upstream/report/reader.ts';
import { createMessageReader } from '../../../src/upstream/report/request.ts';
import { platformEntry, serve } from '../../support/server.ts';

const good = JSON.stringify({ data: [platformEntry(), platformEntry({ operator: 'Claro' })], total: 2 });

/** A platform that answers each request with the next of these; the last one repeats. */
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

function connect(url: string) {
  const http = createHttp({ baseUrl: url, timeoutMs: 60_000, retryBaseMs: 1 });
  onTestFinished(() => http.close());
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
  test('in pieces that split its entries', async () => {
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

  test('before it is complete', async () => {
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
});

describe('retry and abort', () => {
  const breakingOff = (headers: Record<string, string>) => (response: ServerResponse) => {
    response.writeHead(200, headers);
    response.write(good.slice(0, -20), () => response.destroy());
  };

  const broken = breakingOff({ 'content-length': '9999' });

  test('a broken answer is requested again, and read from its start', async () => {
    const platform = await serveReports(broken, breakingOff({}), send(good));
    const { read, attempts } = connect(platform.url);
    expect(await read()).toMatchObject({ received: 2 });
    expect(attempts.at(-1)).toHaveLength(2);
    expect(platform.asked()).toBe(3);
  });

  test('the caller can abort before, during and between requests', async () => {
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
});
