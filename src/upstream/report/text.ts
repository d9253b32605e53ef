import { parseTimestamp } from '../wire.ts';
import type { ReportEntry } from './entry.ts';

// A byte order mark at the head of a body is none of its texts; inside a text it is a character.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const encoder = new TextEncoder();

/** A text's bytes in UTF-8. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** Whether these bytes stand in others from `start` on. */
export function isAt(sought: Uint8Array, bytes: Uint8Array, start: number): boolean {
  for (let index = 0; index < sought.length; index += 1) {
    if (sought[index] !== bytes[start + index]) return false;
  }
  return true;
}

/** The text that stands between the quotes of a JSON string, which has been found well-formed. */
export function textOf(bytes: Uint8Array, start: number, end: number, isEscaped: boolean): string {
  const text = decoder.decode(bytes.subarray(start, end));
  return isEscaped ? JSON.parse(`"${text}"`) : text;
}

/** In place of a time that cannot be read. */
export const NO_TIME = Number.POSITIVE_INFINITY;

/** `YYYY-MM-DD HH:MM:SS+00:00`, which is how the interface writes a time. */
const USUAL_LENGTH = 25;
const DAY_LENGTH = 10;
const ZONE_AT = 19;
const ZONE_LENGTH = 6;

/**
 * Reads times as `parseTimestamp` does: in milliseconds since 1970, fractions of a millisecond cut off; `NaN`
 * for `-` and the empty text; `NO_TIME` for anything else. The usual spelling is read from its digits,
 * every other one by `parseTimestamp` itself.
 */
export function createTimes() {
  // One day's times come together, and all from one zone.
  const knownDay = new Uint8Array(DAY_LENGTH);
  let knownDaySeconds = 0;
  const knownZone = new Uint8Array(ZONE_LENGTH);
  let knownZoneSeconds = 0;

  /** Since 1970; `NO_TIME` where the time is written in another way. */
  function usualSeconds(bytes: Uint8Array, start: number): number {
    const between = bytes[start + DAY_LENGTH];
    const hours = twoDigits(bytes, start + 11);
    const minutes = twoDigits(bytes, start + 14);
    const seconds = twoDigits(bytes, start + 17);
    const isClock =
      (between === 0x20 || between === 0x54) &&
      bytes[start + 13] === 0x3a &&
      bytes[start + 16] === 0x3a &&
      (hours | minutes | seconds) >= 0 &&
      hours <= 23 &&
      minutes <= 59 &&
      seconds <= 59;
    if (!isClock) return NO_TIME;
    if (!isAt(knownDay, bytes, start)) {
      const dayMs = dayMsOf(bytes, start);
      if (Number.isNaN(dayMs)) return NO_TIME;
      knownDay.set(bytes.subarray(start, start + DAY_LENGTH));
      knownDaySeconds = dayMs / 1000;
    }
    if (!isAt(knownZone, bytes, start + ZONE_AT)) {
      const zoneSeconds = zoneSecondsOf(bytes, start + ZONE_AT);
      if (Number.isNaN(zoneSeconds)) return NO_TIME;
      knownZone.set(bytes.subarray(start + ZONE_AT, start + USUAL_LENGTH));
      knownZoneSeconds = zoneSeconds;
    }
    return knownDaySeconds - knownZoneSeconds + (hours * 60 + minutes) * 60 + seconds;
  }

  return {
    read(bytes: Uint8Array, start: number, end: number, isEscaped: boolean): number {
      if (end - start === USUAL_LENGTH && !isEscaped) {
        const seconds = usualSeconds(bytes, start);
        if (seconds !== NO_TIME) return seconds * 1000;
      }
      const time = parseTimestamp(textOf(bytes, start, end, isEscaped));
      if (time === undefined) return Number.NaN;
      return time instanceof Date ? time.getTime() : NO_TIME;
    },
  };
}

/** `NaN` where it is no day since 1970. */
function dayMsOf(bytes: Uint8Array, start: number): number {
  const year = twoDigits(bytes, start) * 100 + twoDigits(bytes, start + 2);
  const month = twoDigits(bytes, start + 5);
  const date = twoDigits(bytes, start + 8);
  const isUsual =
    bytes[start + 4] === 0x2d &&
    bytes[start + 7] === 0x2d &&
    (year | month | date) >= 0 &&
    year >= 1970 &&
    month >= 1 &&
    month <= 12;
  if (!isUsual) return Number.NaN;
  const dayMs = Date.UTC(year, month - 1, date);
  // The 30th of February is a day of March to `Date`.
  return new Date(dayMs).getUTCDate() === date ? dayMs : Number.NaN;
}

/** What a zone such as `-03:00` is ahead by; `NaN` where it is written in another way. */
function zoneSecondsOf(bytes: Uint8Array, start: number): number {
  const sign = bytes[start];
  const hours = twoDigits(bytes, start + 1);
  const minutes = twoDigits(bytes, start + 4);
  const isUsual =
    (sign === 0x2b || sign === 0x2d) && bytes[start + 3] === 0x3a && (hours | minutes) >= 0 && minutes <= 59;
  if (!isUsual) return Number.NaN;
  return (sign === 0x2d ? -1 : 1) * (hours * 60 + minutes) * 60;
}

/** Two decimal digits as a number; when they are none, less than any century can make up for. */
function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] as number) - 0x30;
  const ones = (bytes[at + 1] as number) - 0x30;
  // Negative in either where it is below 0 or above 9.
  return (tens | ones | (9 - tens) | (9 - ones)) < 0 ? -10_000 : tens * 10 + ones;
}

/** The recipient of an entry, digits alone. */
export function numberOf({ bytes, msisdnStart, msisdnEnd }: ReportEntry): string {
  return textOf(bytes, msisdnStart, msisdnEnd, false).replaceAll(/\D/g, '');
}

/** Whether a recipient is another one than was asked for, where one was. */
export function isOtherNumber(found: string, asked: string | undefined): boolean {
  return asked !== undefined && found !== '' && !isSameNumber(found, asked);
}

/** The same number with or without its country prefix or a trunk zero. */
function isSameNumber(a: string, b: string): boolean {
  if (a === b) return true;
  const [short = '', long = ''] = [a, b]
    .map((digits) => digits.replace(/^0+/, ''))
    .sort((x, y) => x.length - y.length);
  return short.length >= 8 && long.endsWith(short);
}
