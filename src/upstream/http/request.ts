import type { GotStream, OptionsInit } from 'got';
import type { z } from 'zod';
import { createAgents } from '../../runtime/proxy.ts';
import { backoffMs } from '../../runtime/timeouts.ts';
import { type Operation, UpstreamError } from '../errors.ts';
import { describeFault } from '../fields.ts';
import { BodyFault } from '../report/bytes.ts';
import { type BodySink, followAttempt } from './attempt.ts';
import { invalidAnswer } from './failures.ts';

export interface HttpOptions extends GotOptions {
  readonly baseUrl: string;
}

interface HttpRequest {
  readonly operation: Operation;
  /** Path segments below the base address; each is escaped, so any characters are allowed. */
  readonly path: readonly string[];
  readonly body?: { readonly json: BodyFields } | { readonly form: BodyFields };
  readonly token?: string | undefined;
}

interface Call<T> extends HttpRequest {
  /** True if the request changes nothing, so that it may be retried after a temporary failure. */
  readonly isRead: boolean;
  readonly schema: z.ZodType<T>;
}

export interface BodyReading<T> extends HttpRequest {
  /** Called at the answer to each attempt, and returns its sink; data of an earlier attempt is discarded. */
  readonly begin: () => BodySink<T> | Promise<BodySink<T>>;
  readonly maxBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

type BodyFields = Readonly<Record<string, string>>;

export type Http = ReturnType<typeof createHttp>;

/** Maximum size of an answer that is read as a whole: a token or a single message. */
const MAX_ANSWER_BYTES = 1024 * 1024;
/** Maximum size of a report after decompression, about ten million messages. */
const MAX_STREAMED_BYTES = 3 * 1024 * 1024 * 1024;

/** Maximum duration of a short answer, as a multiple of `timeoutMs`. */
export const SHORT_ANSWER = 3;

const FORM = 'application/x-www-form-urlencoded; charset=utf-8';

export function createHttp({ baseUrl, ...options }: HttpOptions) {
  const clients = createGotClients(options);
  const base = baseOf(baseUrl);
  const closing = new AbortController();

  async function exchange<T>(
    way: keyof GotClients,
    { operation, path, body, token, begin, maxBytes = MAX_STREAMED_BYTES, signal }: BodyReading<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    // No part may be empty or consist only of dots, because such a segment would change the path.
    const parts = path.map((part) => encodeURIComponent(part.toWellFormed()));
    const context = {
      operation,
      address: base + parts.join('/'),
      reference: operation === 'info' || operation === 'sms' ? parts.at(-1) : undefined,
      body: body && textOf(body),
    };
    const { [way]: send } = await clients.load();
    let stream = send(context.address, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': body !== undefined && 'form' in body ? FORM : 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      signal: signal ? AbortSignal.any([closing.signal, signal]) : closing.signal,
    });
    try {
      for (;;) {
        const result = await followAttempt(stream, context, { begin, maxBytes });
        if ('value' in result) return result.value;
        stream = result.retry();
      }
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof BodyFault ? invalidAnswer(operation, error.message) : error;
    } finally {
      stream.destroy();
    }
  }

  return {
    /** Sends a request, parses its answer. @throws UpstreamError if it fails or does not match the schema */
    async send<T>({ isRead, schema, ...request }: Call<T>): Promise<T> {
      const { operation } = request;
      const reading = { ...request, begin: beginText, maxBytes: MAX_ANSWER_BYTES };
      const limitMs = SHORT_ANSWER * options.timeoutMs;
      const text = await withinLimit({ operation, limitMs }, (signal) =>
        exchange(isRead ? 'read' : 'login', { ...reading, signal }),
      );
      return parseAnswer(text, schema, operation);
    },
    /** Passes a decompressed answer to a sink in pieces. @throws UpstreamError if the request fails */
    read: <T>(reading: BodyReading<T>) => exchange('read', reading),
    prepare: async () => void (await clients.load()),
    close() {
      closing.abort();
      clients.close();
    },
  };
}

