import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { z } from 'zod';
import { type FaultBoard, type Faults, faultsSchema, type SandboxOperation } from './faults.ts';

const BEGINNING_BYTES = 4096;
const JSON_TYPE = 'application/json';
const WEB_PAGE = '<!doctype html>\n<title>Mantenimiento</title>\n<h1>Estamos en mantenimiento</h1>\n';

const routes: Readonly<Record<SandboxOperation, RegExp>> = {
  login: /^POST \/login_ws$/,
  report: /^POST \/report_mt$/,
  info: /^GET \/sms_info\/([^/]+)\/([^/]+)$/,
  oauth: /^POST \/api\/auth$/,
  sms: /^GET \/api\/sms\/([^/]+)$/,
};

export type Received = Readonly<ReturnType<typeof receivedOf>>;

type SandboxResponse = Omit<ReturnType<typeof json>, 'body'> & { readonly body: Iterable<string> };

export type Operations = Readonly<Record<SandboxOperation, (received: Received) => SandboxResponse>>;

/** A request and its response exactly as sent, including passwords and tokens. */
export interface SandboxCall {
  readonly operation: SandboxOperation;
  readonly method: string;
  readonly path: string;
  readonly status: number | undefined;
  readonly tookMs: number;
  readonly request: Pick<Received, 'contentType' | 'body'> & { readonly authorization: string | undefined };
  /** The response's first 4,096 bytes, the number of bytes sent, and whether the whole response was sent. */
  readonly answer: { readonly beginning: string; readonly bytes: number; readonly isWhole: boolean };
}

/** Values of `Host` in requests from this machine. Other names may be another website's (DNS rebinding). */
export function localHosts(port: number): string[] {
  // Clients leave out port 80, the default of HTTP, in the `Host` header.
  return ['localhost', '127.0.0.1', '[::1]'].map((name) => (port === 80 ? name : `${name}:${port}`));
}

export class SandboxRefusal extends Error {
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}) {
  const body = [JSON.stringify(value)];
  return { status, headers: { 'content-type': JSON_TYPE, ...headers }, body };
}

export function bodyOf<T extends z.ZodType>(received: Received, schema: T, kind: 'json' | 'form' = 'json') {
  const { contentType, body } = received;
  const type = kind === 'json' ? JSON_TYPE : 'application/x-www-form-urlencoded';
  if (contentType !== type) throw new SandboxRefusal(400, `Content-Type must be ${type}`);
  if (kind === 'form') return conform(Object.fromEntries(new URLSearchParams(body)), schema);
  try {
    return conform(JSON.parse(body), schema);
  } catch (error) {
    throw error instanceof SyntaxError ? new SandboxRefusal(400, 'The body is not JSON') : error;
  }
}

/** Validates a value. @throws SandboxRefusal (status 400) that names each invalid field and its error */
export function conform<T extends z.ZodType>(value: unknown, schema: T): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean));
  throw new SandboxRefusal(400, faults.map((fault) => fault.join(': ')).join('; '));
}

/** Serves and counts the platform's five operations; `/_sandbox/faults` is never faulty or counted. */
export function createListener(
  operations: Operations,
  faults: FaultBoard,
  calls: Record<SandboxOperation, number>,
  onCall?: (call: SandboxCall) => void,
): RequestListener {
  async function serveOperation(request: IncomingMessage, response: ServerResponse, sent: SentBytes) {
    const { operation, parameters } = routeOf(request);
    calls[operation]++;
    const startedMs = performance.now();
    const received = receivedOf(request, parameters);
    response.once('close', () => {
      const { contentType, body } = received;
      onCall?.({
        operation,
        method: request.method ?? '',
        path: request.url ?? '',
        status: response.headersSent ? response.statusCode : undefined,
        tookMs: Math.round(performance.now() - startedMs),
        request: { authorization: request.headers.authorization, contentType, body },
        answer: { ...sent, beginning: sent.beginning.toString(), isWhole: response.writableFinished },
      });
    });
    received.body = await text(request);
    const refusal = faults.refuse(operation);
    const answer = refusal
      ? json(refusal.status, { detail: refusal.detail }, refusal.headers)
      : operations[operation](received);
    await send(response, answer, sent, faults.connection(operation));
  }

  async function serveFaults(request: IncomingMessage, response: ServerResponse, sent: SentBytes) {
    const received = { ...receivedOf(request), body: await text(request) };
    if (request.method === 'POST') faults.set(bodyOf(received, faultsSchema));
    else if (request.method === 'DELETE') faults.set({});
    else if (request.method !== 'GET') throw new SandboxRefusal(405, 'The faults take GET, POST and DELETE');
    await send(response, json(200, faults.current()), sent);
  }

  return async (request, response) => {
    const sent = { beginning: Buffer.alloc(0), bytes: 0 };
    try {
      await (request.url === '/_sandbox/faults' ? serveFaults : serveOperation)(request, response, sent);
    } catch (error) {
      const { status, message } =
        error instanceof SandboxRefusal
          ? error
          : new SandboxRefusal(500, `The sandbox itself failed: ${String(error)}`);
      if (response.headersSent || !request.complete) response.destroy();
      else await send(response, json(status, { detail: message }), sent);
    }
  };
}

function routeOf({ method, url = '' }: IncomingMessage) {
  const target = `${method} ${url.split('?', 1)[0]}`;
  for (const [operation, pattern] of Object.entries(routes) as [SandboxOperation, RegExp][]) {
    const match = pattern.exec(target);
    if (match) return { operation, parameters: match.slice(1) };
  }
  throw new SandboxRefusal(404, 'There is no such operation');
}

function receivedOf({ headers }: IncomingMessage, parameters: readonly string[] = []) {
  const contentType = (headers['content-type'] ?? '').split(';', 1).join('').trim().toLowerCase();
  const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return { contentType, bearer, parameters, body: '' };
}

interface SentBytes {
  beginning: Buffer;
  bytes: number;
}

/** Sends an answer as fast as the client reads. Resolves also if the client disconnects. */
async function send(response: ServerResponse, answer: SandboxResponse, sent: SentBytes, faults: Faults = {}) {
  const page = { status: 200, headers: { 'content-type': 'text/html' }, body: [WEB_PAGE] };
  const { status, headers, body } = faults.html ? page : answer;
  if (faults.slowFirstByteMs) {
    const wait = setTimeout(faults.slowFirstByteMs, undefined, { ref: false });
    await Promise.race([wait, once(response, 'close')]);
  }
  response.writeHead(status, headers).flushHeaders();
  await pipeline(disturbed(body, faults, response, sent), response).catch((error: unknown) => {
    if (!response.destroyed) throw error;
  });
}

async function* disturbed(
  body: Iterable<string>,
  { truncate, stallAfterBytes = Number.POSITIVE_INFINITY }: Faults,
  response: ServerResponse,
  sent: SentBytes,
) {
  for (const text of body) {
    await setImmediate();
    const whole = Buffer.from(text);
    if (whole.length === 0) continue;
    const most = truncate === undefined ? stallAfterBytes - sent.bytes : Math.floor(whole.length / 2);
    const part = whole.subarray(0, most);
    sent.bytes += part.length;
    sent.beginning = Buffer.concat([sent.beginning, part]).subarray(0, BEGINNING_BYTES);
    yield part;
    if (truncate === 'clean') return;
    if (truncate === 'connection') {
      await setImmediate();
      response.destroy();
    }
    if (part.length < whole.length) {
      await once(response, 'close');
      return;
    }
  }
}
