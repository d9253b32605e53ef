import { MINUTE_MS } from '../../runtime/durations.ts';
import { errorCode } from '../../runtime/error-code.ts';
import type { Connection } from '../../slack/connection/http.ts';
import type { RedisTokens, Upstream } from '../../upstream/index.ts';
import type { StateWord } from '../gauges.ts';

/** How a part of the bot fares; the reason is a word of ours, without an address or a value. */
export interface PartState {
  readonly state: StateWord;
  readonly reason?: string;
}

const OK: PartState = { state: 'ok' };

export function slackState({ isReady }: Pick<Connection, 'isReady'>, isDraining: boolean): PartState {
  if (isDraining) return { state: 'down', reason: 'draining' };
  return isReady() ? OK : { state: 'down', reason: 'not_connected' };
}

/** `look` gives false where nothing has asked for the database, which is not opened to look at it. */
export async function databaseState(look: () => Promise<boolean>): Promise<PartState> {
  try {
    return (await look()) ? OK : { state: 'ok', reason: 'not_opened' };
  } catch (error) {
    return { state: 'down', reason: wordFor(error) };
  }
}

export function queueState(failure: unknown): PartState {
  return failure === undefined ? OK : { state: 'down', reason: wordFor(failure) };
}

/** Without Redis tokens stay in the process, which is as good for one. */
export async function cacheState(tokens: Pick<RedisTokens, 'isThere'> | undefined): Promise<PartState> {
  if (!tokens) return { state: 'ok', reason: 'in_memory' };
  return (await tokens.isThere()) ? OK : { state: 'down', reason: 'no_answer' };
}

/** One that passes is told of for so long; nobody may have asked since. */
const LATELY_MS = 15 * MINUTE_MS;

/** What is known of the platform without asking it: by the circuit breaker and the last answers. */
export function platformState(
  { circuits, lastFailures, areDaysMissing }: Pick<Upstream, 'circuits' | 'lastFailures' | 'areDaysMissing'>,
  now: Date,
): PartState {
  const { platform, oauth } = lastFailures();
  const isLate = (failure: { readonly at: Date } | undefined) =>
    failure !== undefined && now.getTime() - failure.at.getTime() < LATELY_MS;
  if (circuits().platform) return { state: 'down', reason: 'no_answer' };
  if (platform?.code === 'wrong_credentials') return { state: 'down', reason: platform.code };
  if (areDaysMissing()) return { state: 'degraded', reason: 'report_bounds' };
  if (platform && isLate(platform)) return { state: 'degraded', reason: platform.code };
  if (circuits().oauth) return { state: 'degraded', reason: 'oauth_no_answer' };
  if (oauth && (isLate(oauth) || oauth.code === 'wrong_credentials'))
    return { state: 'degraded', reason: `oauth_${oauth.code}` };
  return OK;
}

export function worst(states: readonly PartState[]): PartState {
  const byState = (word: StateWord) => states.find(({ state }) => state === word);
  return byState('down') ?? byState('degraded') ?? OK;
}

function wordFor(error: unknown): string {
  const code = errorCode(error);
  return code !== undefined && /^\w{1,32}$/.test(code) ? code.toLowerCase() : 'failed';
}
