import {
  afterEscaped,
  afterNumberByte,
  BACKSLASH,
  BodyFault,
  BYTE_ORDER_MARK,
  COLON,
  createByteBuffer,
  DONE,
  EXPECTED,
  FIRST_KEY,
  FIRST_VALUE,
  IN_NUMBER,
  IN_STRING,
  IN_WORD,
  KEY,
  KEY_BYTES,
  MAX_DEPTH,
  NEXT,
  NUMBER_BYTES,
  NUMBER_ENDS,
  QUOTE,
  SPECIAL,
  START,
  STRING_BYTES,
  VALUE,
  WORDS,
} from './bytes.ts';

export const STRING = 0;
export const NUMBER = 1;
const BOOLEAN = 2;
export const NULL = 3;
export type ValueKind = typeof STRING | typeof NUMBER | typeof BOOLEAN | typeof NULL;

/**
 * What a body is made of, in its order. Texts are `bytes` from `start` to `end`, as they stand between the
 * quotes, and good until the call returns; `isEscaped` says that they hold escapes.
 */
interface JsonHandlers {
  open(isObject: boolean): void;
  close(): void;
  /**
   * An object begins at `at`, before `open` is told of it. Who knows already how it goes on may read it, and gives
   * where what follows it begins; otherwise -1. He may go on with what is alike, up to the end of another object.
   */
  whole(at: number): number;
  /** Returns whether the text of the value is wanted. A key of over `KEY_BYTES` comes as an empty one. */
  key(bytes: Uint8Array, start: number, end: number, isEscaped: boolean): boolean;
  /** A value that is no object or array; without text unless it was wanted. */
  value(kind: ValueKind, bytes: Uint8Array, start: number, end: number, isEscaped: boolean): void;
}

const NOTHING = new Uint8Array();
/**
 * Reads JSON (RFC 8259) as its bytes arrive and hands out its parts, in memory that does not grow with the
 * body. It refuses what `JSON.parse` refuses of the text that `TextDecoder` makes of the same bytes; beyond
 * that, more than `MAX_DEPTH` levels and a wanted string of over `STRING_BYTES`. Nothing may be written after
 * a fault.
 * @throws BodyFault
 */
