import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { z } from 'zod';
import { type FaultBoard, type Faults, faultsSchema, type SandboxOperation } from './faults.ts';

/** The most that a request may have in its body. */
const MOST_BYTES = 65_536;
/** How much of an answer {@link SandboxCall} carries. */
const BEGINNING_BYTES = 4096;
const FAULTS_PATH = '/_sandbox/faults';
const WEB_PAGE = '<!doctype html>\n<title>Mantenimiento</title>\n<h1>Estamos en mantenimiento</h1>\n';

const routes: Readonly<Record<SandboxOperation, RegExp>> = {
  login: /^POST \/login_ws$/,
  report: /^POST \/report_mt$/,
  info: /^GET \/sms_info\/([^/]+)\/([^/]+)$/,
  oauth: /^POST \/api\/auth$/,
  sms: /^GET \/api\/sms\/([^/]+)$/,
};

/** A request as an operation sees it: read whole, its address matched. */
export interface Received {
  /** Without parameters, such as `application/json`; empty where there was none. */
  readonly contentType: string;
  readonly bearer: string | undefined;
  readonly body: string;
  readonly parameters: readonly string[];
}

/** What an operation answers; the parts of the body are made as they are sent and may be empty. */
export interface SandboxResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Iterable<string>;
}

export type Operations = Readonly<Record<SandboxOperation, (received: Received) => SandboxResponse>>;

/** One request of an operation and what was answered, as they went over the wire: secrets and all. */
export interface SandboxCall {
  readonly operation: SandboxOperation;
  readonly method: string;
  /** With whatever parameters it holds. */
  readonly path: string;
  /** Absent where nothing was answered. */
  readonly status?: number;
  /** Until the answer's end, or until the client gave up. */
  readonly tookMs: number;
  readonly request: { readonly authorization?: string; readonly contentType: string; readonly body: string };
  readonly answer: {
    /** The first 4,096 bytes of it. */
    readonly beginning: string;
    /** Of the whole body, as far as it was sent. */
    readonly bytes: number;
    /** False where the client has not got all that was to come. */
    readonly isWhole: boolean;
  };
}

export type OnCall = (call: SandboxCall) => void;

export class RequestRefusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, detail: string, retryAfterSeconds?: number) {
    super(detail);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export function json(status: number, value: unknown, headers: SandboxResponse['headers'] = {}) {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: [JSON.stringify(value)],
  };
}

/** The JSON body of a request; anything that does not fit the schema is a {@link RequestRefusal} of 400. */
export function readJson<T extends z.ZodType>(received: Received, schema: T): z.output<T> {
  requireType(received, 'application/json');
  try {
    return conform(JSON.parse(received.body), schema);
  } catch (error) {
    throw error instanceof SyntaxError ? new RequestRefusal(400, 'The body is not JSON') : error;
  }
}

/** The form fields of a request, with the same refusals. */
export function readForm<T extends z.ZodType>(received: Received, schema: T): z.output<T> {
  requireType(received, 'application/x-www-form-urlencoded');
  return conform(Object.fromEntries(new URLSearchParams(received.body)), schema);
}

function requireType({ contentType }: Received, type: string): void {
  if (contentType !== type) throw new RequestRefusal(400, `Content-Type must be ${type}`);
}

/** What a schema makes of a value, or a {@link RequestRefusal} of 400 that names each field and its fault. */
export function conform<T extends z.ZodType>(value: unknown, schema: T): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean));
  throw new RequestRefusal(400, faults.map((fault) => fault.join(': ')).join('; '));
}

interface Platform {
  readonly operations: Operations;
  readonly faults: FaultBoard;
  /** Counted up by one for each request. */
  readonly calls: Record<SandboxOperation, number>;
  /** Told of each request of an operation once it is over. */
  readonly onCall: OnCall | undefined;
}

/** Serves the five operations, and `/_sandbox/faults` beside them (never faulty, never counted). */
export function createListener({ operations, faults, calls, onCall }: Platform): RequestListener {
  async function serveOperation(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { operation, parameters } = routeOf(request);
    calls[operation]++;
    const call = onCall && watchCall(operation, request, response);
    try {
      const received = await readRequest(request, parameters);
      call?.received(received);
      const refusal = faults.refuse(operation);
      const answer = refusal ? refusalResponse(refusal) : operations[operation](received);
      await send(response, answer, faults.connection(operation), call?.part);
    } catch (error) {
      await answerFailure(error, request, response, call?.part);
    } finally {
      try {
        if (call) onCall?.(call.over());
      } catch (error) {
        process.emitWarning(error instanceof Error ? error : String(error));
      }
    }
  }

  async function serveFaults(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = await readRequest(request, []);
    if (request.method === 'POST') faults.set(readJson(received, faultsSchema));
    else if (request.method === 'DELETE') faults.set({});
    else if (request.method !== 'GET') throw new RequestRefusal(405, 'The faults take GET, POST and DELETE');
    await send(response, json(200, faults.current()));
  }

  return async (request, response) => {
    try {
      await (request.url === FAULTS_PATH ? serveFaults : serveOperation)(request, response);
    } catch (error) {
      await answerFailure(error, request, response);
    }
  };
}

