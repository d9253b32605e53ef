/**
 * Reads entries of a report that are written alike: what `report-alike.ts` has the machine do. This folder is
 * AssemblyScript; `npm run build:assembly` makes `../report-entries.wasm` of it.
 *
 * Everything happens in places of fixed size: the memory neither grows nor moves. What reads in blocks reads a little
 * beyond its end, and makes nothing of it.
 */
import { findName } from './names';
import { isSame, plainEnd, textEnd } from './texts';
import { NO_TIME, readTime, timeLength } from './times';

export { addName, hashFrom, roomForName } from './names';

/** Where the bytes are put that are to be read, at most so many. */
export const PIECE_BYTES: i32 = 65536;
export const PIECE: usize = memory.data(65552, 16);

// How the entries are written: the field of each value, and the bytes that stand before it and after the last one.
const MOST_VALUES: i32 = 32;
const FIELDS: usize = memory.data(32);
const MOST_LITERAL_BYTES: usize = 4096;
const LITERALS: usize = memory.data(4112, 16);
/** Where each literal ends, counted from the first one's start. */
const LITERAL_ENDS: usize = memory.data(132, 4);
let valueCount: i32 = 0;
let literalCount: i32 = 0;

/**
 * What was read of an entry: the three times in seconds since 1970, or NaN; the numbers of operator and status, or -1;
 * where the recipient begins and ends.
 */
export const RECORD_BYTES: i32 = 40;
export const OPERATOR_AT: usize = 24;
export const STATUS_AT: usize = 28;
export const MSISDN_AT: usize = 32;
export const MSISDN_END_AT: usize = 36;
const MOST_RECORDS: i32 = 512;
export const RECORDS: usize = memory.data(20480, 16);
/** How many the last call has read. */
export let recordCount: i32 = 0;

// As `report-fields.ts` numbers them.
const MSISDN: u8 = 0;
const OPERATOR: u8 = 1;
const STATUS: u8 = 2;
const TIME_PLATFORM: u8 = 4;
const TIME_DLR: u8 = 6;

const COMMA: u8 = 0x2c;
const BRACE: u8 = 0x7b;

/** Forgets how entries are written. */
export function clearLayout(): void {
  valueCount = 0;
  literalCount = 0;
}

/** The bytes before the next value, or after the last one. Whether there was room for them. */
export function addLiteral(start: usize, length: i32): bool {
  const from: usize = literalCount === 0 ? 0 : load<u32>(LITERAL_ENDS + ((literalCount - 1) << 2));
  if (literalCount > MOST_VALUES || from + length > MOST_LITERAL_BYTES) return false;
  memory.copy(LITERALS + from, start, length);
  store<u32>(LITERAL_ENDS + (literalCount << 2), from + length);
  literalCount += 1;
  return true;
}

/** What the next value is; any other number than a field's is passed over. Whether there was room for it. */
export function addField(field: u8): bool {
  if (valueCount === MOST_VALUES) return false;
  store<u8>(FIELDS + valueCount, field);
  valueCount += 1;
  return true;
}

/**
 * Reads entries from the one at `start` on, as long as they are whole and written alike, into records. Returns where
 * what follows the last of them begins; 0 where not even the first is such.
 */
export function read(start: usize, end: usize): usize {
  let at = start;
  let done: usize = 0;
  let count = 0;
  while (count < MOST_RECORDS) {
    const after = readEntry(at, end, RECORDS + count * RECORD_BYTES);
    if (after === 0) break;
    count += 1;
    done = after;
    at = afterSpace(after, end);
    if (at >= end || load<u8>(at) !== COMMA) break;
    at = afterSpace(at + 1, end);
    if (at >= end || load<u8>(at) !== BRACE) break;
  }
  recordCount = count;
  return done;
}

function afterSpace(start: usize, end: usize): usize {
  let at = start;
  while (at < end) {
    const byte = load<u8>(at);
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break;
    at += 1;
  }
  return at;
}

/** Returns where the entry's end is, 0 for what is to be read in the usual way. */
function readEntry(start: usize, end: usize, record: usize): usize {
  store<f64>(record, NaN);
  store<f64>(record, NaN, 8);
  store<f64>(record, NaN, 16);
  store<i32>(record, -1, OPERATOR_AT);
  store<i32>(record, -1, STATUS_AT);
  let at = start;
  let literal = LITERALS;
  for (let value = 0; value < valueCount; value += 1) {
    const next = LITERALS + load<u32>(LITERAL_ENDS + (value << 2));
    at = afterLiteral(literal, next - literal, at, end);
    if (at === 0) return 0;
    literal = next;
    at = readValue(load<u8>(FIELDS + value), at, end, record);
    if (at === 0) return 0;
  }
  if (literalCount <= valueCount) return 0;
  return afterLiteral(literal, LITERALS + load<u32>(LITERAL_ENDS + (valueCount << 2)) - literal, at, end);
}

function afterLiteral(literal: usize, length: usize, at: usize, end: usize): usize {
  return at + length <= end && isSame(literal, at, length) ? at + length : 0;
}

/** Returns where the closing quote is. */
function readValue(field: u8, at: usize, end: usize, record: usize): usize {
  if (field >= TIME_PLATFORM && field <= TIME_DLR) {
    const seconds = readTime(at, end);
    if (seconds === NO_TIME) return 0;
    store<f64>(record + ((field - TIME_PLATFORM) << 3), seconds);
    return at + timeLength;
  }
  if (field === MSISDN) {
    const msisdnEnd = plainEnd(at, end);
    store<u32>(record, at, MSISDN_AT);
    store<u32>(record, msisdnEnd, MSISDN_END_AT);
    return msisdnEnd;
  }
  const quote = textEnd(at, end);
  if (quote === 0 || (field !== OPERATOR && field !== STATUS)) return quote;
  const name = findName(field === STATUS, at, quote - at);
  store<i32>(record + (field === OPERATOR ? OPERATOR_AT : STATUS_AT), name);
  return name < 0 ? 0 : quote;
}
