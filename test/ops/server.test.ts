import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createOpsServer, healthz, type OpsRoute } from '../../src/ops/server.ts';
import { recordLog } from '../support/log.ts';

async function startServer(
  routes: Readonly<Record<string, OpsRoute>> = { '/healthz': healthz },
  limits: Parameters<typeof createOpsServer>[0]['limits'] = {},
) {
  const { log, lines } = recordLog();
  const server = createOpsServer({ host: '127.0.0.1', port: 0, routes, log, limits });
  const port = await server.start();
  onTestFinished(server.stop);
  return { port, lines, server, url: `http://127.0.0.1:${port}` };
}

async function sendRaw(port: number, words: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(words);
  return await text(socket);
}

describe('the ops server', () => {
  test('answers GET and HEAD with any query', async () => {
    const { url } = await startServer();
    const got = await fetch(`${url}/healthz?verbose=1`);
    expect([got.status, await got.text(), got.headers.get('cache-control')]).toEqual([
      200,
      'ok\n',
      'no-store',
    ]);
    const head = await fetch(`${url}/healthz`, { method: 'HEAD' });
    expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([200, '', '3']);
  });

  test('rejects other methods and other paths', async () => {
    const { url } = await startServer();
    const posted = await fetch(`${url}/healthz`, { method: 'POST', body: 'canary' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    for (const path of ['/', '/healthz/', '/toString', '/__proto__', '//healthz', '/slack/events'])
      expect((await fetch(url + path)).status).toBe(404);
  });

  test('rejects long headers and requests that do not end', async () => {
    const limits = { headersTimeout: 500, requestTimeout: 500, connectionsCheckingInterval: 50 };
    const { port } = await startServer(undefined, limits);
    const long = `GET /healthz HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(9_000)}\r\n\r\n`;
    expect(await sendRaw(port, long)).toContain('431 ');
    expect(await sendRaw(port, 'GET /healthz HTTP/1.1\r\nhost: a\r\n')).toContain('408 ');
  });

  test('answers while many connections send nothing, because the oldest gives way', async () => {
    const { url, port, lines } = await startServer();
    const silent = Array.from({ length: 200 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
    onTestFinished(() => {
      for (const socket of silent) socket.destroy();
    });
    await Promise.all(silent.map((socket) => once(socket, 'connect')));
    for (let probe = 0; probe < 3; probe += 1) expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(lines).toMatchObject([{ level: 'warn', reason: 'too_many_connections' }]);
  });

  test('closes the connection when a route fails, logs a warning, and continues', async () => {
    const { url, lines } = await startServer({
      '/healthz': healthz,
      '/broken': () => Promise.reject(new TypeError('canary')),
    });
    await expect(fetch(`${url}/broken`)).rejects.toThrow();
    expect(lines).toMatchObject([
      { level: 'warn', reason: 'TypeError', msg: 'a probe could not be answered' },
    ]);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  test('closes idle connections when it stops, and may be stopped before its start and twice', async () => {
    const { port, server } = await startServer();
    const idle = connect(port, '127.0.0.1');
    await once(idle, 'connect');
    const closed = once(idle.resume(), 'close');
    await server.stop();
    await closed;
    await server.stop();
    await createOpsServer({ host: '127.0.0.1', port: 0, routes: {}, log: recordLog().log }).stop();
  });

  test.each([
    ['a port that is taken', {}, /^port \d+ of 127\.0\.0\.1, .* is in use: set OPS_PORT to another one/],
    [
      'an address of another machine',
      { host: '192.0.2.1' },
      /of 192\.0\.2\.1, .* set OPS_HOST to one of its own/,
    ],
    ['a host without an address', { host: 'nowhere.invalid' }, /OPS_HOST/],
  ])('%s is an error that names the variable', async (_, changes, sentence) => {
    const { port } = await startServer();
    const { log } = recordLog();
    const second = createOpsServer({ host: '127.0.0.1', port, routes: {}, log, ...changes });
    await expect(second.start()).rejects.toThrow(sentence);
    await second.stop();
  });
});
