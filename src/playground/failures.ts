/** Something to go wrong with the next call. A delay alone only makes it slow: it is answered all the same. */
export interface Failure {
  /** HTTP status; by default 429 with `retryAfterSeconds`, else what Slack uses for an error of that kind. */
  readonly status?: number;
  /** Slack's error code. */
  readonly error?: string;
  readonly retryAfterSeconds?: number;
  readonly delayMs?: number;
  /** For how many calls, 1 by default. */
  readonly times?: number;
}

/** What was arranged to go wrong, in the order in which it was. */
export interface Failures {
  add(method: string, failure: Failure): void;
  /** The failure of this call, which is used up by it. */
  take(method: string): Failure | undefined;
  /** Nothing goes wrong any more. */
  reset(): void;
}

/** Creates a list of failures by method name. */
export function createFailures(): Failures {
  const arranged = new Map<string, Failure[]>();
  return {
    add(method, failure) {
      const copies = Array.from({ length: failure.times ?? 1 }, () => failure);
      arranged.set(method, [...(arranged.get(method) ?? []), ...copies]);
    },
    take: (method) => arranged.get(method)?.shift(),
    reset: () => arranged.clear(),
  };
}

/** Whether a failure stands in the way of the answer, not only delays it. */
export function isRefusing(failure: Failure): boolean {
  return (
    failure.status !== undefined || failure.error !== undefined || failure.retryAfterSeconds !== undefined
  );
}
