import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync, type InputType, zstdCompressSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createHttp } from '../../../src/upstream/http/request.ts';
import { serve } from '../../support/server.ts';
import { failureOf } from '../../support/upstream.ts';

const schema = z.object({ detail: z.string() });
const found = JSON.stringify({ detail: 'found' });

/** A platform, and a client of it that asks for something small or reads something long. */
async function connect(listener: RequestListener, address = (url: string) => url) {
  const asked: IncomingMessage[] = [];
  const url = await serve((request, response) => {
    asked.push(request);
    request.resume();
    listener(request, response);
  });
  const http = createHttp({ baseUrl: address(url), timeoutMs: 60_000, retryBaseMs: 1 });
  onTestFinished(() => http.close());
  const begin = () => {
    const pieces: Uint8Array[] = [];
    return { write: (piece: Uint8Array) => pieces.push(piece), end: () => Buffer.concat(pieces).toString() };
  };
  return {
    http,
    asked,
    connections: () => new Set(asked.map(({ socket }) => socket)).size,
    ask: (token?: string) => http.send({ operation: 'info', path: ['it'], token, isRead: true, schema }),
    logIn: () =>
      http.send({ operation: 'login', path: ['login'], body: { json: {} }, isRead: false, schema }),
    read: (wait = async () => {}) =>
      http.read({ operation: 'report', path: ['it'], begin: () => wait().then(begin) }),
  };
}

const answer: RequestListener = (_, response) => response.end(found);

/** Takes a first question on each connection, and breaks off what comes after that without an answer. */
function breakingOffWhatIsKept(): RequestListener {
  const used = new Set<Socket>();
  return ({ socket }, response) => {
    if (used.has(socket)) socket.destroy();
    else response.end(found);
    used.add(socket);
  };
}

