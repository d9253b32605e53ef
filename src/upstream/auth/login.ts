import { z } from 'zod';
import type { Log } from '../../ops/log.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';
import { jsonValue } from '../../runtime/json.ts';
import { type Operation, UpstreamError } from '../errors.ts';
import { MISSING } from '../fields.ts';
import type { Http } from '../http/request.ts';
import { tokenAnswer } from '../message/wire.ts';
import { loginAnswer } from '../wire.ts';

export interface IssuedToken {
  readonly value: string;
  /** End of validity in Unix milliseconds; absent if neither the platform nor the token states it. */
  readonly expiresAtMs?: number | undefined;
}

/** No login for this time after wrong credentials, so that the platform does not lock the account. */
export const PAUSE_AFTER_REFUSAL_MS = 30_000;
/** After a failed login, all callers get the same error for this time, without a new attempt. */
const PAUSE_AFTER_FAILURE_MS = 1_000;
/** Longest pause before a login that the platform can demand by `Retry-After`. */
const MAX_PAUSE_MS = 15 * MINUTE_MS;

export function createLogin(
  http: Http,
  credentials: { readonly email: string; readonly password: string },
  log: Log,
): () => Promise<IssuedToken> {
  const operation = 'login';
  return async () => {
    const body = { json: credentials };
    const answer = await http
      .send({ operation, path: ['login_ws'], body, isRead: false, schema: loginAnswer })
      .catch((error: UpstreamError) => {
        if (error.code !== 'not_allowed') throw error;
        throw wrongCredentials(operation, error.message, error.status);
      });
    const value = answer.auth_access_token;
    if (answer.status === false || !value || value === MISSING) throw noToken(operation);
    log.info({ operation }, 'logged in to the platform');
    return { value, expiresAtMs: expiryOf(value) };
  };
}

const UNITS_MS = { milliseconds: 1, seconds: 1_000, minutes: MINUTE_MS, hours: HOUR_MS } as const;

export type ValidityUnit = keyof typeof UNITS_MS;

export const validityUnits = Object.keys(UNITS_MS) as readonly ValidityUnit[];

export interface OAuthSettings {
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly validityUnit: ValidityUnit;
}

interface TokenRequestOptions extends Omit<OAuthSettings, 'authUrl'> {
  readonly http: Http;
  readonly now: () => Date;
  readonly log: Log;
}

/** A token’s stated validity of more than ten years is ignored, as an error of the platform. */
const LONGEST_VALIDITY_MS = 10 * 366 * DAY_MS;

/** Requests a token by the OAuth client credentials grant (RFC 6749, section 4.4). */
export async function askForToken({
  http,
  clientId,
  clientSecret,
}: Pick<TokenRequestOptions, 'http' | 'clientId' | 'clientSecret'>) {
  const operation = 'oauth';
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const answer = await http
    .send({ operation, path: ['api', 'auth'], body: { form }, isRead: false, schema: tokenAnswer })
    .catch((error: UpstreamError) => {
      // RFC 6749, 5.2: wrong credentials are answered with 400 or 401.
      if (error.code !== 'not_allowed' && error.status !== 400) throw error;
      throw wrongCredentials(operation, error.message, error.status);
    });
  const value = answer.access_token;
  if (!value || value === MISSING) throw noToken(operation);
  return { value, validityPeriod: answer.validity_period };
}

export function createTokenRequest(options: TokenRequestOptions): () => Promise<IssuedToken> {
  const { validityUnit, now, log } = options;
  return async () => {
    const requestedAtMs = now().getTime();
    const { value, validityPeriod } = await askForToken(options);
    log.info({ operation: 'oauth' }, 'got a token of the OAuth host');
    const validityMs = parseValidity(validityPeriod, validityUnit);
    const ends = [expiryOf(value), validityMs && requestedAtMs + validityMs].filter(
      (end) => end !== undefined,
    );
    return { value, expiresAtMs: ends.length === 0 ? undefined : Math.min(...ends) };
  };
}

function parseValidity(period: unknown, unit: ValidityUnit): number | undefined {
  const text = typeof period === 'number' ? String(period) : period;
  if (typeof text !== 'string' || !/^\d{1,20}(?:\.\d{1,20})?$/.test(text.trim())) return undefined;
  const validityMs = Number(text) * UNITS_MS[unit];
  return validityMs > 0 && validityMs <= LONGEST_VALIDITY_MS ? validityMs : undefined;
}

function wrongCredentials(operation: Operation, reason: string, status?: number): UpstreamError {
  return new UpstreamError('wrong_credentials', { operation, reason, status });
}

function noToken(operation: Operation): UpstreamError {
  return wrongCredentials(operation, 'answered 200 without a token');
}

/** How long no new login is tried after a failed one. */
export function loginPauseMs(error: unknown): number {
  if (!(error instanceof UpstreamError)) return PAUSE_AFTER_FAILURE_MS;
  if (error.code === 'wrong_credentials') return PAUSE_AFTER_REFUSAL_MS;
  return Math.min(error.retryAfterMs ?? PAUSE_AFTER_FAILURE_MS, MAX_PAUSE_MS);
}

const claims = z.object({ exp: z.number() });

/** End of validity in Unix milliseconds, from the `exp` claim of a JWT (RFC 7519). */
export function expiryOf(token: string): number | undefined {
  const [, payload, signature] = token.split('.');
  if (payload === undefined || signature === undefined) return undefined;
  const { data } = claims.safeParse(jsonValue(Buffer.from(payload, 'base64url').toString()));
  return data && data.exp * 1000;
}
