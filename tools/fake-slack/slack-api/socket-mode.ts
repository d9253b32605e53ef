import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import { isRecord, type JsonObject, parseJson } from '../json.ts';
import { BOT } from '../workspace/people.ts';
import type { SocketTimes } from '../workspace/state.ts';
import { type Acknowledgement, type BotRequest, UNREACHABLE } from './delivery.ts';
import type { Upgrade } from './listener.ts';
import { errorResponse, okResponse, type SlackResponse } from './responses.ts';

const LINK = '/link/';
const MOST_CONNECTIONS = 10;
const PING_EVERY_MS = 5_000;

type DisconnectReason = 'warning' | 'refresh_requested' | 'too_many_websockets' | 'link_disabled';

export type SocketMode = Pick<
  ReturnType<typeof createSocketServer>,
  'connections' | 'warn' | 'refresh' | 'repeat' | 'drop' | 'disable' | 'enable'
>;

/** Slack does not document how it distributes requests over connections; fake Slack uses them in turn. */
export function createSocketServer(options: {
  /** The app-level token, `xapp-…`. Without this token there is no Socket Mode. */
  readonly appToken: string | undefined;
  readonly origin: () => string;
  readonly acknowledgementTimeoutMs: number;
  readonly changed: () => void;
  readonly times?: SocketTimes;
}) {
  const { closesAfterMs = 1_000, tcpLingerMs = 5_000 } = options.times ?? {};
  const server = new WebSocketServer({ noServer: true });
  const tickets = new Set<string>();
  const connections: OpenSocket[] = [];
  let turn = 0;
  let last: ReturnType<typeof envelopeOf> | undefined;
  let isEnabled = true;

  const accept = (socket: WebSocket, tcp: Duplex) => {
    // A cut connection emits `error` before `close`. Without this listener, the error would end the process.
    socket.on('error', () => {});
    const refusal = refusalOf();
    if (refusal !== undefined) {
      keepOpen(tcp, tcpLingerMs);
      sendJson(socket, disconnectMessage(refusal));
      socket.close(1000);
      return;
    }
    const connection: OpenSocket = {
      id: randomUUID(),
      socket,
      waiting: new Map(),
      deliveries: new Set(),
      requests: 0,
    };
    connections.push(connection);
    keepOpen(tcp, tcpLingerMs, () => forget(connection));
    const pings = setInterval(() => socket.ping('Ping from the workspace'), PING_EVERY_MS).unref();
    socket.on('message', (data) => acknowledge(connection, parseJson(String(data))));
    socket.on('close', () => {
      clearInterval(pings);
      forget(connection);
    });
    sendJson(socket, helloMessage(connections.length, options.origin()));
    options.changed();
  };
  const refusalOf = (): DisconnectReason | undefined => {
    if (!isEnabled) return 'link_disabled';
    return connections.length >= MOST_CONNECTIONS ? 'too_many_websockets' : undefined;
  };
  const forget = (connection: OpenSocket) => {
    const at = connections.indexOf(connection);
    if (at === -1) return;
    connections.splice(at, 1);
    options.changed();
  };
  const chosen = (id: string | undefined) =>
    connections.filter((connection) => id === undefined || connection.id === id);
  const disconnect = (connections: readonly OpenSocket[], reason: DisconnectReason) => {
    for (const { socket } of connections) sendJson(socket, disconnectMessage(reason));
  };
  /** Closes a connection: sends no more requests over it, and waits for pending acknowledgements. */
  const end = async (connection: OpenSocket) => {
    forget(connection);
    await Promise.all(connection.deliveries);
    connection.socket.close(1000);
  };

  return {
    upgrade: ((request, socket, head) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
      const isAddressed = pathname === LINK && tickets.delete(searchParams.get('ticket') ?? '');
      if (isAddressed) server.handleUpgrade(request, socket, head, (opened) => accept(opened, socket));
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
    /** Sends a request over the next open connection. Only that connection may acknowledge the request. */
    async send(request: BotRequest): Promise<Acknowledgement> {
      const connection = connections[turn % connections.length];
      if (connection === undefined) return UNREACHABLE;
      turn += 1;
      connection.requests += 1;
      last = envelopeOf(request);
      const delivery = deliverTo(connection, last, options.acknowledgementTimeoutMs);
      connection.deliveries.add(delivery);
      return delivery.finally(() => connection.deliveries.delete(delivery));
    },
    connections: () => connections.map(({ id, requests }) => ({ id, requests })),
    /** Warns the bot that the connection `id` (default: every connection) will be closed. */
    warn: (id?: string) => disconnect(chosen(id), 'warning'),
    /** Asks the bot to reconnect; after a delay closes the connection `id` (default: every connection). */
    refresh(id?: string) {
      const leaving = chosen(id);
      disconnect(leaving, 'refresh_requested');
      setTimeout(() => {
        for (const connection of leaving) void end(connection);
      }, closesAfterMs).unref();
    },
    /** Turns Socket Mode off: closes all connections, and each new connection as soon as it opens. */
    disable() {
      isEnabled = false;
      const ended = [...connections];
      disconnect(ended, 'link_disabled');
      for (const connection of ended) void end(connection);
    },
    enable() {
      isEnabled = true;
    },
    /** Sends the last request again over all connections, and waits for the acknowledgements. */
    async repeat(): Promise<void> {
      const envelope = last;
      if (envelope === undefined) return;
      const { acknowledgementTimeoutMs } = options;
      await Promise.all(connections.map((one) => deliverTo(one, envelope, acknowledgementTimeoutMs)));
    },
    /** Cuts the connection `id` (default: every connection) without a close frame, like a network failure. */
    drop(id?: string) {
      for (const connection of chosen(id)) {
        forget(connection);
        connection.socket.terminate();
      }
    },
    async stop() {
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}

/** Lifetime that Slack announces for a connection. Fake Slack sends it to the bot but does not enforce it. */
const LIFETIME_SECONDS = 18_060;

function helloMessage(count: number, origin: string) {
  return {
    type: 'hello',
    num_connections: count,
    debug_info: { host: origin, approximate_connection_time: LIFETIME_SECONDS },
    connection_info: { app_id: BOT.appId },
  };
}

function disconnectMessage(reason: DisconnectReason) {
  return { type: 'disconnect', reason, debug_info: { host: 'workspace' } };
}

interface OpenSocket {
  readonly id: string;
  readonly socket: WebSocket;
  readonly waiting: Map<string, (body: string) => void>;
  readonly deliveries: Set<Promise<Acknowledgement>>;
  requests: number;
}

/** After both close frames, Slack leaves the TCP connection open for some seconds, unlike most servers. */
function keepOpen(tcp: Duplex, forMs: number, closed?: () => void): void {
  const end = tcp.end.bind(tcp);
  tcp.end = () => {
    closed?.();
    if (tcp.readableEnded) return end();
    setTimeout(end, forMs).unref();
    return tcp;
  };
}

function envelopeOf({ type, acceptsPayload, payload }: BotRequest) {
  return {
    envelope_id: randomUUID(),
    type,
    accepts_response_payload: acceptsPayload,
    payload,
  };
}

async function deliverTo(
  connection: OpenSocket,
  envelope: ReturnType<typeof envelopeOf>,
  timeoutMs: number,
): Promise<Acknowledgement> {
  const begin = performance.now();
  const afterMs = () => Math.round(performance.now() - begin);
  const { envelope_id: envelopeId } = envelope;
  const acknowledged = Promise.withResolvers<string>();
  connection.waiting.set(envelopeId, acknowledged.resolve);
  sendJson(connection.socket, envelope);
  const finished = new AbortController();
  const late = delay(timeoutMs, undefined, { signal: finished.signal }).catch(() => undefined);
  const body = await Promise.race([acknowledged.promise, late]);
  finished.abort();
  connection.waiting.delete(envelopeId);
  return body === undefined
    ? { status: 0, body: '', afterMs: afterMs(), timedOut: true }
    : { status: 200, body, afterMs: afterMs(), timedOut: false };
}

/** Processes an acknowledgement. Bolt sends an empty payload if the acknowledgement has no content. */
function acknowledge({ waiting }: OpenSocket, message: unknown): void {
  if (!isRecord(message) || typeof message.envelope_id !== 'string') return;
  const { payload } = message;
  const isSilent = !isRecord(payload) || Object.keys(payload).length === 0;
  waiting.get(message.envelope_id)?.(isSilent ? '' : JSON.stringify(payload));
}

function sendJson(socket: WebSocket, message: JsonObject): void {
  socket.send(JSON.stringify(message));
}