export function createJsonScanner(parts: JsonHandlers) {
  let state = START;
  /** Bytes before the present chunk. */
  let offset = 0;
  let depth = 0;
  const isObject = new Uint8Array(MAX_DEPTH + 1);

  let isKey = false;
  let isWanted = false;
  let isEscaped = false;
  /** What an escape still needs: 0 is no escape, 5 the letter, 4 to 1 hexadecimal digits. */
  let escapeLeft = 0;
  /** The start of a text that began in an earlier chunk. */
  const kept = createByteBuffer();
  let isSplit = false;

  let numberState = 0;
  let word: (typeof WORDS)[number] = WORDS[0];
  /** Bytes read of the word or the byte order mark. */
  let matched = 0;

  function fail(at: number, expected: string | undefined): never {
    throw new BodyFault(`byte ${offset + at}: expected ${expected}`);
  }

  function begin(nextState: number): void {
    state = nextState;
    isEscaped = false;
    isSplit = false;
    kept.clear();
  }

  function afterValue(): void {
    isWanted = false;
    state = depth === 0 ? DONE : NEXT;
  }

  function open(at: number, isObjectHere: boolean): void {
    if (depth === MAX_DEPTH) fail(at, `at most ${MAX_DEPTH} levels`);
    depth += 1;
    isObject[depth] = isObjectHere ? 1 : 0;
    isWanted = false;
    state = isObjectHere ? FIRST_KEY : FIRST_VALUE;
    parts.open(isObjectHere);
  }

  function close(): void {
    depth -= 1;
    afterValue();
    parts.close();
  }

  function endOfKey(bytes: Uint8Array, start: number, end: number): void {
    state = COLON;
    isWanted =
      end - start > KEY_BYTES ? parts.key(NOTHING, 0, 0, false) : parts.key(bytes, start, end, isEscaped);
  }

  function endOfString(at: number, bytes: Uint8Array, start: number, end: number): void {
    if (isKey) endOfKey(bytes, start, end);
    else if (isWanted) {
      if (end - start > STRING_BYTES) fail(at, `a string of at most ${STRING_BYTES} bytes`);
      afterValue();
      parts.value(STRING, bytes, start, end, isEscaped);
    } else {
      afterValue();
      parts.value(STRING, NOTHING, 0, 0, false);
    }
  }

  function readString(chunk: Uint8Array, begun: number): number {
    const { length } = chunk;
    let from = begun;
    let at = from;
    for (;;) {
      while (escapeLeft > 0 && at < length) {
        escapeLeft = afterEscaped(escapeLeft, chunk[at] as number);
        if (escapeLeft < 0) fail(at, 'an escape');
        at += 1;
      }
      while (at < length && SPECIAL[chunk[at] as number] === 0) at += 1;
      if (at === length) break;
      const byte = chunk[at];
      if (byte === QUOTE) {
        if (!isSplit) endOfString(at, chunk, from, at);
        else {
          if (isKey || isWanted) kept.add(chunk, from, at, isKey ? KEY_BYTES : STRING_BYTES);
          endOfString(at, kept.bytes(), 0, kept.length());
        }
        // What nearly always follows, without the way round: `:"` and `,"`.
        const follows = isKey ? 0x3a : isObject[depth] === 1 ? 0x2c : -1;
        if (chunk[at + 1] !== follows || chunk[at + 2] !== QUOTE) return at + 1;
        isKey = !isKey;
        begin(IN_STRING);
        from = at + 3;
        at = from;
        continue;
      }
      if (byte !== BACKSLASH) fail(at, 'no control character in a string');
      isEscaped = true;
      escapeLeft = 5;
      at += 1;
    }
    isSplit = true;
    if (isKey || isWanted) kept.add(chunk, from, at, isKey ? KEY_BYTES : STRING_BYTES);
    return at;
  }

  function readNumber(chunk: Uint8Array, from: number): number {
    let at = from;
    while (at < chunk.length) {
      const next = afterNumberByte(numberState, chunk[at] as number);
      if (next === 0) {
        if (!NUMBER_ENDS.includes(numberState)) fail(at, 'a digit');
        if (isWanted) kept.add(chunk, from, at, NUMBER_BYTES);
        const length = isWanted && kept.length() <= NUMBER_BYTES ? kept.length() : 0;
        afterValue();
        parts.value(NUMBER, kept.bytes(), 0, length, false);
        return at;
      }
      numberState = next;
      at += 1;
    }
    if (isWanted) kept.add(chunk, from, at, NUMBER_BYTES);
    return at;
  }

  function readWord(byte: number, at: number): void {
    if (byte !== word[matched]) fail(at, EXPECTED[IN_WORD]);
    matched += 1;
    if (matched < word.length) return;
    afterValue();
    parts.value(word === WORDS[2] ? NULL : BOOLEAN, NOTHING, 0, 0, false);
  }

  /** Returns where to go on. */
  function readValueStart(byte: number, at: number): number {
    if (byte === QUOTE) {
      isKey = false;
      begin(IN_STRING);
      return at + 1;
    }
    if (byte === 0x7b || byte === 0x5b) {
      const end = byte === 0x7b ? parts.whole(at) : -1;
      if (end > at) {
        afterValue();
        return end;
      }
      open(at, byte === 0x7b);
      return at + 1;
    }
    const first = WORDS.find((candidate) => candidate[0] === byte);
    if (first) {
      word = first;
      matched = 0;
      state = IN_WORD;
      return at;
    }
    begin(IN_NUMBER);
    numberState = 0;
    if (afterNumberByte(0, byte) === 0) fail(at, 'a value');
    return at;
  }

  /** Skips what may stand before the text: a byte order mark, as `TextDecoder` does. */
  function readStart(byte: number, at: number): number {
    if (byte === BYTE_ORDER_MARK[matched]) {
      matched += 1;
      if (matched === BYTE_ORDER_MARK.length) state = VALUE;
      return at + 1;
    }
    if (matched > 0) fail(at, 'a value');
    state = VALUE;
    return at;
  }

  function readStructure(byte: number, at: number): number {
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return at + 1;
    switch (state) {
      case COLON:
        if (byte !== 0x3a) break;
        state = VALUE;
        return at + 1;
      case NEXT:
        if (byte === 0x2c) {
          state = isObject[depth] === 1 ? KEY : VALUE;
          return at + 1;
        }
        if (byte !== (isObject[depth] === 1 ? 0x7d : 0x5d)) break;
        close();
        return at + 1;
      case FIRST_KEY:
      case KEY:
        if (byte === QUOTE) {
          isKey = true;
          begin(IN_STRING);
          return at + 1;
        }
        if (byte !== 0x7d || state === KEY) break;
        close();
        return at + 1;
      case FIRST_VALUE:
      case VALUE:
        if (byte !== 0x5d || state === VALUE) return readValueStart(byte, at);
        close();
        return at + 1;
    }
    fail(at, EXPECTED[state]);
  }

  return {
    write(piece: Uint8Array): void {
      // One class for all bytes that are read here: with `Buffer` among them every access is slower.
      const chunk = new Uint8Array(piece.buffer, piece.byteOffset, piece.length);
      const { length } = chunk;
      let at = 0;
      while (at < length) {
        if (state === IN_STRING) at = readString(chunk, at);
        else if (state === IN_NUMBER) at = readNumber(chunk, at);
        else if (state === IN_WORD) {
          readWord(chunk[at] as number, at);
          at += 1;
        } else if (state === START) at = readStart(chunk[at] as number, at);
        else at = readStructure(chunk[at] as number, at);
      }
      offset += length;
    },

    end(): void {
      if (state !== DONE) fail(0, `${EXPECTED[state]}, not the end`);
    },
  };
}
