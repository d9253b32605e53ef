import { hash } from 'node:crypto';
import type { OpenCircuit } from '../domain/failure.ts';
import { type Log, logCall } from '../ops/log.ts';
import { type Metrics, NO_METRICS } from '../ops/metrics.ts';
import { HALF_HOUR_MS } from '../runtime/durations.ts';
import { type ProxySettings, proxyFor } from '../runtime/proxy.ts';
import { createLogin, createTokenRequest, type IssuedToken, type OAuthSettings } from './auth/login.ts';
import { createCallWithToken, createTokens, type SharedTokenStore } from './auth/token-cache.ts';
import { createCircuitBreaker, createLastFailure, guarded } from './circuit-breaker.ts';
import { type Operation, UpstreamError } from './errors.ts';
import { createHttp, SHORT_ANSWER, type TimeLimit, withinLimit } from './http/request.ts';
import { createInfoLookup, createSmsLookup, type InfoAuth } from './message/lookup.ts';
import { createBoundsCheck } from './report/bounds-check.ts';
import { type CountReport, createFigures } from './report/figures.ts';
import { createMessages, type ReadReport, type ReportOptions, type ReportResult } from './report/request.ts';
import { createReportThread, type ReportThread } from './report/thread.ts';
import { type Backlog, createSlots } from './slots.ts';
import { reportRequest } from './wire.ts';

/** Pause in ms before the first retry of a request; before the second retry, it is twice as long. */
export const RETRY_MS = 400;

export interface UpstreamOptions {
  readonly baseUrl: string;
  readonly email: string;
  readonly password: string;
  readonly reportToken: string;
  readonly reportBounds: 'inclusive' | 'exclusive_end';
  readonly reportTimeZone: string;
  readonly infoAuth: InfoAuth;
  /** date-fns pattern of the day in a look-up's address; its text must differ for every day. */
  readonly infoDateFormat: string;
  readonly oauth?: OAuthSettings | undefined;
  /** Maximum number of simultaneous requests per host, at least 2: one is reserved for look-ups. */
  readonly concurrency: number;
  /** Longest wait for the first byte and between bytes; a whole short answer may take 3 times as long. */
  readonly timeoutMs: number;
  readonly proxies?: ProxySettings | undefined;
  readonly now: () => Date;
  readonly log: Log;
  readonly metrics?: Metrics | undefined;
  readonly tokenStore?: SharedTokenStore | undefined;
  readonly maxWaiting?: number;
  readonly retryBaseMs?: number;
  readonly probeEveryMs?: number;
  /** Maximum ms for a report (default: 30 minutes), so that an endless report does not block others. */
  readonly longestReadingMs?: number;
  readonly reportThread?: ReportThread;
}

/** All clients of this process share one thread that reads reports, because a thread takes about 30 MB. */
const processThread = createReportThread();

/** Client of the SMS platform. Its methods reject with `UpstreamError`, or with the reason of an abort. */
export type Upstream = ReturnType<typeof createUpstream>;

