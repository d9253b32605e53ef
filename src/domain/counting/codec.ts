import { QUARTER_SECONDS } from '../../runtime/durations.ts';
import { type Cell, type Figures, LEGS, type LegFigures } from '../figures/figures.ts';
import type { SecondCounts } from './second-counts.ts';

const VERSION = 1;

/** Encodes cells as bytes; most numbers take one byte. Half a surrogate pair in a name becomes U+FFFD. */
export function packCells(cells: Iterable<Cell>): Uint8Array<ArrayBuffer> {
  const operators = new NameList();
  const words = new NameList();
  const body: number[] = [];
  let count = 0;
  for (const { quarter, operator, figures } of cells) {
    count += 1;
    writeVarint(body, quarter === undefined ? 0 : quarterNumber(quarter) + 1);
    writeVarint(body, operator === undefined ? 0 : operators.numberOf(operator) + 1);
    writeFigures(body, figures, words);
  }
  const head = [VERSION];
  operators.write(head);
  words.write(head);
  writeVarint(head, count);
  const packed = new Uint8Array(head.length + body.length);
  packed.set(head);
  packed.set(body, head.length);
  return packed;
}

/** Reads single cells from packed bytes. Every method throws a RangeError if they are not from `packCells`. */
export function createCellReader(bytes: Uint8Array) {
  const reader = new ByteReader(bytes);
  const version = reader.byte();
  if (version !== VERSION) throw new RangeError(`cells of version ${version} are not understood`);
  const operators = readNames(reader);
  const words = readNames(reader);
  const count = reader.length();
  const firstAt = reader.at;

  /** Decodes the cell at an offset that `all` has yielded. */
  function cellAt(offset: number): Cell {
    reader.at = offset;
    const quarter = reader.varint();
    const operator = reader.varint();
    return {
      quarter: quarter === 0 ? undefined : (quarter - 1) * QUARTER_SECONDS,
      operator: operator === 0 ? undefined : nameAt(operators, operator - 1),
      figures: readFigures(reader, words),
    };
  }

  function* all(): Generator<{ readonly offset: number; readonly cell: Cell }, void> {
    let offset = firstAt;
    for (let left = count; left > 0; left--) {
      const cell = cellAt(offset);
      // The next offset is stored, because the caller may read other cells in between.
      const next = reader.at;
      yield { offset, cell };
      offset = next;
    }
    reader.at = offset;
    if (!reader.isAtEnd) throw new RangeError('there is more after the cells');
  }

  return { all, cellAt };
}

function quarterNumber(quarter: number): number {
  const number = quarter / QUARTER_SECONDS;
  if (!Number.isSafeInteger(number) || number < 0) throw new RangeError('not the start of a quarter hour');
  return number;
}

function writeFigures(bytes: number[], figures: Figures, words: NameList): void {
  writeVarint(bytes, figures.submitted);
  writeVarint(bytes, figures.words.size);
  for (const [word, count] of figures.words) {
    writeVarint(bytes, words.numberOf(word));
    writeVarint(bytes, count);
  }
  for (const leg of LEGS) {
    writeVarint(bytes, figures[leg].clockOff);
    writeSecondCounts(bytes, figures[leg].latencies);
  }
  writeSecondCounts(bytes, figures.failedAfter);
  writeSecondCounts(bytes, figures.pendingAges);
}

function readFigures(reader: ByteReader, names: readonly string[]): Figures {
  const submitted = reader.varint();
  const words = new Map<string, number>();
  for (let left = reader.length(); left > 0; left--) {
    const word = nameAt(names, reader.varint());
    words.set(word, reader.varint());
  }
  return {
    submitted,
    words,
    platformToOperator: readLeg(reader),
    operatorToHandset: readLeg(reader),
    total: readLeg(reader),
    failedAfter: readSecondCounts(reader),
    pendingAges: readSecondCounts(reader),
  };
}

function readLeg(reader: ByteReader): LegFigures {
  const clockOff = reader.varint();
  return { latencies: readSecondCounts(reader), clockOff };
}

const LONG_STEP = 3;

/** Writes a second's distance from the previous one and its count as one number, mostly a single byte. */
function writeSecondCounts(bytes: number[], { seconds, counts }: SecondCounts): void {
  writeVarint(bytes, seconds.length);
  let expected = 0;
  for (let at = 0; at < seconds.length; at++) {
    const second = seconds[at] ?? 0;
    const step = second - expected;
    const count = counts[at];
    if (step < 0 || count === undefined || count < 1) throw new RangeError('seconds must ascend and occur');
    writeVarint(bytes, (count - 1) * 4 + Math.min(step, LONG_STEP));
    if (step >= LONG_STEP) writeVarint(bytes, step - LONG_STEP);
    expected = second + 1;
  }
}

function readSecondCounts(reader: ByteReader): SecondCounts {
  const size = reader.length();
  // Allocated at full size, because a growing array takes twice the memory; a month has 100,000 entries.
  const seconds = new Array<number>(size);
  const counts = new Array<number>(size);
  let expected = 0;
  for (let at = 0; at < size; at++) {
    const both = reader.varint();
    const step = both % 4;
    const second = expected + (step === LONG_STEP ? LONG_STEP + reader.varint() : step);
    seconds[at] = second;
    counts[at] = (both - step) / 4 + 1;
    expected = second + 1;
  }
  return { seconds, counts };
}

class NameList {
  readonly #numbers = new Map<string, number>();

  numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  write(bytes: number[]): void {
    writeVarint(bytes, this.#numbers.size);
    for (const name of this.#numbers.keys()) {
      const encoded = new TextEncoder().encode(name);
      writeVarint(bytes, encoded.length);
      for (const byte of encoded) bytes.push(byte);
    }
  }
}

function readNames(reader: ByteReader): string[] {
  const names: string[] = [];
  for (let left = reader.length(); left > 0; left--) names.push(reader.text());
  return names;
}

function nameAt(names: readonly string[], at: number): string {
  const name = names[at];
  if (name === undefined) throw new RangeError('a name is missing');
  return name;
}

/** Writes a number from 0 to 2^53 − 1 as LEB128: seven bits a byte, the lowest bits first. */
function writeVarint(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
}

/** Reads numbers and texts from bytes; every method throws a RangeError if the bytes end too early. */
class ByteReader {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.at === this.#bytes.length;
  }

  byte(): number {
    const value = this.#bytes[this.at++];
    if (value === undefined) throw new RangeError('the bytes end early');
    return value;
  }

  varint(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const next = this.byte();
      value += (next & 0x7f) * scale;
      if (next < 0x80) break;
    }
    if (!Number.isSafeInteger(value)) throw new RangeError('a number is too large');
    return value;
  }

  length(): number {
    const length = this.varint();
    if (length > this.#bytes.length - this.at) throw new RangeError('the bytes end early');
    return length;
  }

  text(): string {
    const end = this.length() + this.at;
    const value = new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.#bytes.subarray(this.at, end));
    this.at = end;
    return value;
  }
}