describe('connections', () => {
  test('are kept from one question to the next', async () => {
    const { ask, read, connections } = await connect(answer);
    await ask();
    await read();
    await ask();
    expect(connections()).toBe(1);
  });

  test('that are closed while nobody uses them are not used again', async () => {
    const { ask, connections, asked } = await connect(answer);
    for (let count = 1; count <= 3; count += 1) {
      await ask();
      const closed = asked.slice(-1).map(({ socket }) => once(socket.end(), 'close'));
      await Promise.all(closed);
      expect(connections()).toBe(count);
    }
    expect(asked).toHaveLength(3);
  });

  test('that break off as they are used again are no failure of a read', async () => {
    const { ask, read, asked } = await connect(breakingOffWhatIsKept());
    for (const way of [ask, read, ask, read]) expect(JSON.stringify(await way())).toContain('found');
    expect(asked).toHaveLength(7);
  });

  test('are new and closed again for what may be sent only once', async () => {
    const { ask, logIn, connections, asked } = await connect(breakingOffWhatIsKept());
    await ask();
    await logIn();
    await logIn();
    expect(asked.map(({ headers }) => headers.connection)).toEqual(['keep-alive', 'close', 'close']);
    expect(connections()).toBe(3);
  });

  test('that a refusal keeps busy without end are closed before it is told', async () => {
    const { ask, asked } = await connect((_, response) => {
      response.writeHead(404).write(' ');
      const drip = setInterval(() => response.write(' '), 20);
      response.once('close', () => clearInterval(drip));
    });
    const open = () => asked.filter(({ socket }) => !socket.destroyed);
    expect((await failureOf(ask())).code).toBe('not_found');
    // It tells as soon as it has closed its end; word of that is on its way.
    await expect.poll(open).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  test('end with the client, and whatever is under way on them', async () => {
    const held: ServerResponse[] = [];
    const { http, ask, logIn, read, asked } = await connect((_, response) => void held.push(response));
    const failures = [ask(), logIn(), read()].map(failureOf);
    await expect.poll(() => held.length).toBe(3);
    const closed = held.map((response) => once(response, 'close'));
    http.close();
    expect((await Promise.all(failures)).map(({ code }) => code)).toEqual(Array(3).fill('unavailable'));
    await Promise.all(closed);
    expect((await failureOf(ask())).code).toBe('unavailable');
    expect(asked).toHaveLength(3);
  });
});

describe('an address with a user name', () => {
  test('goes with questions that have no token of their own', async () => {
    const { ask, asked } = await connect(answer, (url) => url.replace('//', '//canary%20user:pass%3A@'));
    await ask();
    await ask('canary-token');
    const account = Buffer.from('canary user:pass:').toString('base64');
    expect(asked.map(({ headers }) => headers.authorization)).toEqual([
      `Basic ${account}`,
      'Bearer canary-token',
    ]);
  });
});

describe('an answer may come compressed', () => {
  const ways: Readonly<Record<string, (input: InputType) => Buffer>> = {
    gzip: gzipSync,
    'x-gzip': gzipSync,
    deflate: deflateSync,
    br: brotliCompressSync,
    zstd: zstdCompressSync,
    GZIP: gzipSync,
    'gzip, br': (input) => brotliCompressSync(gzipSync(input)),
    'its own': (input) => Buffer.from(input as string),
  };

  test.each(Object.entries(ways))('as %s', async (encoding, compress) => {
    const { ask, read } = await connect((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(compress(found)),
    );
    expect(await ask()).toEqual({ detail: 'found' });
    expect(await read()).toBe(found);
  });

  test('only in ways that can be read', async () => {
    const { ask, asked } = await connect(answer);
    await ask();
    const offered = String(asked[0]?.headers['accept-encoding']).split(', ');
    for (const encoding of offered) expect(Object.keys(ways)).toContain(encoding);
    // Some servers mean bytes without the header that tells them from others.
    expect(offered).not.toContain('deflate');
  });

  test.each(['gzip', 'br', 'zstd', 'gzip, br', 'its own'])('and be empty: %s', async (encoding) => {
    const { read } = await connect((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(),
    );
    expect(await read()).toBe('');
  });

  test.each([
    ['in another way than it says', 'gzip', Buffer.from(found), 'cannot be decompressed'],
    ['in another way within', 'br, gzip', gzipSync(found), 'cannot be decompressed'],
    ['and cut short', 'gzip', gzipSync(found).subarray(0, -4), 'cannot be decompressed'],
    ['many times over', 'gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(found))), 'too many times'],
  ])('but not %s', async (_, encoding, body, reason) => {
    const { read, asked } = await connect((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body),
    );
    expect(await failureOf(read())).toMatchObject({
      code: 'invalid_answer',
      message: expect.stringContaining(reason),
    });
    expect(asked).toHaveLength(1);
  });

  test.each(['its own', 'gzip'])(
    'in more pieces than are wanted: after a mistake none is handed on (%s)',
    async (encoding) => {
      const mistake = new TypeError('ours');
      const { http } = await connect((_, response) => {
        response.writeHead(200, { 'content-encoding': encoding });
        response.end((ways[encoding] ?? gzipSync)('piece'.repeat(100_000)));
      });
      let taken = 0;
      const write = () => {
        taken += 1;
        throw mistake;
      };
      const reading = http.read({
        operation: 'report',
        path: ['it'],
        begin: () => ({ write, end: () => taken }),
      });
      await expect(reading).rejects.toBe(mistake);
      expect(taken).toBe(1);
    },
  );
});

describe('before an answer is looked at', () => {
  test.each([{}, { 'content-encoding': 'gzip' }])(
    'it may break off, and is asked for again: %j',
    async (headers) => {
      const body = 'content-encoding' in headers ? gzipSync(found) : Buffer.from(found);
      const broken = Promise.withResolvers<void>();
      const { read, asked } = await connect((_, response) => {
        response.writeHead(200, headers);
        if (asked.length > 1) response.end(body);
        else response.write(body.subarray(0, 5), () => response.destroy());
        response.once('close', broken.resolve);
      });
      expect(await read(() => broken.promise)).toBe(found);
      expect(asked).toHaveLength(2);
    },
  );

  test('it may have come whole, and is let go of unread', async () => {
    const { read, connections, ask } = await connect(answer);
    const mistake = new TypeError('ours');
    const wait = async () => {
      await ask();
      throw mistake;
    };
    await expect(read(wait)).rejects.toBe(mistake);
    await ask();
    expect(connections()).toBe(2);
  });

  test('whoever asked may give it up', async () => {
    const held: ServerResponse[] = [];
    const { read, asked } = await connect((_, response) => {
      response.writeHead(200).write(found);
      held.push(response);
    });
    const mistake = new TypeError('ours');
    await expect(read(() => Promise.reject(mistake))).rejects.toBe(mistake);
    await expect.poll(() => held.map(({ closed }) => closed)).toEqual([true]);
    expect(asked).toHaveLength(1);
  });
});