export function createUpstream(options: UpstreamOptions) {
  const { baseUrl, email, password, timeoutMs, now, log, tokenStore: store } = options;
  const { longestReadingMs = HALF_HOUR_MS, metrics = NO_METRICS, retryBaseMs = RETRY_MS } = options;
  const { reportThread = processThread } = options;

  const callWith = (operation: Operation, account: readonly string[], renew: () => Promise<IssuedToken>) => {
    // The key contains the account, since several deployments may share one token store.
    const key = `${operation}:${digestOf(account)}`;
    const counted = () => withOutcome(renew, (outcome) => metrics.tokenRenewal(operation, outcome));
    return createCallWithToken(createTokens({ key, store, renew: counted, now }));
  };

  const { http, proxy, run, circuit, slots, lastFailure } = connectHost('platform', options);
  const logIn = lastFailure.noting(createLogin(http, { email, password }, log));
  const withToken = callWith('login', [baseUrl, email], logIn);

  async function askReport<T extends ReportResult>(
    limit: Omit<TimeLimit, 'operation'>,
    read: (token: string, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const operation = 'report';
    const outcome = await withToken((token) =>
      withinLimit({ operation, ...limit }, (signal) => read(token, signal)),
    );
    // Even without messages, a valid report contains a total or an empty list.
    if (!outcome.summary.hasData && outcome.summary.total === undefined) {
      throw new UpstreamError('not_found', { operation, reason: 'answered 200 without data' });
    }
    return outcome;
  }
  const readReport: ReadReport = (filter, { begin, signal: given }) => {
    const limitMs = filter.msisdn === undefined ? longestReadingMs : SHORT_ANSWER * timeoutMs;
    return askReport({ limitMs, signal: given }, (token, signal) => {
      const body = { json: reportRequest(filter, options.reportToken) };
      return http.read({ operation: 'report', path: ['report_mt'], body, token, begin, signal });
    });
  };
  const thread = reportThread.forPlatform({ baseUrl, timeoutMs, retryBaseMs, proxy, now, log });
  const countReport: CountReport = ({ filter, scope }, { signal: given, onProgress }) => {
    // The thread starts before the login, so that both happen at the same time.
    thread.wake();
    return askReport({ limitMs: longestReadingMs, signal: given }, (token, signal) => {
      const body = reportRequest(filter, options.reportToken);
      return run((onStarted, left) => {
        const leaving = AbortSignal.any([signal, left]);
        return thread.count({ body, token, scope }, { signal: leaving, onProgress, onStarted });
      }, 'report');
    });
  };

  const { reportBounds: bounds, reportTimeZone: timeZone, infoAuth: auth } = options;
  const { areDaysMissing, isMismatchFound } = createBoundsCheck({ bounds, timeZone, now, log, countReport });
  const reports: ReportOptions = {
    bounds,
    timeZone,
    areDaysMissing,
    slots,
    onIrregular: (counts) =>
      log.warn({ operation: 'report', ...counts }, 'a report does not fit the interface'),
  };

  function connectOAuthHost({ authUrl, ...client }: OAuthSettings) {
    const { http, circuit, slots, lastFailure } = connectHost('oauth', { ...options, baseUrl: authUrl });
    const request = lastFailure.noting(createTokenRequest({ http, ...client, now, log }));
    const withToken = callWith('oauth', [authUrl, client.clientId], request);
    const sms = createSmsLookup({ http, slots, withToken });
    return { sms, circuit, slots, lastFailure, close: http.close };
  }
  const oauthHost = options.oauth && connectOAuthHost(options.oauth);

  return {
    /** Logs in, unless a cached token may still be valid. */
    logIn: () => withToken(async () => undefined),
    /** Runs background work while the platform receives no requests except look-ups. */
    whileIdle: slots.whileIdle,
    backlog: () => largest(slots.backlog(), oauthHost?.slots.backlog()),
    circuits: () => ({ platform: circuit.status(), oauth: oauthHost?.circuit.status() }),
    lastFailures: () => ({ platform: lastFailure.get(), oauth: oauthHost?.lastFailure.get() }),
    areDaysMissing: isMismatchFound,
    account: accountOf(options),
    messages: createMessages({ ...reports, readReport }),
    figures: createFigures({ ...reports, countReport, metrics }),
    message: createInfoLookup({ http, slots, withToken, auth, dateFormat: options.infoDateFormat }),
    /** Looks up a message by identifier, on the OAuth host; absent if that host is not configured. */
    sms: oauthHost?.sms,
    close() {
      http.close();
      thread.close();
      oauthHost?.close();
    },
  };
}

/** Each host has its own request slots and circuit breaker, so a silent host does not delay the other. */
function connectHost(host: OpenCircuit['host'], options: UpstreamOptions) {
  const { baseUrl, timeoutMs, concurrency, proxies, now, log, metrics = NO_METRICS } = options;
  const { maxWaiting = 1_000, retryBaseMs = RETRY_MS, probeEveryMs } = options;
  const lastFailure = createLastFailure(now);
  const circuit = createCircuitBreaker({
    host,
    // More unanswered requests than are sent at once, so at least one was sent after another had failed.
    unansweredToOpen: concurrency + 1,
    probeEveryMs,
    now,
    log,
    onEnd: lastFailure.note,
    onOpen: (refused) => slots.refuseWaiting(refused),
  });
  const slots = createSlots({ concurrency, maxWaiting, refusal: circuit.refusal, now });
  const proxy = proxyFor(baseUrl, proxies);
  const measure = createCallMeasure(metrics, log);
  const run: typeof circuit.run = (send, operation) => measure(operation, () => circuit.run(send, operation));
  const http = guarded(createHttp({ baseUrl, timeoutMs, retryBaseMs, proxy }), run);
  return { http, proxy, run, circuit, slots, lastFailure };
}

function largest(...backlogs: readonly (Backlog | undefined)[]): Backlog | undefined {
  return backlogs.flatMap((one) => one ?? []).toSorted((a, b) => b.waiting - a.waiting)[0];
}

type AccountOptions = Pick<UpstreamOptions, 'baseUrl' | 'email' | 'reportTimeZone' | 'reportBounds'>;

/** Identifies this deployment among those that share a database: platform, account, zone and bounds. */
export const accountOf = ({ baseUrl, email, reportTimeZone, reportBounds }: AccountOptions) =>
  digestOf([baseUrl, email, reportTimeZone, reportBounds]);

function digestOf(parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts)).slice(0, 16);
}

function createCallMeasure(metrics: Metrics, log: Log) {
  return <T>(operation: Operation, call: () => Promise<T>): Promise<T> => {
    const startedMs = performance.now();
    return withOutcome(call, (outcome, error) => {
      const isSent = !(error instanceof UpstreamError && error.openCircuit);
      if (isSent) metrics.platformCall(operation, outcome, (performance.now() - startedMs) / 1_000);
      else metrics.platformCall(operation, 'not_sent');
      logCall(log, { operation, outcome: isSent ? outcome : 'not_sent' }, startedMs);
    });
  };
}

async function withOutcome<T>(
  call: () => Promise<T>,
  report: (outcome: string, error?: unknown) => void,
): Promise<T> {
  try {
    const answer = await call();
    report('ok');
    return answer;
  } catch (error) {
    // `given_up` means that the caller cancelled the request.
    report(error instanceof UpstreamError ? error.code : 'given_up', error);
    throw error;
  }
}
