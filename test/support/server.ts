import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { whenOver } from './when-over.ts';

/** Longer than any test, so that idle connections stay open. */
const KEPT_FOR_MS = 600_000;

/** Listens on a free local port until the end of the test. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer({ keepAliveTimeout: KEPT_FOR_MS }, listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  whenOver(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A local address where nothing can listen until the end of the test: an outgoing connection uses the port. */
export async function closedAddress(): Promise<string> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const holder = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [[accepted]] = await Promise.all([once(server, 'connection'), once(holder, 'connect')]);
  whenOver(() => {
    holder.destroy();
    accepted.destroy();
    server.close();
  });
  return `http://127.0.0.1:${holder.localPort}`;
}

/** A free port outside the ephemeral range, so that the system does not assign it. */
export async function unusedPort(): Promise<number> {
  for (;;) {
    const server = createTcpServer();
    const listening = once(server, 'listening');
    server.listen(randomInt(10_000, 32_000), '127.0.0.1');
    const port = await listening.then(
      () => (server.address() as AddressInfo).port,
      () => undefined,
    );
    if (port === undefined) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

const routes = {
  login: /^POST \/login_ws$/,
  report: /^POST \/report_mt$/,
  info: /^GET \/sms_info\/[^/]+\/[^/]+$/,
  oauth: /^POST \/api\/auth$/,
  sms: /^GET \/api\/sms\/[^/]+$/,
} as const;

type PlatformOperation = keyof typeof routes;

export interface PlatformRequest {
  /** Fields of the JSON or form; empty for a GET. */
  readonly body: Record<string, unknown>;
  readonly token: string | undefined;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Number of earlier requests of this operation. */
  readonly earlier: number;
}

export type PlatformHandler = (request: PlatformRequest) => void | Promise<void>;

export function json(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** A platform with successful answers, except for the given handlers. */
export async function servePlatform(handlers: Partial<Record<PlatformOperation, PlatformHandler>> = {}) {
  const seen: Record<PlatformOperation, PlatformRequest[]> = {
    login: [],
    report: [],
    info: [],
    oauth: [],
    sms: [],
  };
  const valid = new Set<string>();
  const withToken =
    (answer: () => unknown): PlatformHandler =>
    ({ response, token }) => {
      if (token === undefined || !valid.has(token)) json(response, { detail: 'no' }, 401);
      else json(response, answer());
    };
  const good: Record<PlatformOperation, PlatformHandler> = {
    login: ({ response }) => {
      const token = `canary-token-${seen.login.length}`;
      valid.add(token);
      json(response, { auth_access_token: token, status: true });
    },
    report: withToken(() => ({
      data: [platformEntry()],
      desde: '2026-11-18',
      hasta: '2026-11-18',
      total: 1,
    })),
    info: ({ response }) => json(response, { data: platformRecord(), detail: 'record found' }),
    oauth: ({ response }) => {
      const token = `canary.oauth.${seen.oauth.length}`;
      valid.add(token);
      json(response, { access_token: token, validity_period: '3600' });
    },
    sms: withToken(() => ({ data: platformRecord(), detail: 'record found' })),
  };
  const operations = Object.keys(routes) as PlatformOperation[];
  const url = await serve(async (request, response) => {
    const operation = operations.find((name) => routes[name].test(`${request.method} ${request.url}`));
    if (operation === undefined) {
      response.writeHead(404).end();
      return;
    }
    const received: PlatformRequest = {
      body: fieldsOf(request, await text(request)),
      token: request.headers.authorization?.replace('Bearer ', ''),
      request,
      response,
      earlier: seen[operation].length,
    };
    seen[operation].push(received);
    await (handlers[operation] ?? good[operation])(received);
  });
  return { url, seen, valid, good };
}

function fieldsOf({ headers }: IncomingMessage, body: string): Record<string, unknown> {
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(body));
  }
  return body === '' ? {} : JSON.parse(body);
}

/** A look-up result as in the interface. */
export function platformRecord(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return platformEntry({ msisdn: '56912345678', status: 'Delivered', from: '56001', ...changes });
}

/** An entry of a report as in the interface. */
export function platformEntry(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    msisdn: '+56912345678',
    operator: 'Entel',
    status: 'delivered',
    text: 'canary-text',
    time_platform: '2026-11-18 10:32:05+00:00',
    time_operator: '2026-11-18 10:32:07+00:00',
    time_dlr: '2026-11-18 10:32:14+00:00',
    ...changes,
  };
}

/** Writes the pieces until the client disconnects. */
export async function pour(response: ServerResponse, pieces: Iterable<string | Buffer>) {
  const isClosed = once(response, 'close');
  for (const piece of pieces) {
    if (response.destroyed) return;
    if (!response.write(piece)) await Promise.race([once(response, 'drain'), isClosed]);
  }
}
