import { bytesOf } from './text.ts';

/** A body that is not what a report has to be. The message tells what was expected and where, never what came. */
export class BodyFault extends Error {
  override readonly name = 'BodyFault';
}

/** Longest key told apart, in bytes: 13 characters, each written as an escape. */
export const KEY_BYTES = 78;
/** Longest string that is handed out, in bytes. */
export const STRING_BYTES = 8 * 1024 * 1024;
/** Longest number that is handed out, in bytes; a longer one comes without its text. */
export const NUMBER_BYTES = 64;
/** Objects and arrays in each other. */
export const MAX_DEPTH = 64;

/** What is expected next, or what is being read. */
export const START = 0;
export const VALUE = 1;
export const FIRST_VALUE = 2;
export const KEY = 3;
export const FIRST_KEY = 4;
export const COLON = 5;
export const NEXT = 6;
export const DONE = 7;
export const IN_STRING = 8;
export const IN_NUMBER = 9;
export const IN_WORD = 10;

export const EXPECTED = [
  'a value',
  'a value',
  'a value or ]',
  'a key',
  'a key or }',
  'a colon',
  'a comma or the end',
  'nothing more',
  'the rest of a string',
  'the rest of a number',
  'true, false or null',
];

export const BYTE_ORDER_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);
export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
const ESCAPED = bytesOf('"\\/bfnrt');
export const WORDS = [bytesOf('true'), bytesOf('false'), bytesOf('null')] as const;

/** 1 for what ends a run of plain characters in a string: control characters, quote, backslash. */
export const SPECIAL = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 0x20 || byte === QUOTE || byte === BACKSLASH ? 1 : 0,
);

/** What an escape needs after one more byte; -1 when it is none. */
export function afterEscaped(left: number, byte: number): number {
  if (left < 5) return isHexadecimal(byte) ? left - 1 : -1;
  if (byte === 0x75) return 4;
  return ESCAPED.includes(byte) ? 0 : -1;
}

/**
 * Where what follows the closing quote of a string begins, of which `at` is the first character; -1 where the bytes
 * end before, and where it is not well-formed.
 */
export function afterText(bytes: Uint8Array, at: number): number {
  const { length } = bytes;
  let place = at;
  for (;;) {
    while (place < length && SPECIAL[bytes[place] as number] === 0) place += 1;
    if (place >= length) return -1;
    const byte = bytes[place];
    if (byte === QUOTE) return place + 1;
    if (byte !== BACKSLASH) return -1;
    place += 1;
    for (let left = 5; left > 0; place += 1) {
      if (place >= length) return -1;
      left = afterEscaped(left, bytes[place] as number);
      if (left < 0) return -1;
    }
  }
}

function isHexadecimal(byte: number): boolean {
  const lower = byte | 0x20;
  return isDigit(byte) || (lower >= 0x61 && lower <= 0x66);
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

const MINUS = 1;
const ZERO = 2;
const WHOLE = 3;
const POINT = 4;
const FRACTION = 5;
const E = 6;
const SIGN = 7;
const EXPONENT = 8;
export const NUMBER_ENDS = [ZERO, WHOLE, FRACTION, EXPONENT];

/** Where one more byte leads in a number, from 0 before it; 0 when the byte is no part of it. */
export function afterNumberByte(state: number, byte: number): number {
  const isExponentMark = (byte | 0x20) === 0x65;
  switch (state) {
    case 0:
    case MINUS:
      if (byte === 0x2d && state === 0) return MINUS;
      if (byte === 0x30) return ZERO;
      return isDigit(byte) ? WHOLE : 0;
    case ZERO:
    case WHOLE:
      if (byte === 0x2e) return POINT;
      if (isExponentMark) return E;
      return isDigit(byte) && state === WHOLE ? WHOLE : 0;
    case POINT:
    case FRACTION:
      if (isExponentMark && state === FRACTION) return E;
      return isDigit(byte) ? FRACTION : 0;
    case E:
      if (byte === 0x2b || byte === 0x2d) return SIGN;
      return isDigit(byte) ? EXPONENT : 0;
    default:
      return isDigit(byte) ? EXPONENT : 0;
  }
}

/** The pieces of a text that was cut, put together. Of one that is longer than may be, only that is kept. */
export function createByteBuffer() {
  let kept = new Uint8Array(256);
  let length = 0;
  return {
    bytes: () => kept,
    /** Length so far; one more than the limit where the text is too long. */
    length: () => length,
    clear(): void {
      length = 0;
    },
    add(chunk: Uint8Array, start: number, end: number, limit: number): void {
      const needed = length + end - start;
      if (needed > limit) {
        length = limit + 1;
        return;
      }
      if (needed > kept.length) {
        const grown = new Uint8Array(Math.max(needed, 2 * kept.length));
        grown.set(kept.subarray(0, length));
        kept = grown;
      }
      kept.set(chunk.subarray(start, end), length);
      length = needed;
    },
  };
}
