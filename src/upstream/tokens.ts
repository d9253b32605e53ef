import { z } from 'zod';
import { UpstreamError } from './errors.ts';
import type { Token, TokenStore } from './token-store.ts';

export interface Tokens {
  /** A token to call with: the one in use, or a new one. Any number of callers share one renewal. */
  current(): Promise<string>;
  /**
   * What to call with after `refused` was answered with 401 or 403: the token that has taken its place
   * meanwhile, else a new one. `undefined` where another renewal would not help either.
   */
  replacementFor(refused: string): Promise<string | undefined>;
  /** Says that a call with the token in use succeeded. */
  worked(): void;
}

export interface IssuedToken {
  readonly value: string;
  /** Milliseconds since 1970 from which the token is no longer good, where the platform or the token says so. */
  readonly expiresAtMs?: number | undefined;
}

export interface TokensOptions {
  readonly key: string;
  readonly store: TokenStore;
  /** Asks the platform for a new token. */
  readonly renew: () => Promise<IssuedToken>;
  readonly now: () => Date;
}

/** Renew this long before the end, or a tenth of the life of a token that lives shorter than five minutes. */
const RENEWAL_MARGIN_MS = 30_000;
/** An account whose credentials are wrong is not tried again for this long, lest the platform lock it. */
const PAUSE_AFTER_REFUSAL_MS = 30_000;
/** After any other failed login those who wait share the failure instead of each trying in turn. */
const PAUSE_AFTER_FAILURE_MS = 1_000;
/** Renewals in a row whose tokens never worked, after which refusals are no longer put down to the token. */
const FRUITLESS_RENEWALS = 2;

/** Keeps one access token current: one renewal at a time, whoever asks, and none that is known to be useless. */
export function createTokens({ key, store, renew, now }: TokensOptions): Tokens {
  let held: Token | undefined;
  let renewal: Promise<Token> | undefined;
  let failure: { error: unknown; untilMs: number } | undefined;
  let fruitless = 0;
  let lastRenewalMs = 0;

  const nowMs = () => now().getTime();
  const isFresh = (token: Token) => token.renewAtMs === undefined || nowMs() < token.renewAtMs;
  const withRenewal = ({ value, expiresAtMs }: IssuedToken): Token => {
    if (expiresAtMs === undefined) return { value };
    return { value, renewAtMs: expiresAtMs - Math.min(RENEWAL_MARGIN_MS, (expiresAtMs - nowMs()) / 10) };
  };

  // The copy held here serves when the store fails, and when a renewal ended while the store was being asked.
  const peek = async () => {
    const stored = await store.get(key);
    if (stored && isFresh(stored)) return stored;
    return held && isFresh(held) ? held : undefined;
  };

  const renewOnce = () => {
    if (failure && nowMs() < failure.untilMs) return Promise.reject(failure.error);
    renewal ??= (async () => {
      try {
        const token = withRenewal(await renew());
        failure = undefined;
        lastRenewalMs = nowMs();
        held = token;
        await store.set(
          key,
          token,
          token.renewAtMs === undefined ? undefined : token.renewAtMs - lastRenewalMs,
        );
        return token;
      } catch (error) {
        failure = { error, untilMs: nowMs() + pauseAfter(error) };
        throw error;
      } finally {
        renewal = undefined;
      }
    })();
    return renewal;
  };

  return {
    async current() {
      const token = renewal ?? (await peek()) ?? renewOnce();
      return (await token).value;
    },
    async replacementFor(refused) {
      const token = await (renewal ?? peek());
      if (token && token.value !== refused) return token.value;
      if (fruitless >= FRUITLESS_RENEWALS && nowMs() - lastRenewalMs < PAUSE_AFTER_REFUSAL_MS)
        return undefined;
      if (!renewal) fruitless += 1;
      return (await renewOnce()).value;
    },
    worked() {
      fruitless = 0;
    },
  };
}

function pauseAfter(error: unknown): number {
  if (!(error instanceof UpstreamError)) return PAUSE_AFTER_FAILURE_MS;
  if (error.code === 'wrong_credentials') return PAUSE_AFTER_REFUSAL_MS;
  return error.retryAfterMs ?? PAUSE_AFTER_FAILURE_MS;
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
