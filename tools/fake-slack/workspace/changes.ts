import type { LocalView } from '../modals/view.ts';
import type { ApiCall } from '../slack-api/responses.ts';
import type { LocalMessage } from './messages.ts';

function createListenerList<T extends readonly unknown[]>() {
  // Objects of their own: one function may listen twice, and leaves once.
  const listeners = new Set<{ readonly listener: (...told: T) => void }>();
  return {
    /** Returns what ends it. */
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

/** `timeoutMs` is 15,000 unless told; `description` is a phrase for what is waited for. */
export interface WaitOptions {
  readonly timeoutMs?: number;
  readonly description?: string;
}

/** `until` looks at once and after every change; it rejects with what `what` throws, late, or at the stop. */
export function createChanges(describe: () => string) {
  const waiting = new Set<{ check(): void; giveUp(reason: string): void }>();
  const { listen, tell } = createListenerList<[]>();
  return {
    changed: () => {
      for (const one of [...waiting]) one.check();
      tell();
    },
    listen,
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

/** What is there, a line each: what somebody who waits in vain wants to know. */
export function describeWorkspace(
  messages: readonly LocalMessage[],
  views: readonly LocalView[],
  calls: readonly ApiCall[],
): string {
  return [
    ...messages.map(({ channel, visibleTo = 'everyone', text, blocks, replaced }) => {
      const said = text === '' ? `${blocks.length} blocks` : JSON.stringify(text.slice(0, 200));
      return `message in ${channel}, for ${visibleTo}, replaced ${replaced} times: ${said}`;
    }),
    ...views.map(({ person, title, errors, trouble = '' }) =>
      `modal of ${person}: ${JSON.stringify(title)} ${JSON.stringify(errors)} ${trouble}`.trimEnd(),
    ),
    ...calls.map(({ method, status, error = 'ok', faults = [] }) =>
      [`call of ${method}: ${status} ${error}`, ...faults].join(' '),
    ),
  ].join('\n');
}

export interface Exchange {
  readonly from: 'slack' | 'bot';
  readonly to: 'bot' | 'slack';
  /** A command, a payload's or an event's type, a Web API method, `response_url` or `files.upload`. */
  readonly name: string;
  /** Payload or arguments, without the token of a call; nothing else is hidden. */
  readonly request: unknown;
  /** JSON where it is some, else text. */
  readonly answer: unknown;
  /** HTTP status, 0 without an answer. */
  readonly status: number;
  /** The HTTP status, `ok`, Slack's error code, `no answer in 3 s` or `no connection`. */
  readonly outcome: string;
  readonly isProblem: boolean;
  /** By the workspace's clock. */
  readonly startedAt: Date;
  /** In real time. */
  readonly tookMs: number;
}

export type ExchangeEnd = Pick<Exchange, 'answer' | 'status' | 'outcome' | 'isProblem'>;

/** Creates the taking down of exchanges; each is told of once, as it ends, and nothing of them is kept. */
export function createExchanges(now: () => Date) {
  const { listen, tell } = createListenerList<[exchange: Exchange]>();
  const begin = (begin: Pick<Exchange, 'from' | 'name' | 'request'>) => {
    const startedAt = now();
    const startedMs = performance.now();
    const to = begin.from === 'slack' ? 'bot' : 'slack';
    return (end: ExchangeEnd) => {
      const tookMs = Math.round(performance.now() - startedMs);
      tell({ ...begin, to, ...end, startedAt, tookMs });
    };
  };
  return { begin, listen };
}
