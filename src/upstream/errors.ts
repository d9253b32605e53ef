import type { Failure, FailureCode, OpenCircuit } from '../domain/failure.ts';
import type { NetworkFault } from '../runtime/network-fault.ts';

/** `info` looks up one message by day and reference, `sms` by identifier on the OAuth host. */
export type Operation = 'login' | 'report' | 'info' | 'oauth' | 'sms';

interface UpstreamErrorDetails {
  readonly operation: Operation;
  /** Why the request failed: a sentence for the log that never quotes an answer, a header or a request. */
  readonly reason: string;
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly redirectedTo?: string | undefined;
  /** True if the connection failed, or the answer did not arrive completely in time. */
  readonly isUnanswered?: true | undefined;
  readonly networkFault?: NetworkFault | undefined;
  readonly openCircuit?: OpenCircuit | undefined;
  readonly cause?: unknown;
}

export interface PlainFailure extends Omit<UpstreamErrorDetails, 'cause' | 'openCircuit'> {
  readonly code: FailureCode;
  readonly cause: string | undefined;
}

/** A failed request to the platform. Of its cause, only name, code and message are copied, no secrets. */
export class UpstreamError extends Error implements Failure {
  override readonly name = 'UpstreamError';
  readonly code: FailureCode;
  readonly operation: Operation;
  readonly status?: number;
  readonly retryAfterMs?: number;
  readonly redirectedTo?: string;
  readonly isUnanswered?: true;
  readonly networkFault?: NetworkFault;
  readonly openCircuit?: OpenCircuit;
  readonly #reason: string;

  constructor(code: FailureCode, { operation, reason, cause, ...details }: UpstreamErrorDetails) {
    super(`${operation}: ${reason}`, { cause: plainCause(cause) });
    this.code = code;
    this.operation = operation;
    this.#reason = reason;
    Object.assign(this, details);
  }

  static from({ code, cause, ...details }: PlainFailure): UpstreamError {
    return new UpstreamError(code, { ...details, cause: cause === undefined ? undefined : new Cause(cause) });
  }

  plain(): PlainFailure {
    const { code, operation, status, retryAfterMs, redirectedTo, isUnanswered, networkFault, cause } = this;
    const details = { status, retryAfterMs, redirectedTo, isUnanswered, networkFault };
    const text = cause instanceof Error ? cause.message : undefined;
    return { code, operation, reason: this.#reason, ...details, cause: text };
  }
}

class Cause extends Error {
  override readonly name = 'Cause';

  constructor(text: string) {
    super(text);
    delete this.stack;
  }
}

function plainCause(cause: unknown): Cause | undefined {
  if (!(cause instanceof Error)) return undefined;
  if (cause instanceof Cause) return cause;
  const code = 'code' in cause && typeof cause.code === 'string' ? ` (${cause.code})` : '';
  // Addresses may contain credentials (https://user:pass@host) or a message identifier.
  const message = cause.message.replaceAll(/\bhttps?:\/\/\S+/gi, '<address>');
  return new Cause(`${cause.name}${code}: ${message}`);
}
