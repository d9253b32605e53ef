import { MINUTE_MS } from './durations.ts';
import { unlessAborted, valueWithin } from './timeouts.ts';

/** Caches results of `load` for `ttlMs`. Simultaneous calls share one load; failures are not cached. */
export function memoize<T>(ttlMs: number, load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const find = memoizeStaleIfError({ freshMs: ttlMs, staleMs: ttlMs, ttlMs }, load);
  return async (key) => (await find(key)).value;
}

/** For a minute after a load, callers that wait 0 ms get the value in memory, and a load in the background replaces it. */
export const FOR_ANSWERS = { freshMs: 5_000, staleMs: MINUTE_MS } as const;

interface StaleOptions {
  /** A cached value younger than this is returned without a new load. */
  readonly freshMs: number;
  /** If a load takes longer than the caller waits, a cached value younger than this is returned. */
  readonly staleMs: number;
  /** If a load fails, a cached value younger than this is returned. */
  readonly ttlMs: number;
  /** Maximum number of cached values; the value that was loaded longest ago is deleted first. */
  readonly mostKeys?: number;
  /** True for an error that is a valid answer, such as “not found”: then the cached value is deleted. */
  readonly invalidates?: (error: unknown) => boolean;
}

interface CachedValue<T> {
  readonly value: T;
  readonly ageMs: number;
  readonly failure?: unknown;
}

/** Like `memoize`, but returns older values (RFC 5861) if a load fails or takes longer than `maxWaitMs`. */
export function memoizeStaleIfError<T>(
  { freshMs, staleMs, ttlMs, mostKeys = Number.POSITIVE_INFINITY, invalidates = () => false }: StaleOptions,
  load: (key: string) => Promise<T>,
) {
  /** Loaded values by key, the oldest load first. */
  const cache = new Map<string, { readonly value: T; readonly atMs: number }>();
  const loading = new Map<string, Promise<CachedValue<T>>>();
  /** Replaces the cached value, for example after this process changed it. */
  function set(key: string, value: T): void {
    forget(key);
    cache.set(key, { value, atMs: Date.now() });
    const [oldest] = cache.keys();
    if (oldest !== undefined && cache.size > mostKeys) cache.delete(oldest);
  }
  function forget(key: string): void {
    cache.delete(key);
    loading.delete(key);
  }
  const loadOnce = (key: string): Promise<CachedValue<T>> => {
    // A value that was set or forgotten during the load is newer than the loaded one.
    const isCurrent = () => loading.get(key) === run;
    const run = load(key).then(
      (value) => {
        if (isCurrent()) set(key, value);
        return { value, ageMs: 0 };
      },
      (error: unknown) => {
        if (invalidates(error)) cache.delete(key);
        if (isCurrent()) loading.delete(key);
        throw error;
      },
    );
    loading.set(key, run);
    return run;
  };
  const reload = async (key: string): Promise<T> => (await loadOnce(key)).value;
  async function find(key: string, maxWaitMs?: number): Promise<CachedValue<T>> {
    const hit = cache.get(key);
    const ageMs = hit ? Date.now() - hit.atMs : 0;
    if (ageMs > ttlMs) cache.delete(key);
    const last = hit && ageMs <= ttlMs ? { value: hit.value, ageMs } : undefined;
    if (last && ageMs < freshMs) return last;
    const pending = loading.get(key) ?? loadOnce(key);
    if (!last) return pending;
    const next = pending.catch((failure: unknown) => {
      if (invalidates(failure)) throw failure;
      return { ...last, failure };
    });
    if (maxWaitMs === undefined || ageMs >= staleMs) return next;
    return (await valueWithin(maxWaitMs, next)) ?? last;
  }
  return Object.assign(find, { set, forget, reload });
}

/** Runs work once for all simultaneous callers; the work is aborted when the last caller leaves. */
export class SingleFlight<T, Progress> {
  readonly #ended: Promise<T>;
  readonly #abandoned = new AbortController();
  readonly #listeners = new Set<(progress: Progress) => void>();
  #waiting = 0;

  /** Calls `start` at once. The signal aborts when no caller is left; `report` informs the callers. */
  constructor(start: (abandoned: AbortSignal, report: (progress: Progress) => void) => Promise<T>) {
    this.#ended = start(this.#abandoned.signal, (progress) => {
      for (const listener of this.#listeners) listener(progress);
    });
    // Callers get an error from `join`; if no caller is left, the error must not end the process.
    this.#ended.catch(() => undefined);
  }

  /** Calls `listener` when the work ends or is aborted, so that later callers can start the work again. */
  onFinished(listener: () => void): void {
    this.#ended.then(listener, listener);
    this.#abandoned.signal.addEventListener('abort', listener, { once: true });
  }

  /** Waits for the result. As soon as `signal` aborts, rejects with the reason of `signal`. */
  async join(signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<T> {
    // A caller may join twice with the same function, which the set would store once.
    const listener = (progress: Progress) => onProgress(progress);
    this.#waiting += 1;
    this.#listeners.add(listener);
    try {
      return await unlessAborted(this.#ended, signal);
    } finally {
      this.#listeners.delete(listener);
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#abandoned.abort(signal.reason);
    }
  }
}
