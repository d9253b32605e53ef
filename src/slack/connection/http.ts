import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { parse as parseForm } from 'node:querystring';
import { HTTPReceiver, type Receiver } from '@slack/bolt';
import { createRareWarning, type Log } from '../../ops/log.ts';
import { type Metrics, NO_METRICS, OTHER } from '../../ops/metrics.ts';
import { createBoltLogger } from './clients.ts';
import { type BodyLimits, createSignedBodyReader, RefusedRequestError } from './signed-body.ts';

export interface Connection {
  readonly receiver: Receiver;
  start(): Promise<{ readonly port?: number }>;
  /** Whether Slack’s requests reach this process, as far as it knows. */
  isReady(): boolean;
  /** Takes no more requests, and resolves when the last ones have been acknowledged. */
  stop(): Promise<void>;
}

interface HttpConnectionOptions {
  readonly signingSecret: string;
  readonly port: number;
  readonly host?: string | undefined;
  readonly log: Log;
  readonly metrics?: Metrics;
  readonly limits?: Partial<HttpLimits>;
  readonly pages?: Pages | undefined;
}

export type Pages = ReadonlyMap<string, RequestListener>;

/** Limits for strangers: the port is open to all. */
interface HttpLimits extends BodyLimits {
  /** From the opening of a connection, or the first byte on a reused one, to the end of the headers. */
  readonly headersMs: number;
  readonly idleMs: number;
  /** Above it the oldest one without a request of Slack’s gives way. */
  readonly connections: number;
  readonly lookEveryMs: number;
}

/** The largest of Slack’s requests are clicks with their message, and mentions of 12,000 characters: 150 KB. */
const LIMITS: HttpLimits = {
  bodyBytes: 256 * 1024,
  allBodiesBytes: 16 * 1024 * 1024,
  bodyMs: 5_000,
  headersMs: 5_000,
  idleMs: 5_000,
  connections: 500,
  lookEveryMs: 1_000,
};

const TOO_MANY = Object.assign(new Error(), { code: 'too_many_connections' });
/** As many more are still accepted, of those that arrive at one moment. */
const SPARE_CONNECTIONS = 100;

const PATH = '/slack/events';

/** `POST /slack/events`. Signatures are checked before a body is parsed; `requestId` in Bolt’s context is unique. */
export function createHttpConnection(options: HttpConnectionOptions): Connection {
  const { signingSecret, port, host, log, metrics = NO_METRICS } = options;
  const limits = { ...LIMITS, ...options.limits };
  const receiver = createReceiver(signingSecret, log, metrics);
  const coming = new Set<ServerResponse>();
  /** Connections with a request that Slack has signed. */
  const trusted = new WeakSet<Socket>();
  const refused = createRareWarning({ log, trouble: 'refused a request that is not as Slack’s are' });
  const crowded = createRareWarning({ log, trouble: 'cut a connection: too many at once' });
  const refuse = (response: ServerResponse, error: unknown) => {
    if (!(error instanceof RefusedRequestError)) return void response.destroy();
    refused.warn(error);
    response.writeHead(error.status, CLOSING).end(error.message);
  };
  const readSigned = createSignedBodyReader(signingSecret, limits);
  const listener: RequestListener = receiver.requestListener;
  receiver.requestListener = (request, response) => {
    coming.add(response);
    response.once('close', () => coming.delete(response));
    const { method, url = '' } = request;
    const pathname = URL.parse(url, 'http://localhost')?.pathname ?? '';
    const page = method === 'GET' ? options.pages?.get(pathname) : undefined;
    if (page) return page(request, response);
    if (method !== 'POST' || pathname !== PATH) return listener(request, response);
    const arrivedMs = performance.now();
    readSigned(request).then(
      (rawBody) => {
        const { socket } = request;
        trusted.add(socket);
        response.once('finish', () => metrics.acknowledged((performance.now() - arrivedMs) / 1_000));
        response.once('close', () => trusted.delete(socket));
        if (isNothing(request, rawBody)) refuse(response, new RefusedRequestError('no_payload'));
        // Bolt reads a body from there where it was read before.
        else listener(Object.assign(request, { rawBody }), response);
      },
      (error: unknown) => refuse(response, error),
    );
  };

  let server: Server | undefined;
  return {
    receiver,
    async start() {
      server = await receiver.start(host === undefined ? { port } : { port, host }, {
        headersTimeout: limits.headersMs,
        requestTimeout: limits.headersMs + limits.bodyMs,
        keepAliveTimeout: limits.idleMs,
        connectionsCheckingInterval: limits.lookEveryMs,
      });
      limitConnections(server, limits.connections, { trusted, onCut: () => crowded.warn(TOO_MANY) });
      const address = server.address();
      return { port: typeof address === 'object' && address !== null ? address.port : port };
    },
    isReady: () => server?.listening ?? false,
    async stop() {
      const closed = receiver.stop();
      await Promise.all(
        [...coming].map((response) => new Promise((resolve) => response.once('close', resolve))),
      );
      // No request is under way on the connections that are left.
      server?.closeAllConnections();
      await closed;
    },
  };
}

interface Crowding {
  readonly trusted: WeakSet<Socket>;
  readonly onCut: () => void;
}

/** Silent connections keep Slack out of none: its own requests come at once. */
function limitConnections(server: Server, most: number, { trusted, onCut }: Crowding): void {
  const open = new Set<Socket>();
  server.maxConnections = most + SPARE_CONNECTIONS;
  server.on('drop', onCut);
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    const oldest = open.size > most ? [...open].find((one) => !trusted.has(one)) : undefined;
    if (!oldest) return;
    open.delete(oldest);
    oldest.destroy();
    onCut();
  });
}

function createReceiver(signingSecret: string, log: Log, metrics: Metrics): HTTPReceiver {
  return new HTTPReceiver({
    signingSecret,
    logger: createBoltLogger(log),
    customPropertiesExtractor: ({ headers }) => ({ requestId: digest(String(headers['x-slack-signature'])) }),
    dispatchErrorHandler: ({ request, response }) => {
      log.debug({ method: request.method }, 'a request to no address of ours');
      response.writeHead(404, CLOSING).end('not found');
    },
    unhandledRequestHandler: ({ response }) => {
      log.warn('a request from Slack that no feature answers');
      metrics.request(OTHER, 'unknown', 0);
      if (!response.headersSent) response.writeHead(404).end();
    },
  });
}

const CLOSING = { connection: 'close', 'content-type': 'text/plain' };

function digest(signature: string): string {
  return createHash('sha256').update(signature).digest('base64url');
}

/** JSON `null`, also as the payload of a form, ends the process inside Bolt. A form is read as Bolt reads it. */
function isNothing({ headers }: IncomingMessage, body: Buffer): boolean {
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
  const text = isForm ? parseForm(body.toString()).payload : body.toString();
  return typeof text === 'string' && text.trim() === 'null';
}
