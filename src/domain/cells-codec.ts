import { ByteReader, ByteWriter } from './bytes.ts';
import {
  type Cell,
  type Figures,
  LEGS,
  type LegFigures,
  QUARTER_SECONDS,
  type SecondCounts,
} from './figures.ts';

/** The first byte of what is packed: a reader knows by it what it has before it. */
const VERSION = 1;

/**
 * Packs the cells of a reading: a name list, then cell by cell numbers of mostly one byte. Any order of cells is
 * kept. Quarters are starts of quarter hours, Unix seconds; half a character of a surrogate pair in a name becomes
 * U+FFFD.
 */
export function packCells(cells: readonly Cell[]): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  writer.byte(VERSION);
  const operators = listNames(cells.map(({ operator }) => operator));
  const words = listNames(cells.flatMap(({ figures }) => [...figures.words.keys()]));
  writeNames(writer, operators);
  writeNames(writer, words);
  writer.varint(cells.length);
  for (const { quarter, operator, figures } of cells) {
    // 0 stands for none in both.
    writer.varint(quarter === undefined ? 0 : quarterNumber(quarter) + 1);
    writer.varint(operator === undefined ? 0 : (operators.get(operator) ?? 0) + 1);
    writeFigures(writer, figures, words);
  }
  return writer.finish();
}

/** The cells again. @throws RangeError where the bytes are not what `packCells` wrote */
export function unpackCells(bytes: Uint8Array): Cell[] {
  const reader = new ByteReader(bytes);
  const version = reader.byte();
  if (version !== VERSION) throw new RangeError(`cells of version ${version} are not understood`);
  const operators = readNames(reader);
  const words = readNames(reader);
  const cells: Cell[] = [];
  for (let left = reader.length(); left > 0; left--) {
    const quarter = reader.varint();
    const operator = reader.varint();
    cells.push({
      quarter: quarter === 0 ? undefined : (quarter - 1) * QUARTER_SECONDS,
      operator: operator === 0 ? undefined : nameAt(operators, operator - 1),
      figures: readFigures(reader, words),
    });
  }
  if (!reader.isAtEnd) throw new RangeError('there is more after the cells');
  return cells;
}

function quarterNumber(quarter: number): number {
  const number = quarter / QUARTER_SECONDS;
  if (!Number.isSafeInteger(number) || number < 0) throw new RangeError('not the start of a quarter hour');
  return number;
}

function writeFigures(writer: ByteWriter, figures: Figures, words: ReadonlyMap<string, number>): void {
  writer.varint(figures.submitted);
  writer.varint(figures.words.size);
  for (const [word, count] of figures.words) {
    writer.varint(words.get(word) ?? 0);
    writer.varint(count);
  }
  for (const leg of LEGS) {
    writer.varint(figures[leg].clockOff);
    writeSecondCounts(writer, figures[leg].latencies);
  }
  writeSecondCounts(writer, figures.failedAfter);
  writeSecondCounts(writer, figures.pendingAges);
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
  for (const [at, second] of seconds.entries()) {
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

function listNames(names: readonly (string | undefined)[]): ReadonlyMap<string, number> {
  const list = new Map<string, number>();
  for (const name of names) {
    if (name !== undefined && !list.has(name)) list.set(name, list.size);
  }
  return list;
}

function writeNames(writer: ByteWriter, names: ReadonlyMap<string, number>): void {
  writer.varint(names.size);
  for (const name of names.keys()) writer.text(name);
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
