import { parseTimestamp } from '../wire.ts';

// A byte order mark at the head of a body is none of its texts; inside a text it is a character.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const encoder = new TextEncoder();

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

interface NameTableOptions {
  /** How many spellings are told apart. */
  readonly limit: number;
  /** Turns a text as it came into what it stands for. */
  readonly read: (text: string) => string | undefined;
  /** Gives what stands for a name beyond the limits; without it such a name is read anew each time. */
  readonly beyond?: (() => string) | undefined;
  /** Told of each name that is remembered, once. */
  readonly onNew?: ((name: Name) => void) | undefined;
}

/** Longest name that is remembered, in bytes as written. */
const NAME_BYTES = 256;

export interface Name {
  /** The name as written, between the quotes. */
  readonly bytes: Uint8Array;
  readonly name: string | undefined;
}

/**
 * Remembers the few names that fill a column, so that reading one again makes no new string: it is found by
 * its bytes. Beyond the limits are names that come when the table is full, and those of over `NAME_BYTES`.
 */
export function createNameTable({ limit, read, beyond, onNew }: NameTableOptions) {
  const size = 2 ** Math.ceil(Math.log2(limit * 4));
  /** A place in `names` by hash, 1 for the first; where it is taken, the next one. */
  const places = new Uint16Array(size);
  const names: Name[] = [];
  // Not known outside, so that nobody can choose names that all fall on one place.
  const seed = Math.floor(Math.random() * 2 ** 31);

  /** The place of a name, or the free one that it would have. */
  function placeOf(bytes: Uint8Array, start: number, end: number): number {
    // FNV-1a.
    let hash = seed;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    hash ^= hash >>> 15;
    for (let place = hash & (size - 1); ; place = (place + 1) & (size - 1)) {
      const known = nameAt(place);
      if (known === undefined) return place;
      if (known.bytes.length === end - start && isAt(known.bytes, bytes, start)) return place;
    }
  }

  function nameAt(place: number): Name | undefined {
    const number = places[place] as number;
    return number === 0 ? undefined : names[number - 1];
  }

  return {
    /** What a name stands for. */
    read(bytes: Uint8Array, start: number, end: number, isEscaped: boolean): string | undefined {
      if (end - start > NAME_BYTES) return beyond ? beyond() : read(textOf(bytes, start, end, isEscaped));
      const place = placeOf(bytes, start, end);
      const known = nameAt(place);
      if (known !== undefined) return known.name;
      if (names.length === limit && beyond) return beyond();
      const name = read(textOf(bytes, start, end, isEscaped));
      if (names.length === limit) return name;
      const added = { bytes: new Uint8Array(bytes.subarray(start, end)), name };
      places[place] = names.push(added);
      onNew?.(added);
      return name;
    },
  };
}
