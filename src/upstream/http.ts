import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import got, { HTTPError, RequestError, type RequestFunction, type RetryObject, TimeoutError } from 'got';
import type { z } from 'zod';
import { type Operation, UpstreamError } from './errors.ts';
import { describeFault } from './wire.ts';

export interface HttpOptions {
  readonly baseUrl: string;
  /** To the first byte of an answer, and between bytes. */
  readonly timeoutMs: number;
  /** The first pause before a read is repeated; the second is twice as long. */
  readonly retryBaseMs: number;
}

export interface Call<T> {
  readonly operation: Operation;
  /** Parts of the path below the base; each arrives as one part, whatever it holds. */
  readonly path: readonly string[];
  /** What is posted; without it the question is a GET. */
  readonly body?: { readonly json: Fields } | { readonly form: Fields };
  readonly token?: string | undefined;
  /** A read is repeated when it fails for a passing reason; anything else is sent once. */
  readonly isRead: boolean;
  readonly schema: z.ZodType<T>;
  /** Gives whole numbers that a double cannot hold as the text they came in. */
  readonly keepsLongNumbers?: boolean;
}

type Fields = Readonly<Record<string, string>>;

export interface Http {
  /** Sends a question and reads the answer as `schema` has it. @throws UpstreamError */
  send<T>(call: Call<T>): Promise<T>;
  /** Ends what is under way and lets go of the connections. */
  close(): void;
}

const RETRIES = 2;
/** A person waits: a longer pause asked for by the platform is passed on instead of waited out. */
const LONGEST_PAUSE_MS = 5_000;
/** An answer held in memory at once may not be larger than this. */
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;
const NETWORK_ERRORS = [
  'ECONNRESET',
  'ECONNREFUSED',
  'EADDRINUSE',
  'EPIPE',
  'ENOTFOUND',
  'ENETUNREACH',
  'EAI_AGAIN',
];
const SERVER_ERRORS = Array.from({ length: 100 }, (_, offset) => 500 + offset);

const FORM = 'application/x-www-form-urlencoded; charset=utf-8';

/** HTTP as the platform needs it: timeouts, repeated reads, kept connections, and errors without secrets. */
export function createHttp({ baseUrl, timeoutMs, retryBaseMs }: HttpOptions): Http {
  const agent = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };
  const basePath = new URL(baseUrl).pathname.replace(/\/*$/, '/');
  const closing = new AbortController();
  const client = got.extend({
    prefixUrl: baseUrl,
    responseType: 'text',
    followRedirect: false,
    timeout: { connect: timeoutMs, secureConnect: timeoutMs, response: timeoutMs, socket: timeoutMs },
    retry: {
      limit: RETRIES,
      methods: ['GET', 'POST'],
      statusCodes: [429, ...SERVER_ERRORS],
      errorCodes: NETWORK_ERRORS,
      maxRetryAfter: LONGEST_PAUSE_MS,
      calculateDelay: (retry) => pauseBefore(retry, retryBaseMs),
    },
  });

  return {
    async send({ operation, path, body, token, isRead, schema, keepsLongNumbers = false }) {
      const tooLarge = new AbortController();
      const address = path.map(encodePart).join('/');
      const request = client(address, {
        method: body === undefined ? 'GET' : 'POST',
        ...body,
        headers: {
          'content-type': body !== undefined && 'form' in body ? FORM : 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        signal: AbortSignal.any([closing.signal, tooLarge.signal]),
        request: requestWithPath(`${basePath}${address}`),
        // What is not repeated must not meet a kept connection that the platform has just closed.
        ...(isRead ? { agent } : { agent: { http: false, https: false }, retry: { limit: 0 } }),
      });
      request.on('downloadProgress', ({ transferred }) => {
        if (transferred > MAX_ANSWER_BYTES) tooLarge.abort();
      });
      const response = await request.catch((error: unknown) => {
        if (tooLarge.signal.aborted) {
          throw new UpstreamError('invalid_answer', {
            operation,
            reason: 'the answer is too large to be read',
          });
        }
        throw toUpstreamError(error, operation);
      });
      if (response.statusCode !== 200)
        throw invalid(operation, `status ${response.statusCode}`, response.statusCode);
      return read(response.body, schema, operation, keepsLongNumbers ? parseKeepingLongNumbers : JSON.parse);
    },
    close() {
      closing.abort();
      agent.http.destroy();
      agent.https.destroy();
    },
  };
}

/** The dots are for parts that are nothing but dots, which would lead to another address. */
function encodePart(part: string): string {
  const encoded = encodeURIComponent(part.toWellFormed());
  return /^\.+$/.test(encoded) ? encoded.replaceAll('.', '%2E') : encoded;
}

/** Sends the path as it is written: `URL` takes `%2E%2E` for a step back. */
function requestWithPath(path: string): RequestFunction {
  return (url, options, callback) =>
    (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, { ...options, path }, callback);
}

function pauseBefore({ attemptCount, retryAfter, computedValue }: RetryObject, baseMs: number): number {
  if (computedValue === 0 || retryAfter !== undefined) return computedValue;
  // Full steps would let every reader that failed together come back together.
  return baseMs * 2 ** (attemptCount - 1) * (0.5 + Math.random());
}

function read<T>(
  body: string,
  schema: z.ZodType<T>,
  operation: Operation,
  parse: (text: string) => unknown,
): T {
  let json: unknown;
  try {
    json = parse(body);
  } catch {
    throw invalid(
      operation,
      `not JSON (${body.length} characters${body.trimStart().startsWith('<') ? ', markup' : ''})`,
    );
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw invalid(operation, describeFault(parsed.error));
  return parsed.data;
}

/** `JSON.parse` tells a reviver the text of each value (ECMAScript 2026), which its type does not say yet. */
const parseWithSource = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown;

function parseKeepingLongNumbers(text: string): unknown {
  return parseWithSource(text, (_, value, { source }) =>
    Number.isInteger(value) && !Number.isSafeInteger(value) ? source : value,
  );
}

function invalid(operation: Operation, reason: string, status?: number): UpstreamError {
  return new UpstreamError('invalid_answer', { operation, reason, status });
}

function toUpstreamError(error: unknown, operation: Operation): UpstreamError {
  if (error instanceof TimeoutError) {
    return new UpstreamError('timed_out', { operation, reason: `timed out (${error.event})`, cause: error });
  }
  if (error instanceof HTTPError) {
    const status = error.response.statusCode;
    const code = codeOf(status);
    return new UpstreamError(code, {
      operation,
      reason: `status ${status}`,
      status,
      retryAfterMs: code === 'rate_limited' ? retryAfterMs(error.response.headers['retry-after']) : undefined,
    });
  }
  const reason = error instanceof RequestError ? `no connection (${error.code})` : 'no connection';
  return new UpstreamError('unavailable', { operation, reason, cause: error });
}

function codeOf(status: number) {
  if (status === 401 || status === 403) return 'not_allowed';
  if (status === 404) return 'not_found';
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'unavailable';
  return status >= 400 ? 'refused' : 'invalid_answer';
}

/** `Retry-After` as seconds or as a date (RFC 9110, 10.2.3). */
function retryAfterMs(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const seconds = Number(header);
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(waitMs) && waitMs > 0 ? waitMs : undefined;
}
