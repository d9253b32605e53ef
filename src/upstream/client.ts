import type { Log } from '../ops/log.ts';
import { UpstreamError } from './errors.ts';
import { createHttp } from './http.ts';
import { createReports, type MessageQuery, type MessageRead } from './reports.ts';
import { createSlots } from './slots.ts';
import { createMemoryTokenStore, type TokenStore } from './token-store.ts';
import { createTokens, expiryOf, type IssuedToken } from './tokens.ts';
import { loginAnswer, type ReportFilter, reportAnswer, reportRequest } from './wire.ts';

export interface UpstreamOptions {
  readonly baseUrl: string;
  readonly email: string;
  readonly password: string;
  /** The report's own credential, `tokenws`. */
  readonly reportToken: string;
  readonly reportBounds: 'inclusive' | 'exclusive_end';
  /** IANA zone of the platform's days. */
  readonly reportTimeZone: string;
  /** Requests at once, at least 2: one place is always left for look-ups. */
  readonly concurrency: number;
  /** To the first byte of an answer, and between bytes. */
  readonly timeoutMs: number;
  readonly now: () => Date;
  readonly log: Log;
  readonly tokenStore?: TokenStore;
  /** Questions that may wait for a place; who comes on top of that is told to try again. */
  readonly maxWaiting?: number;
  readonly retryBaseMs?: number;
}

/** The messaging platform. Its methods reject with `UpstreamError` alone. */
export interface Upstream {
  messages(query: MessageQuery): MessageRead;
  /** Ends what is under way and lets go of the connections. */
  close(): void;
}

/** Builds a client that logs in when it must, shares one token, and never asks the platform more than it may. */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { baseUrl, timeoutMs, now, log, concurrency, maxWaiting = 1_000, retryBaseMs = 400 } = options;
  const http = createHttp({ baseUrl, timeoutMs, retryBaseMs });
  const tokens = createTokens({
    key: 'login',
    store: options.tokenStore ?? createMemoryTokenStore(log),
    renew: () => login(),
    now,
  });
  const slots = createSlots({
    concurrency,
    maxWaiting,
    busy: () =>
      new UpstreamError('busy', { operation: 'report', reason: `${maxWaiting} questions wait already` }),
  });

  async function login(): Promise<IssuedToken> {
    const operation = 'login';
    const { email, password } = options;
    const json = { email, password };
    const answer = await http
      .post({ operation, path: 'login_ws', json, isRead: false, schema: loginAnswer })
      .catch((error: UpstreamError) => {
        if (error.code !== 'not_allowed') throw error;
        throw new UpstreamError('wrong_credentials', {
          operation,
          reason: error.message,
          status: error.status,
        });
      });
    const value = answer.auth_access_token;
    if (answer.status === false || !value || value === '-') {
      throw new UpstreamError('wrong_credentials', { operation, reason: 'answered 200 without a token' });
    }
    log.info({ operation }, 'logged in to the platform');
    return { value, expiresAtMs: expiryOf(value) };
  }

  async function withToken<T>(call: (token: string) => Promise<T>): Promise<T> {
    const first = await tokens.current();
    const answer = await call(first).catch(async (error: UpstreamError) => {
      const second = error.code === 'not_allowed' ? await tokens.replacementFor(first) : undefined;
      if (second === undefined) throw error;
      return await call(second);
    });
    tokens.worked();
    return answer;
  }

  async function fetchReport(filter: ReportFilter) {
    const operation = 'report';
    const json = reportRequest(filter, options.reportToken);
    const { data, total } = await withToken((token) =>
      http.post({ operation, path: 'report_mt', json, token, isRead: true, schema: reportAnswer }),
    );
    // Neither entries nor a total: the platform has not said that there are no messages.
    if (!data && total === undefined) {
      throw new UpstreamError('not_found', { operation, reason: 'answered 200 without data' });
    }
    return { data: data ?? [], total };
  }

  const reports = createReports({
    bounds: options.reportBounds,
    timeZone: options.reportTimeZone,
    slots,
    fetchReport,
    onIrregular: (counts) =>
      log.warn({ operation: 'report', ...counts }, 'a report does not fit the interface'),
  });

  return { messages: reports.messages, close: http.close };
}
