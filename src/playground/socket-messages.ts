import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import type { Acknowledgement } from './delivery.ts';
import { isRecord } from './json.ts';
import { BOT } from './people.ts';
import type { BotRequest } from './sender.ts';

/** Why Slack ends a connection. */
export type DisconnectReason = 'refresh_requested' | 'warning' | 'link_disabled';

/** A connection, and who waits for an acknowledgement over it, by envelope. */
export interface Connection {
  readonly id: string;
  readonly socket: WebSocket;
  readonly waiting: Map<string, (body: string) => void>;
  requests: number;
  pongs: number;
}

/** Slack renews connections after about this long; the bot only reads it. */
const LIFETIME_SECONDS = 18_060;

/** Sends an envelope and waits for what comes back with its id. */
export async function deliverTo(
  connection: Connection,
  request: BotRequest,
  timeoutMs: number,
): Promise<Acknowledgement> {
  const begin = performance.now();
  const afterMs = () => Math.round(performance.now() - begin);
  const envelopeId = randomUUID();
  const acknowledged = Promise.withResolvers<string>();
  connection.waiting.set(envelopeId, acknowledged.resolve);
  tell(connection.socket, {
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
export function acknowledge({ waiting }: Connection, message: unknown): void {
  if (!isRecord(message) || typeof message.envelope_id !== 'string') return;
  const { payload } = message;
  const isSilent = !isRecord(payload) || Object.keys(payload).length === 0;
  waiting.get(message.envelope_id)?.(isSilent ? '' : JSON.stringify(payload));
}

/** What Slack greets a new connection with. */
export function helloMessage(count: number, origin: string) {
  return {
    type: 'hello',
    num_connections: count,
    debug_info: { host: origin, approximate_connection_time: LIFETIME_SECONDS },
    connection_info: { app_id: BOT.appId },
  };
}

/** What Slack says before it ends a connection. */
export function disconnectMessage(reason: DisconnectReason | 'too_many_websockets') {
  return { type: 'disconnect', reason, debug_info: { host: 'workspace' } };
}

/** Sends a message over a socket. */
export function tell(socket: WebSocket, message: Readonly<Record<string, unknown>>): void {
  socket.send(JSON.stringify(message));
}
