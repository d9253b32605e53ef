import type { NetworkFault } from '../runtime/network-fault.ts';

/** Reasons why a request to the platform failed; people see a different next step for each reason. */
export const failureCodes = [
  'wrong_credentials', // the platform does not accept the account (login)
  'not_allowed', // the account is valid, but this request is not permitted
  'not_found', // the platform does not know the requested object
  'rate_limited', // too many requests; `retryAfterMs` is the pause
  'timed_out', // the first byte, or the next part of the response, came too late
  'unavailable', // no connection, or an HTTP status of 500 or above
  'invalid_answer', // the response does not fit the interface
  'invalid_filter', // a filter value is not a number, so the request was not sent
  'refused', // the platform answered with any other HTTP status from 400 to 499
  'busy', // too many requests wait in this process, so the request was not sent
] as const;

export type FailureCode = (typeof failureCodes)[number];

export interface Failure {
  readonly code: FailureCode;
  /** HTTP status of the answer; absent if there was none. */
  readonly status?: number;
  readonly retryAfterMs?: number;
  readonly redirectedTo?: string;
  readonly networkFault?: NetworkFault;
  /** If present, the circuit breaker was open, so nothing was sent; `code` is that of the last failure. */
  readonly openCircuit?: OpenCircuit;
}

/** State of a host's circuit breaker, which lets one request at a time through until the host answers. */
export interface OpenCircuit {
  /** `oauth` is the platform's second host, which finds messages by identifier. */
  readonly host: 'platform' | 'oauth';
  readonly state: 'open' | 'half_open';
  /** Time of the first request that got no answer. */
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
