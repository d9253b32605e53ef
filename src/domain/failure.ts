import type { NetworkFault } from '../runtime/network-fault.ts';

/** Each has its own next step. */
export const failureCodes = [
  'wrong_credentials', // the platform did not accept the account (login)
  'not_allowed', // the account is good, this question is not permitted
  'not_found', // the platform does not know what was asked for
  'rate_limited', // asked too often; `retryAfterMs` says for how long
  'timed_out', // no first byte, or silence in the middle of an answer
  'unavailable', // no connection, or an answer of 500 and above
  'invalid_answer', // the exchange succeeded, its content does not fit the interface
  'invalid_filter', // a filter that is not a number; never sent
  'refused', // the platform refused the question as it was put (any other 4xx)
  'busy', // too many are waiting here already; never sent
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
  /** The question was not sent, because earlier ones had no answer. `code` is the last failure. */
  readonly openCircuit?: OpenCircuit;
}

/** A host without an answer. It gets one question at a time until it answers. */
export interface OpenCircuit {
  /** `oauth`: the host for messages by identifier. */
  readonly host: 'platform' | 'oauth';
  readonly state: 'open' | 'half_open';
  /** Time of the first question without an answer. */
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
