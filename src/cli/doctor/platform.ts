import type { WorkspaceConfig } from '../../config.ts';
import type { FailureCode } from '../../domain/failure.ts';
import { addDaysTo, type Day, midnightMs } from '../../domain/time/calendar.ts';
import { localDay, startOfDayIn } from '../../domain/time/wall-clock.ts';
import type { Log } from '../../ops/log.ts';
import { DAY_MS, HALF_HOUR_MS, HOUR_MS } from '../../runtime/durations.ts';
import type { ProxySettings } from '../../runtime/proxy.ts';
import { createTrial, type ReportTrial, UpstreamError } from '../../upstream/index.ts';
import {
  type Attempt,
  type CheckResult,
  type Diagnosis,
  notTried,
  ok,
  unreached,
  warning,
  wrong,
} from './diagnosis.ts';

interface PlatformCheckOptions extends Pick<WorkspaceConfig, 'platform' | 'timeZone' | 'defaultRegion'> {
  readonly proxies: ProxySettings | undefined;
  readonly retryBaseMs: number | undefined;
  readonly attempt: Attempt;
  readonly now: () => Date;
  readonly log: Log;
}

const group = 'Platform';
/** No message has this reference or identifier, so that test look-ups find nothing. */
const NO_MESSAGE = 'sms-desk-doctor';
const COMPLETE_AFTER_DAYS = 4;
/** Time limit in ms for reading a day’s report; the part read by then suffices to find the day’s start. */
const READING_MS = 7_500;
/** If a report’s messages span an hour or less, the report may contain only messages around midnight. */
const MOMENT_MS = HOUR_MS;
const WITHOUT_LOGIN = notTried('without the log-in');

/** Tests the log-in, one day’s report, and look-ups by reference and by identifier. Sends no message. */
export async function checkPlatform(options: PlatformCheckOptions): Promise<Diagnosis[]> {
  const { platform, attempt } = options;
  const trial = createTrial({ ...options, ...platform });
  const step = {
    ...stepOf(options, 'sms', 'SMS_AUTH_URL'),
    needs: ['SMS_AUTH_URL', 'SMS_CLIENT_ID', 'SMS_CLIENT_SECRET'],
  };
  try {
    const [ofAccount, byIdentifier] = await Promise.all([
      checkAccount(options, trial),
      attempt(step, async () => {
        if (!platform.oauth) return ok('left out: no look-ups by identifier');
        await trial.sms(NO_MESSAGE);
        return ok('answers of an identifier that no message has');
      }),
    ]);
    return [...ofAccount, byIdentifier];
  } finally {
    trial.close();
  }
}

const stepOf = (options: PlatformCheckOptions, name: string, address: string) => ({
  ...({ group, name, needs: [address] } as const),
  lateAdvice: checkAddress(address),
  explain: (error: unknown) => explainError(error, options),
});

const checkAddress = (address: string) =>
  `check ${address} and the network; where it is only slow, SMS_TIMEOUT_SECONDS`;

/** Runs the checks one after the other, because the platform may refuse concurrent requests. */
async function checkAccount(options: PlatformCheckOptions, trial: ReturnType<typeof createTrial>) {
  const { platform, attempt, now } = options;
  const step = (name: string) => stepOf(options, name, 'SMS_BASE_URL');
  const account = ['SMS_BASE_URL', 'SMS_EMAIL', 'SMS_PASSWORD', 'SMS_REPORT_TOKEN'];
  const login = await attempt({ ...step('login'), needs: account }, async () => {
    await trial.logIn();
    return ok('takes the log-in');
  });
  const hasLogin = login.outcome === 'ok';
  const today = localDay(now(), platform.reportTimeZone);
  const day = addDaysTo(today, -COMPLETE_AFTER_DAYS);
  const without = notTried('without the report');
  let [bounds, zone] = [without, without];
  const reading = step('report');
  const explain = (error: unknown) => reading.explain(error) ?? notTried('the report is too slow to tell by');
  const report = await attempt({ ...reading, explain }, async (late) => {
    if (!hasLogin) return WITHOUT_LOGIN;
    const read = (toDay: Day) =>
      trial.report({ fromDay: day, toDay }, AbortSignal.any([late, AbortSignal.timeout(READING_MS)]));
    const alone = await read(day);
    // If a report from a day to the same day does not cover the day, reports exclude their last day.
    const found = spanOf(alone) > MOMENT_MS ? 'inclusive' : 'exclusive_end';
    const whole = found === 'inclusive' ? alone : await read(addDaysTo(day, 1));
    bounds = notTried(`there is too little traffic on ${day} to tell by`);
    zone = notTried('without messages of a whole day');
    if (spanOf(whole) > MOMENT_MS) {
      bounds = boundsResult(platform.reportBounds, found);
      zone = zoneResult(day, whole, options);
    }
    return ok(`answers of ${day}`);
  });
  const info = step('sms_info');
  const lookup = await attempt(hasLogin ? info : { ...info, explain: () => WITHOUT_LOGIN }, async () => {
    await trial.info(today, NO_MESSAGE, platform.infoAuth);
    return ok('answers of a reference that no message has');
  });
  const days = [
    { group, name: 'SMS_REPORT_BOUNDS', ...bounds } as const,
    { group, name: 'SMS_REPORT_TIMEZONE', ...zone } as const,
  ];
  return [login, report, ...days, lookup];
}

