import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import { isRecord, type JsonObject, parseJson } from '../json.ts';
import { BOT } from '../workspace/people.ts';
import { type Acknowledgement, type BotRequest, UNREACHABLE } from './delivery.ts';
import type { Upgrade } from './http-server.ts';
import { errorResponse, okResponse, type SlackResponse } from './responses.ts';

interface OpenSocket {
  readonly id: string;
  readonly socket: WebSocket;
  readonly waiting: Map<string, (body: string) => void>;
  requests: number;
}

const LINK = '/link/';
const MOST_CONNECTIONS = 10;
const PING_EVERY_MS = 5_000;

export type SocketMode = Pick<ReturnType<typeof createSocketServer>, 'connections' | 'refresh' | 'drop'>;

/** Creates the sockets. Slack spreads requests over connections as it likes; here each has its turn. */
export function createSocketServer(options: {
  /** The app-level token, `xapp-…`; without it there is no Socket Mode. */
  readonly appToken: string | undefined;
  /** Throws while the workspace is not started. */
  readonly origin: () => string;
  readonly acknowledgementTimeoutMs: number;
  readonly changed: () => void;
}) {
  const server = new WebSocketServer({ noServer: true });
  const tickets = new Set<string>();
  const connections: OpenSocket[] = [];
  let turn = 0;

  const accept = (socket: WebSocket) => {
    // A cut connection reports an error before it closes; closing is all that matters here.
    socket.on('error', () => {});
    if (connections.length >= MOST_CONNECTIONS) {
      sendJson(socket, disconnectMessage('too_many_websockets'));
      socket.close();
      return;
    }
    const connection: OpenSocket = { id: randomUUID(), socket, waiting: new Map(), requests: 0 };
    connections.push(connection);
    const pings = setInterval(() => socket.ping('Ping from the workspace'), PING_EVERY_MS).unref();
    socket.on('message', (data) => acknowledge(connection, parseJson(String(data))));
    socket.on('close', () => {
      clearInterval(pings);
      forget(connection);
    });
    sendJson(socket, helloMessage(connections.length, options.origin()));
    options.changed();
  };
  const forget = (connection: OpenSocket) => {
    const at = connections.indexOf(connection);
    if (at === -1) return;
    connections.splice(at, 1);
    options.changed();
  };
  const chosen = (id: string | undefined) =>
    connections.filter((connection) => id === undefined || connection.id === id);

  return {
    upgrade: ((request, socket, head) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
      const isAddressed = pathname === LINK && tickets.delete(searchParams.get('ticket') ?? '');
      if (isAddressed) server.handleUpgrade(request, socket, head, accept);
      else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
    }) satisfies Upgrade,
    open(token: string | undefined): SlackResponse {
      if (token === undefined) return errorResponse('not_authed');
      if (!token.startsWith('xapp-')) return errorResponse('not_allowed_token_type');
      if (token !== options.appToken) return errorResponse('invalid_auth');
      const ticket = randomUUID();
      tickets.add(ticket);
      return okResponse({ url: `${options.origin().replace('http:', 'ws:')}${LINK}?ticket=${ticket}` });
    },
    /** Sends over the next of the open connections in turn; the acknowledgement counts on that one only. */
    async send(request: BotRequest): Promise<Acknowledgement> {
      const connection = connections[turn % connections.length];
      if (connection === undefined) return UNREACHABLE;
      turn += 1;
      connection.requests += 1;
      return deliverTo(connection, request, options.acknowledgementTimeoutMs);
    },
    connections: () => connections.map(({ id, requests }) => ({ id, requests })),
    /** Tells the bot to connect anew, and closes its connection: one, or all. */
    refresh(id?: string) {
      for (const connection of chosen(id)) {
        sendJson(connection.socket, disconnectMessage('refresh_requested'));
        forget(connection);
        connection.socket.close(1000);
      }
    },
    /** Cuts connections without a word, one or all, as a failing network does. */
    drop(id?: string) {
      for (const connection of chosen(id)) {
        forget(connection);
        connection.socket.terminate();
      }
    },
    async stop() {
      for (const { socket } of connections) socket.terminate();
      server.close();
    },
  };
}

/** Slack renews connections after about this long; the bot only reads it. */
const LIFETIME_SECONDS = 18_060;

async function deliverTo(
  connection: OpenSocket,
  request: BotRequest,
  timeoutMs: number,
): Promise<Acknowledgement> {
  const begin = performance.now();
  const afterMs = () => Math.round(performance.now() - begin);
  const envelopeId = randomUUID();
  const acknowledged = Promise.withResolvers<string>();
  connection.waiting.set(envelopeId, acknowledged.resolve);
  sendJson(connection.socket, {
    envelope_id: envelopeId,
    type: request.type,
    accepts_response_payload: request.takesAnswer,
    payload: request.payload,
  });
  const settled = new AbortController();
  const late = delay(timeoutMs, undefined, { signal: settled.signal }).catch(() => undefined);
  const body = await Promise.race([acknowledged.promise, late]);
  settled.abort();
  connection.waiting.delete(envelopeId);
  return body === undefined
    ? { status: 0, body: '', afterMs: afterMs(), timedOut: true }
    : { status: 200, body, afterMs: afterMs(), timedOut: false };
}

/** Takes an acknowledgement in. Bolt says nothing in one by an empty payload. */
function acknowledge({ waiting }: OpenSocket, message: unknown): void {
  if (!isRecord(message) || typeof message.envelope_id !== 'string') return;
  const { payload } = message;
  const isSilent = !isRecord(payload) || Object.keys(payload).length === 0;
  waiting.get(message.envelope_id)?.(isSilent ? '' : JSON.stringify(payload));
}

function helloMessage(count: number, origin: string) {
  return {
    type: 'hello',
    num_connections: count,
    debug_info: { host: origin, approximate_connection_time: LIFETIME_SECONDS },
    connection_info: { app_id: BOT.appId },
  };
}

function disconnectMessage(reason: 'refresh_requested' | 'too_many_websockets') {
  return { type: 'disconnect', reason, debug_info: { host: 'workspace' } };
}

function sendJson(socket: WebSocket, message: JsonObject): void {
  socket.send(JSON.stringify(message));
}
