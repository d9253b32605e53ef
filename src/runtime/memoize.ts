import Keyv from 'keyv';
import { valueWithin } from './timeouts.ts';

/** Remembers what `load` found, for `ttlMs` of real time. Calls at one time share a load; failures are not kept. */
export function memoize<T>(ttlMs: number, load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const find = memoizeStaleIfError({ freshMs: ttlMs, staleMs: ttlMs, keptMs: ttlMs }, load);
  return async (key) => (await find(key)).value;
}

interface StaleOptions {
  /** What is younger is given at once. */
  readonly freshMs: number;
  /** What is younger is given to whoever does not wait for a load that takes long. */
  readonly staleMs: number;
  /** What is younger is given where a load fails. */
  readonly keptMs: number;
  /** Whether a failure is an answer: then what was found before counts no more. */
  readonly isAnswer?: (error: unknown) => boolean;
}

interface Found<T> {
  readonly value: T;
  readonly ageMs: number;
  /** Why it is not a new one, where a load failed. */
  readonly failure?: unknown;
}

/** The same, which gives what it found last (RFC 5861) where a load fails or takes longer than `patienceMs`. */
export function memoizeStaleIfError<T>(
  { freshMs, staleMs, keptMs, isAnswer = () => false }: StaleOptions,
  load: (key: string) => Promise<T>,
): (key: string, patienceMs?: number) => Promise<Found<T>> {
  const kept = new Keyv<{ value: T; atMs: number }>({ ttl: keptMs });
  // Values stay in this process: Keyv need not make text of them.
  kept.serialize = undefined;
  kept.deserialize = undefined;
  const loading = new Map<string, Promise<Found<T>>>();
  const loadOnce = async (key: string) => {
    try {
      const value = await load(key);
      await kept.set(key, { value, atMs: Date.now() });
      return { value, ageMs: 0 };
    } catch (error) {
      if (isAnswer(error)) await kept.delete(key);
      throw error;
    } finally {
      loading.delete(key);
    }
  };
  return async (key, patienceMs) => {
    const hit = await kept.get(key);
    const last = hit && { value: hit.value, ageMs: Date.now() - hit.atMs };
    if (last && last.ageMs < freshMs) return last;
    const pending = loading.get(key) ?? loadOnce(key);
    loading.set(key, pending);
    if (!last) return pending;
    const next = pending.catch((failure: unknown) => {
      if (isAnswer(failure)) throw failure;
      return { ...last, failure };
    });
    if (patienceMs === undefined || last.ageMs >= staleMs) return next;
    return (await valueWithin(patienceMs, next, () => undefined)) ?? last;
  };
}

/** Work done once for all who wait for it at the same time; it is aborted when the last of them has gone. */
export class SingleFlight<T, Progress> {
  readonly #ended: Promise<T>;
  readonly #leaving = new AbortController();
  readonly #listeners = new Set<(progress: Progress) => void>();
  #waiting = 0;

  /** `start` begins the work at once. Its signal aborts when nobody waits any more; `tell` reports progress. */
  constructor(start: (left: AbortSignal, tell: (progress: Progress) => void) => Promise<T>) {
    this.#ended = start(this.#leaving.signal, (progress) => {
      for (const listener of this.#listeners) listener(progress);
    });
    // Whoever waits gets the failure from `join`; where nobody does, it must not end the process.
    this.#ended.catch(() => undefined);
  }

  /** Calls `listener` when the work has ended or was aborted: a new caller must start it again from then on. */
  whenOver(listener: () => void): void {
    this.#ended.then(listener, listener);
    this.#leaving.signal.addEventListener('abort', listener, { once: true });
  }

  /** Waits for the outcome, or rejects with the reason of `signal` as soon as that aborts. */
  async join(signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<T> {
    const { promise: gone, reject } = Promise.withResolvers<never>();
    const go = () => reject(signal.reason);
    // A caller may wait twice with the same function: the set would hold it once.
    const listener = (progress: Progress) => onProgress(progress);
    this.#waiting += 1;
    this.#listeners.add(listener);
    signal.addEventListener('abort', go, { once: true });
    if (signal.aborted) go();
    try {
      return await Promise.race([this.#ended, gone]);
    } finally {
      signal.removeEventListener('abort', go);
      this.#listeners.delete(listener);
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#leaving.abort(signal.reason);
    }
  }
}
