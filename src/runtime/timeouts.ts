import { DAY_MS } from './durations.ts';

interface Backoff {
  readonly firstMs: number;
  /** Longest wait in milliseconds, before the jitter of ±50 % is applied. */
  readonly maxMs?: number;
}

/** Exponential backoff with a jitter of ±50 %, in milliseconds. `failures` is 0 after the first failure. */
export function backoffMs(failures: number, { firstMs, maxMs = Number.POSITIVE_INFINITY }: Backoff): number {
  return Math.min(firstMs * 2 ** failures, maxMs) * (0.5 + Math.random());
}

/** Whether a promise resolves or rejects in time. With `ref: false`, the process may end while it waits. */
export async function finishesWithin(
  timeMs: number,
  promise: Promise<unknown>,
  options: { readonly ref?: boolean } = {},
): Promise<boolean> {
  const finished = Promise.allSettled([promise]).then(() => true);
  return (await valueWithin(timeMs, finished, undefined, options)) ?? false;
}

/** If `promise` takes longer than `timeMs`, calls `onLate` and resolves with `undefined`. */
export async function valueWithin<T>(
  timeMs: number,
  promise: Promise<T>,
  onLate?: () => void,
  { ref = true }: { readonly ref?: boolean } = {},
): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  let lastCheck: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    // If the whole process was paused, the result may be waiting, so the event loop gets one more turn.
    lastCheck = setImmediate(() => {
      onLate?.();
      resolve(undefined);
    });
  }, timeMs);
  if (!ref) timer.unref();
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
    clearImmediate(lastCheck);
  }
}

/** Waits for `promise`. As soon as `signal` aborts, rejects with its reason, or with that of `reasonOf`. */
export async function unlessAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal,
  reasonOf = (): unknown => signal.reason,
): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(reasonOf());
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Calls `start` after a delay. `end` prevents the call or awaits its result; true if it was called. */
export function startLater(delayMs: number, start: () => Promise<unknown> | undefined) {
  let started: Promise<unknown> | undefined;
  const timer = setTimeout(() => {
    started = start();
  }, delayMs);
  return {
    async end() {
      clearTimeout(timer);
      await started;
      return started !== undefined;
    },
  };
}

/** A longer wait in `Retry-After` is an error of the server, such as a point in time instead of seconds. */
const MAX_RETRY_AFTER_MS = DAY_MS;

/** The wait in `Retry-After`, in seconds or as a date (RFC 9110, 10.2.3); `undefined` if there is none. */
export function retryAfterMs(header: string | null | undefined): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  const seconds = Number(text);
  // A date must start with a letter, because `Date.parse` accepts almost any text that starts with a digit.
  const isDate = /^[a-z]/i.test(text);
  const waitMs = Number.isNaN(seconds) && isDate ? Date.parse(text) - Date.now() : seconds * 1_000;
  return waitMs > 0 ? Math.min(waitMs, MAX_RETRY_AFTER_MS) : undefined;
}
