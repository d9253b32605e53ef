import type { JsonObject } from '../json.ts';
import type { SlackResponse } from './responses.ts';

/** Does what a call asks, with these arguments. */
export type Grant = (args: JsonObject) => SlackResponse | Promise<SlackResponse>;

/**
 * Stands between the bot's calls and the workspace. A call answered with status 0 has no answer: `no_answer` is waited
 * for in vain, `connection_reset` breaks off.
 */
export type Interceptor = (
  method: string,
  args: JsonObject,
  grant: Grant,
) => SlackResponse | Promise<SlackResponse>;

/** Something to go wrong with the next call. A delay alone only makes it slow: it is answered all the same. */
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

/** Slack does late what nobody waits for: the process may end without it. */
export function landLater(land: () => unknown, afterMs: number): void {
  setTimeout(land, afterMs).unref();
}
