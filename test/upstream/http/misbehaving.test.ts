import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createHttp } from '../../../src/upstream/http/request.ts';
import { failureOf, wordsOf } from '../../support/upstream.ts';

const found = JSON.stringify({ detail: 'found' });
const GOOD = `HTTP/1.1 200 OK\r\ncontent-length: ${found.length}\r\n\r\n${found}`;
const CHUNKED = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n';
const zipped = gzipSync(found.repeat(1_000)).toString('latin1');

type Misbehaviour = (socket: Socket) => unknown;

/** A server that answers each request with the next of these behaviours; the last one repeats. */
async function misbehave(...ways: readonly Misbehaviour[]) {
  let asked = 0;
  const server = createServer((socket) => {
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      if (!/^(?:GET|POST) /.test(String(bytes))) return;
      const way = ways[Math.min(asked, ways.length - 1)];
      asked += 1;
      way?.(socket);
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked };
}

/** Three kinds of request, with a secret in every place that can contain one. */
function connect(host: string, timeoutMs = 60_000, protocol = 'http') {
  const baseUrl = `${protocol}://canary:canary@${host}/`;
  const http = createHttp({ baseUrl, timeoutMs, retryBaseMs: 1 });
  onTestFinished(() => http.close());
  const body = { json: { password: 'canary' } };
  const schema = z.object({ detail: z.string() });
  const token = 'canary';
  return {
    report: () =>
      http.read({ operation: 'report', path: ['report_mt'], body, token, begin, maxBytes: 4 * 1024 * 1024 }),
    lookUp: () =>
      http.send({ operation: 'sms', path: ['api', 'sms', 'canary'], token, isRead: true, schema }),
    logIn: () => http.send({ operation: 'login', path: ['login_ws'], body, isRead: false, schema }),
  };
}

const begin = () => {
  const pieces: Uint8Array[] = [];
  return { write: (piece: Uint8Array) => pieces.push(piece), end: () => Buffer.concat(pieces).toString() };
};

const saying =
  (text: string, ending: (socket: Socket) => unknown = (socket) => socket.end()): Misbehaviour =>
  (socket) =>
    socket.write(text, 'latin1', () => ending(socket));

/** Writes until the client closes the connection. */
const endlessly =
  (head: string, piece: string): Misbehaviour =>
  async (socket) => {
    const isClosed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(head, 'latin1');
    while (!socket.destroyed) {
      if (!socket.write(piece, 'latin1'))
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), isClosed]);
    }
  };

/** Writes a piece every 50 ms and never ends. */
const dripping =
  (head: string, drop: string): Misbehaviour =>
  (socket) => {
    socket.write(head);
    const drip = setInterval(() => socket.write(drop), 50);
    socket.once('close', () => clearInterval(drip));
  };

const chunkOf = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

describe('a connection that is closed', () => {
  const stages: readonly (readonly [string, Misbehaviour])[] = [
    ['before the answer', (socket) => socket.end()],
    ['before the answer, at once', (socket) => socket.resetAndDestroy()],
    ['in the status', saying('HTTP/1.')],
    ['in the headers', saying('HTTP/1.1 200 OK\r\ncontent-le')],
    ['after the headers', saying('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n')],
    ['in a body of known length', saying('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"detail"')],
    ['in a body in chunks', saying(`${CHUNKED}\r\n${chunkOf('{"detail"')}`)],
    ['in a chunk', saying(`${CHUNKED}\r\n10\r\n{"det`)],
    [
      'in a compressed body',
      saying(`${CHUNKED}content-encoding: gzip\r\n\r\n${chunkOf(zipped.slice(0, 50))}`),
    ],
    ['in the body, at once', saying(`${CHUNKED}\r\n${chunkOf('{"')}`, (socket) => socket.resetAndDestroy())],
  ];

  test.each(stages)('%s is retried by a read', async (_, way) => {
    const platform = await misbehave(way, way, saying(GOOD), way, way, saying(GOOD));
    const { report, lookUp } = connect(platform.host);
    expect(await report()).toBe(found);
    expect(await lookUp()).toEqual({ detail: 'found' });
    expect(platform.asked()).toBe(6);
  });

  test.each(stages)('%s is reported after three attempts; a login is sent once', async (_, way) => {
    const platform = await misbehave(way);
    const { report, lookUp, logIn } = connect(platform.host);
    let before = 0;
    for (const [ask, operation, times] of [
      [report, 'report', 3],
      [lookUp, 'sms', 3],
      [logIn, 'login', 1],
    ] as const) {
      const failure = await failureOf(ask());
      expect(failure).toMatchObject({ code: 'unavailable', operation });
      expect(failure.message).toMatch(/: no connection \([A-Z_]+\)$/);
      expect(wordsOf(failure) + inspect(failure, { depth: 9, showHidden: true })).not.toContain('canary');
      expect(platform.asked() - before).toBe(times);
      before = platform.asked();
    }
  });
});

