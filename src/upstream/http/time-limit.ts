import { type Operation, UpstreamError } from '../errors.ts';

/** A short answer, which a person waits for, may take so many times the limit of each of its steps. */
export const SHORT_ANSWER = 3;

export interface TimeLimit {
  readonly operation: Operation;
  readonly limitMs: number;
  /** Ends it as well, with its own reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Does something with a signal that aborts after a time, with a failure that says so. It bounds a call with all its
 * attempts: got's limits begin anew with each, and end none that drips.
 */
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
