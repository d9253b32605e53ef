import type { GotStream, OptionsInit } from 'got';
import { createAgents } from '../../runtime/proxy.ts';
import { backoffMs } from '../../runtime/timeouts.ts';

export interface GotOptions {
  /** To connect, to the first byte, and between bytes. A signal limits the total. */
  readonly timeoutMs: number;
  /** Pause before the first retry; the second is twice as long. */
  readonly retryBaseMs: number;
  readonly proxy?: string | undefined;
}

/** All return streams, and none follows a redirect. */
export interface GotClients {
  /** Retries transient failures, on persistent connections. */
  readonly read: GotStream;
  /** Sent once, on a new connection: a persistent one may just have been closed. */
  readonly login: GotStream;
}

/** Not `deflate`: servers disagree on its format. */
const ENCODINGS = 'gzip, br, zstd';
/** Idle time, unless the platform announces less. */
const KEEP_ALIVE_MS = 30_000;
const RETRIES = 2;
/** A person waits, so a longer requested pause is returned as an error. */
const MAX_RETRY_PAUSE_MS = 5_000;
const PASSING_STATUSES = [429, ...Array.from({ length: 100 }, (_, index) => 500 + index)];
/** Failed or broken connections, but no timeouts: those would repeat. */
const PASSING_ERRORS = [
  'ECONNRESET',
  'ECONNREFUSED',
  'EADDRINUSE',
  'EPIPE',
  'ENOTFOUND',
  'ENETUNREACH',
  'EAI_AGAIN',
  // The other side closed within an answer.
  'ERR_HTTP_CONTENT_LENGTH_MISMATCH',
  'HPE_INVALID_EOF_STATE',
];

/** got is loaded with the first request: it takes 0.1 s and 10 MB. */
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
    // The report is a read, and a POST.
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
