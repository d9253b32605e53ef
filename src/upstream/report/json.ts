import type { BodyBuffer } from './bytes.ts';
import { bytesOf } from './bytes.ts';

export const MAX_DEPTH = 64;

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
const COLON = 0x3a;
export const COMMA = 0x2c;
export const OBJECT = 0x7b;
export const OBJECT_END = 0x7d;
export const ARRAY = 0x5b;
export const ARRAY_END = 0x5d;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;

const ESCAPED = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number('"\\/bfnrt'.includes(String.fromCharCode(byte))),
);
const TRUE = bytesOf('true');
const FALSE = bytesOf('false');
const NULL = bytesOf('null');

/** 1 for bytes that cannot stand unescaped in a JSON string: control characters, quote, backslash. */
const SPECIAL = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 0x20 || byte === QUOTE || byte === BACKSLASH ? 1 : 0,
);

export function afterSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const byte = bytes[at] as number;
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return at;
    at += 1;
  }
}

export function afterPlain(bytes: Uint8Array, from: number): number {
  let at = from;
  while (SPECIAL[bytes[at] as number] === 0) at += 1;
  return at;
}

export function afterText(buffer: BodyBuffer, from: number): number {
  const { bytes } = buffer;
  let at = from;
  for (;;) {
    at = afterPlain(bytes, at);
    if (bytes[at] === QUOTE) return at + 1;
    if (bytes[at] !== BACKSLASH) return buffer.stop(at, 'the rest of a string');
    at = afterEscape(buffer, at + 1);
    if (at < 0) return at;
  }
}

function afterEscape(buffer: BodyBuffer, from: number): number {
  const { bytes } = buffer;
  if (ESCAPED[bytes[from] as number] === 1) return from + 1;
  if (bytes[from] !== 0x75) return buffer.stop(from, 'an escape');
  for (let at = from + 1; at <= from + 4; at += 1) {
    if (!isHexadecimal(bytes[at] as number)) return buffer.stop(at, 'an escape');
  }
  return from + 5;
}

export function afterColon(buffer: BodyBuffer, from: number): number {
  const at = afterSpace(buffer.bytes, from);
  if (buffer.bytes[at] !== COLON) return buffer.stop(at, 'a colon');
  return afterSpace(buffer.bytes, at + 1);
}

/** Position after a JSON value (RFC 8259), or -1 if its end has not arrived. @throws BodyFault if invalid */
export function afterValue(buffer: BodyBuffer, from: number, depth: number): number {
  switch (buffer.bytes[from]) {
    case QUOTE:
      return afterText(buffer, from + 1);
    case OBJECT:
      return afterObject(buffer, from, depth + 1);
    case ARRAY:
      return afterArray(buffer, from, depth + 1);
    case 0x74:
      return afterWord(buffer, from, TRUE);
    case 0x66:
      return afterWord(buffer, from, FALSE);
    case 0x6e:
      return afterWord(buffer, from, NULL);
    default:
      return afterNumber(buffer, from);
  }
}

function afterObject(buffer: BodyBuffer, from: number, depth: number): number {
  const { bytes } = buffer;
  if (depth > MAX_DEPTH) buffer.fail(from, `at most ${MAX_DEPTH} levels`);
  let at = afterSpace(bytes, from + 1);
  if (bytes[at] === OBJECT_END) return at + 1;
  for (let key = 'a key or }'; ; key = 'a key') {
    if (bytes[at] !== QUOTE) return buffer.stop(at, key);
    at = afterText(buffer, at + 1);
    if (at >= 0) at = afterColon(buffer, at);
    if (at >= 0) at = afterValue(buffer, at, depth);
    if (at < 0) return at;
    at = afterSpace(bytes, at);
    if (bytes[at] === OBJECT_END) return at + 1;
    if (bytes[at] !== COMMA) return buffer.stop(at, 'a comma or the end');
    at = afterSpace(bytes, at + 1);
  }
}

function afterArray(buffer: BodyBuffer, from: number, depth: number): number {
  const { bytes } = buffer;
  if (depth > MAX_DEPTH) buffer.fail(from, `at most ${MAX_DEPTH} levels`);
  let at = afterSpace(bytes, from + 1);
  if (bytes[at] === ARRAY_END) return at + 1;
  for (;;) {
    at = afterValue(buffer, at, depth);
    if (at < 0) return at;
    at = afterSpace(bytes, at);
    if (bytes[at] === ARRAY_END) return at + 1;
    if (bytes[at] !== COMMA) return buffer.stop(at, 'a comma or the end');
    at = afterSpace(bytes, at + 1);
  }
}

function afterWord(buffer: BodyBuffer, from: number, word: Uint8Array): number {
  for (let index = 0; index < word.length; index += 1) {
    const at = from + index;
    if (buffer.bytes[at] !== word[index]) return buffer.stop(at, 'true, false or null');
  }
  return from + word.length;
}

function afterNumber(buffer: BodyBuffer, from: number): number {
  const { bytes } = buffer;
  const whole = bytes[from] === MINUS ? from + 1 : from;
  if (!isDigit(bytes[whole] as number)) return buffer.stop(whole, whole === from ? 'a value' : 'a digit');
  let at = bytes[whole] === ZERO ? whole + 1 : afterDigits(buffer, whole);
  if (bytes[at] === POINT) at = afterDigits(buffer, at + 1);
  if (at >= 0 && ((bytes[at] as number) | 0x20) === 0x65) {
    const hasSign = bytes[at + 1] === 0x2b || bytes[at + 1] === MINUS;
    at = afterDigits(buffer, hasSign ? at + 2 : at + 1);
  }
  // At the end of the bytes that have arrived, more digits may follow: no report ends with a number.
  return at === buffer.end ? buffer.stop(at, 'the rest of a number') : at;
}

function afterDigits(buffer: BodyBuffer, from: number): number {
  const { bytes } = buffer;
  let at = from;
  while (isDigit(bytes[at] as number)) at += 1;
  return at === from ? buffer.stop(at, 'a digit') : at;
}

function isHexadecimal(byte: number): boolean {
  const lower = byte | 0x20;
  return isDigit(byte) || (lower >= 0x61 && lower <= 0x66);
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= 0x39;
}
