import { type DestinationStream, type Logger, pino } from 'pino';
import { MINUTE_MS } from '../runtime/durations.ts';

export type Log = Logger;

interface LogOptions {
  readonly level: string;
  /** Values that must never be written, whatever carries them. */
  readonly secrets?: readonly string[];
  /** Where lines go; standard output when left out. */
  readonly destination?: DestinationStream;
}

/**
 * A JSON logger, one line an entry, with times as ISO 8601 text. Callers log codes, counts and ids; as a last
 * fence every line is searched for secrets (of six characters and more) and for runs of digits as long as a
 * telephone number. A UUID of our rows stays whole, so that the lines about one row can be found by it.
 */
export function createLog({ level, secrets = [], destination = pino.destination(1) }: LogOptions): Log {
  const hidden = secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .flatMap((secret) => [secret, escaped(secret)]);
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      hooks: { streamWrite: (line) => fence(line, hidden) },
    },
    destination,
  );
}

/** A shorter one would be found in what every line is made of. */
const SHORTEST_SECRET = 6;

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function fence(line: string, hidden: readonly string[]): string {
  const [, head = '', rest = line] = HEAD.exec(line) ?? [];
  const clean = hidden
    .reduce((text, secret) => text.replaceAll(secret, '[secret]'), rest)
    .replaceAll(JSON_STRING, (text) => (UUID.test(text) ? text : text.replaceAll(LONG_DIGIT_RUN, '[digits]')))
    .replaceAll(LONG_JSON_NUMBER, '$1"[digits]"');
  return head + clean;
}

/** Level and time, which are ours and look like a long number. */
const HEAD = /^(\{"level":"\w+","time":"[^"]*")(.*)$/s;
const JSON_STRING = /"(?:[^"\\]|\\.)*"/g;
const UUID = /^"[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}"$/;
/** Seven digits and more, also spaced, dotted or dashed as people write numbers. An id that begins with letters is none. */
const LONG_DIGIT_RUN = /(?<!\w)\+?\d(?:[ ().-]{0,2}\d){6,}/g;
/** Counts stay below nine digits. */
const LONG_JSON_NUMBER = /([:,[])\d{9,}(?=[,}\]])/g;

interface ErrorEntry {
  readonly type: string;
  readonly message: string;
  readonly code?: unknown;
  readonly stack?: string | undefined;
  readonly cause?: ErrorEntry;
}

/** The plain facts of an error. What libraries hang on theirs (requests, headers, answers) is left behind. */
function describeError(error: unknown): ErrorEntry {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' };
  return {
    type: error.name,
    message: error.message,
    ...('code' in error ? { code: error.code } : {}),
    stack: error.stack?.split('\n').slice(1).join('\n'),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  };
}

interface RareWarningOptions {
  readonly log: Log;
  readonly trouble: string;
  readonly over: string;
}

/** Warnings of what fails for every call or for none. */
export function createRareWarning({ log, trouble, over }: RareWarningOptions) {
  let nextAtMs = 0;
  let untold = 0;
  let isTold = false;

  return {
    /** Writes a warning, unless one was written within the last minute. */
    warn(error: unknown): void {
      if (performance.now() < nextAtMs) {
        untold += 1;
        return;
      }
      log.warn({ reason: reasonOf(error), untold }, trouble);
      nextAtMs = performance.now() + MINUTE_MS;
      untold = 0;
      isTold = true;
    },
    /** Says that the trouble has ended, where a warning told of it. */
    over(): void {
      if (isTold) log.info(over);
      isTold = false;
    },
  };
}

/** The kind of error. A server's answer may quote the command, and with it a password. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return /^[A-Z]{3,}\b/.exec(error.message)?.[0] ?? error.constructor.name;
}
