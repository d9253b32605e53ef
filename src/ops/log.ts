import { type DestinationStream, type Logger, pino } from 'pino';
import { MINUTE_MS } from '../runtime/durations.ts';

export type Log = Logger;

interface LogOptions {
  readonly level: string;
  /** Values that must never be written, whatever carries them. */
  readonly secrets?: readonly string[];
  readonly destination?: DestinationStream;
}

/**
 * A JSON logger, one line an entry, with times as ISO 8601 text. Callers log codes, counts and ids; as a last
 * fence every line is searched for secrets (of six characters and more) and for runs of digits as long as a
 * telephone number. Ids that begin with letters, UUIDs, digests and ISO times stay whole, to find lines by.
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

/** Those that Slack gives out while the bot runs are in no list of secrets. */
const SLACK_TOKEN = /\bxox[a-z](?:\.xox[a-z])?-[\w-]{8,}/g;

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function fence(line: string, hidden: readonly string[]): string {
  const [, head = '', rest = line] = HEAD.exec(line) ?? [];
  const clean = hidden
    .reduce((text, secret) => text.replaceAll(secret, '[secret]'), rest)
    .replaceAll(SLACK_TOKEN, '[secret]')
    .replaceAll(JSON_STRING, (text) => (/\p{Nd}/u.test(text) ? withoutNumbers(text) : text))
    .replaceAll(LONG_JSON_NUMBER, '$1"[digits]"');
  return head + clean;
}

/** What the string says is searched, not how JSON writes it: the `n` of a line break is no letter before a number. */
function withoutNumbers(json: string): string {
  const text: string = JSON.parse(json);
  const clean = text.replaceAll(KEPT_OR_NUMBER, (_number, kept?: string) => kept ?? '[digits]');
  return clean === text ? json : JSON.stringify(clean);
}

/** Level and time, which are ours and look like a long number. */
const HEAD = /^(\{"level":"\w+","time":"[^"]*")(.*)$/s;
const JSON_STRING = /"(?:[^"\\]|\\.)*"/g;
/** UUIDs, digests and ISO times: what lines about one thing are found by. */
const KEPT = [
  String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`,
  String.raw`(?=\d*[a-f])[\da-f]{32,64}`,
  String.raw`20\d\d-[01]\d-[0-3]\d(?:T[0-2]\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d)?)?`,
].join('|');
/** An id that begins with letters is no number; the letter of an escaped line break is none: the text may quote JSON. */
const BEFORE_NUMBER = String.raw`(?:(?<![\p{L}\p{M}\p{N}])|(?<=\\[bfnrt])|(?<=\\u[\da-fA-F]{4}))`;
/** Seven digits and more of any script, with what people write between them. */
const NUMBER = String.raw`${BEFORE_NUMBER}\+?\p{Nd}(?:(?:[\p{Zs}\t\p{Pd}\p{Cf}\u2212().]{0,2}|[,_/·])\p{Nd}){6,}`;
const KEPT_OR_NUMBER = new RegExp(String.raw`(?<![\p{L}\p{N}_-])(${KEPT})(?![\p{L}\p{N}_-])|${NUMBER}`, 'gu');
/** Counts stay below nine digits. */
const LONG_JSON_NUMBER = /([:,[])-?\d{9,}(?:\.\d+)?(?=[,}\]])/g;

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
  /** Left out where the end of one trouble says nothing of the next. */
  readonly over?: string;
  /** A sentence of what is wrong and what to do, without anything a server has quoted; left out where there is none. */
  readonly explain?: (error: unknown) => string | undefined;
}

/** Warnings of what fails for every call or for none. */
export function createRareWarning({ log, trouble, over, explain }: RareWarningOptions) {
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
      const explanation = explain?.(error);
      log.warn(
        { reason: reasonOf(error), ...(explanation === undefined ? {} : { explanation }), untold },
        trouble,
      );
      nextAtMs = performance.now() + MINUTE_MS;
      untold = 0;
      isTold = true;
    },
    /** Says that the trouble has ended, where a warning told of it. */
    over(): void {
      if (isTold && over !== undefined) log.info(over);
      isTold = false;
    },
  };
}

/** The kind of error. A server's answer may quote the command, and with it a password. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return /^[A-Z]{3,}\b/.exec(error.message)?.[0] ?? error.constructor.name;
}
