// A byte order mark at the head of a body is none of its texts; inside a text it is a character.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

export function decode(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end));
}

/** The text that stands between the quotes of a JSON string, which has been found well-formed. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  const text = decode(bytes, start, end);
  return text.includes('\\') ? JSON.parse(`"${text}"`) : text;
}

/** Bytes that are looked for again and again: compared four at a time, the last of them perhaps twice. At least four. */
export class KnownBytes {
  readonly length: number;
  readonly #words: Int32Array;

  constructor(text: string) {
    const { buffer, length } = bytesOf(text);
    this.length = length;
    this.#words = new Int32Array(Math.ceil(length / 4));
    this.learn(new DataView(buffer), 0);
  }

  /** From now on looks for as many bytes that stand here. */
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
