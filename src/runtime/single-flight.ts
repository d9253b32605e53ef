/** Work under way that several wait for and hear the progress of. It is left when the last of them has gone. */
export class SingleFlight<T, Progress> {
  readonly #ended: Promise<T>;
  readonly #leaving = new AbortController();
  readonly #listeners = new Set<(progress: Progress) => void>();
  #waiting = 0;

  /** `start` is told by a signal when nobody waits any more. */
  constructor(start: (left: AbortSignal, tell: (progress: Progress) => void) => Promise<T>) {
    this.#ended = start(this.#leaving.signal, (progress) => {
      for (const listener of this.#listeners) listener(progress);
    });
    // Those who wait hear of a failure; there may be none left.
    this.#ended.catch(() => undefined);
  }

  /** Called once it has ended, or was left: who comes after that begins anew. */
  whenOver(listener: () => void): void {
    this.#ended.then(listener, listener);
    this.#leaving.signal.addEventListener('abort', listener, { once: true });
  }

  /** Its outcome, or a rejection with the reason of `signal` as soon as that aborts. */
  async join(signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<T> {
    const { promise: gone, reject } = Promise.withResolvers<never>();
    const go = () => reject(signal.reason);
    // One asker may wait twice with the same function.
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
