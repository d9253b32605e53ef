import type { FailureCode } from '../domain/failure.ts';
import { UpstreamError } from './errors.ts';

/** How the last question to a host failed, where it did. */
interface LastFailure {
  readonly code: FailureCode;
  readonly at: Date;
}

/** These say something of the question and not of the host, or were never sent. */
const ABOUT_THE_QUESTION: readonly FailureCode[] = ['not_found', 'invalid_filter', 'busy'];

/** Remembers how a host fared last, so that nobody has to ask it only to know. */
export function createLastFailure(now: () => Date) {
  let last: LastFailure | undefined;

  /** What was given up tells nothing, and neither does what was not sent. */
  function note(error?: unknown): void {
    if (error === undefined) last = undefined;
    else if (error instanceof UpstreamError && error.openCircuit === undefined)
      last = ABOUT_THE_QUESTION.includes(error.code) ? undefined : { code: error.code, at: now() };
  }

  return {
    note,
    /** The same function; a failure that shows only once an answer is understood is noted, too. */
    noting:
      <T>(ask: () => Promise<T>): (() => Promise<T>) =>
      () =>
        ask().catch((error: unknown) => {
          note(error);
          throw error;
        }),
    get: () => last,
  };
}
