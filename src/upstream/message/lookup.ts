import type { Day } from '../../domain/time/period.ts';
import type { CallWithToken } from '../auth/token-cache.ts';
import { UpstreamError } from '../errors.ts';
import type { Http } from '../http/request.ts';
import type { Slots } from '../slots.ts';
import { formatDay } from './day-format.ts';
import { infoAnswer, parseSingle, type SentMessage } from './wire.ts';

/** Which message: the platform's day it was sent on, and its transaction reference, in any spelling. */
export interface SingleQuery {
  readonly day: Day;
  readonly reference: string;
}

/**
 * Whether `sms_info` is asked with the login token: `auto` asks without it first, with it after a 401 or 403,
 * and from then on as it worked.
 */
export type InfoAuth = 'auto' | 'always' | 'never';

export interface SingleOptions {
  readonly http: Http;
  readonly slots: Slots;
  readonly withToken: CallWithToken;
  readonly auth: InfoAuth;
  /** A date-fns pattern that `isDayPattern` accepts. */
  readonly dateFormat: string;
}

const operation = 'info';

/** Looks up one message by day and reference. */
export function createSingle({ http, slots, withToken, auth, dateFormat }: SingleOptions) {
  let needsToken = auth === 'always';

  async function ask(path: readonly string[], token?: string) {
    return await http
      .send({ operation, path, token, isRead: true, schema: infoAnswer, keepsLongNumbers: true })
      .catch(nothingWhereNotFound);
  }

  async function askEitherWay(path: readonly string[]) {
    if (!needsToken) {
      try {
        return await ask(path);
      } catch (error) {
        const refused = error instanceof UpstreamError && error.code === 'not_allowed';
        if (!refused || auth === 'never') throw error;
      }
    }
    const answer = await withToken((token) => ask(path, token));
    needsToken = true;
    return answer;
  }

  return async ({ day, reference }: SingleQuery): Promise<SentMessage | undefined> => {
    // The address would end before the reference, at another operation.
    if (reference === '') return undefined;
    const leave = await slots.take('lookup', operation);
    try {
      const record = await askEitherWay(['sms_info', formatDay(day, dateFormat), reference]);
      if (record === undefined) return undefined;
      const parsed = parseSingle(record);
      if ('sent' in parsed) return parsed.sent;
      throw new UpstreamError('invalid_answer', { operation, reason: parsed.fault });
    } finally {
      leave();
    }
  };
}

/** Not knowing a message is an answer. */
export function nothingWhereNotFound(error: unknown): undefined {
  if (error instanceof UpstreamError && error.code === 'not_found') return undefined;
  throw error;
}
