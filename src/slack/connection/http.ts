import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { HTTPReceiver, type Receiver } from '@slack/bolt';
import type { Log } from '../../ops/log.ts';
import { createBoltLogger } from './clients.ts';

export interface Connection {
  readonly receiver: Receiver;
  /** Resolves once requests can come; over HTTP with the port they come to. */
  start(): Promise<{ readonly port?: number }>;
  /** Takes no more requests, and resolves when those that were coming in have been acknowledged. */
  stop(): Promise<void>;
}

interface HttpConnectionOptions {
  readonly signingSecret: string;
  readonly port: number;
  /** Address to listen on; all of them when left out. */
  readonly host?: string | undefined;
  readonly log: Log;
}

/** Slack's own tolerance for requests from the past, applied to the future too. */
const TOLERANCE_SECONDS = 5 * 60;

/** `POST /slack/events`, signatures and time stamps checked; those of the future, too. Goes by the real time. */
export function createHttpConnection({ signingSecret, port, host, log }: HttpConnectionOptions): Connection {
  const receiver = new HTTPReceiver({
    signingSecret,
    logger: createBoltLogger(log),
    dispatchErrorHandler: ({ request, response }) => {
      log.debug({ method: request.method }, 'a request to no address of ours');
      response.writeHead(404).end();
    },
    unhandledRequestHandler: ({ response }) => {
      log.warn('a request from Slack that no feature answers');
      if (!response.headersSent) response.writeHead(404).end();
    },
  });
  const coming = new Set<ServerResponse>();
  const listener: RequestListener = receiver.requestListener;
  receiver.requestListener = (request, response) => {
    coming.add(response);
    response.once('close', () => coming.delete(response));
    if (isFromTheFuture(request)) {
      log.warn('refused a request with a time stamp from the future');
      response.writeHead(401).end();
      return;
    }
    if (request.method !== 'POST') {
      listener(request, response);
      return;
    }
    void receiveBody(request).then((body) => {
      if (body === 'too_large') response.writeHead(413, { connection: 'close' }).end();
      else if (body === 'broken') response.destroy();
      else if (isNothing(request, body)) response.writeHead(400).end();
      else pass(listener, request, body, response);
    });
  };

  let closeConnections = () => {};
  return {
    receiver,
    async start() {
      const server = await receiver.start(host === undefined ? { port } : { port, host });
      closeConnections = () => server.closeAllConnections();
      const address = server.address();
      return { port: typeof address === 'object' && address !== null ? address.port : port };
    },
    async stop() {
      const closed = receiver.stop();
      await Promise.all(
        [...coming].map((response) => new Promise((resolve) => response.once('close', resolve))),
      );
      // What is left are connections on which nothing is being asked.
      closeConnections();
      await closed;
    },
  };
}

/** Bolt takes a body that was read before from `rawBody`, and throws at once for an address that is not its own. */
function pass(
  listener: RequestListener,
  request: IncomingMessage,
  rawBody: Buffer,
  response: ServerResponse,
) {
  try {
    listener(Object.assign(request, { rawBody }), response);
  } catch {
    response.writeHead(404).end();
  }
}

function isFromTheFuture(request: IncomingMessage): boolean {
  const sentAt = Number(request.headers['x-slack-request-timestamp']);
  return sentAt > Date.now() / 1000 + TOLERANCE_SECONDS;
}

const MOST_BODY_BYTES = 1024 * 1024;

async function receiveBody(request: IncomingMessage): Promise<Buffer | 'too_large' | 'broken'> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Refusing a body must leave the connection open for the answer that says so.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > MOST_BODY_BYTES) return 'too_large';
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch {
    return 'broken';
  }
}

/** JSON `null`, also as a form's payload, is an end of the process inside Bolt. */
function isNothing(request: IncomingMessage, body: Buffer): boolean {
  const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded';
  const text = isForm ? new URLSearchParams(body.toString()).get('payload') : body.toString();
  return text?.trim() === 'null';
}
