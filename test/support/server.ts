import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** Listens on a free port of this machine until the test is over. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A port of this machine where nothing listens. */
export async function closedAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}

export interface PlatformRequest {
  readonly body: Record<string, unknown>;
  readonly token: string | undefined;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** How many of this operation came before. */
  readonly earlier: number;
}

export type PlatformHandler = (request: PlatformRequest) => void | Promise<void>;

/** Answers with JSON. */
export function json(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** A platform of two operations that behaves, but for what a test makes it do. */
export async function servePlatform(handlers: { login?: PlatformHandler; report?: PlatformHandler } = {}) {
  const seen = { login: [] as PlatformRequest[], report: [] as PlatformRequest[] };
  const valid = new Set<string>();
  const good = {
    login: ({ response }: PlatformRequest) => {
      const token = `canary-token-${seen.login.length}`;
      valid.add(token);
      json(response, { auth_access_token: token, status: true });
    },
    report: ({ response, token }: PlatformRequest) => {
      if (token === undefined || !valid.has(token)) json(response, { detail: 'no' }, 401);
      else json(response, { data: [anEntry()], desde: '2026-11-18', hasta: '2026-11-18', total: 1 });
    },
  };
  const url = await serve(async (request, response) => {
    const operation =
      request.url === '/login_ws' ? 'login' : request.url === '/report_mt' ? 'report' : undefined;
    if (operation === undefined) {
      response.writeHead(404).end();
      return;
    }
    const asked: PlatformRequest = {
      body: JSON.parse(await text(request)),
      token: request.headers.authorization?.replace('Bearer ', ''),
      request,
      response,
      earlier: seen[operation].length,
    };
    seen[operation].push(asked);
    await (handlers[operation] ?? good[operation])(asked);
  });
  return { url, seen, valid, good };
}

/** An entry of a report as the interface describes it. */
export function anEntry(changes: Record<string, unknown> = {}): Record<string, unknown> {
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
