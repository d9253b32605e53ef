import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startPlayground } from '../../../tools/playground/server/playground.ts';
import { recordLog } from '../../support/log.ts';
import { messagesWithoutProgress, startTestPlayground } from './a-playground.ts';

const ACT = JSON.stringify({ kind: 'clock', at: null });
const JSON_TYPE = { 'content-type': 'application/json' };

/** A request with just these headers. */
async function send(
  port: number,
  options: {
    readonly path?: string;
    readonly method?: 'GET' | 'POST';
    readonly headers: Record<string, string>;
    readonly body?: string;
  },
): Promise<{ status: number | undefined; headers: Record<string, unknown>; text: string }> {
  const { path = '/actions', method = 'POST', headers } = options;
  const sent = request({ host: '127.0.0.1', port, path, method, headers });
  // The server closes the connection of an early refusal while the client sends.
  sent.on('error', () => undefined);
  sent.end(method === 'POST' ? (options.body ?? ACT) : undefined);
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, headers: response.headers, text: await text(response) };
}

test('only requests to a local name and from the page itself are answered', async () => {
  const { port } = await startTestPlayground();
  const ask = async (headers: Record<string, string>) =>
    (await send(port, { headers: { ...JSON_TYPE, ...headers } })).status;
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    expect(await ask({ host: `${host}:${port}` })).toBe(200);
    expect(await ask({ host: `${host}:${port}`, origin: `http://${host}:${port}` })).toBe(200);
  }
  const host = `localhost:${port}`;
  for (const headers of [
    { host: 'evil.example' },
    { host: `evil.example:${port}` },
    { host: 'localhost' },
    { host, origin: 'http://evil.example' },
    { host, origin: 'null' },
    { host, origin: `http://localhost:${port + 1}` },
    { host, origin: `https://localhost:${port}` },
    { host, 'sec-fetch-site': 'cross-site' },
  ])
    expect([headers, await ask(headers)]).toEqual([headers, 403]);
  for (const path of ['/state', '/requests/1', '/files/F1', '/']) {
    const refused = await send(port, { path, method: 'GET', headers: { host: 'evil.example' } });
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([403, undefined]);
  }
});

test('an action is refused unless it is JSON of a known shape and a limited size', async () => {
  const { port } = await startTestPlayground();
  const ask = async (body: string, type = 'application/json') => {
    const answer = await send(port, { headers: { host: `localhost:${port}`, 'content-type': type }, body });
    return [answer.status, answer.text];
  };
  expect(await ask(ACT, 'text/plain')).toEqual([415, expect.stringContaining('application/json')]);
  expect(await ask(ACT, 'application/jsonp')).toEqual([415, expect.any(String)]);
  expect(await ask(ACT, 'application/json; charset=utf-8')).toEqual([200, '{"ok":true}']);
  expect(await ask('{')).toEqual([400, expect.stringContaining('not JSON')]);
  expect(await ask('{"kind":"novelty"}')).toEqual([400, expect.stringContaining('kind')]);
  expect(await ask('{"kind":"say","person":"U0ANA"}')).toEqual([400, expect.stringContaining('channel')]);
  expect(await ask(JSON.stringify({ kind: 'clock', at: 'soon' }))).toEqual([400, expect.any(String)]);
  expect(await ask(`"${'x'.repeat(300_000)}"`)).toEqual([413, expect.any(String)]);
  const host = `localhost:${port}`;
  expect((await send(port, { path: '/actions', method: 'GET', headers: { host } })).status).toBe(405);
  const { headers } = await send(port, { path: '/x', method: 'GET', headers: { host } });
  expect(headers['content-security-policy']).toMatch(/default-src 'self';.*frame-ancestors 'none'/);
});

test('the server listens only on the loopback address', async () => {
  const { port } = await startTestPlayground();
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);
  // A server that listens everywhere answers at 127.0.0.2 too.
  for (const address of [...others, '127.0.0.2']) {
    const socket = connect(port, address);
    const outcome = await Promise.race([
      once(socket, 'connect').then(() => 'connected'),
      once(socket, 'error').then(() => 'refused'),
    ]).catch(() => 'refused');
    socket.destroy();
    expect([address, outcome]).toEqual([address, 'refused']);
  }
});

test('pages share one environment, each as its own person, and stopping ends them all', async () => {
  const { act, open, stop, url } = await startTestPlayground();
  const pages = await Promise.all([open('U0ANA'), open('U0LUIS'), open('U0ANA')]);
  await act({ kind: 'say', person: 'U0ANA', channel: 'C0ONCALL', text: 'Good morning' });
  await act({ kind: 'say', person: 'U0LUIS', channel: 'C0SUPPORT', text: '/sms-status help' });
  const counts = () => pages.map((page) => messagesWithoutProgress(page.state()).length);
  await Promise.all(
    pages.map((page, index) =>
      page.until((state) => messagesWithoutProgress(state).length > (index === 1 ? 1 : 0)),
    ),
  );
  expect(counts()).toEqual([1, 2, 1]);
  await stop();
  await Promise.all(pages.map(({ ended }) => ended));
  await expect(fetch(`${url}/state`)).rejects.toThrow();
});

test('many changes at once lead to few updates of a page', async () => {
  const { act, open } = await startTestPlayground();
  const page = await open('U0ANA');
  const before = page.pushes();
  const beganMs = performance.now();
  const acts = Array.from({ length: 20 }, (_, index) =>
    act({ kind: 'say', person: 'U0ANA', channel: 'C0SUPPORT', text: `Message ${index}` }),
  );
  await Promise.all(acts);
  await page.until(({ messages }) => messages.length === 20);
  // Every 30 ms at most, and once at the beginning.
  expect(page.pushes() - before).toBeLessThan((performance.now() - beganMs) / 25 + 3);
});

test('the playground does not start without its page files', async () => {
  const pageFiles = () => Promise.reject(new Error('no canary'));
  await expect(startPlayground({ port: 0, log: recordLog().log, pageFiles })).rejects.toThrow('no canary');
});

test('a port in use leaves nothing running', async () => {
  const { port } = await startTestPlayground();
  const { log, lines } = recordLog();
  await expect(startPlayground({ port, log })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  expect(lines).toEqual([]);
});
