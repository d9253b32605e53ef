import type { Day } from '../domain/time/calendar.ts';
import { proxyFor } from '../runtime/proxy.ts';
import { askForToken, createLogin } from './auth/login.ts';
import type { CallWithToken } from './auth/token-cache.ts';
import { RETRY_MS, type UpstreamOptions } from './client.ts';
import { createHttp } from './http/request.ts';
import { createInfoLookup, createSmsLookup, type InfoAuth } from './message/lookup.ts';
import { createReportReader } from './report/reader.ts';
import { createSlots } from './slots.ts';
import { type ReportFilter, reportRequest } from './wire.ts';

/** Platform times of the first and last message of a report; absent if no message has a time. */
export interface ReportTrial {
  readonly earliestMs?: number;
  readonly latestMs?: number;
}

type TrialOptions = Omit<Parameters<typeof createHttp>[0], 'retryBaseMs' | 'proxy'> &
  Pick<
    UpstreamOptions,
    'email' | 'password' | 'reportToken' | 'infoDateFormat' | 'oauth' | 'proxies' | 'now' | 'log'
  > & { readonly retryBaseMs: number | undefined };

/** Tests each operation of the platform separately. Its methods reject with `UpstreamError` on failure. */
export function createTrial(options: TrialOptions) {
  const { baseUrl, reportToken, infoDateFormat: dateFormat, oauth, proxies, log, now } = options;
  const { timeoutMs, retryBaseMs = RETRY_MS, email, password } = options;
  const connect = (address: string) =>
    createHttp({ baseUrl: address, timeoutMs, retryBaseMs, proxy: proxyFor(address, proxies) });
  const http = connect(baseUrl);
  const oauthHttp = oauth && connect(oauth.authUrl);
  const slots = createSlots({ concurrency: 4, maxWaiting: 4, refusal: () => undefined, now });

  const askForLogin = createLogin(http, { email, password }, log);
  let login: ReturnType<typeof askForLogin> | undefined;
  const logIn = () => {
    login ??= askForLogin();
    return login;
  };
  const withToken: CallWithToken = async (call) => call((await logIn()).value);

  return {
    logIn: async () => void (await logIn()),
    async report(filter: ReportFilter, signal: AbortSignal): Promise<ReportTrial> {
      let times = NO_TIMES;
      let received = 0;
      const begin = () => {
        times = NO_TIMES;
        received = 0;
        return createReportReader({
          for: 'figures',
          onEntry({ platformAtMs: at }) {
            received += 1;
            if (Number.isNaN(at)) return;
            times = { earliestMs: Math.min(times.earliestMs, at), latestMs: Math.max(times.latestMs, at) };
          },
        });
      };
      const body = { json: reportRequest(filter, reportToken) };
      const read = (token: string) =>
        http.read({ operation: 'report', path: ['report_mt'], body, token, begin, signal });
      await withToken(read).catch((error: unknown) => {
        // If the trial is aborted, the entries that were read until then are a valid result.
        if (!signal.aborted || received === 0) throw error;
      });
      return times.earliestMs <= times.latestMs ? times : {};
    },
    async info(day: Day, reference: string, auth: InfoAuth): Promise<void> {
      await createInfoLookup({ http, slots, withToken, auth, dateFormat })({ day, reference });
    },
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

const NO_TIMES = { earliestMs: Number.POSITIVE_INFINITY, latestMs: Number.NEGATIVE_INFINITY };
