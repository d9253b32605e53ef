import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type JsonObject, parseJson } from '../json.ts';
import type { SlackResponse } from './responses.ts';

export interface LocalRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly bytes: Buffer<ArrayBuffer>;
}

export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export type LocalServer = Awaited<ReturnType<typeof listen>>;

/** Listens on a free local port. If `handle` rejects, the connection is cut without an answer. */
export async function listen(handle: (request: LocalRequest) => Promise<SlackResponse>, upgrade?: Upgrade) {
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
  handle: (request: LocalRequest) => Promise<SlackResponse>,
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

export const API = '/api/';

const PLAIN_FIELDS = new Set(['text', 'initial_comment', 'filename', 'title']);

export function readCall({ headers, body }: LocalRequest): {
  readonly args: JsonObject;
  readonly token: string | undefined;
} {
  const { token: _, ...args } = readArgs(body);
  return { args, token: /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] };
}

/** Parses a form. A field that starts with `[` or `{` is parsed as JSON, except in `PLAIN_FIELDS`. */
function readArgs(form: string): JsonObject {
  const fields = [...new URLSearchParams(form)].map(([name, value]) => {
    const isStructured = value.startsWith('[') || value.startsWith('{');
    return [name, isStructured && !PLAIN_FIELDS.has(name) ? (parseJson(value) ?? value) : value];
  });
  return Object.fromEntries(fields);
}
