import type { GotStream, OptionsInit } from 'got';
import { createAgents } from '../../runtime/proxy.ts';
import { backoffMs } from '../../runtime/timeouts.ts';

export interface GotOptions {
  /** Longest wait for the connection, for the first byte, and between bytes; not for the whole answer. */
  readonly timeoutMs: number;
  readonly retryBaseMs: number;
  readonly proxy?: string | undefined;
}

export interface GotClients {
  /** For requests that may be repeated: retries after temporary failures, and reuses open connections. */
  readonly read: GotStream;
  /** For logins: sends once and on a new connection, because a reused one may just have been closed. */
  readonly login: GotStream;
}

/**
 * Requested compressions. `deflate` is left out, because servers use two formats of that name; `br`, because its
 * decoder in Node before 24.22.1 writes out of bounds (CVE-2026-111497).
 */
const ENCODINGS = 'gzip, zstd';
/** An unused connection is closed after this time, or earlier if the platform announces a shorter time. */
const KEEP_ALIVE_MS = 30_000;
const RETRIES = 2;
/** If the platform demands a longer pause before a retry, the request fails, because a person waits. */
const MAX_RETRY_PAUSE_MS = 5_000;
const PASSING_STATUSES = [429, ...Array.from({ length: 100 }, (_, index) => 500 + index)];
/** Retried errors: failed or broken connections, but not timeouts, which would probably occur again. */
const PASSING_ERRORS = [
  'ECONNRESET',
  'ECONNREFUSED',
  'EADDRINUSE',
  'EPIPE',
  'ENOTFOUND',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ERR_HTTP_CONTENT_LENGTH_MISMATCH',
  'HPE_INVALID_EOF_STATE',
];

/** The library got is loaded at the first request, because got takes 0.1 s and 10 MB. */
export function createGotClients({ timeoutMs, retryBaseMs, proxy }: GotOptions) {
  const agent = createAgents(proxy, { keepAlive: true, timeout: KEEP_ALIVE_MS });
  const options: OptionsInit = {
    followRedirect: false,
    headers: { 'user-agent': 'sms-desk', 'accept-encoding': ENCODINGS },
    timeout: {
      lookup: timeoutMs,
      connect: timeoutMs,
      secureConnect: timeoutMs,
      response: timeoutMs,
      socket: timeoutMs,
    },
  };
  const retry: OptionsInit['retry'] = {
    limit: RETRIES,
    // POST is retried, too, because a report is read by POST.
    methods: ['GET', 'POST'],
    statusCodes: PASSING_STATUSES,
    errorCodes: PASSING_ERRORS,
    maxRetryAfter: MAX_RETRY_PAUSE_MS,
    calculateDelay: ({ attemptCount, retryAfter, computedValue }) =>
      retryAfter === undefined ? backoffMs(attemptCount - 1, { firstMs: retryBaseMs }) : computedValue,
  };
  const load = async (): Promise<GotClients> => {
    const { default: got } = await import('got');
    const read = got.extend({ ...options, agent, retry });
    const loginAgent: OptionsInit['agent'] =
      proxy === undefined ? { http: false, https: false } : createAgents(proxy);
    const login = read.extend({ agent: loginAgent, retry: { limit: 0 } });
    return { read: read.stream, login: login.stream };
  };

  let loaded: Promise<GotClients> | undefined;
  return {
    load() {
      loaded ??= load();
      return loaded;
    },
    close() {
      agent.http.destroy();
      agent.https.destroy();
    },
  };
}
