import { DAY_MS } from './durations.ts';

interface Backoff {
  readonly firstMs: number;
  /** No step is longer, before the jitter. */
  readonly mostMs?: number;
}

/** Doubled with each failure (0: the first), and up to half shorter or longer: callers that failed together spread. */
export function backoffMs(failures: number, { firstMs, mostMs = Number.POSITIVE_INFINITY }: Backoff): number {
  return Math.min(firstMs * 2 ** failures, mostMs) * (0.5 + Math.random());
}

/** Whether something ends in time, however it ends. With `ref: false` the wait does not keep the process alive. */
export async function settlesWithin(
  timeMs: number,
  what: Promise<unknown>,
  { ref = true }: { readonly ref?: boolean } = {},
): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), timeMs);
  if (!ref) timer.unref();
  const over = what.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([over, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What a promise gives in time, else `undefined` after `onLate`. */
export async function valueWithin<T>(
  timeMs: number,
  what: Promise<T>,
  onLate: () => void,
): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  let lastLook: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    // Where the process itself has paused, an answer may be there that has not been read yet.
    lastLook = setImmediate(() => {
      onLate();
      resolve(undefined);
    });
  }, timeMs);
  try {
    return await Promise.race([what, late]);
  } finally {
    clearTimeout(timer);
    clearImmediate(lastLook);
  }
}

/** Does something once a while has passed, unless ended first; `end` waits until it is done, and says whether it was. */
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

/** More is a mistake, such as an instant where a wait should stand. Who keeps to a wait has a bound of their own. */
const LONGEST_ASKED_MS = DAY_MS;

/** `Retry-After` as seconds or as a date (RFC 9110, 10.2.3), up to a day; `undefined` where it asks for no wait. */
export function retryAfterMs(header: string | null | undefined): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  const seconds = Number(text);
  // `Date.parse` takes about anything that begins with a digit.
  const isDate = /^[a-z]/i.test(text);
  const waitMs = Number.isNaN(seconds) && isDate ? Date.parse(text) - Date.now() : seconds * 1_000;
  return waitMs > 0 ? Math.min(waitMs, LONGEST_ASKED_MS) : undefined;
}
