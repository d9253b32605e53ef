import { createListenerList } from '../workspace/changes.ts';

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
