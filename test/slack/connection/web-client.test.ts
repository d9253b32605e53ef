import { describe, expect, test } from 'vitest';
import { createClients } from '../../../src/slack/connection/clients.ts';
import { toSlackError } from '../../../src/slack/errors.ts';
import { recordLog } from '../../support/log.ts';
import { json, serve } from '../../support/server.ts';

type Answer = Parameters<typeof serve>[0];

async function clientsOf(answer: Answer) {
  const url = await serve(answer);
  const { log, lines } = recordLog({ level: 'info' });
  return { ...createClients({ botToken: 'xoxb-canary', apiUrl: `${url}/api/`, log }), lines, url, log };
}

const failureOf = (call: Promise<unknown>) => call.then(() => undefined, toSlackError);

describe('the wait that Slack asks for', () => {
  test.each([
    ['in seconds', () => ({ 'retry-after': '7' }), 7_000],
    ['not at all: half a minute', () => ({}), 30_000],
    ['as something else: half a minute', () => ({ 'retry-after': 'soon' }), 30_000],
    ['in seconds since 1970: an hour', () => ({ 'retry-after': '1795000000' }), 3_600_000],
    ['for ever: an hour', () => ({ 'retry-after': '1e20' }), 3_600_000],
  ])('is read from the answer: %s', async (_, headers, retryAfterMs) => {
    const { posting } = await clientsOf((_request, response) => {
      response.writeHead(429, headers()).end('{"ok":false,"error":"ratelimited"}');
    });
    const refused = await failureOf(posting.chat.postMessage({ channel: 'C1', text: 'x' }));
    expect(refused).toEqual({ refused: 'ratelimited', retryAfterMs });
  });

  test('is read from the answer: as a date', async () => {
    const { posting } = await clientsOf((_request, response) => {
      response.writeHead(429, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() }).end();
    });
    const refused = await failureOf(posting.chat.postMessage({ channel: 'C1', text: 'x' }));
    expect(refused?.retryAfterMs).toBeGreaterThan(50_000);
    expect(refused?.retryAfterMs).toBeLessThanOrEqual(61_000);
  });

  test('is read from the answer to an upload', async () => {
    const { posting } = await clientsOf((request, response) => {
      const isAsked = request.url?.endsWith('files.getUploadURLExternal');
      const upload_url = `http://${request.headers.host}/upload`;
      if (isAsked) json(response, { ok: true, upload_url, file_id: 'F1' });
      else response.writeHead(429, { 'retry-after': '9' }).end();
    });
    const upload = posting.filesUploadV2({ channel_id: 'D1', filename: 'a.csv', content: 'a' });
    expect(await failureOf(upload)).toEqual({ refused: 'ratelimited', retryAfterMs: 9_000 });
  });

  test('makes later calls of any client to that channel or method fail', async () => {
    const asked: string[] = [];
    let isLimited = true;
    const { asking, posting } = await clientsOf((request, response) => {
      asked.push(request.url?.split('/').at(-1) ?? '');
      if (isLimited) response.writeHead(429, { 'retry-after': '2' }).end();
      else json(response, { ok: true });
    });
    const post = (client: typeof asking, channel: string) => client.chat.postMessage({ channel, text: 'x' });
    await failureOf(post(posting, 'C1'));
    await failureOf(asking.users.info({ user: 'U1' }));
    isLimited = false;
    for (const call of [post(posting, 'C1'), post(asking, 'C1'), posting.users.info({ user: 'U2' })]) {
      const refused = await failureOf(call);
      expect(refused).toMatchObject({ refused: 'ratelimited', retryAfterMs: expect.any(Number) });
      expect(refused?.retryAfterMs).toBeLessThanOrEqual(2_000);
    }
    await post(posting, 'C2');
    await asking.conversations.info({ channel: 'C1' });
    expect(asked).toEqual(['chat.postMessage', 'users.info', 'chat.postMessage', 'conversations.info']);
    await expect.poll(() => post(posting, 'C1').catch(() => undefined)).toMatchObject({ ok: true });
  });
});

describe('an answer with status 200 that is not Slack’s', () => {
  test.each([
    ['a page', '<html><body>canary: sign in to the network</body></html>'],
    ['words', 'canary'],
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '["canary"]'],
    ['other JSON', '{"error":"canary"}'],
    ['a part of an answer', '{"ok":true,"canary'],
  ])('is the error not_slack, and is not quoted: %s', async (_, body) => {
    const { asking, posting, lines, log } = await clientsOf((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(body);
    });
    for (const call of [
      () => posting.chat.postMessage({ channel: 'C1', text: 'x' }),
      () => asking.users.info({ user: 'U1' }),
    ]) {
      const error: unknown = await call().catch((thrown: unknown) => thrown);
      expect(toSlackError(error)).toEqual({ refused: 'not_slack' });
      log.error({ err: error }, 'failed');
    }
    expect(JSON.stringify(lines)).not.toContain('canary');
  });

  test('is no error of an upload, which Slack answers with words', async () => {
    const { posting } = await clientsOf((request, response) => {
      const [, method] = /\/api\/(.+)$/.exec(request.url ?? '') ?? [];
      if (method === undefined) return void response.end('OK - 1');
      json(response, { ok: true, upload_url: `http://${request.headers.host}/upload`, file_id: 'F1' });
    });
    const upload = posting.filesUploadV2({ channel_id: 'D1', filename: 'a.csv', content: 'a' });
    expect(await failureOf(upload)).toBeUndefined();
  });
});

test('a refused token is logged once, and once when it is accepted again', async () => {
  const answers: object[] = [];
  const { asking, posting, lines } = await clientsOf((_request, response) => {
    json(response, answers.shift() ?? { ok: true });
  });
  const refused = { ok: false, error: 'account_inactive' };
  const call = (client: typeof asking) => client.auth.test().catch(() => undefined);
  // A token that has never worked is reported by the start.
  answers.push(refused);
  await call(asking);
  expect(lines).toEqual([]);
  await call(asking);
  answers.push(refused, refused, { ok: false, error: 'channel_not_found' }, refused);
  for (const client of [asking, posting, posting, asking]) await call(client);
  await call(posting);
  expect(lines.map(({ level, reason }) => [level, reason])).toEqual([
    ['error', 'account_inactive'],
    ['info', undefined],
  ]);
});
