import { reportEntry } from './wire.ts';

// A byte order mark at the head of a body is none of its texts; inside a text it is a character.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const encoder = new TextEncoder();

/** A text's bytes in UTF-8. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
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

/**
 * Reads times as `wire.ts` reads them: in milliseconds since 1970, fractions of a millisecond cut off; `NaN`
 * for `-` and the empty text; `NO_TIME` for anything else. The usual spelling is read from its digits,
 * every other one by `wire.ts` itself.
 */
export function createTimes() {
  // One day's times come together.
  let knownDay = -1;
  let knownDayMs = 0;

  return (bytes: Uint8Array, start: number, end: number, isEscaped: boolean): number => {
    if (end - start === USUAL_LENGTH && !isEscaped) {
      const year = twoDigits(bytes, start) * 100 + twoDigits(bytes, start + 2);
      const month = twoDigits(bytes, start + 5);
      const date = twoDigits(bytes, start + 8);
      const hours = twoDigits(bytes, start + 11);
      const minutes = twoDigits(bytes, start + 14);
      const seconds = twoDigits(bytes, start + 17);
      const zoneHours = twoDigits(bytes, start + 20);
      const zoneMinutes = twoDigits(bytes, start + 23);
      const sign = bytes[start + 19];
      const between = bytes[start + 10];
      const isUsual =
        bytes[start + 4] === 0x2d &&
        bytes[start + 7] === 0x2d &&
        (between === 0x20 || between === 0x54) &&
        bytes[start + 13] === 0x3a &&
        bytes[start + 16] === 0x3a &&
        (sign === 0x2b || sign === 0x2d) &&
        bytes[start + 22] === 0x3a &&
        (year | month | date | hours | minutes | seconds | zoneHours | zoneMinutes) >= 0 &&
        year >= 1970 &&
        month >= 1 &&
        month <= 12 &&
        date >= 1 &&
        date <= 31 &&
        hours <= 23 &&
        minutes <= 59 &&
        seconds <= 59 &&
        zoneMinutes <= 59;
      if (isUsual) {
        const day = (year * 100 + month) * 100 + date;
        if (day !== knownDay) {
          const dayMs = Date.UTC(year, month - 1, date);
          // The 30th of February is a day of March to `Date`.
          if (new Date(dayMs).getUTCDate() !== date) return NO_TIME;
          knownDay = day;
          knownDayMs = dayMs;
        }
        const zoneSeconds = (zoneHours * 60 + zoneMinutes) * 60;
        const secondOfDay = (hours * 60 + minutes) * 60 + seconds;
        return knownDayMs + (secondOfDay + (sign === 0x2d ? zoneSeconds : -zoneSeconds)) * 1000;
      }
    }
    const parsed = reportEntry.shape.time_dlr.safeParse(textOf(bytes, start, end, isEscaped));
    if (!parsed.success) return NO_TIME;
    return parsed.data?.getTime() ?? Number.NaN;
  };
}

/** Two decimal digits as a number; when they are none, less than any century can make up for. */
function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] as number) - 0x30;
  const ones = (bytes[at + 1] as number) - 0x30;
  // Negative in either where it is below 0 or above 9.
  return (tens | ones | (9 - tens) | (9 - ones)) < 0 ? -10_000 : tens * 10 + ones;
}
