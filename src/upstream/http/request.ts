import { unescape as decodePart } from 'node:querystring';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { Pool, request } from '../../runtime/http-agent.ts';
import type { Operation } from '../errors.ts';
import { describeFault } from '../wire.ts';
import { ENCODINGS, eachPiece } from './body.ts';
import {
  failedConnection,
  failedStatus,
  invalidAnswer,
  RETRIES,
  retryPauseMs,
  toFailure,
} from './failures.ts';

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

interface Call<T> extends Question {
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

export interface BodyReading<T> extends Question {
  /** Called for each attempt whose answer begins; what an earlier attempt began is to be forgotten. */
  readonly begin: () => BodySink<T> | Promise<BodySink<T>>;
  /** Longest answer, decompressed. */
  readonly maxBytes?: number | undefined;
  /** Gives the reading up, which rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

type Fields = Readonly<Record<string, string>>;

export type Http = ReturnType<typeof createHttp>;

/** An answer held in memory at once may not be larger than this: it is about a token or a single message. */
const MAX_ANSWER_BYTES = 1024 * 1024;
/** What is handed on takes no memory, only time: about ten million messages, or a few seconds for a bomb. */
const MAX_STREAMED_BYTES = 3 * 1024 * 1024 * 1024;

const FORM = 'application/x-www-form-urlencoded; charset=utf-8';
/** Connections that nobody uses are kept so long, unless the platform says that it keeps them for less. */
const KEPT_FOR_MS = 30_000;
/** What is read of the body of a refusal, and for how long, lest its connection be lost. */
const LONGEST_REFUSAL_BYTES = 64 * 1024;
const LONGEST_REFUSAL_MS = 500;

/** HTTP as the platform needs it: timeouts, repeated reads, kept connections, and errors without secrets. */
export function createHttp({ baseUrl, timeoutMs, retryBaseMs }: HttpOptions) {
  const base = new URL(baseUrl);
  const basePath = base.pathname.replace(/\/*$/, '/');
  const account = accountOf(base);
  const limits = { connect: { timeout: timeoutMs }, headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
  const kept = new Pool(base.origin, { ...limits, keepAliveTimeout: KEPT_FOR_MS });
  // What is not repeated must not meet a kept connection that the platform has just closed.
  const unkept = new Pool(base.origin, { ...limits, pipelining: 0 });
  const closing = new AbortController();

  async function attempt<T>(
    { operation, path, body, token, begin, maxBytes = MAX_STREAMED_BYTES, signal }: BodyReading<T>,
    pool: InstanceType<typeof Pool>,
  ): Promise<T> {
    const authorization = token === undefined ? account : `Bearer ${token}`;
    const answer = await request(pool, {
      path: basePath + path.map(encodePart).join('/'),
      method: body === undefined ? 'GET' : 'POST',
      body:
        body === undefined
          ? null
          : 'json' in body
            ? JSON.stringify(body.json)
            : new URLSearchParams(body.form).toString(),
      headers: {
        'user-agent': 'sms-desk',
        'accept-encoding': ENCODINGS,
        'content-type': body !== undefined && 'form' in body ? FORM : 'application/json',
        ...(authorization === undefined ? {} : { authorization }),
      },
      reset: pool === unkept,
      signal: signal ?? null,
    }).catch((error: unknown) => {
      throw failedConnection(error, operation);
    });
    if (answer.statusCode !== 200) {
      // Its connection is done with before its place is given to the next.
      const late = AbortSignal.timeout(LONGEST_REFUSAL_MS);
      await answer.body.dump({ limit: LONGEST_REFUSAL_BYTES, signal: late }).catch(() => undefined);
      throw failedStatus(answer, operation);
    }
    // One that is let go of before anybody reads it fails, too, which would end the process.
    answer.body.on('error', () => undefined);
    try {
      const sink = await begin();
      let bytes = 0;
      await eachPiece(answer, operation, (piece) => {
        bytes += piece.length;
        if (bytes > maxBytes) throw invalidAnswer(operation, 'the answer is too large to be read');
        sink.write(piece);
      });
      // The pool takes the connection back at the end of this turn, and opens another for who asks before.
      await nextTurn();
      return sink.end();
    } finally {
      answer.body.destroy();
    }
  }

  async function exchange<T>(reading: BodyReading<T>): Promise<T> {
    const { operation, signal } = reading;
    for (let count = 1; ; count += 1) {
      try {
        return await attempt(reading, kept);
      } catch (error) {
        signal?.throwIfAborted();
        const pauseMs = count > RETRIES ? undefined : retryPauseMs(error, count, retryBaseMs);
        if (pauseMs === undefined || closing.signal.aborted) throw toFailure(error, operation);
        const ending = signal ? AbortSignal.any([closing.signal, signal]) : closing.signal;
        await pause(pauseMs, undefined, { signal: ending }).catch(() => undefined);
      }
    }
  }

  return {
    /** Sends a question and reads the answer as `schema` has it. @throws UpstreamError */
    async send<T>({ isRead, schema, keepsLongNumbers = false, ...question }: Call<T>): Promise<T> {
      const { operation } = question;
      const reading = { ...question, begin: beginText, maxBytes: MAX_ANSWER_BYTES };
      const text = isRead
        ? await exchange(reading)
        : await attempt(reading, unkept).catch((error: unknown) => {
            throw toFailure(error, operation);
          });
      return parseAnswer(text, schema, operation, keepsLongNumbers ? parseKeepingLongNumbers : JSON.parse);
    },
    /** Sends a read and hands its answer on as it arrives, decompressed; none of it is kept. @throws UpstreamError */
    read: exchange,
    /** Ends what is under way and lets go of the connections. */
    close() {
      closing.abort();
      for (const pool of [kept, unkept]) void pool.destroy();
    },
  };
}

/** The dots are for parts that are nothing but dots, which would lead to another address. */
function encodePart(part: string): string {
  const encoded = encodeURIComponent(part.toWellFormed());
  return /^\.+$/.test(encoded) ? encoded.replaceAll('.', '%2E') : encoded;
}

/** What an address with a user name stands for (RFC 7617), where a question has no token of its own. */
function accountOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  return `Basic ${Buffer.from(`${decodePart(username)}:${decodePart(password)}`).toString('base64')}`;
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
