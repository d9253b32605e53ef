import { QUARTER_SECONDS } from '../../runtime/durations.ts';
import { type Cooperative, runToEnd } from '../../runtime/yielding.ts';
import { type Cell, type Figures, mergeFigures, type OperatorFigures } from '../figures/figures.ts';
import { createCellReader } from './codec.ts';

interface Located {
  /** In Unix seconds. */
  readonly quarter: number;
  readonly offset: number;
}

export type PackedCells = ReturnType<typeof readPackedCells> extends Cooperative<infer Cells> ? Cells : never;

/**
 * Figures by operator and quarter hour (cells) as bytes; decoded, they take twenty times the memory. Decodes the
 * bytes, in some 10 ms for a busy day. @throws RangeError if they are not from `packCells`
 */
export function* readPackedCells(bytes: Uint8Array) {
  const cells = createCellReader(bytes);
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
  return {
    whole: yield* byOperator(timed),
    untimed: untimed.length === 0 ? undefined : mergeFigures(untimed),
    /** Start of the first quarter hour in Unix seconds; `Infinity` if there is none. */
    start,
    end,
    /** Number of cells with a time. */
    count: located.length,
    *unpacked(): Generator<Cell, void> {
      for (const { cell } of cells.all()) yield cell;
    },
    /**
     * Figures of the quarter hours that begin at or after `from` and before `until`, in Unix seconds. Decodes only
     * these: a report asks for each hour of its days.
     */
    between(from: number, until: number): OperatorFigures[] {
      const within = located.filter(({ quarter }) => quarter >= from && quarter < until);
      return runToEnd(byOperator(within.map(({ offset }) => cells.cellAt(offset))));
    },
  };
}

function* byOperator(cells: Iterable<Cell>): Cooperative<OperatorFigures[]> {
  const all: OperatorFigures[] = [];
  for (const [operator, own] of Map.groupBy(cells, (cell) => cell.operator)) {
    all.push({ operator, figures: mergeFigures(own.map(({ figures }) => figures)) });
    yield;
  }
  return all;
}
