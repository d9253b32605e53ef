import { dateIn, SECONDS_A_DAY } from './calendar.ts';
import type { SandboxMessage } from './traffic/message.ts';

/** Where a message is to be found: its day in UTC, counted from 1970-01-01, and its place in it. */
export interface MessagePosition {
  readonly day: number;
  readonly place: number;
}

const REFERENCE = /^(\d{4})(\d{2})(\d{2})-(\d{1,9})$/;
const SMS_ID = /^sms_(\d{4})(\d{2})(\d{2})([0-9a-z]{1,6})$/;

/** The transaction reference (`trx`) of a message, such as `20261120-100042`. */
export function trxOf(message: SandboxMessage): string {
  return `${compactDay(message)}-${message.place}`;
}

/** The identifier of a message (`sms_id`), such as `sms_202611202588q`. */
export function smsIdOf(message: SandboxMessage): string {
  return `sms_${compactDay(message)}${message.place.toString(36)}`;
}

/** `undefined` where it was never a reference of this platform. */
export function parseTrx(reference: string): MessagePosition | undefined {
  return positionOf(REFERENCE.exec(reference), 10);
}

/** `undefined` where it was never an identifier of this platform. */
export function parseSmsId(smsId: string): MessagePosition | undefined {
  return positionOf(SMS_ID.exec(smsId), 36);
}

function compactDay(message: SandboxMessage): string {
  return dateIn(message.day * SECONDS_A_DAY, 'UTC').replaceAll('-', '');
}

function positionOf(match: RegExpExecArray | null, radix: number): MessagePosition | undefined {
  if (match === null) return undefined;
  const [, year, month, day, place = ''] = match;
  const midnight = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(midnight)) return undefined;
  return { day: midnight / 1000 / SECONDS_A_DAY, place: Number.parseInt(place, radix) };
}
