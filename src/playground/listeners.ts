/** Those who want to be told of something as it happens. */
export interface Listeners<T extends readonly unknown[]> {
  /** Has a listener told every time, until the returned function is called. */
  listen(listener: (...told: T) => void): () => void;
  /** A listener that throws breaks neither the others nor what it is told of: its error is a warning of the process. */
  tell(...told: T): void;
}

/** Creates an empty list of listeners. */
export function createListeners<T extends readonly unknown[]>(): Listeners<T> {
  // Objects of their own: one function may listen twice, and leaves once.
  const listeners = new Set<{ readonly listener: (...told: T) => void }>();
  return {
    listen(listener) {
      const entry = { listener };
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
    tell(...told) {
      for (const { listener } of [...listeners]) {
        try {
          listener(...told);
        } catch (error) {
          process.emitWarning(error instanceof Error ? error : String(error));
        }
      }
    },
  };
}
