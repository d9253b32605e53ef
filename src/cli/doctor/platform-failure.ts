import { type FailureCode, isFailure } from '../../domain/failure.ts';
import type { NetworkFault } from '../../runtime/network-fault.ts';
import { type Result, warning, wrong } from './diagnosis.ts';

type TriedOperation = 'login' | 'report' | 'sms_info' | 'oauth' | 'sms';

interface Where {
  readonly address: string;
  readonly path: string;
  readonly credentials: string;
  /** What a question that is not allowed, or is refused as it was put, may be for. */
  readonly refusal: string;
}

const WHERE: Readonly<Record<TriedOperation, Where>> = {
  login: {
    address: 'SMS_BASE_URL',
    path: '/login_ws',
    credentials: 'correct SMS_EMAIL and SMS_PASSWORD',
    refusal: 'check SMS_BASE_URL, SMS_EMAIL and SMS_PASSWORD',
  },
  report: {
    address: 'SMS_BASE_URL',
    path: '/report_mt',
    credentials: 'correct SMS_EMAIL and SMS_PASSWORD',
    refusal: 'correct SMS_REPORT_TOKEN, or have the platform’s operator let the account read reports',
  },
  sms_info: {
    address: 'SMS_BASE_URL',
    path: '/sms_info',
    credentials: 'correct SMS_EMAIL and SMS_PASSWORD',
    refusal: 'correct SMS_INFO_DATE_FORMAT, or have the platform’s operator let the account look messages up',
  },
  oauth: {
    address: 'SMS_AUTH_URL',
    path: '/api/auth',
    credentials: 'correct SMS_CLIENT_ID and SMS_CLIENT_SECRET',
    refusal: 'check SMS_AUTH_URL, SMS_CLIENT_ID and SMS_CLIENT_SECRET',
  },
  sms: {
    address: 'SMS_AUTH_URL',
    path: '/api/sms',
    credentials: 'correct SMS_CLIENT_ID and SMS_CLIENT_SECRET',
    refusal: 'have the platform’s operator let the client look messages up',
  },
};

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

export function failureCode(error: unknown): FailureCode | undefined {
  return isFailure(error) ? error.code : undefined;
}

/** What a failed operation means, by which of the settings it depends on; `undefined` for what is not the platform's. */
export function explainFailure(
  error: unknown,
  operation: TriedOperation,
  onNetwork: (fault: NetworkFault) => string | undefined = () => undefined,
): Result | undefined {
  if (!isFailure(error)) return undefined;
  const { address, path, credentials, refusal } = WHERE[operation];
  const { code, redirectedTo } = error;
  const found = FOUND[code];
  if (redirectedTo !== undefined)
    return wrong(`points elsewhere: ${redirectedTo}`, `set ${address} to that, without ${path}`);
  if (code === 'rate_limited') return warning(found, 'try again later; the bot waits by itself');
  if (code === 'wrong_credentials') return wrong(found, credentials);
  if (code === 'not_allowed' || code === 'refused') return wrong(found, refusal);
  if (code === 'not_found' || code === 'invalid_answer')
    return wrong(found, `check ${address}: it is the address above ${path}`);
  const advice = error.networkFault && onNetwork(error.networkFault);
  return wrong(
    found,
    advice ?? `check ${address} and the network; where it is only slow, SMS_TIMEOUT_SECONDS`,
  );
}
