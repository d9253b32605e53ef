import type { LocalView } from '../modals/view.ts';
import type { ApiCall } from '../slack-api/responses.ts';
import type { LocalMessage } from './messages.ts';

function createListenerList<T extends readonly unknown[]>() {
  // Functions are wrapped in objects, because the same function may be registered twice.
  const listeners = new Set<{ readonly listener: (...args: T) => void }>();
  return {
    listen(listener: (...args: T) => void): () => void {
      const entry = { listener };
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
    /** If a listener throws, its error becomes a process warning and the other listeners still run. */
    notify(...args: T) {
      for (const { listener } of [...listeners]) {
        try {
          listener(...args);
        } catch (error) {
          process.emitWarning(error instanceof Error ? error : String(error));
        }
      }
    },
  };
}

/** `description` names the awaited condition in the timeout error. `timeoutMs` defaults to 15,000. */
export interface WaitOptions {
  readonly timeoutMs?: number;
  readonly description?: string;
}

/** `until` calls `what` now and at each change until it returns a value; rejects on error or timeout. */
export function createChanges(describe: () => string) {
  const waiting = new Set<{ check(): void; giveUp(reason: string): void }>();
  const { listen, notify } = createListenerList<[]>();
  return {
    changed: () => {
      for (const one of [...waiting]) one.check();
      notify();
    },
    listen,
    stop: () => {
      for (const one of [...waiting]) one.giveUp('the workspace stopped');
    },
    until<T>(what: () => T | undefined | false, options: WaitOptions = {}): Promise<T> {
      const { timeoutMs = 15_000, description = 'the state' } = options;
      return new Promise<T>((resolve, reject) => {
        const finish = (complete: () => void) => {
          clearTimeout(timer);
          waiting.delete(one);
          complete();
        };
        const one = {
          check() {
            try {
              const value = what();
              if (value !== undefined && value !== false) finish(() => resolve(value));
            } catch (error) {
              finish(() => reject(error));
            }
          },
          giveUp(reason: string) {
            finish(() => reject(new Error(`Gave up waiting for ${description}: ${reason}.\n${describe()}`)));
          },
        };
        const timer = setTimeout(() => one.giveUp(`not there after ${timeoutMs} ms`), timeoutMs);
        waiting.add(one);
        one.check();
      });
    },
  };
}

export function describeWorkspace(
  messages: readonly LocalMessage[],
  views: readonly LocalView[],
  calls: readonly ApiCall[],
): string {
  return [
    ...messages.map(({ channel, visibleTo = 'everyone', text, blocks, replaced }) => {
      const content = text === '' ? `${blocks.length} blocks` : JSON.stringify(text.slice(0, 200));
      return `message in ${channel}, for ${visibleTo}, replaced ${replaced} times: ${content}`;
    }),
    ...views.map(({ person, title, errors, notice = '' }) =>
      `modal of ${person}: ${JSON.stringify(title)} ${JSON.stringify(errors)} ${notice}`.trimEnd(),
    ),
    ...calls.map(({ method, status, error = 'ok', faults = [] }) =>
      [`call of ${method}: ${status} ${error}`, ...faults].join(' '),
    ),
  ].join('\n');
}

export interface Exchange {
  readonly from: 'slack' | 'bot';
  readonly to: 'bot' | 'slack';
  /** What is sent: slash command, payload or event type, Web API method, `response_url` or `files.upload`. */
  readonly name: string;
  /** The payload, or a Web API call's arguments. Only the Web API token is removed. */
  readonly request: unknown;
  /** The answer's parsed JSON, or its text if the answer is not JSON. */
  readonly answer: unknown;
  /** HTTP status; 0 if no answer came. */
  readonly status: number;
  /** Result in short: HTTP status, `ok`, Slack's error code, `no answer in 3 s` or `no connection`. */
  readonly outcome: string;
  readonly isProblem: boolean;
  readonly startedAt: Date;
  /** Time from the request to the answer, in milliseconds of real time. */
  readonly tookMs: number;
}

export type ExchangeEnd = Pick<Exchange, 'answer' | 'status' | 'outcome' | 'isProblem'>;

/** Reports each exchange between Slack and the bot to the listeners when it ends. Nothing is stored. */
export function createExchanges(now: () => Date) {
  const { listen, notify } = createListenerList<[exchange: Exchange]>();
  const begin = (begin: Pick<Exchange, 'from' | 'name' | 'request'>) => {
    const startedAt = now();
    const startedMs = performance.now();
    const to = begin.from === 'slack' ? 'bot' : 'slack';
    return (end: ExchangeEnd) => {
      const tookMs = Math.round(performance.now() - startedMs);
      notify({ ...begin, to, ...end, startedAt, tookMs });
    };
  };
  return { begin, listen };
}
