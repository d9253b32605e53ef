/** Thrown if a body is invalid. Its message states what was expected where, but quotes no content. */
export class BodyFault extends Error {
  override readonly name = 'BodyFault';
}

/** Maximum size of an entry, or of any other value in a report. */
export const PART_BYTES = 8 * 1024 * 1024;
export const PIECE_BYTES = 64 * 1024;
/** Spare bytes at the end of the buffer, since comparisons of several bytes may read beyond the data. */
const BEYOND_BYTES = 64;

/** Unread bytes of a body, followed by a NUL, which JSON never contains and so ends every reading loop. */
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

  /** Throws if the byte at `at` is unexpected; returns -1 if that byte has not arrived yet. */
  stop(at: number, expected: string): -1 {
    if (at < this.end) this.fail(at, expected);
    if (this.#isWhole) this.fail(at, `${expected}, not the end`);
    return -1;
  }

  fail(at: number, expected: string): never {
    throw new BodyFault(`byte ${this.#offset + at}: expected ${expected}`);
  }
}

// With `ignoreBOM`, a byte order mark inside a text remains in the text.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

export function decode(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end));
}

export function textOf(bytes: Uint8Array, start: number, end: number): string {
  const text = decode(bytes, start, end);
  return text.includes('\\') ? JSON.parse(`"${text}"`) : text;
}

/** A text of at least four bytes that often occurs; it is compared four bytes at a time. */
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
