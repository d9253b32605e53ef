import { MINUTE_MS } from '../../runtime/durations.ts';
import { UpstreamError } from '../errors.ts';
import { type IssuedToken, loginPauseMs, PAUSE_AFTER_REFUSAL_MS } from './login.ts';
import type { RedisTokens, Token } from './redis-tokens.ts';

export type SharedTokenStore = Pick<RedisTokens, 'get' | 'set'>;

interface TokensOptions {
  readonly key: string;
  readonly store: SharedTokenStore | undefined;
  readonly renew: () => Promise<IssuedToken>;
  readonly now: () => Date;
}

/** A token is renewed this long before its end, or after 90 % of its validity if that is later. */
const RENEWAL_MARGIN_MS = 30_000;
/** After this many new tokens in a row were refused, no further token is requested for 30 seconds. */
const FRUITLESS_RENEWALS = 2;
/** A new token that seems to be expired is used this long, because the platform's clock may differ. */
const EXPIRED_TOKEN_USE_MS = MINUTE_MS;
/** Number of refused tokens to remember, because a shared store may return an old token again. */
const REFUSED_REMEMBERED = 10;

/** Caches an access token. All callers share its renewal, and a refused token is not used again. */
export function createTokens({ key, store, renew, now }: TokensOptions) {
  let cached: Token | undefined;
  let renewal: Promise<Token> | undefined;
  let failure: { error: unknown; atMs: number; untilMs: number } | undefined;
  let refusals: readonly string[] = [];
  let fruitless = 0;
  let lastRenewalMs = 0;

  const nowMs = () => now().getTime();
  const isFresh = (token: Token) => token.renewAtMs === undefined || nowMs() < token.renewAtMs;
  const withRenewal = ({ value, expiresAtMs }: IssuedToken): Token => {
    if (expiresAtMs === undefined) return { value };
    return { value, renewAtMs: expiresAtMs - Math.min(RENEWAL_MARGIN_MS, (expiresAtMs - nowMs()) / 10) };
  };

  const usableToken = (refused?: string) =>
    cached && isFresh(cached) && cached.value !== refused ? cached : undefined;

  const fromStore = async () => {
    const stored = await store?.get(key);
    return stored && isFresh(stored) && !refusals.includes(stored.value) ? stored : undefined;
  };

  const find = async (refused?: string) => {
    const token = usableToken(refused);
    if (token) return token;
    const stored = await fromStore();
    // During the wait for the store, another caller may have renewed the token.
    const meanwhile = usableToken(refused);
    if (stored && !meanwhile) cached = stored;
    return meanwhile ?? stored;
  };

  const issue = async () => {
    const token = withRenewal(await renew());
    const ttlMs = token.renewAtMs === undefined ? undefined : token.renewAtMs - nowMs();
    await store?.set(key, token, ttlMs);
    return ttlMs === undefined || ttlMs > 0 ? token : { ...token, renewAtMs: nowMs() + EXPIRED_TOKEN_USE_MS };
  };

  const renewOnce = () => {
    // If the clock was set back, the pause after a failed login ends, because it would last too long.
    if (failure && nowMs() >= failure.atMs && nowMs() < failure.untilMs)
      return Promise.reject(withWait(failure.error, failure.untilMs - nowMs()));
    renewal ??= (async () => {
      try {
        cached = await issue();
        failure = undefined;
        lastRenewalMs = nowMs();
        return cached;
      } catch (error) {
        failure = { error, atMs: nowMs(), untilMs: nowMs() + loginPauseMs(error) };
        throw error;
      } finally {
        renewal = undefined;
      }
    })();
    return renewal;
  };

  return {
    mostReplacements: store ? 2 : 1,
    async current(): Promise<string> {
      const token = renewal ?? (await find()) ?? renewOnce();
      return (await token).value;
    },
    /** Returns another token after a 401 or 403 for `refused`, or `undefined` if a new one would not help. */
    async replacementFor(refused: string): Promise<string | undefined> {
      if (!refusals.includes(refused)) refusals = [refused, ...refusals].slice(0, REFUSED_REMEMBERED);
      const token = await (renewal ?? find(refused));
      if (token && token.value !== refused) return token.value;
      const sinceRenewalMs = nowMs() - lastRenewalMs;
      const isPaused = sinceRenewalMs >= 0 && sinceRenewalMs < PAUSE_AFTER_REFUSAL_MS;
      if (fruitless >= FRUITLESS_RENEWALS && isPaused) return undefined;
      if (!renewal) fruitless += 1;
      return (await renewOnce()).value;
    },
    worked() {
      fruitless = 0;
    },
  };
}

export type CallWithToken = <T>(call: (token: string) => Promise<T>) => Promise<T>;

/** Repeats a refused call with a new token: up to twice if replicas share tokens, else once. */
export function createCallWithToken(tokens: ReturnType<typeof createTokens>): CallWithToken {
  return async (call) => {
    let token = await tokens.current();
    for (let replacements = 0; ; replacements += 1) {
      try {
        const answer = await call(token);
        if (replacements > 0) tokens.worked();
        return answer;
      } catch (error) {
        const isRefused = error instanceof UpstreamError && error.code === 'not_allowed';
        const isFinal = !isRefused || replacements === tokens.mostReplacements;
        const next = isFinal ? undefined : await tokens.replacementFor(token);
        if (next === undefined) throw error;
        token = next;
      }
    }
  };
}

function withWait(error: unknown, retryAfterMs: number): unknown {
  if (!(error instanceof UpstreamError) || error.retryAfterMs === undefined) return error;
  const { code, operation, status } = error;
  return new UpstreamError(code, { operation, reason: 'still to be waited for', status, retryAfterMs });
}
