import { createHash } from 'node:crypto';
import type { Log } from '../ops/log.ts';
import { HALF_HOUR_MS } from '../runtime/durations.ts';
import { createLogin, createTokenRequest, type OAuthSettings } from './auth/login.ts';
import {
  createCallWithToken,
  createMemoryTokenStore,
  createTokens,
  type IssuedToken,
  type RenewalLock,
  type TokenStore,
} from './auth/token-cache.ts';
import { type Operation, UpstreamError } from './errors.ts';
import { createHttp } from './http/request.ts';
import { createInfoLookup, createSmsLookup, type InfoAuth } from './message/lookup.ts';
import { createBoundsCheck } from './report/bounds-check.ts';
import { type CountReport, createFigures } from './report/figures.ts';
import { createMessages, type ReadReport, type ReportOptions, type ReportOutcome } from './report/request.ts';
import { createReportThread } from './report/thread.ts';
import { createSlots } from './slots.ts';
import { reportRequest } from './wire.ts';

export interface UpstreamOptions {
  readonly baseUrl: string;
  readonly email: string;
  readonly password: string;
  /** The report's own credential, `tokenws`. */
  readonly reportToken: string;
  readonly reportBounds: 'inclusive' | 'exclusive_end';
  /** IANA zone of the platform's days. */
  readonly reportTimeZone: string;
  /** Whether a single message's look-up by day and reference carries the login token. */
  readonly infoAuth: InfoAuth;
  /** How that look-up writes the day: a date-fns pattern that `isDayPattern` accepts. */
  readonly infoDateFormat: string;
  /** The second host, for look-ups by identifier. */
  readonly oauth?: OAuthSettings | undefined;
  /** Requests at once at each host, at least 2: one place is always left for look-ups. */
  readonly concurrency: number;
  /** To the first byte of an answer, and between bytes. */
  readonly timeoutMs: number;
  readonly now: () => Date;
  readonly log: Log;
  /** Where tokens are kept; in this process where it is left out. */
  readonly tokenStore?: TokenStore | undefined;
  /** Goes with a store that replicas share. */
  readonly tokenLock?: RenewalLock | undefined;
  /** Questions that may wait for a place at a host; who comes on top of that is told to try again. */
  readonly maxWaiting?: number;
  readonly retryBaseMs?: number;
  /** A report that still arrives after this (half an hour) is given up, lest it hold its place for ever. */
  readonly longestReadingMs?: number;
}

const BOUNDS_MISMATCH = 'SMS_REPORT_BOUNDS does not fit the platform: whole days are missing from reports';

/** The messaging platform. Its methods reject with `UpstreamError` alone. */
export type Upstream = ReturnType<typeof createUpstream>;

