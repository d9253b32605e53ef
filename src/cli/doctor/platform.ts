import { networkAdvice } from '../../app/start-failure.ts';
import type { WorkspaceConfig } from '../../config.ts';
import type { FailureCode } from '../../domain/failure.ts';
import { addDaysTo, type Day, midnightMs } from '../../domain/time/calendar.ts';
import { localDay, startOfDayIn } from '../../domain/time/wall-clock.ts';
import type { Log } from '../../ops/log.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';
import type { ProxySettings } from '../../runtime/proxy.ts';
import { createTrial, type ReportTrial, UpstreamError } from '../../upstream/index.ts';
import { type Attempt, type Diagnosis, notTried, ok, type Result, warning, wrong } from './diagnosis.ts';

type Settings = Pick<WorkspaceConfig, 'platform' | 'timeZone' | 'defaultRegion'>;

interface PlatformOptions {
  readonly workspace: Settings;
  readonly proxies: ProxySettings | undefined;
  /** Before the first repetition of what failed. */
  readonly retryBaseMs?: number;
  readonly attempt: Attempt;
  readonly now: () => Date;
  readonly log: Log;
}

const group = 'Platform';
/** No message has that reference or identifier. */
const NO_MESSAGE = 'sms-desk-doctor';
/** Far enough back for a day to be whole. */
const SETTLED_DAYS = 4;
/** Of a large day the first part tells where it begins; the rest is not waited for. */
const READING_MS = 7_500;
/** What a range gives of a day that it does not hold: messages of its first moment at most. */
const MOMENT_MS = HOUR_MS;

/** Logs in to the platform, reads the report of a day, and looks messages up in both ways. Nothing is sent by it. */
export async function checkPlatform(options: PlatformOptions): Promise<Diagnosis[]> {
  const { workspace, proxies, retryBaseMs, attempt, now, log } = options;
  const { platform } = workspace;
  const trial = createTrial({
    ...{ ...platform, proxies, log, now },
    ...(retryBaseMs === undefined ? {} : { retryBaseMs }),
  });
  const step = (name: string, address: string, ...needs: string[]) => ({
    ...({ group, name, needs: [address, ...needs] } as const),
    lateAdvice: checkAddress(address),
    explain: (error: unknown) => explainFailure(error, workspace, proxies),
  });
  const today = localDay(now(), platform.reportTimeZone);

  async function checkAccount(): Promise<Diagnosis[]> {
    const account = ['SMS_EMAIL', 'SMS_PASSWORD', 'SMS_REPORT_TOKEN'];
    const login = await attempt(step('login', 'SMS_BASE_URL', ...account), async () => {
      await trial.logIn();
      return ok('takes the log-in');
    });
    const hasLogin = login.outcome === 'ok';
    const day = addDaysTo(today, -SETTLED_DAYS);
    const found: { alone?: ReportTrial; whole?: ReportTrial } = {};
    const reading = step('report', 'SMS_BASE_URL');
    const tooSlow = () => notTried('the report is too slow to tell by');
    const explain = (error: unknown) => reading.explain(error) ?? tooSlow();
    const report = await attempt({ ...reading, explain }, async (late) => {
      if (!hasLogin) return notTried('without the log-in');
      const read = (toDay: Day) =>
        trial.report({ fromDay: day, toDay }, AbortSignal.any([late, AbortSignal.timeout(READING_MS)]));
      found.alone = await read(day);
      found.whole = spanOf(found.alone) > MOMENT_MS ? found.alone : await read(addDaysTo(day, 1));
      return ok(`answers of ${day}`);
    });
    const info = step('sms_info', 'SMS_BASE_URL');
    const lookup = await attempt(hasLogin ? info : { ...info, explain: withoutLogin }, async () => {
      await trial.info(today, NO_MESSAGE, platform.infoAuth);
      return ok('answers of a reference that no message has');
    });
    return [login, report, ...dayResults(day, found, workspace), lookup];
  }

  const client = {
    ...step('sms', 'SMS_AUTH_URL', 'SMS_CLIENT_ID', 'SMS_CLIENT_SECRET'),
    isUntimed: !platform.oauth,
  };
  try {
    const [ofAccount, byIdentifier] = await Promise.all([
      // One after the other: the platform may have no patience with several.
      checkAccount(),
      attempt(client, async () => {
        if (!platform.oauth) return ok('left out: nobody can look up by identifier');
        await trial.sms(NO_MESSAGE);
        return ok('answers of an identifier that no message has');
      }),
    ]);
    return [...ofAccount, byIdentifier];
  } finally {
    trial.close();
  }
}

const withoutLogin = () => notTried('without the log-in');
const checkAddress = (address: string) =>
  `check ${address} and the network; where it is only slow, SMS_TIMEOUT_SECONDS`;

/**
 * Which days a report holds: a settled day was asked for alone, and where that gave nothing, with the next day. Then in which
 * zone that day begins and ends, by the times of its messages.
 */
function dayResults(
  day: Day,
  { alone, whole }: { readonly alone?: ReportTrial; readonly whole?: ReportTrial },
  workspace: Settings,
): Diagnosis[] {
  const lines = (bounds: Result, zone: Result): Diagnosis[] => [
    { group, name: 'SMS_REPORT_BOUNDS', ...bounds },
    { group, name: 'SMS_REPORT_TIMEZONE', ...zone },
  ];
  const without = notTried('without the report');
  if (!alone || !whole) return lines(without, without);
  if (spanOf(whole) <= MOMENT_MS)
    return lines(
      notTried(`there is too little traffic on ${day} to tell by`),
      notTried('without messages of a whole day'),
    );
  const found = whole === alone ? 'inclusive' : 'exclusive_end';
  return lines(boundsResult(workspace.platform.reportBounds, found), zoneResult(day, whole, workspace));
}

