import { addDaysTo } from '../../domain/time/calendar.ts';
import { localDay } from '../../domain/time/wall-clock.ts';
import type { Log } from '../../ops/log.ts';
import { DAY_MS, MINUTE_MS } from '../../runtime/durations.ts';
import {
  createTrial,
  type InfoAuth,
  type Trial,
  type UpstreamOptions,
  type ValidityTrial,
  type ValidityUnit,
  validityUnits,
} from '../../upstream/index.ts';
import { type AdviceOnNetwork, type Attempt, seconds } from './attempt.ts';
import { type Diagnosis, notTried, ok, type Result, wrong } from './diagnosis.ts';
import { checkDays } from './platform-days.ts';
import { explainFailure, failureCode } from './platform-failure.ts';
import { faultOf } from './settings.ts';

export type PlatformSettings = Pick<
  UpstreamOptions,
  | 'baseUrl'
  | 'email'
  | 'password'
  | 'reportToken'
  | 'reportBounds'
  | 'reportTimeZone'
  | 'infoAuth'
  | 'infoDateFormat'
  | 'oauth'
  | 'timeoutMs'
  | 'proxies'
  | 'retryBaseMs'
>;

interface PlatformCheckOptions {
  readonly platform: PlatformSettings;
  /** Where the people are, whose zone the platform's may be, too. */
  readonly zones: readonly string[];
  readonly atFault: readonly string[];
  readonly attempt: Attempt;
  readonly adviceOnNetwork: AdviceOnNetwork;
  readonly now: () => Date;
  readonly log: Log;
}

type Checking = PlatformCheckOptions & { readonly trial: Trial };

const group = 'Platform';
const LIMIT_MS = 20_000;
/** Nobody has that number, and no message that reference. */
const NOBODY = '56900000000';
const NO_MESSAGE = 'sms-desk-doctor';

/** Tries each operation of the platform, and finds out what its description leaves open. Nothing is sent by it. */
export async function checkPlatform(options: PlatformCheckOptions): Promise<Diagnosis[]> {
  const { platform, log, now } = options;
  const trial = createTrial({ ...platform, log, now });
  const checking = { ...options, trial };
  try {
    return (await Promise.all([checkBase(checking), checkOAuth(checking)])).flat();
  } finally {
    trial.close();
  }
}

const line = (name: string, result: Result): Diagnosis => ({ group, name, ...result });
const DAY_POINTS = ['SMS_REPORT_BOUNDS', 'SMS_REPORT_TIMEZONE'];

/** One after the other: the platform may have no patience with several. */
async function checkBase(checking: Checking): Promise<Diagnosis[]> {
  const { platform, trial, now, atFault } = checking;
  const isAddressed = !atFault.includes('SMS_BASE_URL');
  const login = await checkLogin(checking);
  if (login.outcome !== 'ok') {
    const because = notTried('without the log-in');
    const others = ['report', ...DAY_POINTS].map((name) => line(name, because));
    const info = isAddressed ? await checkInfo(checking, false) : INFO.map((name) => line(name, because));
    return [login, ...others, ...info];
  }
  const today = localDay(now(), platform.reportTimeZone);
  const report = await tryOperation('report', checking, async (signal) => {
    await trial.report({ fromDay: addDaysTo(today, -1), toDay: today, msisdn: NOBODY }, signal);
    return ok('answers of a number that nobody has');
  });
  const days =
    report.outcome === 'ok'
      ? await checkDays({ ...checking, today })
      : DAY_POINTS.map((name) => line(name, notTried('without the report')));
  return [login, report, ...days, ...(await checkInfo(checking, true))];
}

async function checkLogin(checking: Checking): Promise<Diagnosis> {
  const needed = ['SMS_BASE_URL', 'SMS_EMAIL', 'SMS_PASSWORD', 'SMS_REPORT_TOKEN'];
  const fault = faultOf(checking.atFault, needed);
  if (fault !== undefined) return line('login', notTried(fault));
  return await tryOperation('login', checking, async () => {
    await checking.trial.logIn();
    return ok('takes the log-in');
  });
}

const INFO = ['sms_info', 'SMS_INFO_AUTH'] as const;

/** A look-up by day and reference as it is set up, and whether it would take another answer to `SMS_INFO_AUTH`. */
async function checkInfo(checking: Checking, hasLogin: boolean): Promise<Diagnosis[]> {
  const { platform, trial, now } = checking;
  const day = localDay(now(), platform.reportTimeZone);
  const refusedWithout: { isRefused?: boolean } = {};
  const info = await tryOperation(INFO[0], checking, async () => {
    try {
      await trial.info(day, NO_MESSAGE, 'never');
      refusedWithout.isRefused = false;
    } catch (error) {
      if (failureCode(error) !== 'not_allowed') throw error;
      refusedWithout.isRefused = true;
      if (!hasLogin) return notTried('wants a token, and there is no log-in');
      await trial.info(day, NO_MESSAGE, 'always');
    }
    return ok('answers of a reference that no message has');
  });
  const auth = infoAuthResult(platform.infoAuth, refusedWithout.isRefused);
  return [info, line(INFO[1], auth)];
}

