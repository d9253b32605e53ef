import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Answer } from './calls.ts';

/** A request as it came in; header names in lower case. */
export interface LocalRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** The body as it came, for what is not text. */
  readonly bytes: Buffer<ArrayBuffer>;
}

/** Takes over a connection that is to speak another protocol. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** A server that listens. */
export interface LocalServer {
  /** `http://127.0.0.1:<port>`, without a slash at its end. */
  readonly origin: string;
  /** Closes every connection, answered or not. */
  stop(): Promise<void>;
}

/** Listens on a free port of this machine. A handler that rejects leaves its request without an answer. */
export async function listen(
  handle: (request: LocalRequest) => Promise<Answer>,
  upgrade?: Upgrade,
): Promise<LocalServer> {
  const server = createServer((request, response) => {
    serve(request, response, handle).catch(() => response.destroy());
  });
  if (upgrade !== undefined) server.on('upgrade', upgrade);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  handle: (request: LocalRequest) => Promise<Answer>,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = request;
  const path = new URL(url, 'http://127.0.0.1').pathname;
  const bytes = await buffer(request);
  const answer = await handle({ method, path, headers, body: bytes.toString('utf8'), bytes });
  const isText = typeof answer.body === 'string';
  response.writeHead(answer.status, {
    'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    ...answer.headers,
  });
  response.end(isText ? answer.body : JSON.stringify(answer.body));
}
