import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

export interface LogOptions {
  readonly level: string;
  /** Values that must never be written, whatever carries them. */
  readonly secrets?: readonly string[];
  /** Where lines go; standard output when left out. */
  readonly destination?: DestinationStream;
}

/**
 * A JSON logger, one line an entry, with times as ISO 8601 text. Callers log codes, counts and ids; as a last
 * fence every line is searched for secrets and for runs of digits as long as a telephone number.
 */
export function createLog({ level, secrets = [], destination = pino.destination(1) }: LogOptions): Log {
  const hidden = secrets.filter((secret) => secret.length > 0);
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      hooks: {
        streamWrite: (line) => {
          const clean = hidden.reduce((text, secret) => text.replaceAll(secret, '[secret]'), line);
          return clean.replaceAll(LONG_DIGIT_RUN, '[digits]');
        },
      },
    },
    destination,
  );
}

/** Seven digits and more, also spaced or dashed as people write numbers. An id with letters or a time stamp is none. */
const LONG_DIGIT_RUN = /(?<![\w.:])\+?\d(?:[ ()-]?\d){6,}(?![\w:])/g;

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
