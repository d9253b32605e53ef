import { MINUTE_MS } from '../../runtime/durations.ts';
import { errorCode } from '../../runtime/error-code.ts';
import type { Connection } from '../../slack/connection/http.ts';
import type { RedisTokens, Upstream } from '../../upstream/index.ts';
import type { HealthState } from '../gauges.ts';

/** A part’s state. `reason` is one of the bot’s own words or an error code, without addresses or values. */
export interface PartState {
  readonly state: HealthState;
  readonly reason?: string;
}

const OK: PartState = { state: 'ok' };

export function slackState({ isReady }: Pick<Connection, 'isReady'>, isDraining: boolean): PartState {
  if (isDraining) return { state: 'down', reason: 'draining' };
  return isReady() ? OK : { state: 'down', reason: 'not_connected' };
}

/** `check` resolves with false if the bot has not used the database yet: a health check must not open it. */
export async function databaseState(check: () => Promise<boolean>): Promise<PartState> {
  try {
    return (await check()) ? OK : { state: 'ok', reason: 'not_opened' };
  } catch (error) {
    return { state: 'down', reason: wordFor(error) };
  }
}

/** `isClockOff`: the process’s clock differs from the database’s, by which work is due. */
export function queueState(failure: unknown, isClockOff: boolean): PartState {
  if (failure !== undefined) return { state: 'down', reason: wordFor(failure) };
  return isClockOff ? { state: 'degraded', reason: 'clock' } : OK;
}

/** State of Redis, which stores the platform’s login tokens. Without Redis, they stay in the process. */
export async function cacheState(tokens: Pick<RedisTokens, 'isAvailable'> | undefined): Promise<PartState> {
  if (!tokens) return { state: 'ok', reason: 'in_memory' };
  return (await tokens.isAvailable()) ? OK : { state: 'down', reason: 'no_answer' };
}

/** A failed request makes the platform’s state degraded for this time, unless a later request succeeds. */
const RECENT_FAILURE_MS = 15 * MINUTE_MS;

/** The SMS platform’s state by its circuit breaker and last failures; sends no request to the platform. */
export function platformState(
  { circuits, lastFailures, areDaysMissing }: Pick<Upstream, 'circuits' | 'lastFailures' | 'areDaysMissing'>,
  now: Date,
): PartState {
  const { platform, oauth } = lastFailures();
  const isRecent = (failure: { readonly at: Date } | undefined) =>
    failure !== undefined && now.getTime() - failure.at.getTime() < RECENT_FAILURE_MS;
  if (circuits().platform) return { state: 'down', reason: 'no_answer' };
  if (platform?.code === 'wrong_credentials') return { state: 'down', reason: platform.code };
  if (areDaysMissing()) return { state: 'degraded', reason: 'report_bounds' };
  if (platform && isRecent(platform)) return { state: 'degraded', reason: platform.code };
  if (circuits().oauth) return { state: 'degraded', reason: 'oauth_no_answer' };
  if (oauth && (isRecent(oauth) || oauth.code === 'wrong_credentials'))
    return { state: 'degraded', reason: `oauth_${oauth.code}` };
  return OK;
}

export function worst(states: readonly PartState[]): PartState {
  const byState = (word: HealthState) => states.find(({ state }) => state === word);
  return byState('down') ?? byState('degraded') ?? OK;
}

function wordFor(error: unknown): string {
  const code = errorCode(error);
  return code !== undefined && /^\w{1,32}$/.test(code) ? code.toLowerCase() : 'failed';
}
