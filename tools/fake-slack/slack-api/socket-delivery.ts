import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { isRecord, type JsonObject } from '../json.ts';
import type { Acknowledgement, BotRequest } from './delivery.ts';

export interface OpenSocket {
  readonly id: string;
  readonly socket: WebSocket;
  readonly waiting: Map<string, (body: string) => void>;
  readonly deliveries: Set<Promise<Acknowledgement>>;
  requests: number;
}

/**
 * Once both ends of a web socket have said that they close, its server ends the TCP connection. Slack leaves it open for
 * a while, and so does this.
 */
export function keepOpen(tcp: Duplex, forMs: number, closed?: () => void): void {
  const end = tcp.end.bind(tcp);
  tcp.end = () => {
    closed?.();
    if (tcp.readableEnded) return end();
    setTimeout(end, forMs).unref();
    return tcp;
  };
}

export function envelopeOf({ type, takesAnswer, payload, redelivery }: BotRequest) {
  return {
    envelope_id: randomUUID(),
    type,
    accepts_response_payload: takesAnswer,
    payload,
    ...(redelivery === undefined
      ? {}
      : { retry_attempt: redelivery.attempt, retry_reason: redelivery.reason }),
  };
}

export async function deliverTo(
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
export function acknowledge({ waiting }: OpenSocket, message: unknown): void {
  if (!isRecord(message) || typeof message.envelope_id !== 'string') return;
  const { payload } = message;
  const isSilent = !isRecord(payload) || Object.keys(payload).length === 0;
  waiting.get(message.envelope_id)?.(isSilent ? '' : JSON.stringify(payload));
}

export function sendJson(socket: WebSocket, message: JsonObject): void {
  socket.send(JSON.stringify(message));
}
