import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import got, { HTTPError, type PlainResponse, type RequestFunction, type RetryObject } from 'got';
import type { z } from 'zod';
import type { Operation } from './errors.ts';
import {
  invalid,
  LONGEST_PAUSE_MS,
  NETWORK_ERRORS,
  pauseAfter,
  RETRIES,
  SERVER_ERRORS,
  tooLargeFor,
  toReadFailure,
  toUpstreamError,
} from './http-failures.ts';
import { describeFault } from './wire.ts';

export interface HttpOptions {
  readonly baseUrl: string;
  /** To the first byte of an answer, and between bytes. */
  readonly timeoutMs: number;
  /** The first pause before a read is repeated; the second is twice as long. */
  readonly retryBaseMs: number;
}

interface Question {
  readonly operation: Operation;
  /** Parts of the path below the base; each arrives as one part, whatever it holds. */
  readonly path: readonly string[];
  /** What is posted; without it the question is a GET. */
  readonly body?: { readonly json: Fields } | { readonly form: Fields };
  readonly token?: string | undefined;
}

export interface Call<T> extends Question {
  /** A read is repeated when it fails for a passing reason; anything else is sent once. */
  readonly isRead: boolean;
  readonly schema: z.ZodType<T>;
  /** Gives whole numbers that a double cannot hold as the text they came in. */
  readonly keepsLongNumbers?: boolean;
}

/** Takes an answer's bytes as they arrive. What it throws of a body that does not fit is a `BodyFault`. */
export interface BodySink<T> {
  write(chunk: Uint8Array): void;
  /** The body is over: gives what it came to. */
  end(): T;
}

export interface Reading<T> extends Question {
  /** Called for each attempt whose answer begins; what an earlier attempt began is to be forgotten. */
  readonly begin: () => BodySink<T> | Promise<BodySink<T>>;
  /** Longest answer, decompressed. */
  readonly maxBytes?: number | undefined;
  /** Gives the reading up: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

type Fields = Readonly<Record<string, string>>;

export interface Http {
  /** Sends a question and reads the answer as `schema` has it. @throws UpstreamError */
  send<T>(call: Call<T>): Promise<T>;
  /** Sends a read and hands its answer on as it arrives, decompressed; none of it is kept. @throws UpstreamError */
  read<T>(reading: Reading<T>): Promise<T>;
  /** Ends what is under way and lets go of the connections. */
  close(): void;
}

/** An answer held in memory at once may not be larger than this: it is about a token or a single message. */
const MAX_ANSWER_BYTES = 1024 * 1024;
/** What is handed on takes no memory, only time: about ten million messages, or a few seconds for a bomb. */
const MAX_STREAMED_BYTES = 3 * 1024 * 1024 * 1024;

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

  const addressOf = ({ path }: Question) => path.map(encodePart).join('/');
  const optionsOf = (question: Question, signal: AbortSignal | undefined) => ({
    method: question.body === undefined ? ('GET' as const) : ('POST' as const),
    ...question.body,
    headers: {
      'content-type': question.body !== undefined && 'form' in question.body ? FORM : 'application/json',
      ...(question.token === undefined ? {} : { authorization: `Bearer ${question.token}` }),
    },
    signal: AbortSignal.any([closing.signal, ...(signal ? [signal] : [])]),
    request: requestWithPath(`${basePath}${addressOf(question)}`),
  });

  async function readOnce<T>({
    begin,
    signal,
    maxBytes = MAX_STREAMED_BYTES,
    ...question
  }: Reading<T>): Promise<T> {
    const stream = client.stream(addressOf(question), {
      ...optionsOf(question, signal),
      agent,
      // got would hold the body of a refusal whole, and repeats no stream without a listener.
      throwHttpErrors: false,
      retry: { limit: 0 },
    });
    let sink: BodySink<T> | undefined;
    let bytes = 0;
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      sink ??= await begin200(stream.response, begin);
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLargeFor(question.operation);
      sink.write(chunk);
    }
    return (sink ?? (await begin200(stream.response, begin))).end();
  }

  return {
    async send({ isRead, schema, keepsLongNumbers = false, ...question }) {
      const { operation } = question;
      const tooLarge = new AbortController();
      const request = client(addressOf(question), {
        ...optionsOf(question, tooLarge.signal),
        // What is not repeated must not meet a kept connection that the platform has just closed.
        ...(isRead ? { agent } : { agent: { http: false, https: false }, retry: { limit: 0 } }),
      });
      request.on('downloadProgress', ({ transferred }) => {
        if (transferred > MAX_ANSWER_BYTES) tooLarge.abort();
      });
      const response = await request.catch((error: unknown) => {
        if (tooLarge.signal.aborted) throw tooLargeFor(operation);
        throw toUpstreamError(error, operation);
      });
      if (response.statusCode !== 200)
        throw invalid(operation, `status ${response.statusCode}`, response.statusCode);
      return read(response.body, schema, operation, keepsLongNumbers ? parseKeepingLongNumbers : JSON.parse);
    },
    async read(reading) {
      const { operation, signal } = reading;
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await readOnce(reading);
        } catch (error) {
          signal?.throwIfAborted();
          const pauseMs = attempt > RETRIES ? undefined : pauseAfter(error, attempt, retryBaseMs);
          if (pauseMs === undefined || closing.signal.aborted) throw toReadFailure(error, operation);
          await pause(pauseMs, undefined, {
            signal: AbortSignal.any([closing.signal, ...(signal ? [signal] : [])]),
          }).catch(() => undefined);
        }
      }
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

async function begin200<T>(
  response: PlainResponse | undefined,
  begin: Reading<T>['begin'],
): Promise<BodySink<T>> {
  if (response && response.statusCode !== 200) throw new HTTPError(response);
  return await begin();
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
