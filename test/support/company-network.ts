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
import type { aCompanyCa } from './certificates.ts';

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

/** Stands before a server of this machine as `https://name`, web sockets too: where that names itself, it says `name`. */
export async function overTls(
  address: string,
  name: string,
  { host }: Pick<Awaited<ReturnType<typeof aCompanyCa>>, 'host'>,
): Promise<number> {
  const { hostname, port, host: place } = new URL(address);
  const server = createTlsServer(host, (request, response) => {
    forward({ request, response, to: { hostname, port, path: request.url } }, (body) =>
      body
        .replaceAll(`http://${place}`, `https://${name}`)
        .replaceAll(`ws://${place}`, `wss://${name}`)
        .replaceAll(`http:\\/\\/${place}`, `https:\\/\\/${name}`),
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
    const { 'content-length': _, 'transfer-encoding': __, ...kept }: IncomingHttpHeaders = answer.headers;
    response.writeHead(answer.statusCode ?? 502, kept).end(body);
  });
  behind.on('error', () => response.destroy());
  request.pipe(behind);
}

interface ProxyOptions {
  /** `host:port` as it is asked for → the port of this machine where that is. Nobody else knows these names. */
  readonly hosts: Readonly<Record<string, number>>;
  readonly credentials?: string;
  /** Status with which it refuses everything. */
  readonly status?: number;
}

/** A company's proxy: the one way out. Tunnels by CONNECT, and asks for plain addresses itself. */
export async function aProxy({ hosts, credentials, status }: ProxyOptions) {
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
    const place = request.url ?? '';
    asked.push(`CONNECT ${place}`);
    const refusal = refusalOf(request);
    if (refusal !== undefined) return void socket.end(`HTTP/1.1 ${refusal} No\r\ncontent-length: 0\r\n\r\n`);
    const port = hosts[place] ?? Number(/^127\.0\.0\.1:(\d+)$/.exec(place)?.[1]);
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
