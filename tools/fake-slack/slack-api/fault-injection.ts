import type { JsonObject } from '../json.ts';
import type { SlackResponse } from './responses.ts';

/** Executes the call with these arguments. */
export type ExecuteCall = (args: JsonObject) => SlackResponse | Promise<SlackResponse>;

/** Intercepts the bot's calls. Status 0 is no response: `no_answer` hangs, `connection_reset` cuts the connection. */
export type Interceptor = (
  method: string,
  args: JsonObject,
  grant: ExecuteCall,
) => SlackResponse | Promise<SlackResponse>;

/** A failure for the next call. A delay alone only slows the call down. */
export interface ArrangedFailure {
  /** HTTP status; by default 429 with `retryAfterSeconds`, else what Slack uses for an error of that kind. */
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

/** Executes a call late. The timer does not keep the process alive. */
export function executeLater(land: () => unknown, afterMs: number): void {
  setTimeout(land, afterMs).unref();
}