function spanOf({ earliestMs = 0, latestMs = 0 }: ReportTrial): number {
  return latestMs - earliestMs;
}

type Bounds = WorkspaceConfig['platform']['reportBounds'];

function boundsResult(setting: Bounds, found: Bounds): Result {
  if (setting === found) return ok(`${setting} fits`);
  const advice = `set SMS_REPORT_BOUNDS=${found}`;
  return found === 'exclusive_end'
    ? wrong('a report leaves its last day out: whole days would be missing', advice)
    : warning('a report holds its last day: each day is read twice over', advice);
}

/**
 * Whether the messages of a day lie in that day by the zone that is set. All of them tell which offsets from UTC can be:
 * the day has begun by the first, and not ended at the last.
 */
function zoneResult(day: Day, { earliestMs = 0, latestMs = 0 }: ReportTrial, workspace: Settings): Result {
  const { platform, timeZone, defaultRegion } = workspace;
  const leastMs = midnightMs(day) - earliestMs;
  const mostMs = midnightMs(day) + DAY_MS - latestMs;
  const fits = (zone: string) => {
    const offsetMs = midnightMs(day) - startOfDayIn(day, zone).getTime();
    return offsetMs >= leastMs && offsetMs < mostMs;
  };
  const set = platform.reportTimeZone;
  if (fits(set)) return ok(`${set} fits, by the first and last messages of ${day}`);
  if (mostMs <= leastMs) return notTried(`the messages of ${day} do not lie in one day`);
  const likely = new Set([
    timeZone,
    'UTC',
    ...(new Intl.Locale(`und-${defaultRegion}`).getTimeZones() ?? []),
  ]);
  const fitting = [...likely].filter(fits).join(' or ');
  return wrong(
    `the platform’s days begin at UTC${clockOf(leastMs)}, not at ${set}’s midnight`,
    `set SMS_REPORT_TIMEZONE${fitting === '' ? ' to the zone of the platform’s country' : `=${fitting}`}`,
  );
}

/** An offset to the half hour, `−03:00`. */
function clockOf(offsetMs: number): string {
  const halfHours = Math.ceil(offsetMs / (30 * MINUTE_MS));
  const minutes = Math.abs(halfHours) * 30;
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  return `${halfHours < 0 ? '−' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

const FOUND: Readonly<Record<FailureCode, string>> = {
  wrong_credentials: 'does not accept the account',
  not_allowed: 'does not allow it',
  not_found: 'there is no such operation',
  rate_limited: 'asks for a pause',
  timed_out: 'does not answer in time',
  unavailable: 'cannot be reached, or has an error of its own',
  invalid_answer: 'answers something that does not fit the interface',
  invalid_filter: 'was not asked',
  refused: 'refuses the question as it is put',
  busy: 'was not asked',
};

const PATHS = {
  login: '/login_ws',
  report: '/report_mt',
  info: '/sms_info',
  oauth: '/api/auth',
  sms: '/api/sms',
};

/** What to do where a question is not allowed, or is refused as it was put. */
const ON_REFUSAL = {
  login: 'check SMS_BASE_URL, SMS_EMAIL and SMS_PASSWORD',
  report: 'correct SMS_REPORT_TOKEN, or have the platform’s operator let the account read reports',
  info: 'correct SMS_INFO_DATE_FORMAT, or have the platform’s operator let the account look messages up',
  oauth: 'check SMS_AUTH_URL, SMS_CLIENT_ID and SMS_CLIENT_SECRET',
  sms: 'have the platform’s operator let the client look messages up',
};

/** What a failed operation means, by which of the settings it depends on; `undefined` for what is not the platform's. */
function explainFailure(
  error: unknown,
  { platform }: Settings,
  proxies: ProxySettings | undefined,
): Result | undefined {
  if (!(error instanceof UpstreamError)) return undefined;
  const { code, operation, redirectedTo, networkFault } = error;
  const isOAuth = operation === 'oauth' || operation === 'sms';
  const [address, path] = [isOAuth ? 'SMS_AUTH_URL' : 'SMS_BASE_URL', PATHS[operation]];
  if (redirectedTo !== undefined)
    return wrong(`points elsewhere: ${redirectedTo}`, `set ${address} to that, without ${path}`);
  if (operation === 'info' && code === 'not_allowed' && platform.infoAuth === 'never')
    return wrong('wants a token', 'set SMS_INFO_AUTH=always');
  const found = FOUND[code];
  if (code === 'rate_limited') return warning(found, 'try again later; the bot waits by itself');
  if (code === 'wrong_credentials')
    return wrong(
      found,
      `correct ${isOAuth ? 'SMS_CLIENT_ID and SMS_CLIENT_SECRET' : 'SMS_EMAIL and SMS_PASSWORD'}`,
    );
  if (code === 'not_allowed' || code === 'refused') return wrong(found, ON_REFUSAL[operation]);
  if (code === 'not_found' || code === 'invalid_answer')
    return wrong(found, `check ${address}: it is the address above ${path}`);
  const url = (isOAuth ? platform.oauth?.authUrl : undefined) ?? platform.baseUrl;
  const advice = networkFault && networkAdvice(networkFault, url, proxies);
  return wrong(found, advice ?? checkAddress(address));
}
