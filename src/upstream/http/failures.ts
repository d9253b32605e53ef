import type { IncomingMessage } from 'node:http';
import { NEVER_CONNECTED, networkFaultOf } from '../../runtime/network-fault.ts';
import { retryAfterMs } from '../../runtime/timeouts.ts';
import { type Operation, UpstreamError } from '../errors.ts';

export interface ExchangeContext {
  readonly operation: Operation;
  readonly address: string;
  /** The part of the request’s address that names a message; this part is never logged. */
  readonly reference: string | undefined;
}

/** Maximum number of nested compressions of an answer, because each multiplies the decompressed size. */
const MOST_ENCODINGS = 2;
const PROXY_AUTHENTICATION_REQUIRED = 407;
const REDIRECTS = [301, 302, 303, 307, 308];
const LONGEST_TARGET = 100;
const NOT_CONNECTED = [...NEVER_CONNECTED, 'ETIMEDOUT', 'ERR_PROXY_TUNNEL'];
const CONNECTING = ['lookup', 'connect', 'secureConnect'];

export function failedAnswer(
  { statusCode: status = 0, headers }: IncomingMessage,
  context: ExchangeContext,
): UpstreamError | undefined {
  const { operation } = context;
  if (status === 200) {
    const encodings = headers['content-encoding']?.split(',').map((name) => name.trim().toLowerCase()) ?? [];
    if (encodings.length > MOST_ENCODINGS) return invalidAnswer(operation, 'compressed too many times over');
    if (encodings.includes('br')) return invalidAnswer(operation, 'compressed as brotli, which is not read');
    return undefined;
  }
  if (status === PROXY_AUTHENTICATION_REQUIRED) {
    const networkFault = { code: 'ERR_PROXY_TUNNEL', proxyStatus: status };
    return new UpstreamError('unavailable', { operation, reason: 'refused by the proxy', networkFault });
  }
  const code = codeOfStatus(status);
  const redirectedTo = REDIRECTS.includes(status) ? redirectTarget(headers.location, context) : undefined;
  return new UpstreamError(code, {
    operation,
    reason: `status ${status}${redirectedTo === undefined ? '' : `, which points to ${redirectedTo}`}`,
    status,
    retryAfterMs: code === 'rate_limited' ? retryAfterMs(headers['retry-after']) : undefined,
    redirectedTo,
  });
}

/** Copies only a few fields of got’s error, because that error contains the whole request. */
export function failedExchange(error: Error, operation: Operation): UpstreamError {
  const code = 'code' in error ? String(error.code) : error.name;
  if (code === 'ERR_READING_RESPONSE_STREAM') return invalidAnswer(operation, 'cannot be decompressed');
  const { cause } = error;
  if (!('event' in error)) {
    const isUnanswered = NOT_CONNECTED.includes(code) || undefined;
    return new UpstreamError('unavailable', {
      operation,
      reason: `no connection (${code})`,
      isUnanswered,
      networkFault: networkFaultOf(error),
      cause,
    });
  }
  const hasStarted = 'response' in error && error.response !== undefined;
  const phase = hasStarted ? 'between bytes' : 'to the first byte';
  const reason = `timed out (${CONNECTING.includes(String(error.event)) ? 'to connect' : phase})`;
  return new UpstreamError('timed_out', { operation, reason, isUnanswered: true, cause });
}

export function invalidAnswer(operation: Operation, reason: string): UpstreamError {
  return new UpstreamError('invalid_answer', { operation, reason });
}

function codeOfStatus(status: number) {
  if (status === 401 || status === 403) return 'not_allowed';
  if (status === 404) return 'not_found';
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'unavailable';
  return status >= 400 ? 'refused' : 'invalid_answer';
}

/** Host and path of a redirect; parts that may name an account, session or message become `…`. */
function redirectTarget(
  location: string | undefined,
  { address, reference }: ExchangeContext,
): string | undefined {
  const target = location ? URL.parse(location, address) : null;
  if (!target?.host) return undefined;
  const parts = target.pathname.split('/').map((part) => {
    const name = part.replace(/;.*/, '');
    const isShown = name !== reference && name.length <= 40 && name.replaceAll(/\D/g, '').length <= 3;
    return isShown ? name : '…';
  });
  return `${target.host}${parts.join('/')}`.slice(0, LONGEST_TARGET);
}
