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
export function createLog({ level, secrets = [], destination }: LogOptions): Log {
  const hidden = secrets.filter((secret) => secret.length > 0);
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: {
      streamWrite: (line: string) => {
        const clean = hidden.reduce((text, secret) => text.replaceAll(secret, '[secret]'), line);
        return clean.replaceAll(LONG_DIGIT_RUN, '[digits]');
      },
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Seven digits and more, also spaced or dashed as people write numbers; an ISO time stamp has none. */
const LONG_DIGIT_RUN = /(?<![\w.:])\+?\d(?:[ ()-]?\d){6,}(?![\w:])/g;
