import { packCells } from '../domain/counting/codec.ts';
import { PackedCells } from '../domain/counting/packed-cells.ts';
import { type Cell, type Figures, LEGS, type OperatorFigures } from '../domain/figures/figures.ts';
import { asOfMoment } from '../domain/figures/same-age.ts';
import { QUARTER_SECONDS } from '../runtime/durations.ts';
import type { Cooperative } from '../runtime/yielding.ts';

/** Zones and times of the day that are asked for are few; beyond these the oldest are reckoned anew. */
const MOST_PARTS = 32;
/** An operator's figures without what is counted by the second, and what each of those counts takes, room to grow included. */
const BYTES_PER_FIGURES = 1_500;
const BYTES_PER_SECOND = 24;

/** The figures of a reading, to be had of any part of its time. Parts are kept once they are merged. */
export class DayParts {
  readonly #cells: PackedCells;
  readonly #parts = new Map<string, readonly OperatorFigures[]>();
  #bytes: number;

  private constructor(cells: PackedCells, packedBytes: number) {
    this.#cells = cells;
    this.#bytes = packedBytes + bytesOf(cells.whole);
  }

  /** `packed` by `packCells`. @throws RangeError as `eachCell` */
  static *reading(packed: Uint8Array): Cooperative<DayParts> {
    return new DayParts(yield* PackedCells.reading(packed), packed.length);
  }

  get unplaced(): Figures | undefined {
    return this.#cells.unplaced;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Those of the quarter hours that begin within a time, Unix seconds. */
  between(startSeconds: number, endSeconds: number): readonly OperatorFigures[] {
    const start = Math.max(this.#cells.start, nextQuarter(startSeconds));
    const end = Math.min(this.#cells.end, nextQuarter(endSeconds));
    if (start >= end) return [];
    if (start === this.#cells.start && end === this.#cells.end) return this.#cells.whole;
    const name = `${start} ${end}`;
    const known = this.#parts.get(name);
    if (known) return known;
    const part = this.#cells.between(start, end);
    const [oldest] = this.#parts;
    if (oldest && this.#parts.size >= MOST_PARTS) {
      this.#parts.delete(oldest[0]);
      this.#bytes -= bytesOf(oldest[1]);
    }
    this.#parts.set(name, part);
    this.#bytes += bytesOf(part);
    return part;
  }

  /** The same as it looked at an earlier moment, as `asOfMoment` has it; Unix seconds. */
  *asOf(momentSeconds: number, readSeconds: number): Cooperative<DayParts> {
    const cells: Cell[] = [];
    for (const cell of this.#cells.unpacked()) {
      const then = asOfMoment(cell, momentSeconds, readSeconds);
      if (then) cells.push(then);
      yield;
    }
    return yield* DayParts.reading(packCells(cells));
  }
}

const nextQuarter = (seconds: number) => Math.ceil(seconds / QUARTER_SECONDS) * QUARTER_SECONDS;

function bytesOf(part: readonly OperatorFigures[]): number {
  let bytes = 0;
  for (const { figures } of part) {
    const lists = [figures.failedAfter, figures.pendingAges, ...LEGS.map((leg) => figures[leg].latencies)];
    const seconds = lists.reduce((sum, list) => sum + list.seconds.length, 0);
    bytes += BYTES_PER_FIGURES + BYTES_PER_SECOND * seconds;
  }
  return bytes;
}

interface CachedDay {
  readonly readAt: Date;
  readonly parts: DayParts;
}

/** Readings that were asked for lately, in memory. One of a known time never changes. */
export class DayCache<H extends CachedDay = CachedDay> {
  readonly #mostBytes: number;
  /** The one not looked for longest is the first. */
  readonly #held = new Map<string, H>();

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** `undefined` also where what is held under the name was read at another time. */
  get(name: string, readAt: Date): H | undefined {
    const held = this.#held.get(name);
    if (held?.readAt.getTime() !== readAt.getTime()) return undefined;
    this.#held.delete(name);
    this.#held.set(name, held);
    return held;
  }

  put(name: string, held: H): void {
    this.#held.delete(name);
    this.#held.set(name, held);
    // They grow as parts of them are asked for: what they take is added up anew.
    let bytes = 0;
    for (const { parts } of this.#held.values()) bytes += parts.bytes;
    for (const [oldest, { parts }] of this.#held) {
      if (bytes <= this.#mostBytes || oldest === name) return;
      this.#held.delete(oldest);
      bytes -= parts.bytes;
    }
  }
}