function routeOf({ method, url = '' }: IncomingMessage) {
  const asked = `${method} ${url.split('?', 1)[0]}`;
  for (const [operation, pattern] of Object.entries(routes) as [SandboxOperation, RegExp][]) {
    const match = pattern.exec(asked);
    if (match) return { operation, parameters: match.slice(1).map(decode) };
  }
  throw new RequestRefusal(404, 'There is no such operation');
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new RequestRefusal(400, 'The address is malformed');
  }
}

/** Reads a request whole; a body over 64 KiB is a {@link RequestRefusal}. */
async function readRequest(request: IncomingMessage, parameters: readonly string[]): Promise<Received> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MOST_BYTES) chunks.push(chunk);
  }
  if (size > MOST_BYTES) throw new RequestRefusal(413, 'The request is too large');
  return {
    contentType: (request.headers['content-type'] ?? '').split(';', 1).join('').trim().toLowerCase(),
    bearer: /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1],
    body: Buffer.concat(chunks).toString(),
    parameters,
  };
}

/** Follows one request; `over` sums it up. */
function watchCall(operation: SandboxOperation, request: IncomingMessage, response: ServerResponse) {
  const beganMs = performance.now();
  const { authorization } = request.headers;
  let asked = { contentType: '', body: '' };
  let beginning = Buffer.alloc(0);
  let bytes = 0;
  return {
    received({ contentType, body }: Received) {
      asked = { contentType, body };
    },
    part(part: Buffer) {
      bytes += part.length;
      const missing = BEGINNING_BYTES - beginning.length;
      if (missing > 0) beginning = Buffer.concat([beginning, part.subarray(0, missing)]);
    },
    over: (): SandboxCall => ({
      operation,
      method: request.method ?? '',
      path: request.url ?? '',
      ...(response.headersSent ? { status: response.statusCode } : {}),
      tookMs: Math.round(performance.now() - beganMs),
      request: { ...(authorization === undefined ? {} : { authorization }), ...asked },
      answer: { beginning: beginning.toString(), bytes, isWhole: response.writableFinished },
    }),
  };
}

type OnPart = (part: Buffer) => void;

async function answerFailure(
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  onPart?: OnPart,
): Promise<void> {
  if (response.headersSent || !request.complete) {
    response.destroy();
    return;
  }
  const isRefusal = error instanceof RequestRefusal;
  const refusal = isRefusal ? error : new RequestRefusal(500, `The sandbox itself failed: ${String(error)}`);
  await send(response, refusalResponse(refusal), {}, onPart);
}

type Refusal = Pick<RequestRefusal, 'status' | 'message' | 'retryAfterSeconds'>;

function refusalResponse({ status, message, retryAfterSeconds }: Refusal): SandboxResponse {
  const wait = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return json(status, { detail: message }, wait);
}

/** Sends at the pace of the reader; resolves also where the client has gone. `onPart` sees each part as it is sent. */
async function send(
  response: ServerResponse,
  answer: SandboxResponse,
  faults: Faults = {},
  onPart?: OnPart,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const page = { status: 200, headers: { 'content-type': 'text/html' }, body: [WEB_PAGE] };
  const { status, headers, body } = faults.html ? page : answer;
  try {
    if (faults.slowFirstByteMs) {
      await setTimeout(faults.slowFirstByteMs, undefined, { signal: gone.signal });
    }
    response.writeHead(status, headers).flushHeaders();
    await pipeline(disturbed(body, faults, response, onPart), response);
  } catch (error) {
    if (!response.destroyed) throw error;
  }
}

async function* disturbed(
  body: Iterable<string>,
  { truncate, stallAfterBytes = Number.POSITIVE_INFINITY }: Faults,
  response: ServerResponse,
  onPart: OnPart = () => {},
): AsyncGenerator<Buffer> {
  let left = stallAfterBytes;
  for (const text of body) {
    // Other requests are served between two parts.
    await setImmediate();
    const whole = Buffer.from(text);
    if (whole.length === 0) continue;
    const most = truncate === undefined ? left : Math.floor(whole.length / 2);
    const part = whole.subarray(0, most);
    onPart(part);
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
    left -= part.length;
  }
}
