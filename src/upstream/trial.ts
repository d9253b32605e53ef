import type { Day } from '../domain/time/calendar.ts';
import type { Log } from '../ops/log.ts';
import { proxyFor } from '../runtime/proxy.ts';
import { askForToken, createLogin } from './auth/login.ts';
import type { CallWithToken } from './auth/token-cache.ts';
import { RETRY_MS, type UpstreamOptions } from './client.ts';
import { createHttp } from './http/request.ts';
import { createInfoLookup, createSmsLookup, type InfoAuth } from './message/lookup.ts';
import { createReportReader } from './report/reader.ts';
import { createSlots } from './slots.ts';
import { type ReportFilter, reportRequest } from './wire.ts';

/** What a report came to, as far as it was read. */
export interface ReportTrial {
  readonly received: number;
  /** Of the times at which the platform took the messages; `undefined` where no entry tells one. */
  readonly earliestMs: number | undefined;
  readonly latestMs: number | undefined;
}

type TrialOptions = Pick<
  UpstreamOptions,
  | 'baseUrl'
  | 'email'
  | 'password'
  | 'reportToken'
  | 'infoDateFormat'
  | 'timeoutMs'
  | 'oauth'
  | 'proxies'
  | 'retryBaseMs'
  | 'now'
> & { readonly log: Log };

/**
 * Tries the platform's operations one by one, without what the bot puts between them and its questions: nothing is
 * remembered of one that failed. What the platform does not do is an `UpstreamError`; an
 * OAuth host that is asked and not set up is a fault of whoever asks.
 */
export function createTrial(options: TrialOptions) {
  const { baseUrl, email, password, reportToken, infoDateFormat: dateFormat, oauth, log, now } = options;
  const { retryBaseMs = RETRY_MS } = options;
  const connect = (address: string) =>
    createHttp({
      baseUrl: address,
      timeoutMs: options.timeoutMs,
      retryBaseMs,
      proxy: proxyFor(address, options.proxies),
    });
  const http = connect(baseUrl);
  const oauthHttp = oauth && connect(oauth.authUrl);
  const slots = createSlots({ concurrency: 4, maxWaiting: 4, refusal: () => undefined, now });

  const logIn = once(createLogin(http, { email, password }, log));
  const withToken: CallWithToken = async (call) => call((await logIn()).value);

  return {
    logIn: async () => void (await logIn()),
    /** Reads a report to its end, or until the signal says that it is enough. */
    async report(filter: ReportFilter, signal: AbortSignal): Promise<ReportTrial> {
      let trial: ReportTrial = nothingRead;
      const begin = () => {
        trial = nothingRead;
        return createReportReader({
          for: 'figures',
          onEntry({ platformAtMs }) {
            trial = withEntry(trial, platformAtMs);
          },
        });
      };
      const body = { json: reportRequest(filter, reportToken) };
      const read = (token: string) =>
        http.read({ operation: 'report', path: ['report_mt'], body, token, begin, signal });
      await withToken(read).catch((error: unknown) => {
        // What has come tells of the edges, too.
        if (!signal.aborted || trial.received === 0) throw error;
      });
      return trial;
    },
    /** Whether the platform answers a look-up by day and reference; a message that it does not know is an answer. */
    async info(day: Day, reference: string, auth: InfoAuth): Promise<void> {
      await createInfoLookup({ http, slots, withToken, auth, dateFormat })({ day, reference });
    },
    /** Whether the OAuth host gives out a token, and answers a look-up by identifier. */
    async sms(id: string): Promise<void> {
      if (!oauth || !oauthHttp) throw new Error('there is no OAuth host');
      const call: CallWithToken = async (ask) =>
        ask((await askForToken({ http: oauthHttp, ...oauth })).value);
      await createSmsLookup({ http: oauthHttp, slots, withToken: call })(id);
    },
    close() {
      http.close();
      oauthHttp?.close();
    },
  };
}

const nothingRead: ReportTrial = { received: 0, earliestMs: undefined, latestMs: undefined };

function withEntry({ received, earliestMs, latestMs }: ReportTrial, atMs: number): ReportTrial {
  const hasTime = !Number.isNaN(atMs);
  return {
    received: received + 1,
    earliestMs: hasTime ? Math.min(earliestMs ?? atMs, atMs) : earliestMs,
    latestMs: hasTime ? Math.max(latestMs ?? atMs, atMs) : latestMs,
  };
}

/** All who ask get the outcome of the first. */
function once<T>(get: () => Promise<T>): () => Promise<T> {
  let got: Promise<T> | undefined;
  return () => {
    got ??= get();
    return got;
  };
}
