import type { z } from 'zod';
import { type Operation, UpstreamError } from '../errors.ts';
import { describeFault } from '../fields.ts';
import { BodyFault } from '../report/bytes.ts';
import { type BodySink, followAttempt } from './attempt.ts';
import { invalidAnswer } from './failures.ts';
import { createGotClients, type GotClients, type GotOptions } from './got-clients.ts';

export interface HttpOptions extends GotOptions {
  readonly baseUrl: string;
}

interface HttpRequest {
  readonly operation: Operation;
  /** Parts of the path below the base; each arrives as one part, with any characters. */
  readonly path: readonly string[];
  readonly body?: { readonly json: BodyFields } | { readonly form: BodyFields };
  readonly token?: string | undefined;
}

interface Call<T> extends HttpRequest {
  /** Only a read is retried after a transient failure. */
  readonly isRead: boolean;
  readonly schema: z.ZodType<T>;
  /** Returns whole numbers that a double cannot represent as text. */
  readonly keepsLongNumbers?: boolean;
}

export interface BodyReading<T> extends HttpRequest {
  /** Called for each attempt with an answer; data of an earlier attempt is discarded. */
  readonly begin: () => BodySink<T> | Promise<BodySink<T>>;
  readonly maxBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

type BodyFields = Readonly<Record<string, string>>;

export type Http = ReturnType<typeof createHttp>;

/** Limit for a buffered answer: a token or a single message. */
const MAX_ANSWER_BYTES = 1024 * 1024;
/** Streams use time, not memory: about ten million messages, or a few seconds of a decompression bomb. */
const MAX_STREAMED_BYTES = 3 * 1024 * 1024 * 1024;

/** Limit for a whole short answer, as a multiple of `timeoutMs`. */
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
    const parts = path.map(encodePart);
    const context = {
      operation,
      address: base + parts.join('/'),
      reference: isLookup(operation) ? parts.at(-1) : undefined,
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
    /** @throws UpstreamError */
    async send<T>({ isRead, schema, keepsLongNumbers = false, ...request }: Call<T>): Promise<T> {
      const { operation } = request;
      const reading = { ...request, begin: beginText, maxBytes: MAX_ANSWER_BYTES };
      const limitMs = SHORT_ANSWER * options.timeoutMs;
      const text = await withinLimit({ operation, limitMs }, (signal) =>
        exchange(isRead ? 'read' : 'login', { ...reading, signal }),
      );
      return parseAnswer(text, schema, operation, keepsLongNumbers ? parseKeepingLongNumbers : JSON.parse);
    },
    /** Streams the decompressed answer until `signal` aborts. @throws UpstreamError */
    read: <T>(reading: BodyReading<T>) => exchange('read', reading),
    prepare: async () => void (await clients.load()),
    close() {
      closing.abort();
      clients.close();
    },
  };
}

/** A user name in the address identifies the account of a request without a token. */
function baseOf(baseUrl: string): string {
  const base = new URL(baseUrl);
  base.search = '';
  base.hash = '';
  base.pathname = base.pathname.replace(/\/*$/, '/');
  return base.href;
}

/** Not empty and not only dots: those would lead to another address. */
function encodePart(part: string): string {
  return encodeURIComponent(part.toWellFormed());
}

function isLookup(operation: Operation): boolean {
  return operation === 'info' || operation === 'sms';
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

function parseAnswer<T>(
  body: string,
  schema: z.ZodType<T>,
  operation: Operation,
  parse: (text: string) => unknown,
): T {
  let json: unknown;
  try {
    json = parse(body);
  } catch {
    const markup = body.trimStart().startsWith('<') ? ', markup' : '';
    throw invalidAnswer(operation, `not JSON (${body.length} characters${markup})`);
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw invalidAnswer(operation, describeFault(parsed.error));
  return parsed.data;
}

/** A reviver gets the source text of each value (ECMAScript 2026); the type lacks it. */
const parseWithSource = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown;

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

/** Limits a call with all attempts: got's limits restart with each, and a slow trickle passes them. */
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
