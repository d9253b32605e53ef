import { AsyncLocalStorage } from 'node:async_hooks';
import { type DestinationStream, type Logger, pino } from 'pino';
import { MINUTE_MS } from '../runtime/durations.ts';

export type Log = Logger;

interface LogOptions {
  readonly level: string;
  readonly secrets?: readonly string[];
  readonly destination?: DestinationStream;
}

/**
 * A JSON logger with one line per entry and ISO 8601 times. Callers log codes, counts and ids. In every line,
 * secrets of six or more characters, and numbers as long as a telephone number, are replaced.
 * Ids that start with letters, UUIDs, digests and ISO times are not replaced.
 */
export function createLog({ level, secrets = [], destination = pino.destination(1) }: LogOptions): Log {
  const hidden = secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      hooks: { streamWrite: (line) => redactLine(line, hidden) },
    },
    destination,
  );
}

/** Secrets with fewer characters are not replaced in log lines, because they would match parts of words. */
const SHORTEST_SECRET = 6;

/** Matches tokens that Slack issues at run time, and that are therefore not in the list of secrets. */
const SLACK_TOKEN = /\bxox[a-z](?:\.xox[a-z])?-[\w-]{8,}/g;

function redactLine(line: string, hidden: readonly string[]): string {
  const [, head = '', rest = line] = HEAD.exec(line) ?? [];
  const clean = hidden
    .reduce((text, secret) => text.replaceAll(secret, '[secret]'), rest)
    .replaceAll(SLACK_TOKEN, '[secret]')
    .replaceAll(JSON_STRING, (text) => (/\p{Nd}/u.test(text) ? withoutNumbers(text) : text))
    .replaceAll(LONG_JSON_NUMBER, '$1"[digits]"');
  return head + clean;
}

/** Decodes the JSON string first: the `n` of `\n` before a number would count as a letter, and hide it. */
function withoutNumbers(json: string): string {
  const text: string = JSON.parse(json);
  const clean = text.replaceAll(ALLOWED_OR_NUMBER, (_number, allowed?: string) => allowed ?? '[digits]');
  return clean === text ? json : JSON.stringify(clean);
}

/** Level and time at the start of a log line. Nothing in them is replaced: a time looks like a number. */
const HEAD = /^(\{"level":"\w+","time":"[^"]*")(.*)$/s;
const JSON_STRING = /"(?:[^"\\]|\\.)*"/g;
/** UUIDs, digests and ISO times are not replaced, because they show which log lines belong together. */
const ALLOWED = [
  String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`,
  String.raw`(?=\d*[a-f])[\da-f]{32,64}`,
  String.raw`20\d\d-[01]\d-[0-3]\d(?:T[0-2]\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d)?)?`,
].join('|');
/** After a letter or digit (not of an escape, `\n`), a number is part of an id, not a telephone number. */
const BEFORE_NUMBER = String.raw`(?:(?<![\p{L}\p{M}\p{N}])|(?<=\\[bfnrt])|(?<=\\u[\da-fA-F]{4}))`;
/** Matches a possible telephone number: seven or more digits of any script, with the usual separators. */
const NUMBER = String.raw`${BEFORE_NUMBER}\+?\p{Nd}(?:(?:[\p{Zs}\t\p{Pd}\p{Cf}\u2212().]{0,2}|[,_/·])\p{Nd}){6,}`;
const ALLOWED_OR_NUMBER = new RegExp(
  String.raw`(?<![\p{L}\p{N}_-])(${ALLOWED})(?![\p{L}\p{N}_-])|${NUMBER}`,
  'gu',
);
/** JSON numbers of nine or more digits are replaced as telephone numbers; counts have fewer digits. */
const LONG_JSON_NUMBER = /([:,[])-?\d{9,}(?:\.\d+)?(?=[,}\]])/g;

interface ErrorEntry {
  readonly type: string;
  readonly message: string;
  readonly code?: unknown;
  readonly stack?: string | undefined;
  readonly cause?: ErrorEntry;
}

/** Copies an error for the log without properties that libraries add, such as requests and headers. */
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

const question = new AsyncLocalStorage<string>();

/** Runs a question; the debug lines of its calls then have its reference. At other levels, just runs it. */
export function withReference<T>(log: Log, reference: string, run: () => T): T {
  return log.isLevelEnabled('debug') ? question.run(reference, run) : run();
}

/** Runs what a question only begins, such as the workers of jobs: its calls have no reference. */
export const withoutReference = <T>(run: () => T): T => question.exit(run);

/** Logs a call to Slack or the platform at debug level: codes and names only, never its content. */
export function logCall(
  log: Log,
  call: { readonly operation?: string; readonly method?: string; readonly outcome: string },
  startedMs: number,
): void {
  if (!log.isLevelEnabled('debug')) return;
  const tookMs = Math.round(performance.now() - startedMs);
  log.debug(
    { ref: question.getStore(), ...call, tookMs },
    call.method ? 'called Slack' : 'asked the platform',
  );
}

interface RareWarningOptions {
  readonly log: Log;
  readonly problem: string;
  /** Text to log at the next successful call; absent if a success does not prove the problem’s end. */
  readonly recovery?: string;
  /** Returns a text for the log that says what is wrong and what to do; it quotes no text from a server. */
  readonly explain?: (error: unknown) => string | undefined;
}

/** Limits the warnings about a problem that makes many calls fail at once to one a minute. */
export function createRareWarning({ log, problem, recovery, explain }: RareWarningOptions) {
  let nextAtMs = 0;
  let suppressed = 0;
  let isReported = false;

  return {
    /** Logs at most one warning a minute, with the number of warnings suppressed since the previous one. */
    warn(error: unknown): void {
      if (performance.now() < nextAtMs) {
        suppressed += 1;
        return;
      }
      const facts = { reason: reasonOf(error), explanation: explain?.(error), untold: suppressed };
      log.warn(facts, problem);
      nextAtMs = performance.now() + MINUTE_MS;
      suppressed = 0;
      isReported = true;
    },
    recovered(): void {
      if (isReported && recovery !== undefined) log.info(recovery);
      isReported = false;
    },
  };
}

/** @returns the kind of error, not its message, which may quote a command with a password */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return /^[A-Z]{3,}\b/.exec(error.message)?.[0] ?? error.constructor.name;
}
