import { QUARTER_SECONDS } from '../../runtime/durations.ts';
import { type Cell, type Figures, type FiguresSum, LEGS, type LegFigures } from '../figures/figures.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import type { SecondCounts, SecondSum } from './second-counts.ts';

/** The first byte of what is packed: a reader knows by it what it has before it. */
const VERSION = 1;

/**
 * Packs the cells of a reading, one at a time: a name list, then cell by cell numbers of mostly one byte. Any order
 * of cells is kept. Quarters are starts of quarter hours, Unix seconds; half a character of a surrogate pair in a name
 * becomes U+FFFD.
 */
export function packCells(cells: Iterable<Cell>): Uint8Array<ArrayBuffer> {
  const operators = new NameList();
  const words = new NameList();
  const body = new ByteWriter();
  let count = 0;
  for (const { quarter, operator, figures } of cells) {
    count += 1;
    // 0 stands for none in both.
    body.varint(quarter === undefined ? 0 : quarterNumber(quarter) + 1);
    body.varint(operator === undefined ? 0 : operators.numberOf(operator) + 1);
    writeFigures(body, figures, words);
  }
  const writer = new ByteWriter();
  writer.byte(VERSION);
  writeNames(writer, operators.names);
  writeNames(writer, words.names);
  writer.varint(count);
  writer.bytes(body.finish());
  return writer.finish();
}

/** The cells again, one by one. @throws RangeError where the bytes are not what `packCells` wrote */
export function* eachCell(bytes: Uint8Array): Generator<Cell, void> {
  for (const { quarter, operator, words, reader } of readCells(bytes)) {
    yield { quarter, operator, figures: readFigures(reader, words) };
  }
}

interface NextCell extends Omit<Cell, 'figures'> {
  readonly words: readonly string[];
  /** Stands where the figures begin; they must be read to their end before the next cell. */
  readonly reader: ByteReader;
}

/** Packed cells one by one. @throws RangeError */
export function* readCells(bytes: Uint8Array): Generator<NextCell, void> {
  const reader = new ByteReader(bytes);
  const version = reader.byte();
  if (version !== VERSION) throw new RangeError(`cells of version ${version} are not understood`);
  const operators = readNames(reader);
  const words = readNames(reader);
  for (let left = reader.length(); left > 0; left--) {
    const quarter = reader.varint();
    const operator = reader.varint();
    yield {
      quarter: quarter === 0 ? undefined : (quarter - 1) * QUARTER_SECONDS,
      operator: operator === 0 ? undefined : nameAt(operators, operator - 1),
      words,
      reader,
    };
  }
  if (!reader.isAtEnd) throw new RangeError('there is more after the cells');
}

function quarterNumber(quarter: number): number {
  const number = quarter / QUARTER_SECONDS;
  if (!Number.isSafeInteger(number) || number < 0) throw new RangeError('not the start of a quarter hour');
  return number;
}

function writeFigures(writer: ByteWriter, figures: Figures, words: NameList): void {
  writer.varint(figures.submitted);
  writer.varint(figures.words.size);
  for (const [word, count] of figures.words) {
    writer.varint(words.numberOf(word));
    writer.varint(count);
  }
  for (const leg of LEGS) {
    writer.varint(figures[leg].clockOff);
    writeSecondCounts(writer, figures[leg].latencies);
  }
  writeSecondCounts(writer, figures.failedAfter);
  writeSecondCounts(writer, figures.pendingAges);
}

export function addFigures(reader: ByteReader, names: readonly string[], sum: FiguresSum): void {
  sum.submitted += reader.varint();
  for (let left = reader.length(); left > 0; left--) {
    const word = nameAt(names, reader.varint());
    sum.words.set(word, (sum.words.get(word) ?? 0) + reader.varint());
  }
  for (const leg of LEGS) {
    sum.clockOff[leg] += reader.varint();
    addSecondCounts(reader, sum[leg]);
  }
  addSecondCounts(reader, sum.failedAfter);
  addSecondCounts(reader, sum.pendingAges);
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

/** A step this long and longer does not fit beside its count. */
const LONG_STEP = 3;

/**
 * Seconds are steps from the one before, and most are 0 to 2 beyond the next one: they share a number with their
 * count, so that up to 32 messages of a second take one byte.
 */
function writeSecondCounts(writer: ByteWriter, { seconds, counts }: SecondCounts): void {
  writer.varint(seconds.length);
  let expected = 0;
  for (let at = 0; at < seconds.length; at++) {
    const second = seconds[at] ?? 0;
    const step = second - expected;
    const count = counts[at];
    if (step < 0 || count === undefined || count < 1) throw new RangeError('seconds must ascend and occur');
    writer.varint((count - 1) * 4 + Math.min(step, LONG_STEP));
    if (step >= LONG_STEP) writer.varint(step - LONG_STEP);
    expected = second + 1;
  }
}

function readSecondCounts(reader: ByteReader): SecondCounts {
  const size = reader.length();
  // Room made at once: a month has a hundred thousand of these lists, and growing them takes twice the memory.
  const seconds = new Array<number>(size);
  const counts = new Array<number>(size);
  let at = 0;
  readSeconds(reader, size, (second, count) => {
    seconds[at] = second;
    counts[at++] = count;
  });
  return { seconds, counts };
}

function readSeconds(reader: ByteReader, size: number, take: (second: number, count: number) => void): void {
  let expected = 0;
  for (let left = size; left > 0; left--) {
    const both = reader.varint();
    const step = both % 4;
    const second = expected + (step === LONG_STEP ? LONG_STEP + reader.varint() : step);
    take(second, (both - step) / 4 + 1);
    expected = second + 1;
  }
}

function addSecondCounts(reader: ByteReader, sum: SecondSum): void {
  readSeconds(reader, reader.length(), (second, count) => sum.add(second, count));
}

/** Names, in the order in which they first come. */
class NameList {
  readonly #numbers = new Map<string, number>();

  get names(): string[] {
    return [...this.#numbers.keys()];
  }

  numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

function writeNames(writer: ByteWriter, names: readonly string[]): void {
  writer.varint(names.length);
  for (const name of names) writer.text(name);
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
