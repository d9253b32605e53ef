import type { Log } from '../../ops/log.ts';
import { UpstreamError } from '../errors.ts';
import type { Http } from '../http/request.ts';
import { loginAnswer, MISSING } from '../wire.ts';
import { expiryOf, type IssuedToken } from './token-cache.ts';

export interface LoginOptions {
  readonly http: Http;
  readonly email: string;
  readonly password: string;
  readonly log: Pick<Log, 'info'>;
}

const operation = 'login';

/** Exchanges the account's credentials for a token. */
export function createLogin({ http, email, password, log }: LoginOptions): () => Promise<IssuedToken> {
  return async () => {
    const body = { json: { email, password } };
    const answer = await http
      .send({ operation, path: ['login_ws'], body, isRead: false, schema: loginAnswer })
      .catch((error: UpstreamError) => {
        if (error.code !== 'not_allowed') throw error;
        const { message: reason, status } = error;
        throw new UpstreamError('wrong_credentials', { operation, reason, status });
      });
    const value = answer.auth_access_token;
    if (answer.status === false || !value || value === MISSING) {
      throw new UpstreamError('wrong_credentials', { operation, reason: 'answered 200 without a token' });
    }
    log.info({ operation }, 'logged in to the platform');
    return { value, expiresAtMs: expiryOf(value) };
  };
}
