import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as sendByHttp,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { createCompanyCa } from './certificates.ts';

async function listen(server: Server): Promise<number> {
  const open = new Set<Duplex>();
  server.on('connection', (socket) => open.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function joinBoth(one: Duplex, other: Duplex): void {
  one.on('error', () => other.destroy()).on('close', () => other.destroy());
  other.on('error', () => one.destroy()).on('close', () => one.destroy());
  one.pipe(other).pipe(one);
}

/** A TLS proxy for a local server as `https://name`, web sockets included. It replaces the server's own address. */
export async function overTls(
  address: string,
  name: string,
  { host }: Pick<Awaited<ReturnType<typeof createCompanyCa>>, 'host'>,
): Promise<number> {
  const { hostname, port, host: localHost } = new URL(address);
  const server = createTlsServer(host, (request, response) => {
    forward({ request, response, to: { hostname, port, path: request.url } }, (body) =>
      body
        .replaceAll(`http://${localHost}`, `https://${name}`)
        .replaceAll(`ws://${localHost}`, `wss://${name}`)
        .replaceAll(`http:\\/\\/${localHost}`, `https:\\/\\/${name}`),
    );
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const behind = connect(Number(port), hostname, () => {
      const lines = Object.entries(request.headers).map(([field, value]) => `${field}: ${value}`);
      behind.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      behind.write(head);
      joinBoth(socket, behind);
    });
  });
  return listen(server);
}

interface Forwarding {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly to: { readonly hostname: string; readonly port: string; readonly path: string | undefined };
}

function forward({ request, response, to }: Forwarding, change = (body: string) => body): void {
  const { 'proxy-authorization': _, 'accept-encoding': __, ...headers } = request.headers;
  const behind = sendByHttp({ ...to, method: request.method, headers }, async (answer) => {
    const body = change(await text(answer));
    const { 'content-length': _, 'transfer-encoding': __, ...headers }: IncomingHttpHeaders = answer.headers;
    response.writeHead(answer.statusCode ?? 502, headers).end(body);
  });
  behind.on('error', () => response.destroy());
  request.pipe(behind);
}

interface ProxyOptions {
  /** Requested `host:port` → local port. Only the proxy can resolve these names. */
  readonly hosts: Readonly<Record<string, number>>;
  readonly credentials?: string;
  /** Refuses all requests with this status. */
  readonly status?: number;
}

/** A company's forward proxy: tunnels CONNECT, and forwards plain HTTP. */
export async function startCompanyProxy({ hosts, credentials, status }: ProxyOptions) {
  const asked: string[] = [];
  const refusalOf = ({ headers }: IncomingMessage): number | undefined => {
    const expected = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
    return expected !== undefined && headers['proxy-authorization'] !== expected ? 407 : status;
  };
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const refusal = refusalOf(request);
    if (refusal !== undefined) return void response.writeHead(refusal).end();
    const { hostname, port, pathname, search } = new URL(request.url ?? '');
    forward({ request, response, to: { hostname, port, path: pathname + search } });
  });
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    const target = request.url ?? '';
    asked.push(`CONNECT ${target}`);
    const refusal = refusalOf(request);
    if (refusal !== undefined) return void socket.end(`HTTP/1.1 ${refusal} No\r\ncontent-length: 0\r\n\r\n`);
    const port = hosts[target] ?? Number(/^127\.0\.0\.1:(\d+)$/.exec(target)?.[1]);
    if (!port) return void socket.end('HTTP/1.1 502 No\r\ncontent-length: 0\r\n\r\n');
    const behind = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      joinBoth(socket, behind);
    });
  });
  const port = await listen(server);
  const before =
    credentials === undefined ? '' : `${credentials.split(':').map(encodeURIComponent).join(':')}@`;
  return { url: `http://${before}127.0.0.1:${port}`, asked };
}
