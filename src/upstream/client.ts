import { createHash } from 'node:crypto';
import type { Log } from '../ops/log.ts';
import { createBoundsCheck } from './bounds-check.ts';
import { type Operation, UpstreamError } from './errors.ts';
import { createHttp } from './http.ts';
import { createLogin } from './login.ts';
import { createSmsLookup, createTokenRequest, type OAuthSettings } from './oauth.ts';
import type { RenewalLock } from './renewal-lock.ts';
import { createReports, type MessageQuery, type MessageRead } from './reports.ts';
import { createSingle, type InfoAuth, type SingleQuery } from './single.ts';
import type { SentMessage } from './single-wire.ts';
import { createSlots } from './slots.ts';
import { createMemoryTokenStore, type TokenStore } from './token-store.ts';
import { createCallWithToken, createTokens, type IssuedToken } from './tokens.ts';
import { type ReportFilter, reportAnswer, reportRequest } from './wire.ts';

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
}

/** The messaging platform. Its methods reject with `UpstreamError` alone. */
export interface Upstream {
  messages(query: MessageQuery): MessageRead;
  /** One message sent through the API, by its day and transaction reference. `undefined`: the platform does not know it. */
  message(query: SingleQuery): Promise<SentMessage | undefined>;
  /** One sent SMS by identifier, on the OAuth host; `undefined` as above. Left out where that host is not set up. */
  readonly sms: ((id: string) => Promise<SentMessage | undefined>) | undefined;
  /** Ends what is under way and lets go of the connections. */
  close(): void;
}

/** Builds a client that logs in when it must, shares one token, and never asks the platform more than it may. */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { baseUrl, email, password, timeoutMs, now, log, concurrency, maxWaiting = 1_000 } = options;
  const { tokenStore: store = createMemoryTokenStore(log), tokenLock: lock, retryBaseMs = 400 } = options;

  const connect = (url: string) => createHttp({ baseUrl: url, timeoutMs, retryBaseMs });
  const shareSlots = () =>
    createSlots({
      concurrency,
      maxWaiting,
      busy: (operation) =>
        new UpstreamError('busy', { operation, reason: `${maxWaiting} questions wait already` }),
    });
  const callWith = (operation: Operation, account: readonly string[], renew: () => Promise<IssuedToken>) =>
    createCallWithToken(createTokens({ operation, key: keyOf(operation, account), store, lock, renew, now }));

  const http = connect(baseUrl);
  const slots = shareSlots();
  const withToken = callWith('login', [baseUrl, email], createLogin({ http, email, password, log }));

  async function fetchReport(filter: ReportFilter) {
    const operation = 'report';
    const body = { json: reportRequest(filter, options.reportToken) };
    const { data, total } = await withToken((token) =>
      http.send({ operation, path: ['report_mt'], body, token, isRead: true, schema: reportAnswer }),
    );
    // Neither entries nor a total: the platform has not said that there are no messages.
    if (!data && total === undefined) {
      throw new UpstreamError('not_found', { operation, reason: 'answered 200 without data' });
    }
    return { data: data ?? [], total };
  }

  const { reportBounds: bounds, reportTimeZone: timeZone } = options;
  const areDaysMissing = createBoundsCheck({
    bounds,
    timeZone,
    now,
    fetchReport,
    onFailure: (error) => log.warn({ err: error }, 'whether whole days are missing could not be checked'),
    onMismatch: () =>
      log.error(
        { operation: 'report' },
        'SMS_REPORT_BOUNDS does not fit the platform: whole days are missing from reports',
      ),
  });
  const reports = createReports({
    bounds,
    timeZone,
    areDaysMissing,
    slots,
    fetchReport,
    onIrregular: (counts) =>
      log.warn({ operation: 'report', ...counts }, 'a report does not fit the interface'),
  });
  const message = createSingle({
    http,
    slots,
    withToken,
    auth: options.infoAuth,
    dateFormat: options.infoDateFormat,
  });

  function connectOAuthHost({ authUrl, ...client }: OAuthSettings) {
    const http = connect(authUrl);
    const request = createTokenRequest({ http, ...client, now, log });
    const withToken = callWith('oauth', [authUrl, client.clientId], request);
    // Places of its own: another host, which a long report does not keep busy.
    return { sms: createSmsLookup({ http, slots: shareSlots(), withToken }), close: http.close };
  }
  const oauthHost = options.oauth && connectOAuthHost(options.oauth);

  return {
    messages: reports.messages,
    message,
    sms: oauthHost?.sms,
    close() {
      http.close();
      oauthHost?.close();
    },
  };
}

/** Tells accounts apart where several deployments share one store. */
function keyOf(operation: Operation, account: readonly string[]): string {
  const digest = createHash('sha256').update(JSON.stringify(account)).digest('hex');
  return `${operation}:${digest.slice(0, 16)}`;
}
