import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { limitConnections } from '../runtime/connection-limit.ts';
import { errorCode } from '../runtime/error-code.ts';
import { createRareWarning, type Log } from './log.ts';

interface OpsAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Answers requests for one path. Must not wait long, because monitoring systems ask every few seconds. */
export type OpsRoute = () => OpsAnswer | Promise<OpsAnswer>;

interface OpsServerOptions {
  readonly host: string;
  readonly port: number;
  readonly routes: Readonly<Record<string, OpsRoute>>;
  readonly log: Log;
  readonly limits?: Partial<typeof LIMITS>;
}

export type OpsServer = ReturnType<typeof createOpsServer>;

/** Thrown if the server cannot listen; the message says which environment variable to set, and to what. */
export class OpsServerError extends Error {
  override readonly name = 'OpsServerError';
}

const LIMITS = {
  maxHeaderSize: 8 * 1024,
  headersTimeout: 5_000,
  requestTimeout: 5_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
};
const MAX_CONNECTIONS = 50;

export function createOpsServer({ host, port, routes, log, limits }: OpsServerOptions) {
  const failing = createRareWarning({ log, problem: 'a probe could not be answered' });
  const server = createServer({ ...LIMITS, ...limits }, (request, response) => {
    answer(request, response, routes).catch((error: unknown) => {
      failing.warn(error);
      response.destroy();
    });
  });
  const tooMany = createRareWarning({ log, problem: 'closed a connection of OPS_PORT: too many are open' });
  limitConnections(server, MAX_CONNECTIONS, { onClosed: tooMany.warn });

  return {
    /** Starts the server and returns its port. @throws OpsServerError if the server cannot listen */
    async start(): Promise<number> {
      try {
        const listening = once(server, 'listening');
        server.listen(port, host);
        await listening;
      } catch (error) {
        throw explainListening(error, { host, port });
      }
      const address = server.address();
      return typeof address === 'object' && address !== null ? address.port : port;
    },
    async stop(): Promise<void> {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  routes: Readonly<Record<string, OpsRoute>>,
): Promise<void> {
  const { method, url = '' } = request;
  const path = url.split('?', 1)[0] ?? '';
  const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
  if (!route) return send(response, { status: 404, type: PLAIN, body: 'not found\n' });
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    return send(response, { status: 405, type: PLAIN, body: 'GET or HEAD\n' });
  }
  send(response, await route());
}

const PLAIN = 'text/plain; charset=utf-8';

function send(response: ServerResponse, { status, type, body }: OpsAnswer): void {
  const headers = { 'content-type': type, 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, 'cache-control': 'no-store' }).end(body);
}

export const healthz: OpsRoute = () => ({ status: 200, type: PLAIN, body: 'ok\n' });

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use: set OPS_PORT to another one, to 0 for any free one, or to off for none',
  EACCES: 'may not be listened on by this account: set OPS_PORT to one above 1023, or to off for none',
  EADDRNOTAVAIL: 'is on no address of this machine: set OPS_HOST to one of its own, or to 0.0.0.0 for all',
  ENOTFOUND: 'is on a host that cannot be found: set OPS_HOST to an address of this machine',
};

function explainListening(
  error: unknown,
  { host, port }: Pick<OpsServerOptions, 'host' | 'port'>,
): OpsServerError {
  const code = errorCode(error) ?? 'unknown';
  const reason = REASONS[code] ?? `cannot be listened on (${code}): look at OPS_HOST and OPS_PORT`;
  return new OpsServerError(`port ${port} of ${host}, for /healthz and /readyz, ${reason}.`, {
    cause: error,
  });
}
