import { MINUTE_MS } from '../runtime/durations.ts';
import type { Log } from './log.ts';

interface RareWarning {
  /** Writes a warning, unless one was written within the last minute. */
  warn(error: unknown): void;
  /** Says that the trouble has ended, where a warning told of it. */
  over(): void;
}

interface RareWarningOptions {
  readonly log: Log;
  readonly trouble: string;
  readonly over: string;
}

const EVERY_MS = MINUTE_MS;

/** Warnings of what fails for every call or for none. */
export function createRareWarning({ log, trouble, over }: RareWarningOptions): RareWarning {
  let nextAtMs = 0;
  let untold = 0;
  let isTold = false;

  return {
    warn(error) {
      if (performance.now() < nextAtMs) {
        untold += 1;
        return;
      }
      log.warn({ reason: reasonOf(error), untold }, trouble);
      nextAtMs = performance.now() + EVERY_MS;
      untold = 0;
      isTold = true;
    },
    over() {
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
