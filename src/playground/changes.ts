/** How long to wait, 15,000 ms unless told, and for what, in words. */
export interface WaitOptions {
  readonly timeoutMs?: number;
  readonly description?: string;
}

/** Waiting for a state instead of sleeping. */
export interface Changes {
  /** Tells all who wait or listen that something changed. */
  changed(): void;
  /** Has a listener told after every change, until the returned function is called. */
  listen(listener: () => void): () => void;
  until<T>(what: () => T | undefined | false, options?: WaitOptions): Promise<T>;
  /** Ends every wait with a rejection. */
  stop(): void;
}

/**
 * Creates the waiting of a workspace. `until` resolves with the first value that is neither `undefined` nor
 * `false`, looked for at once and after every change. It rejects with whatever `what` throws; and, in a message
 * that ends in `describe()`, when the time is up or the workspace stops.
 */
export function createChanges(describe: () => string): Changes {
  const waiting = new Set<{ check(): void; giveUp(reason: string): void }>();
  const listeners = new Set<{ readonly tell: () => void }>();
  return {
    changed: () => {
      for (const one of [...waiting]) one.check();
      for (const { tell } of [...listeners]) tell();
    },
    listen(tell) {
      const listener = { tell };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: () => {
      for (const one of [...waiting]) one.giveUp('the workspace stopped');
    },
    until<T>(what: () => T | undefined | false, options: WaitOptions = {}): Promise<T> {
      const { timeoutMs = 15_000, description = 'the state' } = options;
      return new Promise<T>((resolve, reject) => {
        const settle = (outcome: () => void) => {
          clearTimeout(timer);
          waiting.delete(one);
          outcome();
        };
        const one = {
          check() {
            try {
              const value = what();
              if (value !== undefined && value !== false) settle(() => resolve(value));
            } catch (error) {
              settle(() => reject(error));
            }
          },
          giveUp(reason: string) {
            settle(() => reject(new Error(`Gave up waiting for ${description}: ${reason}.\n${describe()}`)));
          },
        };
        const timer = setTimeout(() => one.giveUp(`not there after ${timeoutMs} ms`), timeoutMs);
        waiting.add(one);
        one.check();
      });
    },
  };
}
