import type { Failure, FailureCode } from '../domain/failure.ts';

/** The platform's operations, for logs and errors; `info` is one message by day and reference, `sms` by identifier. */
export type Operation = 'login' | 'report' | 'info' | 'oauth' | 'sms';

export interface UpstreamErrorDetails {
  readonly operation: Operation;
  /** A sentence for the log. It never quotes an answer, a header or a request. */
  readonly reason: string;
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/**
 * A question to the platform that got no usable answer. `code` says which kind of failure it is.
 * The cause is reduced to its name, code and message: what an HTTP client hangs on its errors (headers,
 * bodies, credentials) never leaves this room.
 */
export class UpstreamError extends Error implements Failure {
  override readonly name = 'UpstreamError';
  readonly code: FailureCode;
  readonly operation: Operation;
  readonly status?: number;
  readonly retryAfterMs?: number;

  constructor(code: FailureCode, details: UpstreamErrorDetails) {
    super(`${details.operation}: ${details.reason}`, { cause: plainCause(details.cause) });
    this.code = code;
    this.operation = details.operation;
    if (details.status !== undefined) this.status = details.status;
    if (details.retryAfterMs !== undefined) this.retryAfterMs = details.retryAfterMs;
  }

  /** Whether the same question may succeed when it is asked again. */
  get retryable(): boolean {
    return ['rate_limited', 'timed_out', 'unavailable', 'busy'].includes(this.code);
  }
}

function plainCause(cause: unknown): Error | undefined {
  if (!(cause instanceof Error)) return undefined;
  const code = 'code' in cause && typeof cause.code === 'string' ? ` (${cause.code})` : '';
  const plain = new Error(`${cause.name}${code}: ${withoutAddress(cause.message)}`);
  plain.name = 'Cause';
  delete plain.stack;
  return plain;
}

/** An address may hold credentials (https://user:pass@host) or a looked-up identifier in its path. */
function withoutAddress(message: string): string {
  return message.replaceAll(/\bhttps?:\/\/\S+/gi, '<address>');
}
