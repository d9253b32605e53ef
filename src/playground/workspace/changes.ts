import type { LocalView } from '../modals/view.ts';
import type { ApiCall } from '../slack-api/responses.ts';
import type { LocalMessage } from './messages.ts';

/** Creates an empty list of those who want to be told of something as it happens. */
export function createListenerList<T extends readonly unknown[]>() {
  // Objects of their own: one function may listen twice, and leaves once.
  const listeners = new Set<{ readonly listener: (...told: T) => void }>();
  return {
    /** Has a listener told every time, until the returned function is called. */
    listen(listener: (...told: T) => void): () => void {
      const entry = { listener };
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
    /** A listener that throws breaks neither the others nor what it is told of: its error is a warning of the process. */
    tell(...told: T) {
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

/** How long to wait, 15,000 ms unless told, and for what, in a phrase. */
export interface WaitOptions {
  readonly timeoutMs?: number;
  readonly description?: string;
}

/**
 * Creates the waiting of a workspace. `until` resolves with the first value that is neither `undefined` nor
 * `false`, looked for at once and after every change. It rejects with whatever `what` throws; and, in a message
 * that ends in `describe()`, when the time is up or the workspace stops.
 */
export function createChanges(describe: () => string) {
  const waiting = new Set<{ check(): void; giveUp(reason: string): void }>();
  const { listen, tell } = createListenerList<[]>();
  return {
    /** Tells all who wait or listen that something changed. */
    changed: () => {
      for (const one of [...waiting]) one.check();
      tell();
    },
    listen,
    /** Ends every wait with a rejection. */
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

/** What there is in the workspace, for a wait that was in vain. */
export function describeWorkspace(
  messages: readonly LocalMessage[],
  views: readonly LocalView[],
  calls: readonly ApiCall[],
): string {
  const shownMessages = messages.map(({ channel, visibleTo = 'everyone', text, blocks, replaced }) => {
    const said = text === '' ? `${blocks.length} blocks` : JSON.stringify(text.slice(0, 200));
    return `  ${channel}, for ${visibleTo}, replaced ${replaced} times: ${said}`;
  });
  const shownViews = views.map(({ person, title, errors, trouble = '' }) =>
    `  modal of ${person}: ${JSON.stringify(title)} ${JSON.stringify(errors)} ${trouble}`.trimEnd(),
  );
  const shownCalls = calls.map(({ method, status, error = 'ok', faults = [] }) =>
    [`  ${method}: ${status} ${error}`, ...faults].join(' '),
  );
  return [
    shownMessages.length === 0 ? 'There is no message.' : 'Messages:',
    ...shownMessages,
    ...shownViews,
    shownCalls.length === 0 ? 'The bot called nothing.' : 'Calls of the bot:',
    ...shownCalls,
  ].join('\n');
}
