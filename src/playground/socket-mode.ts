import { randomUUID } from 'node:crypto';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Answer, granted, refused } from './calls.ts';
import { UNREACHABLE } from './delivery.ts';
import type { Upgrade } from './http-server.ts';
import { parseJson } from './json.ts';
import type { Send } from './sender.ts';
import {
  acknowledge,
  type Connection,
  type DisconnectReason,
  deliverTo,
  disconnectMessage,
  helloMessage,
  tell,
} from './socket-messages.ts';

/** An open connection of the bot. */
export interface SocketConnection {
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
  open(token: string | undefined): Answer;
  /** Sends over the next of the open connections in turn; the acknowledgement counts on that one only. */
  readonly send: Send;
  stop(): Promise<void>;
}

/** How the sockets behave. */
export interface SocketServerOptions {
  /** The app-level token, `xapp-…`; without it there is no Socket Mode. */
  readonly appToken: string | undefined;
  /** Where sockets are opened: `http://…`; throws while the workspace is not started. */
  readonly origin: () => string;
  readonly acknowledgementTimeoutMs: number;
  readonly pingIntervalMs: number;
  /** Called when a connection opens, closes or answers a ping. */
  readonly changed: () => void;
}

const LINK = '/link/';
const MOST_CONNECTIONS = 10;

/** Creates the sockets. Slack spreads requests over connections as it likes; here each has its turn. */
export function createSocketServer(options: SocketServerOptions): SocketServer {
  const server = new WebSocketServer({ noServer: true });
  const tickets = new Set<string>();
  const connections: Connection[] = [];
  let turn = 0;

  const accept = (socket: WebSocket) => {
    // A cut connection reports an error before it closes; closing is all that matters here.
    socket.on('error', () => {});
    if (connections.length >= MOST_CONNECTIONS) {
      tell(socket, disconnectMessage('too_many_websockets'));
      socket.close();
      return;
    }
    const connection: Connection = { id: randomUUID(), socket, waiting: new Map(), requests: 0, pongs: 0 };
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
    tell(socket, helloMessage(connections.length, options.origin()));
    options.changed();
  };
  const forget = (connection: Connection) => {
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
      if (token === undefined) return refused('not_authed');
      if (!token.startsWith('xapp-')) return refused('not_allowed_token_type');
      if (token !== options.appToken) return refused('invalid_auth');
      const ticket = randomUUID();
      tickets.add(ticket);
      return granted({ url: `${options.origin().replace('http:', 'ws:')}${LINK}?ticket=${ticket}` });
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
        tell(connection.socket, disconnectMessage(reason));
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