/** Builds a client that logs in when it must, shares one token, and never asks the platform more than it may. */
export function createUpstream(options: UpstreamOptions) {
  const { baseUrl, email, password, timeoutMs, now, log, concurrency, maxWaiting = 1_000 } = options;
  const { tokenStore: store = createMemoryTokenStore(log), tokenLock: lock, retryBaseMs = 400 } = options;
  const { longestReadingMs = HALF_HOUR_MS } = options;

  const connect = (url: string) => createHttp({ baseUrl: url, timeoutMs, retryBaseMs });
  const shareSlots = () => createSlots(concurrency, maxWaiting, busyAfter(maxWaiting));
  const callWith = (operation: Operation, account: readonly string[], renew: () => Promise<IssuedToken>) => {
    // Accounts are told apart where several deployments share one store.
    const key = `${operation}:${digestOf(account)}`;
    return createCallWithToken(createTokens({ operation, key, store, lock, renew, now }));
  };

  const http = connect(baseUrl);
  const slots = shareSlots();
  const withToken = callWith('login', [baseUrl, email], createLogin(http, { email, password }, log));

  async function askReport<T extends ReportOutcome>(
    given: AbortSignal | undefined,
    read: (token: string, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { signal, clear } = withLimit(given, longestReadingMs);
    try {
      const outcome = await withToken((token) => read(token, signal));
      // Neither entries nor a total: the platform has not said that there are no messages.
      if (!outcome.summary.hasData && outcome.summary.total === undefined) {
        throw new UpstreamError('not_found', { operation: 'report', reason: 'answered 200 without data' });
      }
      return outcome;
    } finally {
      clear();
    }
  }
  const readReport: ReadReport = (filter, { begin, signal: given }) =>
    askReport(given, (token, signal) => {
      const body = { json: reportRequest(filter, options.reportToken) };
      return http.read({ operation: 'report', path: ['report_mt'], body, token, begin, signal });
    });
  const thread = createReportThread({ baseUrl, timeoutMs, retryBaseMs, now, log });
  const countReport: CountReport = ({ filter, scope }, { signal: given, onProgress }) => {
    // A token may have to be had first.
    thread.wake();
    return askReport(given, (token, signal) => {
      const body = reportRequest(filter, options.reportToken);
      return thread.count({ body, token, scope }, { signal, onProgress });
    });
  };

  const { reportBounds: bounds, reportTimeZone: timeZone, infoAuth: auth } = options;
  const areDaysMissing = createBoundsCheck({
    bounds,
    timeZone,
    now,
    countReport,
    onFailure: (error) => log.warn({ err: error }, 'whether whole days are missing could not be checked'),
    onMismatch: () => log.error({ operation: 'report' }, BOUNDS_MISMATCH),
  });
  const reports: ReportOptions = {
    bounds,
    timeZone,
    areDaysMissing,
    slots,
    onIrregular: (counts) =>
      log.warn({ operation: 'report', ...counts }, 'a report does not fit the interface'),
  };
  const message = createInfoLookup({ http, slots, withToken, auth, dateFormat: options.infoDateFormat });

  function connectOAuthHost({ authUrl, ...client }: OAuthSettings) {
    const http = connect(authUrl);
    const request = createTokenRequest({ http, ...client, now, log });
    const withToken = callWith('oauth', [authUrl, client.clientId], request);
    // Places of its own: another host, which a long report does not keep busy.
    return { sms: createSmsLookup({ http, slots: shareSlots(), withToken }), close: http.close };
  }
  const oauthHost = options.oauth && connectOAuthHost(options.oauth);

  return {
    /** Logs in, unless a token is at hand that may still be good. */
    logIn: () => withToken(async () => undefined),
    /** Does what nobody waits for, while no whole days are read for anybody. */
    whileIdle: slots.whileIdle,
    /**
     * Tells this platform and account from others in a store that deployments share: a digest, which a change of
     * how the platform's days are read changes as well.
     */
    account: digestOf([baseUrl, email, timeZone, bounds]),
    messages: createMessages({ ...reports, readReport }),
    /** How messages were delivered, read without keeping any. */
    figures: createFigures({ ...reports, countReport }),
    /** One message sent through the API, by its day and transaction reference. `undefined`: the platform does not know it. */
    message,
    /** One sent SMS by identifier, on the OAuth host; `undefined` as above. Left out where that host is not set up. */
    sms: oauthHost?.sms,
    /** Ends what is under way and lets go of the connections. */
    close() {
      http.close();
      thread.close();
      oauthHost?.close();
    },
  };
}

const busyAfter = (maxWaiting: number) => (operation: Operation) =>
  new UpstreamError('busy', { operation, reason: `${maxWaiting} questions wait already` });

/** A signal that also aborts after a time, with a failure that says so. */
function withLimit(signal: AbortSignal | undefined, limitMs: number) {
  const late = new AbortController();
  const fail = () =>
    late.abort(new UpstreamError('timed_out', { operation: 'report', reason: 'the answer does not end' }));
  const timer = setTimeout(fail, limitMs);
  return {
    signal: signal ? AbortSignal.any([late.signal, signal]) : late.signal,
    clear: () => clearTimeout(timer),
  };
}

function digestOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}
