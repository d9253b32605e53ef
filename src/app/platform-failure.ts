import type { WorkspaceConfig } from '../config.ts';
import type { FailureCode } from '../domain/failure.ts';
import type { ProxySettings } from '../runtime/proxy.ts';
import type { UpstreamError } from '../upstream/index.ts';
import { type FoundFailure, unreached } from './start-failure.ts';

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

interface AskedPlatform extends Pick<WorkspaceConfig, 'platform'> {
  readonly proxies: ProxySettings | undefined;
}

/** What is wrong with the platform’s answer, and which setting to correct. */
export function explainPlatformFailure(
  { code, operation, redirectedTo, networkFault, status }: UpstreamError,
  { platform, proxies }: AskedPlatform,
): FoundFailure {
  const isOAuth = operation === 'oauth' || operation === 'sms';
  const variable = isOAuth ? 'SMS_AUTH_URL' : 'SMS_BASE_URL';
  const account = isOAuth ? 'SMS_CLIENT_ID and SMS_CLIENT_SECRET' : 'SMS_EMAIL and SMS_PASSWORD';
  const path = `/${PATHS[operation]}`;
  if (redirectedTo !== undefined)
    return { found: `points elsewhere: ${redirectedTo}`, advice: `set ${variable} to that, without ${path}` };
  if (operation === 'info' && code === 'not_allowed' && platform.infoAuth === 'never')
    return { found: 'wants a token', advice: 'set SMS_INFO_AUTH=always' };
  const found = FOUND[code] ?? 'was not asked';
  if (code === 'rate_limited') return { found, advice: 'try again later; the bot waits by itself' };
  if (code === 'wrong_credentials') return { found, advice: `correct ${account}` };
  if (code === 'not_allowed' || code === 'refused') {
    const isLogin = operation === 'login' || operation === 'oauth';
    return { found, advice: isLogin ? `check ${variable}, ${account}` : ON_REFUSAL[operation] };
  }
  if (code === 'not_found' || code === 'invalid_answer')
    return { found, advice: `check ${variable}: it is the address above ${path}` };
  if (status !== undefined && status >= 500)
    return {
      found: `answers with status ${status}`,
      advice: 'it has an error of its own: ask its operator, or try again later',
    };
  const address = (isOAuth && platform.oauth?.authUrl) || platform.baseUrl;
  return unreached(found, networkFault ?? {}, { address, proxies, advice: checkAddress(variable) });
}

export const checkAddress = (variable: string) =>
  `check ${variable} and the network; where it is only slow, SMS_TIMEOUT_SECONDS`;