async function checkOAuth(checking: Checking): Promise<Diagnosis[]> {
  const { platform, trial, atFault } = checking;
  const fault = faultOf(atFault, ['SMS_AUTH_URL', 'SMS_CLIENT_ID', 'SMS_CLIENT_SECRET']);
  if (fault !== undefined) return [line('oauth', notTried(fault))];
  if (!platform.oauth) return [line('oauth', ok('left out: nobody can look up by identifier'))];
  const { validityUnit } = platform.oauth;
  let validity: ValidityTrial | undefined;
  const oauth = await tryOperation('oauth', checking, async () => {
    validity = await trial.validity();
    return ok('gives out a token');
  });
  if (!validity) {
    const because = notTried('without a token');
    return [oauth, line('sms', because), line('SMS_VALIDITY_UNIT', because)];
  }
  const sms = await tryOperation('sms', checking, async () => {
    await trial.sms(NO_MESSAGE);
    return ok('answers of an identifier that no message has');
  });
  return [oauth, sms, line('SMS_VALIDITY_UNIT', validityResult(validityUnit, validity))];
}

function tryOperation(
  name: 'login' | 'report' | 'sms_info' | 'oauth' | 'sms',
  { attempt, platform, adviceOnNetwork }: Checking,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Diagnosis> {
  const isOAuth = name === 'oauth' || name === 'sms';
  const address = isOAuth ? 'SMS_AUTH_URL' : 'SMS_BASE_URL';
  const url = (isOAuth ? platform.oauth?.authUrl : undefined) ?? platform.baseUrl;
  const how = {
    limitMs: LIMIT_MS,
    lateAdvice: `check ${address} and the network; where it is only slow, SMS_TIMEOUT_SECONDS`,
    explain: (error: unknown) => explainFailure(error, name, (fault) => adviceOnNetwork(fault, url)),
  };
  return attempt({ group, name }, how, run);
}

/** Whether a look-up by day and reference wants the login token, and whether it gets it. */
function infoAuthResult(setting: InfoAuth, isRefusedWithout: boolean | undefined): Result {
  if (isRefusedWithout === undefined) return notTried('the look-up failed otherwise');
  if (!isRefusedWithout) return ok(`${setting} fits: the look-up wants no token`);
  if (setting === 'never') return wrong('the look-up wants a token', 'set SMS_INFO_AUTH=always');
  const shorter = setting === 'auto' ? '; always would save one question a start' : '';
  return ok(`${setting} fits: the look-up wants a token${shorter}`);
}

/** A token that lives shorter or longer is hardly one. */
const SHORTEST_LIFE_MS = MINUTE_MS;
const LONGEST_LIFE_MS = 31 * DAY_MS;
/** Units are 60 times as long as the next, or more: clocks that differ do not matter. */
const TWICE = 2;

/** Whether the unit in which the OAuth host's validity is read fits what its token says, or what is likely at all. */
function validityResult(setting: ValidityUnit, { inUnits, tokenLivesMs }: ValidityTrial): Result {
  if (validityUnits.every((unit) => inUnits[unit] === undefined))
    return ok('the host tells no validity: a token is used until it is refused');
  const isLikely = (unit: ValidityUnit) => {
    const ms = inUnits[unit];
    if (ms === undefined) return false;
    if (tokenLivesMs === undefined) return ms >= SHORTEST_LIFE_MS && ms <= LONGEST_LIFE_MS;
    return ms <= tokenLivesMs * TWICE && ms >= tokenLivesMs / TWICE;
  };
  const likely = validityUnits.filter(isLikely);
  const lives = tokenLivesMs === undefined ? '' : `; the token itself says ${seconds(tokenLivesMs)}`;
  const read = inUnits[setting];
  const reading = `${setting}, by which it is valid for ${read === undefined ? 'no time' : seconds(read)}${lives}`;
  if (likely.includes(setting)) return ok(`${reading}: fits`);
  if (likely.length === 0) return notTried(`${reading}: no unit fits, the earlier end counts`);
  const fitting = likely.map((unit) => `SMS_VALIDITY_UNIT=${unit}`).join(' or ');
  return wrong(`${reading}: does not fit`, `set ${fitting}`);
}
