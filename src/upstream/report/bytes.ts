/** An invalid body. The message says what was expected and where, but quotes nothing. */
export class BodyFault extends Error {
  override readonly name = 'BodyFault';
}

/** Longest part that is read as one, in bytes: an entry, or a value outside the entries. */
export const PART_BYTES = 8 * 1024 * 1024;
/** Maximum bytes processed at once. */
export const PIECE_BYTES = 64 * 1024;
/** Comparisons of several bytes may read slightly beyond the end. */
const BEYOND_BYTES = 64;

/** Unread bytes, followed by a NUL, which never occurs in JSON: a reader stops there without a bounds check. */
export class BodyBuffer {
  bytes = new Uint8Array();
  view = new DataView(this.bytes.buffer);
  end = 0;
  #offset = 0;
  #isWhole = false;

  add(piece: Uint8Array): void {
    const end = this.end + piece.length;
    if (end + BEYOND_BYTES > this.bytes.length) {
      const grown = new Uint8Array(Math.max(end + BEYOND_BYTES, 2 * this.bytes.length));
      grown.set(this.bytes.subarray(0, this.end));
      this.bytes = grown;
      this.view = new DataView(grown.buffer);
    }
    this.bytes.set(piece, this.end);
    this.bytes[end] = 0;
    this.end = end;
  }

  drop(at: number): void {
    this.bytes.copyWithin(0, at, this.end + 1);
    this.end -= at;
    this.#offset += at;
  }

  finish(): void {
    this.#isWhole = true;
  }

  isFirst(at: number): boolean {
    return this.#offset + at === 0;
  }

  /** Unexpected byte: throws. -1: the byte has not arrived yet. */
  stop(at: number, expected: string): -1 {
    if (at < this.end) this.fail(at, expected);
    if (this.#isWhole) this.fail(at, `${expected}, not the end`);
    return -1;
  }

  fail(at: number, expected: string): never {
    throw new BodyFault(`byte ${this.#offset + at}: expected ${expected}`);
  }
}

// A byte order mark at the start of a body is not text; inside a text it is a character.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

export function decode(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end));
}

/** Text between the quotes of a validated JSON string. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  const text = decode(bytes, start, end);
  return text.includes('\\') ? JSON.parse(`"${text}"`) : text;
}

/** A frequent byte sequence of at least four, compared four bytes at a time; the last four may overlap. */
export class KnownBytes {
  readonly length: number;
  readonly #words: Int32Array;

  constructor(text: string) {
    const { buffer, length } = bytesOf(text);
    this.length = length;
    this.#words = new Int32Array(Math.ceil(length / 4));
    this.learn(new DataView(buffer), 0);
  }

  learn(view: DataView, at: number): void {
    for (let index = 0; index < this.#words.length; index += 1) {
      this.#words[index] = view.getInt32(at + Math.min(4 * index, this.length - 4));
    }
  }

  isAt(view: DataView, at: number): boolean {
    const words = this.#words;
    const last = words.length - 1;
    for (let index = 0; index < last; index += 1) {
      if (view.getInt32(at + 4 * index) !== words[index]) return false;
    }
    return view.getInt32(at + this.length - 4) === words[last];
  }
}
