import type { NetworkFault } from '../runtime/network-fault.ts';

/** Each has its own next step. */
export const failureCodes = [
  'wrong_credentials', // the platform does not accept the account (login)
  'not_allowed', // the account is valid, but this request is not permitted
  'not_found', // the platform does not know the requested object
  'rate_limited', // too many requests; `retryAfterMs` is the pause
  'timed_out', // no first byte, or a pause within a response
  'unavailable', // no connection, or status 500 and above
  'invalid_answer', // the response does not fit the interface
  'invalid_filter', // a filter that is not a number; never sent
  'refused', // any other status 4xx
  'busy', // too many requests wait in this process; never sent
] as const;

export type FailureCode = (typeof failureCodes)[number];

export interface Failure {
  readonly code: FailureCode;
  /** Present where the platform sent it. */
  readonly retryAfterMs?: number;
  /** Host and path of the redirect, which was not followed. */
  readonly redirectedTo?: string;
  /** Present where no connection was established. */
  readonly networkFault?: NetworkFault;
  /** The circuit breaker is open, so the request was not sent. `code` is the last failure. */
  readonly openCircuit?: OpenCircuit;
}

/** State of the circuit breaker of a host. Until the host answers, it gets one request at a time. */
export interface OpenCircuit {
  /** `oauth`: the host for messages by identifier. */
  readonly host: 'platform' | 'oauth';
  readonly state: 'open' | 'half_open';
  /** Time of the first request without an answer. */
  readonly since: Date;
  readonly probeEveryMs: number;
}

export function isFailure(error: unknown): error is Error & Failure {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    (failureCodes as readonly string[]).includes(error.code)
  );
}