function spanOf({ earliestMs = 0, latestMs = 0 }: ReportTrial): number {
  return latestMs - earliestMs;
}

type Bounds = WorkspaceConfig['platform']['reportBounds'];

function boundsResult(setting: Bounds, found: Bounds): CheckResult {
  if (setting === found) return ok(`${setting} fits`);
  const advice = `set SMS_REPORT_BOUNDS=${found}`;
  return found === 'exclusive_end'
    ? wrong('a report leaves its last day out: whole days would be missing', advice)
    : warning('a report holds its last day: each day is read twice over', advice);
}

function zoneResult(
  day: Day,
  { earliestMs = 0, latestMs = 0 }: ReportTrial,
  { platform, timeZone, defaultRegion }: PlatformCheckOptions,
): CheckResult {
  const leastMs = midnightMs(day) - earliestMs;
  const mostMs = midnightMs(day) + DAY_MS - latestMs;
  const fits = (zone: string) => {
    const offsetMs = midnightMs(day) - startOfDayIn(day, zone).getTime();
    return offsetMs >= leastMs && offsetMs < mostMs;
  };
  const set = platform.reportTimeZone;
  if (fits(set)) return ok(`${set} fits, by the first and last messages of ${day}`);
  if (mostMs <= leastMs) return notTried(`the messages of ${day} do not lie in one day`);
  const ofCountry = new Intl.Locale(`und-${defaultRegion}`).getTimeZones() ?? [];
  const fitting = [...new Set([timeZone, 'UTC', ...ofCountry])].filter(fits).join(' or ');
  return wrong(
    `the platform’s days begin at UTC${clockOf(leastMs)}, not at ${set}’s midnight`,
    `set SMS_REPORT_TIMEZONE${fitting === '' ? ' to the zone of the platform’s country' : `=${fitting}`}`,
  );
}

/** Formats an offset from UTC, rounded up to half an hour, as `−03:00`. */
function clockOf(offsetMs: number): string {
  const halfHours = Math.ceil(offsetMs / HALF_HOUR_MS);
  const clock = new Date(Math.abs(halfHours) * HALF_HOUR_MS).toISOString().slice(11, 16);
  return `${halfHours < 0 ? '−' : '+'}${clock}`;
}

const FOUND: Readonly<Partial<Record<FailureCode, string>>> = {
  wrong_credentials: 'does not accept the account',
  not_allowed: 'does not allow it',
  not_found: 'there is no such operation',
  rate_limited: 'asks for a pause',
  timed_out: 'does not answer in time',
  unavailable: 'cannot be reached',
  invalid_answer: 'answers something that does not fit the interface',
  refused: 'refuses the question as it is put',
};

const PATHS = { login: 'login_ws', report: 'report_mt', info: 'sms_info', oauth: 'api/auth', sms: 'api/sms' };

const ON_REFUSAL = {
  report: 'correct SMS_REPORT_TOKEN, or have the platform’s operator let the account read reports',
  info: 'correct SMS_INFO_DATE_FORMAT, or have the platform’s operator let the account look up messages',
  sms: 'have the platform’s operator let the client look up messages',
};

/** @returns what is wrong and what to do; `undefined` for an error that does not come from the platform */
function explainError(error: unknown, { platform, proxies }: PlatformCheckOptions): CheckResult | undefined {
  if (!(error instanceof UpstreamError)) return undefined;
  const { code, operation, redirectedTo, networkFault, status } = error;
  const isOAuth = operation === 'oauth' || operation === 'sms';
  const address = isOAuth ? 'SMS_AUTH_URL' : 'SMS_BASE_URL';
  const account = isOAuth ? 'SMS_CLIENT_ID and SMS_CLIENT_SECRET' : 'SMS_EMAIL and SMS_PASSWORD';
  const path = `/${PATHS[operation]}`;
  if (redirectedTo !== undefined)
    return wrong(`points elsewhere: ${redirectedTo}`, `set ${address} to that, without ${path}`);
  if (operation === 'info' && code === 'not_allowed' && platform.infoAuth === 'never')
    return wrong('wants a token', 'set SMS_INFO_AUTH=always');
  const found = FOUND[code] ?? 'was not asked';
  if (code === 'rate_limited') return warning(found, 'try again later; the bot waits by itself');
  if (code === 'wrong_credentials') return wrong(found, `correct ${account}`);
  if (code === 'not_allowed' || code === 'refused') {
    const isLogin = operation === 'login' || operation === 'oauth';
    return wrong(found, isLogin ? `check ${address}, ${account}` : ON_REFUSAL[operation]);
  }
  if (code === 'not_found' || code === 'invalid_answer')
    return wrong(found, `check ${address}: it is the address above ${path}`);
  if (status !== undefined && status >= 500)
    return wrong(
      `answers with status ${status}`,
      'it has an error of its own: ask its operator, or try again later',
    );
  const url = (isOAuth && platform.oauth?.authUrl) || platform.baseUrl;
  const advice = checkAddress(address);
  return networkFault
    ? unreached(found, networkFault, { address: url, proxies, advice })
    : wrong(found, advice);
}
