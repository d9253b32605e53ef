import type { JsonObject } from '../json.ts';
import type { SlackResponse } from './responses.ts';

export type ExecuteCall = (args: JsonObject) => SlackResponse | Promise<SlackResponse>;

/** Answers a bot's call for Slack. Status 0: no response; with error `connection_reset`: a cut connection. */
export type Interceptor = (
  method: string,
  args: JsonObject,
  grant: ExecuteCall,
) => SlackResponse | Promise<SlackResponse>;

/** A failure for the next calls of a method. With `delayMs` alone, the calls succeed late. */
export interface ArrangedFailure {
  /** HTTP status. Default: 429 with `retryAfterSeconds`; else 200, or 500 for response and upload URLs. */
  readonly status?: number;
  readonly error?: string;
  readonly retryAfterSeconds?: number;
  readonly delayMs?: number;
  readonly times?: number;
}

export function createArrangedFailures() {
  const arranged = new Map<string, ArrangedFailure[]>();
  return {
    add(method: string, failure: ArrangedFailure) {
      const copies = Array.from({ length: failure.times ?? 1 }, () => failure);
      arranged.set(method, [...(arranged.get(method) ?? []), ...copies]);
    },
    take: (method: string) => arranged.get(method)?.shift(),
    reset: () => arranged.clear(),
  };
}

export function isRefusing({ status, error, retryAfterSeconds }: ArrangedFailure): boolean {
  return status !== undefined || error !== undefined || retryAfterSeconds !== undefined;
}

/** Calls `land` after `afterMs` milliseconds. The timer does not keep the process alive. */
export function executeLater(land: () => unknown, afterMs: number): void {
  setTimeout(land, afterMs).unref();
}
