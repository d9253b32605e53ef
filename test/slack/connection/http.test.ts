import { once } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { connect } from 'node:net';
import querystring from 'node:querystring';
import { text } from 'node:stream/consumers';
import { App } from '@slack/bolt';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createHttpConnection } from '../../../src/slack/connection/http.ts';
import { type SigningOverrides, signBody } from '../../../tools/fake-slack/slack-api/delivery.ts';
import { BOT_TOKEN, SILENT } from '../../support/bolt-bot.ts';
import { recordLog } from '../../support/log.ts';

const SECRET = 'canary-signing-secret';
const FORM = 'application/x-www-form-urlencoded';
const HOUR_MS = 3_600_000;
/** No time limit is reached by chance. */
const PATIENT = { bodyMs: HOUR_MS, headersMs: HOUR_MS, idleMs: HOUR_MS, checkIntervalMs: 10 };

type Limits = Parameters<typeof createHttpConnection>[0]['limits'];

/** A bot that records its commands. */
async function startBot(limits: Limits = {}) {
  const { log, lines } = recordLog();
  const connection = createHttpConnection({
    signingSecret: SECRET,
    port: 0,
    host: '127.0.0.1',
    log,
    limits: { ...PATIENT, ...limits },
  });
  const app = new App({
    authorize: async () => ({ botToken: BOT_TOKEN }),
    receiver: connection.receiver,
    convoStore: false,
    logger: SILENT,
  });
  const handled: string[] = [];
  const working = Promise.withResolvers<void>();
  app.command('/ask', async ({ ack, command }) => {
    if (command.text === 'hold') {
      handled.push(command.text);
      await working.promise;
      return ack();
    }
    await ack();
    handled.push(command.text);
  });
  const { port = 0 } = await connection.start();
  onTestFinished(() => connection.stop());

  /** A raw connection; `answer` is everything received until the server closes it. */
  async function open() {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return { socket, answer: text(socket).catch(() => '') };
  }

  return { port, handled, lines, open, release: working.resolve };
}

const url = (port: number) => `http://127.0.0.1:${port}/slack/events`;
const command = (words: string) => new URLSearchParams({ command: '/ask', text: words }).toString();

function post(port: number, body: string, signing: SigningOverrides = {}, headers = {}) {
  const signed = signBody({ contentType: FORM, text: body }, SECRET, signing);
  return fetch(url(port), { method: 'POST', headers: { ...signed.headers, ...headers }, body: signed.body });
}

