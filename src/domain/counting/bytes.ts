/** Writes numbers and texts into bytes that grow as needed. */
export class ByteWriter {
  #bytes = new Uint8Array(4096);
  #length = 0;

  byte(value: number): void {
    if (this.#length === this.#bytes.length) this.#grow(1);
    this.#bytes[this.#length++] = value;
  }

  /** A whole number from 0 to 2^53 − 1, seven bits a byte, the lowest first (LEB128). */
  varint(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.byte(rest);
  }

  bytes(value: Uint8Array): void {
    this.#grow(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  text(value: string): void {
    const encoded = new TextEncoder().encode(value);
    this.varint(encoded.length);
    this.bytes(encoded);
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  #grow(by: number): void {
    if (this.#length + by <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + by));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

/** Reads what a `ByteWriter` has written, in the same order. Every method throws `RangeError` where there is no more. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  get place(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  byte(): number {
    const value = this.#bytes[this.#at++];
    if (value === undefined) throw new RangeError('the bytes end early');
    return value;
  }

  varint(): number {
    const first = this.byte();
    return first < 0x80 ? first : this.#restOfVarint(first - 0x80);
  }

  #restOfVarint(begun: number): number {
    let value = begun;
    let scale = 0x80;
    for (;;) {
      const next = this.byte();
      value += (next & 0x7f) * scale;
      if (next < 0x80) break;
      scale *= 0x80;
    }
    if (!Number.isSafeInteger(value)) throw new RangeError('a number is too large');
    return value;
  }

  /** How many of something follow, each of a byte or more. */
  length(): number {
    const length = this.varint();
    if (length > this.#bytes.length - this.#at) throw new RangeError('the bytes end early');
    return length;
  }

  text(): string {
    const end = this.length() + this.#at;
    const value = new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.#bytes.subarray(this.#at, end));
    this.#at = end;
    return value;
  }
}
