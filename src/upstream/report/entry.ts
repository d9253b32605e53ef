import { faultAt, NOT_A_TIME, TOO_LONG } from '../fields.ts';
import type { BodyBuffer } from './bytes.ts';
import { decode, KnownBytes } from './bytes.ts';

/** One entry of a report. The same object is reused for each entry, so a callback must copy its values. */
export interface ReportEntry {
  readonly operator: string | undefined;
  readonly statusWord: string | undefined;
  readonly text: string | undefined;
  /** Time at the platform in Unix milliseconds; `NaN` if the entry does not contain it. */
  readonly platformAtMs: number;
  readonly operatorAtMs: number;
  readonly handsetAtMs: number;
  /** Buffer with the recipient's number from `msisdnStart` to `msisdnEnd`; overwritten by the next entry. */
  readonly bytes: Uint8Array;
  readonly msisdnStart: number;
  readonly msisdnEnd: number;
}

export type EntryDraft = { -readonly [Name in keyof ReportEntry]: ReportEntry[Name] };

export function createEntryDraft(): EntryDraft {
  return {
    operator: undefined,
    statusWord: undefined,
    text: undefined,
    platformAtMs: Number.NaN,
    operatorAtMs: Number.NaN,
    handsetAtMs: Number.NaN,
    bytes: new Uint8Array(),
    msisdnStart: 0,
    msisdnEnd: 0,
  };
}

/** Resets all fields but the recipient, which every entry contains. */
export function clearEntry(entry: EntryDraft): void {
  entry.operator = undefined;
  entry.statusWord = undefined;
  entry.text = undefined;
  entry.platformAtMs = Number.NaN;
  entry.operatorAtMs = Number.NaN;
  entry.handsetAtMs = Number.NaN;
}

/** The index in this list is the field's number; faults are described in this order. */
const FIELDS = [
  'msisdn',
  'operator',
  'status',
  'text',
  'time_platform',
  'time_operator',
  'time_dlr',
] as const;
const KEYS = FIELDS.map((name) => new KnownBytes(`${name}"`));
export const KEY_BYTES = KEYS.map((key) => key.length);
export const MSISDN = 0;
export const OPERATOR = 1;
export const STATUS = 2;
export const TEXT = 3;
export const TIME_PLATFORM = 4;
export const TIME_OPERATOR = 5;
const TIME_DLR = 6;
export const OTHER_FIELD = -1;

/** Two bits per field of an entry: 0 absent, `READ` valid, `WRONG_TYPE` and `UNREADABLE_FIELD` faulty. */
export const READ = 0b01;
export const WRONG_TYPE = 0b10;
/** The field is an invalid time, or a text that is too long. */
export const UNREADABLE_FIELD = 0b11;
export const FAULTS = 0b10_1010_1010_1010;
export const REQUIRED = (READ << (2 * MSISDN)) | (READ << (2 * STATUS));

export function describeMarks(marks: number | undefined): string {
  if (marks === undefined) return faultAt('', 'expected object');
  const faults = FIELDS.flatMap((name, index) => {
    const what = (marks >> (2 * index)) & 0b11;
    const isMissing = what === 0 && ((REQUIRED >> (2 * index)) & READ) === READ;
    if (what === UNREADABLE_FIELD) return [faultAt(name, index >= TIME_PLATFORM ? NOT_A_TIME : TOO_LONG)];
    return what === WRONG_TYPE || isMissing ? [faultAt(name, 'expected string')] : [];
  });
  return faults.join('; ');
}

export function entryFieldAt({ bytes, view }: BodyBuffer, at: number): number {
  const likely = likelyField(bytes, at);
  return likely !== OTHER_FIELD && (KEYS[likely] as KnownBytes).isAt(view, at) ? likely : OTHER_FIELD;
}

export function entryFieldOf(key: string): number {
  return (FIELDS as readonly string[]).indexOf(key);
}

/** Returns the only field that can match the key at `at`, judged by a few of the key's bytes. */
function likelyField(bytes: Uint8Array, at: number): number {
  switch (bytes[at]) {
    case 0x6d:
      return MSISDN;
    case 0x6f:
      return OPERATOR;
    case 0x73:
      return STATUS;
    case 0x74:
      break;
    default:
      return OTHER_FIELD;
  }
  if (bytes[at + 4] !== 0x5f) return TEXT;
  if (bytes[at + 5] === 0x64) return TIME_DLR;
  return bytes[at + 5] === 0x70 ? TIME_PLATFORM : TIME_OPERATOR;
}

export function numberOf({ bytes, msisdnStart, msisdnEnd }: ReportEntry): string {
  return decode(bytes, msisdnStart, msisdnEnd).replaceAll(/\D/g, '');
}

export function isOtherNumber(found: string, requested: string | undefined): boolean {
  return requested !== undefined && found !== '' && !isSameNumber(found, requested);
}

/** Whether two numbers are equal, apart from a country prefix or leading zeros. */
function isSameNumber(a: string, b: string): boolean {
  if (a === b) return true;
  const [short = '', long = ''] = [a, b]
    .map((digits) => digits.replace(/^0+/, ''))
    .sort((x, y) => x.length - y.length);
  return short.length >= 8 && long.endsWith(short);
}
