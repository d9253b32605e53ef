import { QUARTER_SECONDS } from '../../runtime/durations.ts';
import { type Cooperative, runToEnd } from '../../runtime/yielding.ts';
import { type Cell, type Figures, FiguresSum, type OperatorFigures } from '../figures/figures.ts';
import { ByteReader } from './bytes.ts';
import { addFigures, eachCell, readCells } from './codec.ts';

interface PackedCell {
  readonly quarter: number;
  readonly operator: string | undefined;
  /** Where its figures begin. */
  readonly at: number;
}

interface Read extends Pick<PackedCells, 'whole' | 'unplaced'> {
  readonly words: readonly string[];
  readonly cells: readonly PackedCell[];
}

/**
 * The cells that `packCells` packed, added up from their bytes: unpacked they take twenty times the memory, and
 * making all those lists takes longer than adding them up.
 */
export class PackedCells {
  /** Figures of all messages with a time of the platform. */
  readonly whole: readonly OperatorFigures[];
  readonly unplaced: Figures | undefined;
  /** Where the quarter hours begin and end, Unix seconds; infinite where there are none. */
  readonly start: number;
  readonly end: number;
  readonly #bytes: Uint8Array;
  readonly #words: readonly string[];
  readonly #cells: readonly PackedCell[];

  private constructor(bytes: Uint8Array, { words, cells, whole, unplaced }: Read) {
    this.whole = whole;
    this.unplaced = unplaced;
    this.#bytes = bytes;
    this.#words = words;
    this.#cells = cells;
    let [start, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { quarter } of cells) {
      start = Math.min(start, quarter);
      end = Math.max(end, quarter + QUARTER_SECONDS);
    }
    this.start = start;
    this.end = end;
  }

  /** Reads packed cells, step by step: a day of much traffic takes some 10 ms. @throws RangeError as `eachCell` */
  static *reading(bytes: Uint8Array): Cooperative<PackedCells> {
    const sums = new OperatorSums();
    let unplaced: FiguresSum | undefined;
    let allWords: readonly string[] = [];
    const cells: PackedCell[] = [];
    for (const { quarter, operator, words, reader } of readCells(bytes)) {
      allWords = words;
      if (quarter === undefined) {
        unplaced ??= new FiguresSum();
        addFigures(reader, words, unplaced);
      } else {
        cells.push({ quarter, operator, at: reader.place });
        addFigures(reader, words, sums.of(operator));
      }
      yield;
    }
    const whole = yield* sums.figures();
    return new PackedCells(bytes, { words: allWords, cells, whole, unplaced: unplaced?.figures() });
  }

  get placedCells(): number {
    return this.#cells.length;
  }

  unpacked(): Generator<Cell, void> {
    return eachCell(this.#bytes);
  }

  /** The figures by operator of the quarter hours that begin within a time, Unix seconds. */
  between(start: number, end: number): OperatorFigures[] {
    const sums = new OperatorSums();
    for (const { quarter, operator, at } of this.#cells) {
      if (quarter < start || quarter >= end) continue;
      addFigures(new ByteReader(this.#bytes, at), this.#words, sums.of(operator));
    }
    return runToEnd(sums.figures());
  }
}

/** A sum for each operator, in the order in which they first come. */
class OperatorSums {
  readonly #sums = new Map<string | undefined, FiguresSum>();

  of(operator: string | undefined): FiguresSum {
    const sum = this.#sums.get(operator) ?? new FiguresSum();
    this.#sums.set(operator, sum);
    return sum;
  }

  *figures(): Cooperative<OperatorFigures[]> {
    const all: OperatorFigures[] = [];
    for (const [operator, sum] of this.#sums) {
      all.push({ operator, figures: sum.figures() });
      yield;
    }
    return all;
  }
}
