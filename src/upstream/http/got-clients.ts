import type { GotStream, OptionsInit } from 'got';
import { createAgents } from '../../runtime/proxy.ts';
import { backoffMs } from '../../runtime/timeouts.ts';

export interface GotOptions {
  /** To connect, to the first byte of an answer, and between bytes. How long all may take is told by a signal. */
  readonly timeoutMs: number;
  /** The first pause before a read is repeated; the second is twice as long. */
  readonly retryBaseMs: number;
  readonly proxy?: string | undefined;
}

/** got's ways of asking. All give an answer as a stream, and none follows a redirect. */
export interface GotClients {
  /** Again where it fails for a passing reason, on connections that are kept. */
  readonly read: GotStream;
  /** Sent a single time, on a connection of its own: one that is kept may have been closed just now. */
  readonly login: GotStream;
}

/** Not `deflate`, by which some servers mean another format than the standard does. */
const ENCODINGS = 'gzip, br, zstd';
/** Connections that nobody uses are kept so long, unless the platform says that it keeps them for less. */
const KEPT_FOR_MS = 30_000;
const RETRIES = 2;
/** A person waits: a longer pause asked for by the platform is passed on instead of waited out. */
const LONGEST_PAUSE_MS = 5_000;
const PASSING_STATUSES = [429, ...Array.from({ length: 100 }, (_, index) => 500 + index)];
/** Connections that were not made, or broke off: they may do better next time. Silence would not. */
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

/** Makes got's instances and the connections that they keep. got is loaded by the first question: it takes 0.1 s and 10 MB. */
export function createGotClients({ timeoutMs, retryBaseMs, proxy }: GotOptions) {
  const agent = createAgents(proxy, { keepAlive: true, timeout: KEPT_FOR_MS });
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
    maxRetryAfter: LONGEST_PAUSE_MS,
    calculateDelay: ({ attemptCount, retryAfter, computedValue }) =>
      retryAfter === undefined ? backoffMs(attemptCount - 1, { firstMs: retryBaseMs }) : computedValue,
  };
  const load = async (): Promise<GotClients> => {
    const { default: got } = await import('got');
    const read = got.extend({ ...options, agent, retry });
    const unkept: OptionsInit['agent'] =
      proxy === undefined ? { http: false, https: false } : createAgents(proxy);
    const login = read.extend({ agent: unkept, retry: { limit: 0 } });
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
