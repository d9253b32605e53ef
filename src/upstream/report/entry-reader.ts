import { OTHER_NAME } from '../../domain/figures/figures.ts';
import { cutText, LONGEST_MSISDN, LONGEST_TEXT, MISSING, parseTimestamp, parseWord } from '../fields.ts';
import type { BodyBuffer } from './bytes.ts';
import { bytesOf, KnownBytes, textOf } from './bytes.ts';
import {
  clearEntry,
  createEntryDraft,
  entryFieldAt,
  entryFieldOf,
  KEY_BYTES,
  MSISDN,
  OPERATOR,
  OTHER_FIELD,
  READ,
  type ReportEntry,
  STATUS,
  TEXT,
  TIME_OPERATOR,
  TIME_PLATFORM,
  UNREADABLE_FIELD,
  WRONG_TYPE,
} from './entry.ts';
import {
  afterColon,
  afterPlain,
  afterSpace,
  afterText,
  afterValue,
  BACKSLASH,
  COMMA,
  OBJECT_END,
  QUOTE,
} from './json.ts';

export const MAX_OPERATORS = 1_000;
const MAX_STATUS_WORDS = 200;
const REMEMBERED = 50;
const DEPTH = 3;

/** Without `readsTexts`, operator and status names beyond a limit become `OTHER_NAME`, to limit memory. */
export function createEntryReader(readsTexts: boolean) {
  const draft = createEntryDraft();
  let marks = 0;
  const times = createTimes();
  const replacesOthers = !readsTexts;
  const limitOf = (most: number) => (readsTexts ? REMEMBERED : most);
  const operators = createNameTable({ limit: limitOf(MAX_OPERATORS), read: parseWord, replacesOthers });
  const statuses = createNameTable({ limit: limitOf(MAX_STATUS_WORDS), read: statusWordOf, replacesOthers });

  function mark(field: number, what: number): void {
    marks = (marks & ~(0b11 << (2 * field))) | (what << (2 * field));
  }

  function takeTime(field: number, timeMs: number): void {
    mark(field, timeMs === NO_TIME ? UNREADABLE_FIELD : READ);
    if (field === TIME_PLATFORM) draft.platformAtMs = timeMs;
    else if (field === TIME_OPERATOR) draft.operatorAtMs = timeMs;
    else draft.handsetAtMs = timeMs;
  }

  function readTime(buffer: BodyBuffer, field: number, from: number): number {
    const { bytes } = buffer;
    if (bytes[from] === 0x2d && bytes[from + 1] === QUOTE) {
      takeTime(field, Number.NaN);
      return from + 2;
    }
    const usual = times.usualSeconds(buffer, from);
    if (usual >= 0) {
      takeTime(field, usual * 1000);
      return from + TIME_BYTES + 1;
    }
    const after = afterText(buffer, from);
    if (after >= 0) takeTime(field, timeMsOf(textOf(bytes, from, after - 1)));
    return after;
  }

  function takeMsisdn(bytes: Uint8Array, start: number, end: number, isPlain: boolean): void {
    draft.bytes = isPlain ? bytes : bytesOf(textOf(bytes, start, end));
    draft.msisdnStart = isPlain ? start : 0;
    draft.msisdnEnd = isPlain ? end : draft.bytes.length;
  }

  function readText(buffer: BodyBuffer, field: number, from: number): number {
    const { bytes } = buffer;
    const plain = afterPlain(bytes, from);
    const isPlain = bytes[plain] === QUOTE;
    const after = isPlain ? plain + 1 : afterText(buffer, plain);
    if (after < 0) return after;
    const length = after - 1 - from;
    if (length > LONGEST_MSISDN && field !== TEXT && isTooLong(bytes, from, after - 1, field)) {
      mark(field, UNREADABLE_FIELD);
      return after;
    }
    if (field === MSISDN) takeMsisdn(bytes, from, after - 1, isPlain);
    else if (field === OPERATOR) draft.operator = operators.read(bytes, from, after - 1);
    else if (field === STATUS) draft.statusWord = statuses.read(bytes, from, after - 1);
    else if (readsTexts) draft.text = cutText(textOf(bytes, from, after - 1));
    mark(field, READ);
    return after;
  }

  function readMember(buffer: BodyBuffer, key: number): number {
    const { bytes } = buffer;
    let field = entryFieldAt(buffer, key);
    let at = field === OTHER_FIELD ? afterText(buffer, key) : key + (KEY_BYTES[field] as number);
    if (at < 0) return at;
    if (field === OTHER_FIELD) field = escapedFieldOf(bytes, key, at - 1);
    at = afterColon(buffer, at);
    if (at < 0) return at;
    if (field === OTHER_FIELD) return afterValue(buffer, at, DEPTH);
    if (bytes[at] === QUOTE) {
      return field >= TIME_PLATFORM ? readTime(buffer, field, at + 1) : readText(buffer, field, at + 1);
    }
    mark(field, WRONG_TYPE);
    return afterValue(buffer, at, DEPTH);
  }

  return {
    entry: draft as ReportEntry,
    marks: () => marks,

    /** Reads the entry at `from`; returns the position after the entry, or -1 if its end has not arrived. */
    read(buffer: BodyBuffer, from: number): number {
      const { bytes } = buffer;
      marks = 0;
      clearEntry(draft);
      let at = afterSpace(bytes, from + 1);
      if (bytes[at] === OBJECT_END) return at + 1;
      for (let key = 'a key or }'; ; key = 'a key') {
        if (bytes[at] !== QUOTE) return buffer.stop(at, key);
        at = readMember(buffer, at + 1);
        if (at < 0) return at;
        at = afterSpace(bytes, at);
        if (bytes[at] === OBJECT_END) return at + 1;
        if (bytes[at] !== COMMA) return buffer.stop(at, 'a comma or the end');
        at = afterSpace(bytes, at + 1);
      }
    },
  };
}

