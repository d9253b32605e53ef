import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { z } from 'zod';
import { type FaultBoard, type Faults, faultsSchema, type SandboxOperation } from './faults.ts';

/** How much of an answer {@link SandboxCall} carries. */
const BEGINNING_BYTES = 4096;
const FAULTS_PATH = '/_sandbox/faults';
const JSON_TYPE = 'application/json';
export const FORM_TYPE = 'application/x-www-form-urlencoded';
const WEB_PAGE = '<!doctype html>\n<title>Mantenimiento</title>\n<h1>Estamos en mantenimiento</h1>\n';

const routes: Readonly<Record<SandboxOperation, RegExp>> = {
  login: /^POST \/login_ws$/,
  report: /^POST \/report_mt$/,
  info: /^GET \/sms_info\/([^/]+)\/([^/]+)$/,
  oauth: /^POST \/api\/auth$/,
  sms: /^GET \/api\/sms\/([^/]+)$/,
};

export interface Received {
  /** Without parameters, such as `application/json`; empty where there was none. */
  readonly contentType: string;
  readonly bearer: string | undefined;
  readonly body: string;
  readonly parameters: readonly string[];
}

interface SandboxResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Parts that are made as they are sent and may be empty. */
  readonly body: Iterable<string>;
}

export type Operations = Readonly<Record<SandboxOperation, (received: Received) => SandboxResponse>>;

/** One request of an operation and its answer, as they went over the wire: secrets and all. */
export interface SandboxCall {
  readonly operation: SandboxOperation;
  readonly method: string;
  readonly path: string;
  /** `undefined` where nothing was answered. */
  readonly status: number | undefined;
  /** Until the answer's end, or until the client gave up. */
  readonly tookMs: number;
  readonly request: Pick<Received, 'contentType' | 'body'> & { readonly authorization: string | undefined };
  /** The first 4,096 bytes of the answer, and the bytes sent; not whole where the client did not get all. */
  readonly answer: { readonly beginning: string; readonly bytes: number; readonly isWhole: boolean };
}

/** Hears of each request of an operation once it is over. */
export type OnCall = (call: SandboxCall) => void;

export class RequestRefusal extends Error {
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

export function json(status: number, value: unknown, headers: SandboxResponse['headers'] = {}) {
  const body = [JSON.stringify(value)];
  return { status, headers: { 'content-type': JSON_TYPE, ...headers }, body };
}

/** The body of a request, JSON or a form, as a schema takes it. */
export function readBody<T extends z.ZodType>({ contentType, body }: Received, schema: T, type = JSON_TYPE) {
  if (contentType !== type) throw new RequestRefusal(400, `Content-Type must be ${type}`);
  if (type === FORM_TYPE) return conform(Object.fromEntries(new URLSearchParams(body)), schema);
  try {
    return conform(JSON.parse(body), schema);
  } catch (error) {
    throw error instanceof SyntaxError ? new RequestRefusal(400, 'The body is not JSON') : error;
  }
}

/** Throws a {@link RequestRefusal} of 400 that names each field and its fault. */
export function conform<T extends z.ZodType>(value: unknown, schema: T): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean));
  throw new RequestRefusal(400, faults.map((fault) => fault.join(': ')).join('; '));
}

interface Platform {
  readonly operations: Operations;
  readonly faults: FaultBoard;
  /** Requests so far. */
  readonly calls: Record<SandboxOperation, number>;
  readonly onCall: OnCall | undefined;
}

/** Serves the five operations, and `/_sandbox/faults` (never faulty, never counted). */
export function createListener({ operations, faults, calls, onCall }: Platform): RequestListener {
  async function serveOperation(request: IncomingMessage, response: ServerResponse, sent: Sent) {
    const { operation, parameters } = routeOf(request);
    calls[operation]++;
    const beganMs = performance.now();
    let received: Received | undefined;
    response.once('close', () => {
      const { contentType = '', body = '' } = received ?? {};
      onCall?.({
        operation,
        method: request.method ?? '',
        path: request.url ?? '',
        status: response.headersSent ? response.statusCode : undefined,
        tookMs: Math.round(performance.now() - beganMs),
        request: { authorization: request.headers.authorization, contentType, body },
        answer: { ...sent, beginning: sent.beginning.toString(), isWhole: response.writableFinished },
      });
    });
    received = await readRequest(request, parameters);
    const refusal = faults.refuse(operation);
    const answer = refusal
      ? json(refusal.status, { detail: refusal.message }, refusal.headers)
      : operations[operation](received);
    await send(response, answer, sent, faults.connection(operation));
  }

  async function serveFaults(request: IncomingMessage, response: ServerResponse, sent: Sent) {
    const received = await readRequest(request, []);
    if (request.method === 'POST') faults.set(readBody(received, faultsSchema));
    else if (request.method === 'DELETE') faults.set({});
    else if (request.method !== 'GET') throw new RequestRefusal(405, 'The faults take GET, POST and DELETE');
    await send(response, json(200, faults.current()), sent);
  }

  return async (request, response) => {
    const sent = { beginning: Buffer.alloc(0), bytes: 0 };
    try {
      await (request.url === FAULTS_PATH ? serveFaults : serveOperation)(request, response, sent);
    } catch (error) {
      if (response.headersSent || !request.complete) response.destroy();
      else await send(response, failureResponse(error), sent);
    }
  };
}

function routeOf({ method, url = '' }: IncomingMessage) {
  const asked = `${method} ${url.split('?', 1)[0]}`;
  for (const [operation, pattern] of Object.entries(routes) as [SandboxOperation, RegExp][]) {
    const match = pattern.exec(asked);
    if (match) return { operation, parameters: match.slice(1) };
  }
  throw new RequestRefusal(404, 'There is no such operation');
}

async function readRequest(request: IncomingMessage, parameters: readonly string[]): Promise<Received> {
  return {
    contentType: (request.headers['content-type'] ?? '').split(';', 1).join('').trim().toLowerCase(),
    bearer: /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1],
    body: await text(request),
    parameters,
  };
}

function failureResponse(error: unknown): SandboxResponse {
  if (error instanceof RequestRefusal) return json(error.status, { detail: error.message });
  return json(500, { detail: `The sandbox itself failed: ${String(error)}` });
}

/** What was sent of an answer; {@link send} adds to it. */
interface Sent {
  beginning: Buffer;
  bytes: number;
}

/** Sends at the pace of the reader; resolves also where the client has gone. */
async function send(response: ServerResponse, answer: SandboxResponse, sent: Sent, faults: Faults = {}) {
  const page = { status: 200, headers: { 'content-type': 'text/html' }, body: [WEB_PAGE] };
  const { status, headers, body } = faults.html ? page : answer;
  if (faults.slowFirstByteMs) {
    const wait = setTimeout(faults.slowFirstByteMs, undefined, { ref: false });
    await Promise.race([wait, once(response, 'close')]);
  }
  try {
    response.writeHead(status, headers).flushHeaders();
    await pipeline(disturbed(body, faults, response, sent), response);
  } catch (error) {
    if (!response.destroyed) throw error;
  }
}

async function* disturbed(
  body: Iterable<string>,
  { truncate, stallAfterBytes = Number.POSITIVE_INFINITY }: Faults,
  response: ServerResponse,
  sent: Sent,
): AsyncGenerator<Buffer> {
  for (const made of body) {
    // Other requests are served between two parts.
    await setImmediate();
    const whole = Buffer.from(made);
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
