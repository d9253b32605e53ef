import { QUARTER_SECONDS } from '../../runtime/durations.ts';
import { type Cooperative, runToEnd } from '../../runtime/yielding.ts';
import { type Cell, type Figures, mergeFigures, type OperatorFigures } from '../figures/figures.ts';
import { CellReader } from './codec.ts';

interface Located {
  /** In Unix seconds. */
  readonly quarter: number;
  readonly offset: number;
}

interface PackedParts extends Pick<PackedCells, 'whole' | 'untimed' | 'start' | 'end'> {
  readonly cells: CellReader;
  readonly located: readonly Located[];
}

/** Figures by operator and quarter hour (cells) as bytes; decoded, they take twenty times the memory. */
export class PackedCells {
  readonly whole: readonly OperatorFigures[];
  readonly untimed: Figures | undefined;
  /** Start of the first quarter hour in Unix seconds; `Infinity` if there is none. */
  readonly start: number;
  readonly end: number;
  readonly #cells: CellReader;
  readonly #located: readonly Located[];

  private constructor({ cells, located, whole, untimed, start, end }: PackedParts) {
    this.#cells = cells;
    this.#located = located;
    this.whole = whole;
    this.untimed = untimed;
    this.start = start;
    this.end = end;
  }

  /** Decodes the bytes, in some 10 ms for a busy day. @throws RangeError if they are not from `packCells` */
  static *reading(bytes: Uint8Array): Cooperative<PackedCells> {
    const cells = new CellReader(bytes);
    const located: Located[] = [];
    const timed: Cell[] = [];
    const untimed: Figures[] = [];
    let [start, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { cell, offset } of cells.all()) {
      if (cell.quarter === undefined) untimed.push(cell.figures);
      else {
        timed.push(cell);
        located.push({ quarter: cell.quarter, offset });
        start = Math.min(start, cell.quarter);
        end = Math.max(end, cell.quarter + QUARTER_SECONDS);
      }
      yield;
    }
    const whole = yield* byOperator(timed);
    return new PackedCells({
      cells,
      located,
      whole,
      untimed: untimed.length === 0 ? undefined : mergeFigures(untimed),
      start,
      end,
    });
  }

  /** Number of cells with a time. */
  get count(): number {
    return this.#located.length;
  }

  *unpacked(): Generator<Cell, void> {
    for (const { cell } of this.#cells.all()) yield cell;
  }

  /**
   * Figures of the quarter hours that begin at or after `start` and before `end`, in Unix seconds. Decodes only these:
   * a report asks for each hour of its days.
   */
  between(start: number, end: number): OperatorFigures[] {
    const within = this.#located.filter(({ quarter }) => quarter >= start && quarter < end);
    return runToEnd(byOperator(within.map(({ offset }) => this.#cells.cellAt(offset))));
  }
}

function* byOperator(cells: Iterable<Cell>): Cooperative<OperatorFigures[]> {
  const all: OperatorFigures[] = [];
  for (const [operator, own] of Map.groupBy(cells, (cell) => cell.operator)) {
    all.push({ operator, figures: mergeFigures(own.map(({ figures }) => figures)) });
    yield;
  }
  return all;
}