function isTooLong(bytes: Uint8Array, start: number, end: number, field: number): boolean {
  if (field !== MSISDN && end - start <= LONGEST_TEXT) return false;
  const text = textOf(bytes, start, end);
  if (field !== MSISDN || text.length > LONGEST_TEXT) return text.length > LONGEST_TEXT;
  return text.replaceAll(/\D/g, '').length > LONGEST_MSISDN;
}

function escapedFieldOf(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at += 1) {
    if (bytes[at] === BACKSLASH) return entryFieldOf(textOf(bytes, start, end));
  }
  return OTHER_FIELD;
}

function statusWordOf(text: string): string | undefined {
  return text === MISSING || text.trim() === '' ? undefined : text;
}

interface NameTableOptions {
  readonly limit: number;
  readonly read: (text: string) => string | undefined;
  readonly replacesOthers: boolean;
}

const NAME_BYTES = 256;

interface KnownName {
  readonly bytes: Uint8Array;
  readonly name: string | undefined;
}

/** Finds repeated names by their bytes, without creating a string each time. */
function createNameTable({ limit, read, replacesOthers }: NameTableOptions) {
  const size = 2 ** Math.ceil(Math.log2(limit * 4));
  /** Hash table with linear probing: each slot is 0, or the number of a name, counted from 1. */
  const slots = new Uint16Array(size);
  const names: KnownName[] = [];
  // The seed is random, so that names cannot be chosen to collide.
  const seed = Math.floor(Math.random() * 2 ** 31);

  function slotOf(bytes: Uint8Array, start: number, end: number): number {
    // The hash function is FNV-1a.
    let hash = seed;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    hash ^= hash >>> 15;
    for (let slot = hash & (size - 1); ; slot = (slot + 1) & (size - 1)) {
      const known = nameAt(slot);
      if (known === undefined) return slot;
      if (known.bytes.length === end - start && isAt(known.bytes, bytes, start)) return slot;
    }
  }

  function nameAt(slot: number): KnownName | undefined {
    const number = slots[slot] as number;
    return number === 0 ? undefined : names[number - 1];
  }

  return {
    read(bytes: Uint8Array, start: number, end: number): string | undefined {
      if (end - start > NAME_BYTES) return replacesOthers ? OTHER_NAME : read(textOf(bytes, start, end));
      const slot = slotOf(bytes, start, end);
      const known = nameAt(slot);
      if (known !== undefined) return known.name;
      if (names.length === limit && replacesOthers) return OTHER_NAME;
      const name = read(textOf(bytes, start, end));
      if (names.length < limit) slots[slot] = names.push({ bytes: bytes.slice(start, end), name });
      return name;
    },
  };
}

function isAt(sought: Uint8Array, bytes: Uint8Array, start: number): boolean {
  for (let index = 0; index < sought.length; index += 1) {
    if (sought[index] !== bytes[start + index]) return false;
  }
  return true;
}

/** Stands for an invalid time; a missing time is `NaN`. */
const NO_TIME = Number.POSITIVE_INFINITY;

/** Length in bytes of a time in the platform's usual format, `YYYY-MM-DD HH:MM:SS+00:00`. */
const TIME_BYTES = 25;
const ZONE_AT = 19;

/** Parses a time to Unix milliseconds: `NaN` for `-` or an empty text, `NO_TIME` for an invalid time. */
function timeMsOf(text: string): number {
  const time = parseTimestamp(text);
  if (time === undefined) return Number.NaN;
  return time instanceof Date ? time.getTime() : NO_TIME;
}

function createTimes() {
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
