import type { Server, Socket } from 'node:net';

interface ConnectionLimitOptions {
  readonly mayClose?: (socket: Socket) => boolean;
  /** Called with an error for the log. */
  readonly onClosed: (error: Error) => void;
}

const TOO_MANY = Object.assign(new Error(), { code: 'too_many_connections' });

/** This many connections above the limit are accepted, until older connections are closed. */
const SPARE_CONNECTIONS = 100;

/** Above `most` open connections, closes the oldest one that may be closed, so that new ones are still served. */
export function limitConnections(
  server: Server,
  most: number,
  { mayClose = () => true, onClosed }: ConnectionLimitOptions,
): void {
  const open = new Set<Socket>();
  server.maxConnections = most + SPARE_CONNECTIONS;
  server.on('drop', () => onClosed(TOO_MANY));
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    const oldest = open.size > most ? [...open].find(mayClose) : undefined;
    if (!oldest) return;
    open.delete(oldest);
    oldest.destroy();
    onClosed(TOO_MANY);
  });
}