/** The request line and the headers of a signed request. */
function head(body: string, more: Record<string, string | number>): string {
  const { headers } = signBody({ contentType: FORM, text: body }, SECRET);
  const lines = Object.entries({ host: 'localhost', ...headers, ...more });
  return `POST /slack/events HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

const UNSIGNED = 'POST /slack/events HTTP/1.1\r\nhost: localhost\r\n';

describe('a request without a valid signature', () => {
  test.each([
    ['a form', FORM, 'payload=%7B%22canary%22%3A1%7D&canary=2'],
    ['JSON', 'application/json', '{"canary":1}'],
    ['what says that it is Slack’s trial of TLS', FORM, 'ssl_check=1&canary=2'],
  ])('never reaches a parser: %s', async (_, contentType, body) => {
    const { port, handled } = await startBot();
    const parsed: unknown[] = [];
    const note = (given: unknown) => void parsed.push(given);
    vi.spyOn(querystring, 'parse').mockImplementation((given) => note(given) ?? {});
    const parseJson = JSON.parse;
    vi.spyOn(JSON, 'parse').mockImplementation((given) => note(given) ?? parseJson(given));
    const Form = URLSearchParams;
    vi.stubGlobal(
      'URLSearchParams',
      class extends Form {
        constructor(given?: ConstructorParameters<typeof Form>[0]) {
          note(given);
          super(given);
        }
      },
    );
    syncBuiltinESMExports();
    onTestFinished(() => {
      vi.restoreAllMocks();
      vi.unstubAllGlobals();
      syncBuiltinESMExports();
    });
    const headers = { 'content-type': contentType };
    expect((await post(port, body, { secret: 'another' }, headers)).status).toBe(401);
    const changed = { tamperBody: (text: string) => `${text}0` };
    expect((await post(port, body, changed, headers)).status).toBe(401);
    expect((await fetch(url(port), { method: 'POST', headers, body })).status).toBe(401);
    expect(parsed.filter((given) => String(given).includes('canary'))).toEqual([]);
    expect(handled).toEqual([]);
  });

  test.each([
    ['too old', () => ({ timestampSeconds: Math.floor(Date.now() / 1_000) - 302 })],
    ['of the future', () => ({ timestampSeconds: Math.floor(Date.now() / 1_000) + 302 })],
    ['no number', () => ({ timestampSeconds: Number.NaN })],
  ])('is refused when its time stamp is %s', async (_, signing) => {
    const { port, handled } = await startBot();
    const refused = await post(port, command('late'), signing());
    expect(refused.status).toBe(401);
    expect(await refused.text()).toBe('time stamp');
    expect(handled).toEqual([]);
  });

  test('is refused when other text follows the signature', async () => {
    const { port, handled } = await startBot();
    const signature = signBody({ contentType: FORM, text: command('a') }, SECRET).headers[
      'x-slack-signature'
    ];
    const refused = await post(port, command('a'), {}, { 'x-slack-signature': `${signature}=again` });
    expect(refused.status).toBe(401);
    expect(handled).toEqual([]);
  });

  test('is refused before its body arrives', async () => {
    const { open } = await startBot();
    const { socket, answer } = await open();
    socket.write(`${UNSIGNED}content-length: 1000\r\n\r\n`);
    expect(await answer).toMatch(/^HTTP\/1.1 401 .*not signed/s);
  });

  test('is logged once a minute, without an address', async () => {
    const { port, lines } = await startBot();
    for (let time = 0; time < 3; time += 1) await post(port, command('x'), { secret: 'another' });
    const [warning, ...more] = lines.filter(({ level }) => level === 'warn');
    expect(warning).toMatchObject({ reason: 'wrong_signature', untold: 0 });
    expect(JSON.stringify(warning)).not.toContain('127.0.0.1');
    expect(more).toEqual([]);
  });
});

describe('a signed request', () => {
  test('is handled when it arrives in pieces', async () => {
    const { open, handled } = await startBot();
    const { socket, answer } = await open();
    const body = command('in pieces');
    socket.write(head(body, { 'transfer-encoding': 'chunked', connection: 'close' }));
    for (const piece of body) socket.write(`1\r\n${piece}\r\n`);
    socket.write('0\r\n\r\n');
    expect(await answer).toMatch(/^HTTP\/1.1 200 /);
    expect(handled).toEqual(['in pieces']);
  });

  test('is handled when it is as large as Slack’s largest', async () => {
    const { port, handled } = await startBot();
    const words = 'ñ'.repeat(40_000);
    expect((await post(port, command(words))).status).toBe(200);
    expect(handled).toEqual([words]);
  });

  test.each([
    ['nothing as JSON', 'application/json', ' null\n'],
    ['nothing in a form', FORM, 'payload=null'],
  ])('is refused when it contains %s', async (_, contentType, body) => {
    const { port } = await startBot();
    expect((await post(port, body, {}, { 'content-type': contentType })).status).toBe(400);
  });

  test('is answered when it verifies the address', async () => {
    const { port } = await startBot();
    const asked = JSON.stringify({ type: 'url_verification', challenge: 'canary' });
    const verified = await post(port, asked, {}, { 'content-type': 'application/json' });
    expect(await verified.json()).toEqual({ challenge: 'canary' });
    expect((await post(port, 'ssl_check=1')).status).toBe(200);
  });
});

describe('a connection is closed', () => {
  test('when it announces a body that is too large', async () => {
    const { open } = await startBot({ bodyBytes: 100 });
    const { socket, answer } = await open();
    socket.write(head('', { 'content-length': 101 }));
    expect(await answer).toMatch(/^HTTP\/1.1 413 .*too large/s);
  });

  test('when a body of unknown size reaches the limit', async () => {
    const { open } = await startBot({ bodyBytes: 100 });
    const { socket, answer } = await open();
    socket.write(head('', { 'transfer-encoding': 'chunked' }));
    for (let piece = 0; piece < 2; piece += 1) socket.write(`40\r\n${'a'.repeat(64)}\r\n`);
    expect(await answer).toMatch(/^HTTP\/1.1 413 .*too large/s);
  });

  test('when its body takes too long', async () => {
    const { open } = await startBot({ bodyMs: 20 });
    const { socket, answer } = await open();
    socket.write(`${head('', { 'content-length': 100 })}a`);
    expect(await answer).toMatch(/^HTTP\/1.1 408 .*too slow/s);
  });

  test.each([
    ['that says nothing', ''],
    ['whose headers take too long', UNSIGNED],
  ])('%s', async (_, start) => {
    const { open } = await startBot({ headersMs: 20, bodyMs: 0 });
    const { socket, answer } = await open();
    socket.write(start);
    expect(await answer).toMatch(/^HTTP\/1.1 408 /);
  });

  test('when it is idle after a request', async () => {
    const { open } = await startBot({ idleMs: 20 });
    const { socket, answer } = await open();
    const body = command('once');
    socket.write(`${head(body, { 'content-length': body.length })}${body}`);
    expect(await answer).toMatch(/^HTTP\/1.1 200 /);
  });

  test('when there are too many: the oldest idle one first', async () => {
    const { open, port, lines } = await startBot({ connections: 2 });
    const [first, second] = [await open(), await open()];
    expect((await post(port, command('now'))).status).toBe(200);
    expect(await first.answer).toBe('');
    expect(second.socket.readableEnded).toBe(false);
    expect(lines).toContainEqual(expect.objectContaining({ reason: 'too_many_connections' }));
  });

  test('when there are too many and its body is incomplete, but not during a request', async () => {
    const { open, port, handled, release } = await startBot({ connections: 2 });
    const working = post(port, command('hold'));
    await expect.poll(() => handled).toEqual(['hold']);
    const half = await open();
    half.socket.write(`${head('', { 'content-length': 100 })}a`);
    expect((await post(port, command('now'))).status).toBe(200);
    expect(await half.answer).toBe('');
    release();
    expect((await working).status).toBe(200);
  });
});

test('the slowest request is refused when all bodies together need too much memory', async () => {
  const { open, port, handled } = await startBot({ allBodiesBytes: 5_000 });
  const slow = await open();
  slow.socket.write(`${head('', { 'content-length': 3_000 })}${'a'.repeat(2_900)}`);
  // By now, the earlier bytes have arrived.
  await post(port, command('small'));
  const large = 'b'.repeat(3_000);
  expect((await post(port, command(large))).status).toBe(200);
  expect(await slow.answer).toMatch(/^HTTP\/1.1 408 /);
  expect(handled).toEqual(['small', large]);
});
