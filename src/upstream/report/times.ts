import { parseTimestamp } from '../fields.ts';
import type { BodyBuffer } from './bytes.ts';
import { KnownBytes } from './bytes.ts';
import { QUOTE } from './json.ts';

/** Stands for an invalid time; a missing time is `NaN`. */
export const NO_TIME = Number.POSITIVE_INFINITY;

/** Length in bytes of a time in the platform's usual format, `YYYY-MM-DD HH:MM:SS+00:00`. */
export const TIME_BYTES = 25;
const ZONE_AT = 19;

/** Parses a time to Unix milliseconds: `NaN` for `-` or an empty text, `NO_TIME` for an invalid time. */
export function timeMsOf(text: string): number {
  const time = parseTimestamp(text);
  if (time === undefined) return Number.NaN;
  return time instanceof Date ? time.getTime() : NO_TIME;
}

export function createTimes() {
  // Most times of a report share one day and one zone, so both are cached.
  const daySecondsAt = cached('1970-01-01 ', daySecondsOf);
  const zoneSecondsAt = cached('+00:00"', zoneSecondsOf);
  return {
    /** Parses the platform's usual format to Unix seconds; `NaN` or negative for others. */
    usualSeconds(buffer: BodyBuffer, at: number): number {
      const { bytes } = buffer;
      const hours = twoDigits(bytes, at + 11);
      const minutes = twoDigits(bytes, at + 14);
      const seconds = twoDigits(bytes, at + 17);
      const isClock =
        bytes[at + 13] === 0x3a &&
        bytes[at + 16] === 0x3a &&
        (hours | minutes | seconds) >= 0 &&
        hours <= 23 &&
        minutes <= 59 &&
        seconds <= 59;
      if (!isClock) return -1;
      const zoneSeconds = zoneSecondsAt(buffer, at + ZONE_AT);
      return daySecondsAt(buffer, at) - zoneSeconds + (hours * 60 + minutes) * 60 + seconds;
    },
  };
}

/** Parses bytes, of which `text` is an example with the value 0, again only if they change. */
function cached(text: string, parse: (bytes: Uint8Array, at: number) => number) {
  const known = new KnownBytes(text);
  let value = 0;
  return ({ bytes, view }: BodyBuffer, at: number): number => {
    if (known.isAt(view, at)) return value;
    const parsed = parse(bytes, at);
    if (Number.isNaN(parsed)) return parsed;
    known.learn(view, at);
    value = parsed;
    return value;
  };
}

function daySecondsOf(bytes: Uint8Array, start: number): number {
  const year = twoDigits(bytes, start) * 100 + twoDigits(bytes, start + 2);
  const month = twoDigits(bytes, start + 5);
  const date = twoDigits(bytes, start + 8);
  const isUsual =
    bytes[start + 4] === 0x2d &&
    bytes[start + 7] === 0x2d &&
    (bytes[start + 10] === 0x20 || bytes[start + 10] === 0x54) &&
    (year | month | date) >= 0 &&
    year >= 1970 &&
    month >= 1 &&
    month <= 12;
  if (!isUsual) return Number.NaN;
  const dayMs = Date.UTC(year, month - 1, date);
  // `Date` turns 30 February into a day in March, so the day of the month is compared.
  return new Date(dayMs).getUTCDate() === date ? dayMs / 1000 : Number.NaN;
}

function zoneSecondsOf(bytes: Uint8Array, start: number): number {
  const sign = bytes[start];
  const hours = twoDigits(bytes, start + 1);
  const minutes = twoDigits(bytes, start + 4);
  const isUsual =
    (sign === 0x2b || sign === 0x2d) &&
    bytes[start + 3] === 0x3a &&
    bytes[start + 6] === QUOTE &&
    (hours | minutes) >= 0 &&
    minutes <= 59;
  if (!isUsual) return Number.NaN;
  return (sign === 0x2d ? -1 : 1) * (hours * 60 + minutes) * 60;
}

/** Value of two decimal digits; -10,000 if a byte is not a digit. */
function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] as number) - 0x30;
  const ones = (bytes[at + 1] as number) - 0x30;
  return (tens | ones | (9 - tens) | (9 - ones)) < 0 ? -10_000 : tens * 10 + ones;
}
