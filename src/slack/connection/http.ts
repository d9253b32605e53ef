import { hash } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { parse as parseForm } from 'node:querystring';
import { HTTPReceiver, isValidSlackRequest, type Receiver } from '@slack/bolt';
import { createRareWarning, type Log } from '../../ops/log.ts';
import { type Metrics, NO_METRICS, OTHER } from '../../ops/metrics.ts';
import { limitConnections } from '../../runtime/connection-limit.ts';
import { createBoltLogger } from './clients.ts';

export interface Connection {
  readonly receiver: Receiver;
  start(): Promise<{ readonly port?: number }>;
  isReady(): boolean;
  /** In Socket Mode: the connections of this process, and those of the app as Slack counts them. */
  readonly connections?: () => { readonly own: number; readonly app: number };
  stop(): Promise<void>;
}

interface HttpConnectionOptions {
  readonly signingSecret: string;
  readonly port: number;
  readonly host?: string | undefined;
  readonly log: Log;
  readonly metrics?: Metrics;
  readonly limits?: Partial<typeof LIMITS>;
  readonly pages?: Pages | undefined;
}

export type Pages = ReadonlyMap<string, RequestListener>;

const LIMITS = {
  /** Slack's largest requests have 150 KB: clicks, which contain the whole message, and very long mentions. */
  bodyBytes: 256 * 1024,
  allBodiesBytes: 16 * 1024 * 1024,
  bodyMs: 5_000,
  /** Time to send the headers, from a connection's opening, or from the first byte of its next request. */
  headersMs: 5_000,
  idleMs: 5_000,
  /** If more connections than this are open, the oldest one without a verified request is closed. */
  connections: 500,
  checkIntervalMs: 1_000,
};

const PATH = '/slack/events';

/** Checks Slack's signature before the body is parsed. Bolt's `requestId` is a digest of the signature. */
export function createHttpConnection(options: HttpConnectionOptions): Connection {
  const { signingSecret, port, host, log, metrics = NO_METRICS } = options;
  const limits = { ...LIMITS, ...options.limits };
  const receiver = createReceiver(signingSecret, log, metrics);
  const pending = new Set<ServerResponse>();
  const trusted = new WeakSet<Socket>();
  const refused = createRareWarning({ log, problem: 'refused a request that is not as Slack’s are' });
  const tooMany = createRareWarning({ log, problem: 'cut a connection: too many at once' });
  const refuse = (response: ServerResponse, error: unknown) => {
    if (!(error instanceof RefusedRequestError)) return void response.destroy();
    refused.warn(error);
    response.writeHead(error.status, CLOSING).end(error.message);
  };
  const readSigned = createSignedBodyReader(signingSecret, limits);
  const listener: RequestListener = receiver.requestListener;
  receiver.requestListener = (request, response) => {
    pending.add(response);
    response.once('close', () => pending.delete(response));
    const { method, url = '' } = request;
    const pathname = URL.parse(url, 'http://localhost')?.pathname ?? '';
    const page = method === 'GET' ? options.pages?.get(pathname) : undefined;
    if (page) return page(request, response);
    if (method !== 'POST' || pathname !== PATH) {
      log.debug({ method }, 'a request to no address of ours');
      return void response.writeHead(404, CLOSING).end('not found');
    }
    const arrivedMs = performance.now();
    readSigned(request).then(
      (rawBody) => {
        const { socket } = request;
        trusted.add(socket);
        response.once('finish', () => metrics.acknowledged((performance.now() - arrivedMs) / 1_000));
        response.once('close', () => trusted.delete(socket));
        if (isNullPayload(request, rawBody)) refuse(response, new RefusedRequestError('no_payload'));
        // Bolt takes the body from `rawBody` instead of reading the request again.
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
        connectionsCheckingInterval: limits.checkIntervalMs,
      });
      limitConnections(server, limits.connections, {
        mayClose: (socket) => !trusted.has(socket),
        onClosed: tooMany.warn,
      });
      const address = server.address();
      return { port: typeof address === 'object' && address !== null ? address.port : port };
    },
    isReady: () => server?.listening ?? false,
    async stop() {
      const closed = receiver.stop();
      await Promise.all(
        [...pending].map((response) => new Promise((resolve) => response.once('close', resolve))),
      );
      server?.closeAllConnections();
      await closed;
    },
  };
}

