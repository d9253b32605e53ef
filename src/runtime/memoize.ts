import Keyv from 'keyv';

/**
 * A function that remembers what `load` found for a key, for `ttlMs` of real time. Calls for the same key at the same
 * time share one load; a load that fails is not remembered.
 */
export function memoize<T>(ttlMs: number, load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const kept = new Keyv<{ value: T }>({ ttl: ttlMs });
  // Values stay in this process: Keyv need not make text of them.
  kept.serialize = undefined;
  kept.deserialize = undefined;
  const loading = new Map<string, Promise<T>>();
  const loadOnce = async (key: string) => {
    try {
      const value = await load(key);
      await kept.set(key, { value });
      return value;
    } finally {
      loading.delete(key);
    }
  };
  return async (key) => {
    const hit = await kept.get(key);
    if (hit) return hit.value;
    const pending = loading.get(key) ?? loadOnce(key);
    loading.set(key, pending);
    return pending;
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
