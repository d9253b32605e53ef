import { unpackCells } from '../domain/cells-codec.ts';
import {
  type Cell,
  type Figures,
  LEGS,
  mergeByOperator,
  mergeFigures,
  type OperatorFigures,
  QUARTER_SECONDS,
} from '../domain/statistics.ts';

/** Zones and times of the day that are asked for are few; beyond these the oldest are reckoned anew. */
const MOST_PARTS = 32;
/** An operator's figures without what is counted by the second, and what each of those counts takes, room to grow included. */
const BYTES_PER_FIGURES = 1_500;
const BYTES_PER_SECOND = 24;

/**
 * The figures of a reading, to be had of any part of its time. Parts are kept once they are merged; the quarter
 * hours they are made of take twenty times what they take when packed, so those of one day at a time are unpacked.
 */
export class DayParts {
  static #unpacked: { readonly of: DayParts; readonly cells: readonly Cell[] } | undefined;

  /** Of messages without a time of the platform. */
  readonly unplaced: Figures | undefined;
  readonly #packed: Uint8Array;
  readonly #whole: readonly OperatorFigures[];
  readonly #parts = new Map<string, readonly OperatorFigures[]>();
  /** Where its quarter hours begin and end, Unix seconds. */
  readonly #start: number;
  readonly #end: number;
  #bytes: number;

  /** `packed` by `packCells`. @throws RangeError as `unpackCells` */
  constructor(packed: Uint8Array) {
    this.#packed = packed;
    const cells = this.#cells();
    const placed = cells.filter(({ quarter }) => quarter !== undefined);
    const unplaced = cells.filter(({ quarter }) => quarter === undefined);
    this.unplaced = unplaced.length > 0 ? mergeFigures(unplaced.map(({ figures }) => figures)) : undefined;
    this.#whole = mergeByOperator(placed);
    let [start, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { quarter = 0 } of placed) {
      start = Math.min(start, quarter);
      end = Math.max(end, quarter + QUARTER_SECONDS);
    }
    this.#start = start;
    this.#end = end;
    this.#bytes = packed.length + bytesOf(this.#whole);
  }

  /** What it takes of memory by now, about. */
  get bytes(): number {
    return this.#bytes;
  }

  /** As `partOf` its cells. */
  between(startSeconds: number, endSeconds: number): readonly OperatorFigures[] {
    const start = Math.max(this.#start, nextQuarter(startSeconds));
    const end = Math.min(this.#end, nextQuarter(endSeconds));
    if (start >= end) return [];
    if (start === this.#start && end === this.#end) return this.#whole;
    const name = `${start} ${end}`;
    const known = this.#parts.get(name);
    if (known) return known;
    const part = partOf(this.#cells(), start, end);
    const [oldest] = this.#parts;
    if (oldest && this.#parts.size >= MOST_PARTS) {
      this.#parts.delete(oldest[0]);
      this.#bytes -= bytesOf(oldest[1]);
    }
    this.#parts.set(name, part);
    this.#bytes += bytesOf(part);
    return part;
  }

  #cells(): readonly Cell[] {
    if (DayParts.#unpacked?.of !== this) {
      DayParts.#unpacked = { of: this, cells: unpackCells(this.#packed) };
    }
    return DayParts.#unpacked.cells;
  }
}

/** The figures by operator of the quarter hours that begin within a time, Unix seconds. */
export function partOf(cells: readonly Cell[], startSeconds: number, endSeconds: number): OperatorFigures[] {
  return mergeByOperator(
    cells.filter(({ quarter }) => quarter !== undefined && quarter >= startSeconds && quarter < endSeconds),
  );
}

function nextQuarter(seconds: number): number {
  return Math.ceil(seconds / QUARTER_SECONDS) * QUARTER_SECONDS;
}

function bytesOf(part: readonly OperatorFigures[]): number {
  let bytes = 0;
  for (const { figures } of part) {
    const lists = [figures.failedAfter, figures.pendingAges, ...LEGS.map((leg) => figures[leg].latencies)];
    const seconds = lists.reduce((sum, list) => sum + list.seconds.length, 0);
    bytes += BYTES_PER_FIGURES + BYTES_PER_SECOND * seconds;
  }
  return bytes;
}
