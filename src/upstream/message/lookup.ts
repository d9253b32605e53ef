import { createRequire } from 'node:module';
import { TZDate } from '@date-fns/tz';
import { addDaysTo, type Day } from '../../domain/time/calendar.ts';
import type { CallWithToken } from '../auth/token-cache.ts';
import { UpstreamError } from '../errors.ts';
import type { Http } from '../http/request.ts';
import type { Slots } from '../slots.ts';
import { infoAnswer, parseInfoRecord, parseSmsRecord, type SentMessage, smsAnswer } from './wire.ts';

export interface InfoQuery {
  readonly day: Day;
  readonly reference: string;
  readonly userId?: string | undefined;
}

/** Whether `sms_info` requests send the login token; `auto` sends it only after a request was refused. */
export type InfoAuth = 'auto' | 'always' | 'never';

interface SmsLookupOptions {
  readonly http: Http;
  readonly slots: Slots;
  readonly withToken: CallWithToken;
}

interface InfoLookupOptions extends SmsLookupOptions {
  readonly auth: InfoAuth;
  readonly dateFormat: string;
}

/** Matches an empty text and texts of dots only, which change the path of an address even if escaped. */
const LEADS_ELSEWHERE = /^\.*$/;

export function createInfoLookup({ http, slots, withToken, auth, dateFormat }: InfoLookupOptions) {
  const operation = 'info';
  let needsToken = auth === 'always';

  async function ask(path: readonly string[], token?: string) {
    return await http
      .send({ operation, path, token, isRead: true, schema: infoAnswer })
      .catch(undefinedWhenNotFound);
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

  return async ({ day, reference, userId }: InfoQuery): Promise<SentMessage | undefined> => {
    if (LEADS_ELSEWHERE.test(reference)) return undefined;
    const record = await slots.withSlot({ urgency: 'lookup', operation, userId }, () =>
      askEitherWay(['sms_info', formatDay(day, dateFormat), reference]),
    );
    if (record === undefined) return undefined;
    const parsed = parseInfoRecord(record);
    if ('sent' in parsed) return parsed.sent;
    throw new UpstreamError('invalid_answer', { operation, reason: parsed.fault });
  };
}

export function createSmsLookup({ http, slots, withToken }: SmsLookupOptions) {
  const operation = 'sms';
  return async (id: string, userId?: string): Promise<SentMessage | undefined> => {
    if (LEADS_ELSEWHERE.test(id)) return undefined;
    const path = ['api', 'sms', id];
    const ask = (token: string) =>
      http.send({ operation, path, token, isRead: true, schema: smsAnswer }).catch(undefinedWhenNotFound);
    const record = await slots.withSlot({ urgency: 'lookup', operation, userId }, () => withToken(ask));
    return record && parseSmsRecord(record);
  };
}

function undefinedWhenNotFound(error: unknown): undefined {
  if (error instanceof UpstreamError && error.code === 'not_found') return undefined;
  throw error;
}

function formatDay(day: Day, pattern: string): string {
  return loadFormat().format(new TZDate(`${day}T00:00:00Z`, 'UTC'), pattern);
}

export function isDayPattern(pattern: string): boolean {
  // Patterns with Y or D are refused, because date-fns logs a warning at each use.
  if (/[YD]/.test(pattern.replaceAll(/'[^']*'/g, ''))) return false;
  const days = Array.from({ length: 2 * 366 }, (_, index) => addDaysTo('2023-01-01', index));
  try {
    return new Set(days.map((day) => formatDay(day, pattern))).size === days.length;
  } catch {
    return false;
  }
}

const require = createRequire(import.meta.url);

/** date-fns is loaded only when needed, because loading takes 70 ms. */
function loadFormat(): typeof import('date-fns/format') {
  return require('date-fns/format');
}
