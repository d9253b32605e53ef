import type { NetworkFault } from '../runtime/network-fault.ts';

/** The ways in which asking the platform can fail. They are told apart because each has its own next step. */
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

/** What a room above needs to know of a failed question to the platform, whoever threw it. */
export interface Failure {
  readonly code: FailureCode;
  /** Milliseconds until asking again makes sense, where the platform said so. */
  readonly retryAfterMs?: number;
  /** Host and path of another address that the platform pointed to, which was not asked. */
  readonly redirectedTo?: string;
  /** Why it was not reached, where no connection came about. */
  readonly networkFault?: NetworkFault;
  /** The question was not sent: those before it had no answer, and `code` is how the last of them failed. */
  readonly openCircuit?: OpenCircuit;
}

/** A host that does not answer, and is asked with one question at a time until it does. */
export interface OpenCircuit {
  /** `oauth`: the one that is asked for messages by identifier. */
  readonly host: 'platform' | 'oauth';
  readonly state: 'open' | 'half_open';
  /** When the first of the questions was sent that had no answer. */
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