describe('an answer that never ends', () => {
  const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024, ' ')).toString('latin1');
  const bombInBomb = gzipSync(gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))).toString('latin1');
  test.each([
    ['without end', endlessly('HTTP/1.1 200 OK\r\n\r\n', ' '.repeat(65_536))],
    ['in chunks without end', endlessly(`${CHUNKED}\r\n`, chunkOf(' '.repeat(65_536)))],
    ['as a bomb', saying(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n${bomb}`)],
    ['as a bomb in a bomb', saying(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip, gzip\r\n\r\n${bombInBomb}`)],
  ])('%s is abandoned and not requested again', async (_, way) => {
    const platform = await misbehave(way);
    const { report, lookUp, logIn } = connect(platform.host);
    for (const ask of [report, lookUp, logIn]) {
      expect(await failureOf(ask())).toMatchObject({
        code: 'invalid_answer',
        message: expect.stringMatching(/too large to be read$/),
      });
    }
    expect(platform.asked()).toBe(3);
  });

  test('in its headers exceeds the limit for the first byte', async () => {
    const platform = await misbehave(dripping('HTTP/1.1 200 OK\r\n', 'x'));
    const { report, lookUp, logIn } = connect(platform.host, 400);
    const failures = await Promise.all([report, lookUp, logIn].map((ask) => failureOf(ask())));
    expect(failures.map(({ message }) => message)).toEqual([
      'report: timed out (to the first byte)',
      'sms: timed out (to the first byte)',
      'login: timed out (to the first byte)',
    ]);
    expect(platform.asked()).toBe(3);
  });

  test('but drips exceeds the total limit of a short answer', async () => {
    const platform = await misbehave(dripping(`${CHUNKED}\r\n`, chunkOf(' ')));
    const { lookUp, logIn } = connect(platform.host, 400);
    const failures = await Promise.all([lookUp, logIn].map((ask) => failureOf(ask())));
    expect(failures.map(({ code }) => code)).toEqual(['timed_out', 'timed_out']);
    expect(failures.map(({ message }) => message)).toEqual([
      'sms: timed out (in all)',
      'login: timed out (in all)',
    ]);
    expect(platform.asked()).toBe(2);
  });

  test('and falls silent is distinguished from one that never starts', async () => {
    const platform = await misbehave(
      saying(`${CHUNKED}\r\n${chunkOf('{')}`, () => undefined),
      () => undefined,
    );
    const { report } = connect(platform.host, 400);
    expect((await failureOf(report())).message).toBe('report: timed out (between bytes)');
    expect((await failureOf(report())).message).toBe('report: timed out (to the first byte)');
    expect(platform.asked()).toBe(2);
  });
});

test('a connection that is never established is distinguished from a silent one', async () => {
  // It accepts TCP connections and never answers the TLS handshake.
  const { report } = connect((await misbehave(() => undefined)).host, 400, 'https');
  const failure = await failureOf(report());
  expect(failure).toMatchObject({ code: 'timed_out', message: 'report: timed out (to connect)' });
});
