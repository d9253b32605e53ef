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
  /** Resolves once requests can come; over HTTP with the port they come to. */
  start(): Promise<{ readonly port?: number }>;
  /** Whether Slack's requests reach this process, as far as it knows. */
  isReady(): boolean;
  /** Takes no more requests, and resolves when those that were coming in have been acknowledged. */
  stop(): Promise<void>;
}

interface HttpConnectionOptions {
  readonly signingSecret: string;
  readonly port: number;
  /** Address to listen on; all of them when left out. */
  readonly host?: string | undefined;
  readonly log: Log;
  readonly metrics?: Metrics;
  readonly limits?: Partial<HttpLimits>;
  /** What browsers get, by path. */
  readonly pages?: Pages | undefined;
}

export type Pages = ReadonlyMap<string, RequestListener>;

/** What a stranger may take of the port, which is open to all the world. */
interface HttpLimits extends BodyLimits {
  /** From the opening of a connection, or the first byte on one that was kept, to the end of the headers. */
  readonly headersMs: number;
  /** Between two requests. */
  readonly idleMs: number;
  /** Above it the oldest one without a request of Slack's under way gives way. */
  readonly connections: number;
  /** How often connections are looked at. */
  readonly lookEveryMs: number;
}

/**
 * Most of Slack's requests have 2 to 20 KB. The largest are clicks, which bring their message along (13,200 characters and
 * what draws them), and mentions of 12,000 characters, which come twice, an accented letter as six: 150 KB. Slack would
 * take forms of 250 KB; ours are a tenth of that.
 */
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
/** So many more than there may be are still taken, of those that come at one moment. */
const SPARE_CONNECTIONS = 100;

const PATH = '/slack/events';

/**
 * `POST /slack/events`, signatures and time stamps checked before anything is read of a request. What tells one apart from
 * all others is its `requestId` in Bolt's context.
 */
export function createHttpConnection(options: HttpConnectionOptions): Connection {
  const { signingSecret, port, host, log, metrics = NO_METRICS } = options;
  const limits = { ...LIMITS, ...options.limits };
  const receiver = createReceiver(signingSecret, log, metrics);
  const coming = new Set<ServerResponse>();
  /** On these is a request that Slack has signed. */
  const trusted = new WeakSet<Socket>();
  const refused = createRareWarning({ log, trouble: 'refused a request that is not as Slack’s are' });
  const crowded = createRareWarning({ log, trouble: 'cut a connection: too many at once' });
  const refuse = (response: ServerResponse, error: unknown) => {
    // It was broken off.
    if (!(error instanceof RefusedRequestError)) return void response.destroy();
    refused.warn(error);
    response.writeHead(error.status, CLOSING).end(error.message);
  };
  const readSigned = createSignedBodyReader(signingSecret, limits);
  const listener: RequestListener = receiver.requestListener;
  receiver.requestListener = (request, response) => {
    coming.add(response);
    response.once('close', () => coming.delete(response));
    const page = pageFor(request, options.pages);
    if (page) return page(request, response);
    if (!isForUs(request)) return listener(request, response);
    const arrivedMs = performance.now();
    readSigned(request).then(
      (rawBody) => {
        const { socket } = request;
        trusted.add(socket);
        response.once('finish', () => metrics.acknowledged((performance.now() - arrivedMs) / 1_000));
        response.once('close', () => trusted.delete(socket));
        if (isNothing(request, rawBody)) refuse(response, new RefusedRequestError('no_payload'));
        // Bolt takes a body that was read before from there.
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
      // What is left are connections on which nothing is being asked.
      server?.closeAllConnections();
      await closed;
    },
  };
}

interface Crowding {
  readonly trusted: WeakSet<Socket>;
  readonly onCut: () => void;
}

/** Silent connections keep nobody out: Slack's own say at once what they came for. */
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

/** Whoever was refused has no connection to keep. */
const CLOSING = { connection: 'close', 'content-type': 'text/plain' };

function isForUs({ method, url = '' }: IncomingMessage): boolean {
  return method === 'POST' && URL.parse(url, 'http://localhost')?.pathname === PATH;
}

function pageFor({ method, url = '' }: IncomingMessage, pages: Pages | undefined) {
  return method === 'GET' ? pages?.get(URL.parse(url, 'http://localhost')?.pathname ?? '') : undefined;
}

function digest(signature: string): string {
  return createHash('sha256').update(signature).digest('base64url');
}

/** JSON `null`, also as a form's payload, is an end of the process inside Bolt. A form is read as Bolt reads it. */
function isNothing({ headers }: IncomingMessage, body: Buffer): boolean {
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
  const text = isForm ? parseForm(body.toString()).payload : body.toString();
  return typeof text === 'string' && text.trim() === 'null';
}
