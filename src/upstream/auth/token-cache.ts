import { z } from 'zod';
import { MINUTE_MS } from '../../runtime/durations.ts';
import { UpstreamError } from '../errors.ts';

export interface IssuedToken {
  readonly value: string;
  /** Milliseconds since 1970 from which the token is no longer good, where the platform or the token says so. */
  readonly expiresAtMs?: number | undefined;
}

interface TokensOptions {
  readonly key: string;
  readonly store: TokenStore | undefined;
  readonly renew: () => Promise<IssuedToken>;
  readonly now: () => Date;
}

/** Renew this long before the end, or a tenth of the life of a token that lives shorter than five minutes. */
const RENEWAL_MARGIN_MS = 30_000;
/** An account whose credentials are wrong is not tried again for this long, lest the platform lock it. */
const PAUSE_AFTER_REFUSAL_MS = 30_000;
/** After any other failed login those who wait share the failure instead of each trying in turn. */
const PAUSE_AFTER_FAILURE_MS = 1_000;
/** No platform keeps look-ups waiting for longer, whatever it asks for. */
const LONGEST_PAUSE_MS = 15 * MINUTE_MS;
/** Replacements in a row that were refused as well, after which refusals are no longer put down to the token. */
const FRUITLESS_RENEWALS = 2;
/** A token that has ended as soon as it is issued, by clocks that differ, is held for this long all the same. */
const BORN_OLD_MS = MINUTE_MS;
/** Refused tokens remembered, lest a store that was away bring one of them back. */
const REFUSED_REMEMBERED = 10;

/** Keeps one access token current: one renewal at a time, whoever asks, and none that is known to be useless. */
export function createTokens({ key, store, renew, now }: TokensOptions) {
  let held: Token | undefined;
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

  /** The copy held here, which needs no asking, unless it is the one that was refused. */
  const atHand = (refused?: string) => (held && isFresh(held) && held.value !== refused ? held : undefined);

  const inStore = async () => {
    const stored = await store?.get(key);
    return stored && isFresh(stored) && !refusals.includes(stored.value) ? stored : undefined;
  };

  const find = async (refused?: string) => {
    const token = atHand(refused);
    if (token) return token;
    const stored = await inStore();
    // A renewal may have ended while the store was being asked.
    const meanwhile = atHand(refused);
    if (stored && !meanwhile) held = stored;
    return meanwhile ?? stored;
  };

  const issue = async () => {
    const token = withRenewal(await renew());
    const ttlMs = token.renewAtMs === undefined ? undefined : token.renewAtMs - nowMs();
    await store?.set(key, token, ttlMs);
    return ttlMs === undefined || ttlMs > 0 ? token : { ...token, renewAtMs: nowMs() + BORN_OLD_MS };
  };

  const renewOnce = () => {
    // A clock that was put back would make the pause as long as that.
    if (failure && nowMs() >= failure.atMs && nowMs() < failure.untilMs)
      return Promise.reject(withWait(failure.error, failure.untilMs - nowMs()));
    renewal ??= (async () => {
      try {
        held = await issue();
        failure = undefined;
        lastRenewalMs = nowMs();
        return held;
      } catch (error) {
        failure = { error, atMs: nowMs(), untilMs: nowMs() + renewalPauseMs(error) };
        throw error;
      } finally {
        renewal = undefined;
      }
    })();
    return renewal;
  };

  return {
    mostReplacements: store ? 2 : 1,
    /** A token to call with: the one in use, or a new one. Any number of callers share one renewal. */
    async current(): Promise<string> {
      const token = renewal ?? (await find()) ?? renewOnce();
      return (await token).value;
    },
    /** A token in place of one that was answered with 401 or 403; `undefined` where a renewal would not help either. */
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
    /** Says that a call repeated with a replacement succeeded. */
    worked() {
      fruitless = 0;
    },
  };
}

export type CallWithToken = <T>(call: (token: string) => Promise<T>) => Promise<T>;

/** Twice where replicas share tokens: where a log-in ends earlier tokens, two at once end each other's first one. */
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

function renewalPauseMs(error: unknown): number {
  if (!(error instanceof UpstreamError)) return PAUSE_AFTER_FAILURE_MS;
  if (error.code === 'wrong_credentials') return PAUSE_AFTER_REFUSAL_MS;
  return Math.min(error.retryAfterMs ?? PAUSE_AFTER_FAILURE_MS, LONGEST_PAUSE_MS);
}

/** A failure that is passed on later tells the wait that is left. */
function withWait(error: unknown, retryAfterMs: number): unknown {
  if (!(error instanceof UpstreamError) || error.retryAfterMs === undefined) return error;
  const { code, operation, status } = error;
  return new UpstreamError(code, { operation, reason: 'still to be waited for', status, retryAfterMs });
}

const claims = z.object({ exp: z.number() });

/** When a token ends by its own word (the `exp` claim of a JWT, RFC 7519), in milliseconds since 1970. */
export function expiryOf(token: string): number | undefined {
  const [, payload, signature] = token.split('.');
  if (payload === undefined || signature === undefined) return undefined;
  try {
    const parsed = claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
    return parsed.success ? parsed.data.exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}

export interface Token {
  readonly value: string;
  /** Milliseconds since 1970 from which a new token is due; left out where the end of this one is not known. */
  readonly renewAtMs?: number;
}

/** Where replicas share their access tokens. None of its methods ever rejects. */
export interface TokenStore {
  /** The token kept under a key; `undefined` when there is none, it has run out, or the store does not answer. */
  get(key: string): Promise<Token | undefined>;
  /** Keeps a token for `ttlMs` milliseconds, or until deleted. A time of zero or less keeps nothing. */
  set(key: string, token: Token, ttlMs: number | undefined): Promise<void>;
}
