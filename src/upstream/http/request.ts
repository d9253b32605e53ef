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

interface Question {
  readonly operation: Operation;
  /** Parts of the path below the base; each arrives as one part, whatever it holds. */
  readonly path: readonly string[];
  readonly body?: { readonly json: Fields } | { readonly form: Fields };
  readonly token?: string | undefined;
}

interface Call<T> extends Question {
  /** A read is repeated when it fails for a passing reason; anything else is sent once. */
  readonly isRead: boolean;
  readonly schema: z.ZodType<T>;
  /** Gives whole numbers that a double cannot hold as the text they came in. */
  readonly keepsLongNumbers?: boolean;
}

export interface BodyReading<T> extends Question {
  /** Called for each attempt whose answer begins; what an earlier attempt began is to be forgotten. */
  readonly begin: () => BodySink<T> | Promise<BodySink<T>>;
  readonly maxBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

type Fields = Readonly<Record<string, string>>;

export type Http = ReturnType<typeof createHttp>;

/** An answer held in memory at once may not be larger than this: it is about a token or a single message. */
const MAX_ANSWER_BYTES = 1024 * 1024;
/** What is handed on takes no memory, only time: about ten million messages, or a few seconds for a bomb. */
const MAX_STREAMED_BYTES = 3 * 1024 * 1024 * 1024;

/** A short answer, which a person waits for, may take so many times the limit of each of its steps. */
export const SHORT_ANSWER = 3;

const FORM = 'application/x-www-form-urlencoded; charset=utf-8';

/** HTTP as the platform needs it: time limits, repeated reads, kept connections, and errors without secrets. */
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
    const asked = {
      operation,
      address: base + parts.join('/'),
      reference: isLookup(operation) ? parts.at(-1) : undefined,
      body: body && textOf(body),
    };
    const { [way]: ask } = await clients.load();
    let stream = ask(asked.address, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': body !== undefined && 'form' in body ? FORM : 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      signal: signal ? AbortSignal.any([closing.signal, signal]) : closing.signal,
    });
    try {
      for (;;) {
        const outcome = await followAttempt(stream, asked, { begin, maxBytes });
        if ('value' in outcome) return outcome.value;
        stream = outcome.again();
      }
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof BodyFault ? invalidAnswer(operation, error.message) : error;
    } finally {
      stream.destroy();
    }
  }

  return {
    /** Sends a question and reads the answer as `schema` has it. @throws UpstreamError */
    async send<T>({ isRead, schema, keepsLongNumbers = false, ...question }: Call<T>): Promise<T> {
      const { operation } = question;
      const reading = { ...question, begin: beginText, maxBytes: MAX_ANSWER_BYTES };
      const limitMs = SHORT_ANSWER * options.timeoutMs;
      const text = await withinLimit({ operation, limitMs }, (signal) =>
        exchange(isRead ? 'read' : 'login', { ...reading, signal }),
      );
      return parseAnswer(text, schema, operation, keepsLongNumbers ? parseKeepingLongNumbers : JSON.parse);
    },
    /** Hands the answer to a read on as it arrives, decompressed, until its `signal` ends it. @throws UpstreamError */
    read: <T>(reading: BodyReading<T>) => exchange('read', reading),
    prepare: async () => void (await clients.load()),
    close() {
      closing.abort();
      clients.close();
    },
  };
}

/** The address that paths are added to. One with a user name stands for an account, where a question has no token. */
function baseOf(baseUrl: string): string {
  const base = new URL(baseUrl);
  base.search = '';
  base.hash = '';
  base.pathname = base.pathname.replace(/\/*$/, '/');
  return base.href;
}

/** A part may hold anything but nothing or dots alone, which would lead to another address. */
function encodePart(part: string): string {
  return encodeURIComponent(part.toWellFormed());
}

function isLookup(operation: Operation): boolean {
  return operation === 'info' || operation === 'sms';
}

function textOf(body: NonNullable<Question['body']>): string {
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

export interface TimeLimit {
  readonly operation: Operation;
  readonly limitMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Bounds a call with all its attempts: got's limits begin anew with each, and end none that drips. */
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
