import { HTTPError, RequestError, TimeoutError } from 'got';
import { type Operation, UpstreamError } from './errors.ts';
import { BodyFault } from './report-json-bytes.ts';

export const RETRIES = 2;
/** A person waits: a longer pause asked for by the platform is passed on instead of waited out. */
export const LONGEST_PAUSE_MS = 5_000;
export const NETWORK_ERRORS = [
  'ECONNRESET',
  'ECONNREFUSED',
  'EADDRINUSE',
  'EPIPE',
  'ENOTFOUND',
  'ENETUNREACH',
  'EAI_AGAIN',
];
/** Also how an answer with a length breaks off, as got calls it. */
const BROKEN_OFF = [...NETWORK_ERRORS, 'ERR_HTTP_CONTENT_LENGTH_MISMATCH'];
export const SERVER_ERRORS = Array.from({ length: 100 }, (_, offset) => 500 + offset);

/** The pause before a read that was handed on is asked for again; `undefined`: it is not. got does the same for the others. */
export function pauseAfter(error: unknown, attemptCount: number, baseMs: number): number | undefined {
  const backoffMs = baseMs * 2 ** (attemptCount - 1) * (0.5 + Math.random());
  if (error instanceof HTTPError) {
    const { statusCode, headers } = error.response;
    const waitMs = retryAfterMs(headers['retry-after']) ?? backoffMs;
    const isPassing = statusCode === 429 || statusCode >= 500;
    return isPassing && waitMs <= LONGEST_PAUSE_MS ? waitMs : undefined;
  }
  return error instanceof RequestError && BROKEN_OFF.includes(error.code) ? backoffMs : undefined;
}

export function tooLargeFor(operation: Operation): UpstreamError {
  return invalid(operation, 'the answer is too large to be read');
}

export function invalid(operation: Operation, reason: string, status?: number): UpstreamError {
  return new UpstreamError('invalid_answer', { operation, reason, status });
}

export function toUpstreamError(error: unknown, operation: Operation): UpstreamError {
  if (error instanceof TimeoutError) {
    return new UpstreamError('timed_out', { operation, reason: `timed out (${error.event})`, cause: error });
  }
  if (error instanceof HTTPError) {
    const status = error.response.statusCode;
    const code = codeOf(status);
    return new UpstreamError(code, {
      operation,
      reason: `status ${status}`,
      status,
      retryAfterMs: code === 'rate_limited' ? retryAfterMs(error.response.headers['retry-after']) : undefined,
    });
  }
  const reason = error instanceof RequestError ? `no connection (${error.code})` : 'no connection';
  return new UpstreamError('unavailable', { operation, reason, cause: error });
}

/** A mistake in a sink stays what it is. */
export function toReadFailure(error: unknown, operation: Operation): unknown {
  if (error instanceof BodyFault) return invalid(operation, error.message);
  const isOfConnection =
    error instanceof RequestError ||
    (error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE');
  return isOfConnection ? toUpstreamError(error, operation) : error;
}

function codeOf(status: number) {
  if (status === 401 || status === 403) return 'not_allowed';
  if (status === 404) return 'not_found';
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'unavailable';
  return status >= 400 ? 'refused' : 'invalid_answer';
}

/** `Retry-After` as seconds or as a date (RFC 9110, 10.2.3). */
function retryAfterMs(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const seconds = Number(header);
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(waitMs) && waitMs > 0 ? waitMs : undefined;
}
