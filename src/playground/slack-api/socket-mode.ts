import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import { isRecord, parseJson } from '../json.ts';
import { BOT } from '../workspace/people.ts';
import { type Acknowledgement, type BotRequest, type Send, UNREACHABLE } from './delivery.ts';
import type { Upgrade } from './http-server.ts';
import { errorResponse, okResponse, type SlackResponse } from './web-api.ts';

/** Why Slack ends a connection. */
type DisconnectReason = 'refresh_requested' | 'warning' | 'link_disabled';

/** An open connection of the bot. */
interface SocketConnection {
  readonly id: string;
  /** Requests that went over it. */
  readonly requests: number;
  /** Answers to the workspace's pings. */
  readonly pongs: number;
}

/** Socket Mode as Slack's side sees it. */
export interface SocketMode {
  /** Oldest first. */
  connections(): readonly SocketConnection[];
  /**
   * Tells the bot to connect anew, over one connection or all. `refresh_requested` and `link_disabled` close them at
   * once; after a `warning` they stay open, and the bot is to see to it.
   */
  refresh(connection?: string, reason?: DisconnectReason): void;
  /** Cuts connections without a word, one or all, as a failing network does. */
  drop(connection?: string): void;
}

/** What the sockets of a workspace are served with. */
export interface SocketServer extends SocketMode {
  readonly upgrade: Upgrade;
  /** `apps.connections.open`: an address for one connection. */
  open(token: string | undefined): SlackResponse;
  /** Sends over the next of the open connections in turn; the acknowledgement counts on that one only. */
  readonly send: Send;
  stop(): Promise<void>;
}

/** How the sockets behave. */
interface SocketServerOptions {
  /** The app-level token, `xapp-…`; without it there is no Socket Mode. */
  readonly appToken: string | undefined;
  /** Where sockets are opened: `http://…`; throws while the workspace is not started. */
  readonly origin: () => string;
  readonly acknowledgementTimeoutMs: number;
  readonly pingIntervalMs: number;
  /** Called when a connection opens, closes or answers a ping. */
  readonly changed: () => void;
}

/** A connection, and who waits for an acknowledgement over it, by envelope. */
interface OpenSocket {
  readonly id: string;
  readonly socket: WebSocket;
  readonly waiting: Map<string, (body: string) => void>;
  requests: number;
  pongs: number;
}

const LINK = '/link/';
const MOST_CONNECTIONS = 10;

/** Creates the sockets. Slack spreads requests over connections as it likes; here each has its turn. */
export function createSocketServer(options: SocketServerOptions): SocketServer {
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
    const connection: OpenSocket = { id: randomUUID(), socket, waiting: new Map(), requests: 0, pongs: 0 };
    connections.push(connection);
    const pings = setInterval(() => socket.ping('Ping from the workspace'), options.pingIntervalMs).unref();
    socket.on('pong', () => {
      connection.pongs += 1;
      options.changed();
    });
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
    upgrade(request, socket, head) {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
      const isAddressed = pathname === LINK && tickets.delete(searchParams.get('ticket') ?? '');
      if (isAddressed) server.handleUpgrade(request, socket, head, accept);
      else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
    },
    open(token) {
      if (token === undefined) return errorResponse('not_authed');
      if (!token.startsWith('xapp-')) return errorResponse('not_allowed_token_type');
      if (token !== options.appToken) return errorResponse('invalid_auth');
      const ticket = randomUUID();
      tickets.add(ticket);
      return okResponse({ url: `${options.origin().replace('http:', 'ws:')}${LINK}?ticket=${ticket}` });
    },
    async send(request) {
      const connection = connections[turn % connections.length];
      if (connection === undefined) return UNREACHABLE;
      turn += 1;
      connection.requests += 1;
      return deliverTo(connection, request, options.acknowledgementTimeoutMs);
    },
    connections: () => connections.map(({ id, requests, pongs }) => ({ id, requests, pongs })),
    refresh(id, reason = 'refresh_requested') {
      for (const connection of chosen(id)) {
        sendJson(connection.socket, disconnectMessage(reason));
        if (reason === 'warning') continue;
        forget(connection);
        connection.socket.close(1000);
      }
    },
    drop(id) {
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

/** Sends an envelope and waits for what comes back with its id. */
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

/** What Slack greets a new connection with. */
function helloMessage(count: number, origin: string) {
  return {
    type: 'hello',
    num_connections: count,
    debug_info: { host: origin, approximate_connection_time: LIFETIME_SECONDS },
    connection_info: { app_id: BOT.appId },
  };
}

/** What Slack says before it ends a connection. */
function disconnectMessage(reason: DisconnectReason | 'too_many_websockets') {
  return { type: 'disconnect', reason, debug_info: { host: 'workspace' } };
}

/** Sends a message over a socket. */
function sendJson(socket: WebSocket, message: Readonly<Record<string, unknown>>): void {
  socket.send(JSON.stringify(message));
}