function createReceiver(signingSecret: string, log: Log, metrics: Metrics): HTTPReceiver {
  return new HTTPReceiver({
    signingSecret,
    // Only requests with a verified signature reach Bolt.
    signatureVerification: false,
    logger: createBoltLogger(log),
    customPropertiesExtractor: ({ headers }) => ({
      requestId: hash('sha256', String(headers['x-slack-signature']), 'base64url'),
    }),
    unhandledRequestHandler: ({ response }) => {
      log.warn('a request from Slack that no feature answers');
      metrics.request(OTHER, 'unknown', 0);
      if (!response.headersSent) response.writeHead(404).end();
    },
  });
}

const CLOSING = { connection: 'close', 'content-type': 'text/plain' };

/** True for JSON `null`, also as the payload of a form: with such a body, Bolt would end the process. */
function isNullPayload({ headers }: IncomingMessage, body: Buffer): boolean {
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
  // Commands have no payload.
  if (isForm && !body.includes('payload')) return false;
  const text = isForm ? parseForm(body.toString()).payload : body.toString();
  return typeof text === 'string' && text.trim() === 'null';
}

const REFUSALS = {
  not_signed: 401,
  time_stamp: 401,
  wrong_signature: 401,
  no_payload: 400,
  too_slow: 408,
  too_large: 413,
} as const;

class RefusedRequestError extends Error {
  override readonly name = 'RefusedRequestError';
  readonly code: keyof typeof REFUSALS;
  readonly status: number;

  constructor(code: keyof typeof REFUSALS) {
    super(code.replaceAll('_', ' '));
    this.code = code;
    this.status = REFUSALS[code];
  }
}

/** A request is refused, as Slack recommends, if its time stamp differs more from the current time. */
const TOLERANCE_SECONDS = 5 * 60;

function createSignedBodyReader(signingSecret: string, limits: typeof LIMITS) {
  const read = createBodyReader(limits);
  return async (request: IncomingMessage): Promise<Buffer> => {
    const { signature, timestamp } = signatureOf(request);
    const body = await read(request);
    const headers = { 'x-slack-signature': signature, 'x-slack-request-timestamp': timestamp };
    if (!isValidSlackRequest({ signingSecret, body: body.toString(), headers }))
      throw new RefusedRequestError('wrong_signature');
    return body;
  };
}

/** Matches the whole signature header, because Bolt ignores a second `=` and the text after it. */
const SIGNATURE = /^v0=[0-9a-f]{64}$/;
const SECONDS = /^\d{1,12}$/;

function signatureOf({ headers }: IncomingMessage) {
  const { 'x-slack-signature': signature, 'x-slack-request-timestamp': sentAt } = headers;
  if (typeof signature !== 'string' || typeof sentAt !== 'string')
    throw new RefusedRequestError('not_signed');
  if (!SIGNATURE.test(signature)) throw new RefusedRequestError('wrong_signature');
  const timestamp = SECONDS.test(sentAt) ? Number(sentAt) : 0;
  if (Math.abs(Date.now() / 1_000 - timestamp) > TOLERANCE_SECONDS)
    throw new RefusedRequestError('time_stamp');
  return { signature, timestamp };
}

/** Memory counted in addition per received piece of a body, which an attacker may send byte by byte. */
const PIECE_BYTES = 512;

function createBodyReader({ bodyBytes, allBodiesBytes, bodyMs }: typeof LIMITS) {
  const pending = new Set<PromiseWithResolvers<never>>();
  let bufferedBytes = 0;

  return async (request: IncomingMessage): Promise<Buffer> => {
    if (Number(request.headers['content-length']) > bodyBytes) throw new RefusedRequestError('too_large');
    const refused = Promise.withResolvers<never>();
    const timer = setTimeout(() => refused.reject(new RefusedRequestError('too_slow')), bodyMs);
    pending.add(refused);
    const pieces: Buffer[] = [];
    let size = 0;
    let ownBytes = 0;

    async function receive(): Promise<void> {
      // `destroyOnReturn: false` keeps the connection open after an error, so that the error can be answered.
      for await (const piece of request.iterator({ destroyOnReturn: false })) {
        if (!pending.has(refused)) return;
        size += piece.length;
        if (size > bodyBytes) throw new RefusedRequestError('too_large');
        pieces.push(piece);
        ownBytes += piece.length + PIECE_BYTES;
        bufferedBytes += piece.length + PIECE_BYTES;
        // Over the memory limit, the oldest unfinished request is refused: Slack sends bodies without pauses.
        const [oldest] = pending;
        if (bufferedBytes > allBodiesBytes) oldest?.reject(new RefusedRequestError('too_slow'));
      }
    }

    try {
      await Promise.race([receive(), refused.promise]);
      return Buffer.concat(pieces);
    } finally {
      clearTimeout(timer);
      pending.delete(refused);
      bufferedBytes -= ownBytes;
    }
  };
}