/** Removes an address’s query and fragment, but no user name, which identifies requests without a token. */
function baseOf(baseUrl: string): string {
  const base = new URL(baseUrl);
  base.search = '';
  base.hash = '';
  base.pathname = base.pathname.replace(/\/*$/, '/');
  return base.href;
}

function textOf(body: NonNullable<HttpRequest['body']>): string {
  return 'form' in body ? new URLSearchParams(body.form).toString() : JSON.stringify(body.json);
}

function beginText(): BodySink<string> {
  const decoder = new TextDecoder();
  let text = '';
  return {
    write(chunk) {
      text += decoder.decode(chunk, { stream: true });
    },
    end: () => text + decoder.decode(),
  };
}

function parseAnswer<T>(body: string, schema: z.ZodType<T>, operation: Operation): T {
  let json: unknown;
  try {
    json = parseKeepingLongNumbers(body);
  } catch {
    const markup = body.trimStart().startsWith('<') ? ', markup' : '';
    throw invalidAnswer(operation, `not JSON (${body.length} characters${markup})`);
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw invalidAnswer(operation, describeFault(parsed.error));
  return parsed.data;
}

/** `JSON.parse` passes each value's source text to the reviver (ES2026); its type lacks that argument. */
const parseWithSource = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown;

/** Returns an integer that a double cannot represent exactly as text. */
function parseKeepingLongNumbers(text: string): unknown {
  return parseWithSource(text, (_, value, { source }) =>
    Number.isInteger(value) && !Number.isSafeInteger(value) ? source : value,
  );
}

export interface TimeLimit {
  readonly operation: Operation;
  readonly limitMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Limits the total time of a call with all retries; got's own limits start again with each retry. */
export async function withinLimit<T>(
  { operation, limitMs, signal }: TimeLimit,
  action: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const fail = () =>
    late.abort(
      new UpstreamError('timed_out', { operation, reason: 'timed out (in all)', isUnanswered: true }),
    );
  const timer = setTimeout(fail, limitMs);
  try {
    return await action(signal ? AbortSignal.any([late.signal, signal]) : late.signal);
  } finally {
    clearTimeout(timer);
  }
}

interface GotOptions {
  /** Longest wait for the connection, for the first byte, and between bytes; not for the whole answer. */
  readonly timeoutMs: number;
  readonly retryBaseMs: number;
  readonly proxy?: string | undefined;
}

interface GotClients {
  /** For requests that may be repeated: retries after temporary failures, and reuses open connections. */
  readonly read: GotStream;
  /** For logins: sends once and on a new connection, because a reused one may just have been closed. */
  readonly login: GotStream;
}

/**
 * Requested compressions. `deflate` is left out, because servers use two formats of that name; `br`, because its
 * decoder in Node before 24.22.1 writes out of bounds (CVE-2026-111497).
 */
const ENCODINGS = 'gzip, zstd';
/** An unused connection is closed after this time, or earlier if the platform announces a shorter time. */
const KEEP_ALIVE_MS = 30_000;
const RETRIES = 2;
/** If the platform demands a longer pause before a retry, the request fails, because a person waits. */
const MAX_RETRY_PAUSE_MS = 5_000;
const PASSING_STATUSES = [429, ...Array.from({ length: 100 }, (_, index) => 500 + index)];
/** Retried errors: failed or broken connections, but not timeouts, which would probably occur again. */
const PASSING_ERRORS = [
  'ECONNRESET',
  'ECONNREFUSED',
  'EADDRINUSE',
  'EPIPE',
  'ENOTFOUND',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ERR_HTTP_CONTENT_LENGTH_MISMATCH',
  'HPE_INVALID_EOF_STATE',
];

/** The library got is loaded at the first request, because got takes 0.1 s and 10 MB. */
function createGotClients({ timeoutMs, retryBaseMs, proxy }: GotOptions) {
  const agent = createAgents(proxy, { keepAlive: true, timeout: KEEP_ALIVE_MS });
  const options: OptionsInit = {
    followRedirect: false,
    headers: { 'user-agent': 'sms-desk', 'accept-encoding': ENCODINGS },
    timeout: {
      lookup: timeoutMs,
      connect: timeoutMs,
      secureConnect: timeoutMs,
      response: timeoutMs,
      socket: timeoutMs,
    },
  };
  const retry: OptionsInit['retry'] = {
    limit: RETRIES,
    // POST is retried, too, because a report is read by POST.
    methods: ['GET', 'POST'],
    statusCodes: PASSING_STATUSES,
    errorCodes: PASSING_ERRORS,
    maxRetryAfter: MAX_RETRY_PAUSE_MS,
    calculateDelay: ({ attemptCount, retryAfter, computedValue }) =>
      retryAfter === undefined ? backoffMs(attemptCount - 1, { firstMs: retryBaseMs }) : computedValue,
  };
  const load = async (): Promise<GotClients> => {
    const { default: got } = await import('got');
    const read = got.extend({ ...options, agent, retry });
    const loginAgent: OptionsInit['agent'] =
      proxy === undefined ? { http: false, https: false } : createAgents(proxy);
    const login = read.extend({ agent: loginAgent, retry: { limit: 0 } });
    return { read: read.stream, login: login.stream };
  };

  let loaded: Promise<GotClients> | undefined;
  return {
    load() {
      loaded ??= load();
      return loaded;
    },
    close() {
      agent.http.destroy();
      agent.https.destroy();
    },
  };
}
