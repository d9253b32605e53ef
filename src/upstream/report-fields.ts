import { bytesOf } from './report-text.ts';

/** In the order in which `wire.ts` finds fault with them. */
const FIELDS = [
  'msisdn',
  'operator',
  'status',
  'text',
  'time_platform',
  'time_operator',
  'time_dlr',
] as const;
const FIELD_BYTES = FIELDS.map((name) => bytesOf(name));
export const MSISDN = 0;
export const OPERATOR = 1;
export const STATUS = 2;
export const TEXT = 3;
export const TIME_PLATFORM = 4;
export const TIME_OPERATOR = 5;
export const TIME_DLR = 6;
export const OTHER_FIELD = -1;
export const DATA = 10;
export const TOTAL = 11;

/** What became of a field: two bits for each in `seen`, none where it did not come. The last two are faults. */
export const READ = 0b01;
export const WRONG_TYPE = 0b10;
export const UNREADABLE_TIME = 0b11;
export const FAULTS = 0b10_1010_1010_1010;
export const REQUIRED = (READ << (2 * MSISDN)) | (READ << (2 * STATUS));

/** An entry with the same faults, for `parseReportEntry` to find words for. */
export function standIn(marks: number): Record<string, unknown> {
  const values = [undefined, '', null, 'not a time'];
  return Object.fromEntries(
    FIELDS.map((name, index) => [name, values[(marks >> (2 * index)) & 0b11]] as const).filter(
      ([, value]) => value !== undefined,
    ),
  );
}

export function entryFieldOf(bytes: Uint8Array, start: number, end: number): number {
  const likely = likelyField(bytes, start, end - start);
  if (likely === OTHER_FIELD) return OTHER_FIELD;
  return isAt(FIELD_BYTES[likely] as Uint8Array, bytes, start) ? likely : OTHER_FIELD;
}

/** The one field that a key of this length can be, by the byte that tells it from the others. */
function likelyField(bytes: Uint8Array, start: number, length: number): number {
  switch (length) {
    case 4:
      return TEXT;
    case 6:
      return bytes[start] === 0x6d ? MSISDN : STATUS;
    case 8:
      return bytes[start] === 0x6f ? OPERATOR : TIME_DLR;
    case 13:
      return bytes[start + 5] === 0x70 ? TIME_PLATFORM : TIME_OPERATOR;
    default:
      return OTHER_FIELD;
  }
}

const DATA_BYTES = bytesOf('data');
const TOTAL_BYTES = bytesOf('total');

export function answerFieldOf(bytes: Uint8Array, start: number, end: number): number {
  if (end - start === DATA_BYTES.length && isAt(DATA_BYTES, bytes, start)) return DATA;
  return end - start === TOTAL_BYTES.length && isAt(TOTAL_BYTES, bytes, start) ? TOTAL : OTHER_FIELD;
}

function isAt(name: Uint8Array, bytes: Uint8Array, start: number): boolean {
  for (let index = 0; index < name.length; index += 1) {
    if (name[index] !== bytes[start + index]) return false;
  }
  return true;
}
