import { type FailureCode, isFailure } from '../domain/failure.ts';
import type { Log } from '../ops/log.ts';
import type { ProxySettings } from '../runtime/proxy.ts';
import type { Upstream } from '../upstream/index.ts';
import { networkAdvice } from './network-advice.ts';

const IS_TRIED_AGAIN = 'the next question tries again';

const WHAT_TO_DO: Partial<Record<FailureCode, string>> = {
  wrong_credentials: 'it does not accept SMS_EMAIL and SMS_PASSWORD; correct them and start the bot again',
  not_found: 'SMS_BASE_URL has no log-in; it is the address above /login_ws',
  invalid_answer: 'what answers at SMS_BASE_URL is not its log-in; check the address',
  refused: 'what answers at SMS_BASE_URL refuses the log-in; check the address',
  timed_out: `it does not answer in time; check SMS_BASE_URL and the network; ${IS_TRIED_AGAIN}`,
  unavailable: `it cannot be reached, or has an error of its own; check SMS_BASE_URL and the network; ${IS_TRIED_AGAIN}`,
  rate_limited: `it takes no more log-ins for a while; ${IS_TRIED_AGAIN}`,
};

interface TryingOptions {
  readonly baseUrl: string;
  readonly proxies: ProxySettings | undefined;
  readonly log: Log;
  readonly stopping: AbortSignal;
}

/** Logs in to the platform and says in the log how that went, and what to do. @returns whether it can be asked */
export async function tryPlatform(
  { logIn }: Pick<Upstream, 'logIn'>,
  { baseUrl, proxies, log, stopping }: TryingOptions,
): Promise<boolean> {
  const { origin, pathname } = new URL(baseUrl);
  const platform = `${origin}${pathname}`;
  try {
    await logIn();
    log.info({ platform }, 'the platform takes the log-in');
    return true;
  } catch (error) {
    if (!isFailure(error)) throw error;
    if (stopping.aborted) return false;
    const { code, redirectedTo, networkFault } = error;
    const isUnanswered = networkFault !== undefined || code === 'timed_out';
    const advice = isUnanswered ? networkAdvice(networkFault ?? {}, baseUrl, proxies) : undefined;
    const whatToDo =
      redirectedTo === undefined
        ? (advice ?? WHAT_TO_DO[code] ?? IS_TRIED_AGAIN)
        : 'it points elsewhere; SMS_BASE_URL is to be what redirectedTo tells, without /login_ws';
    log.error({ platform, code, redirectedTo }, `the platform cannot be asked: ${whatToDo}`);
    return false;
  }
}
