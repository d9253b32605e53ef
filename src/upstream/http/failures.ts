import type { Dispatcher } from 'undici';
import { backoffMs } from '../../runtime/timeouts.ts';
import { type Operation, UpstreamError } from '../errors.ts';
import { BodyFault } from '../report/bytes.ts';

export const RETRIES = 2;
/** A person waits: a longer pause asked for by the platform is passed on instead of waited out. */
const LONGEST_PAUSE_MS = 5_000;
/** Connections that were not made, or broke off: they may do better next time. */
const PASSING = [
  'ECONNRESET',
  'ECONNREFUSED',
  'EADDRINUSE',
  'EPIPE',
  'ENOTFOUND',
  'ENETUNREACH',
  'EAI_AGAIN',
  // The other side closed: before an answer, within one, within one whose length was told.
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'HPE_INVALID_EOF_STATE',
];
const TIMEOUTS: Readonly<Record<string, string>> = {
  UND_ERR_CONNECT_TIMEOUT: 'to connect',
  UND_ERR_HEADERS_TIMEOUT: 'to the first byte',
  UND_ERR_BODY_TIMEOUT: 'between bytes',
};

/** One attempt that came to nothing at the platform or on the way there. */
class FailedAttempt extends Error {
  override readonly name = 'FailedAttempt';
  readonly failure: UpstreamError;
  /** Whether the next attempt may do better. */
  readonly isPassing: boolean;
  /** The pause that the platform asks for. */
  readonly waitMs: number | undefined;

  constructor(failure: UpstreamError, isPassing: boolean, waitMs?: number) {
    super(failure.message);
    this.failure = failure;
    this.isPassing = isPassing;
    this.waitMs = waitMs;
  }
}

/** An answer other than 200, of which only the status and the wait are told. */
export function failedStatus(
  { statusCode: status, headers }: Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>,
  operation: Operation,
): Error {
  const code = codeOfStatus(status);
  const waitMs = retryAfterMs(headers['retry-after']);
  const failure = new UpstreamError(code, {
    operation,
    reason: `status ${status}`,
    status,
    retryAfterMs: code === 'rate_limited' ? waitMs : undefined,
  });
  return new FailedAttempt(failure, status === 429 || status >= 500, waitMs);
}

/** An exchange that could not begin, or did not come to its end. */
export function failedConnection(error: unknown, operation: Operation): Error {
  const code = codeOfError(error);
  const late = TIMEOUTS[code];
  const reason = late === undefined ? `no connection (${code})` : `timed out (${late})`;
  const details = { operation, reason, cause: error };
  const failure = new UpstreamError(late === undefined ? 'unavailable' : 'timed_out', details);
  return new FailedAttempt(failure, PASSING.includes(code));
}

/** The pause before a read is asked for again; `undefined`: it is not. */
export function retryPauseMs(error: unknown, attemptCount: number, baseMs: number): number | undefined {
  if (!(error instanceof FailedAttempt) || !error.isPassing) return undefined;
  const pauseMs = error.waitMs ?? backoffMs(attemptCount - 1, { firstMs: baseMs });
  return pauseMs <= LONGEST_PAUSE_MS ? pauseMs : undefined;
}

/** What to tell of an attempt that is the last. A mistake in a sink stays what it is. */
export function toFailure(error: unknown, operation: Operation): unknown {
  if (error instanceof FailedAttempt) return error.failure;
  return error instanceof BodyFault ? invalidAnswer(operation, error.message) : error;
}

export function invalidAnswer(operation: Operation, reason: string): UpstreamError {
  return new UpstreamError('invalid_answer', { operation, reason });
}

function codeOfError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

function codeOfStatus(status: number) {
  if (status === 401 || status === 403) return 'not_allowed';
  if (status === 404) return 'not_found';
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'unavailable';
  return status >= 400 ? 'refused' : 'invalid_answer';
}

/** `Retry-After` as seconds or as a date (RFC 9110, 10.2.3). */
function retryAfterMs(header: string | readonly string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined;
  const seconds = Number(header);
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(waitMs) && waitMs > 0 ? waitMs : undefined;
}
