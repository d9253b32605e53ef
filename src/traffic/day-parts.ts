import { packCells } from '../domain/counting/codec.ts';
import { type PackedCells, readPackedCells } from '../domain/counting/packed-cells.ts';
import { type Cell, type Figures, LEGS, type OperatorFigures } from '../domain/figures/figures.ts';
import { asOfMoment } from '../domain/figures/same-age.ts';
import { QUARTER_SECONDS } from '../runtime/durations.ts';
import type { Cooperative } from '../runtime/yielding.ts';

const MOST_PARTS = 32;
/** Estimated memory in bytes: of one operator's figures, and of each count per second in them. */
const BYTES_PER_FIGURES = 1_500;
const BYTES_PER_SECOND = 24;
/** Estimated memory in bytes of where a cell stands in the packed bytes. */
const BYTES_PER_CELL = 40;

/** A day's figures, read at one time; they can be summed over any quarter hours, and sums are cached. */
export class DayParts {
  readonly #cells: PackedCells;
  readonly #parts = new Map<string, readonly OperatorFigures[]>();
  #bytes: number;

  private constructor(cells: PackedCells, packedBytes: number) {
    this.#cells = cells;
    this.#bytes = packedBytes + BYTES_PER_CELL * cells.count + bytesOf(cells.whole);
  }

  /** Unpacks figures that `packCells` packed. @throws RangeError if the bytes are damaged */
  static *reading(packed: Uint8Array): Cooperative<DayParts> {
    return new DayParts(yield* readPackedCells(packed), packed.length);
  }

  get untimed(): Figures | undefined {
    return this.#cells.untimed;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Figures per operator, of the quarter hours that begin from `startSeconds` to before `endSeconds`. */
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

  /** The figures as they probably were at an earlier moment, before later receipts arrived. */
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

let caches = 0;

export class DayCache<H extends CachedDay = CachedDay> {
  readonly #mostBytes: number;
  /** Cached days in order of use: the least recently used day is the first, and is removed first. */
  readonly #entries: Map<string, H>;
  readonly #owner: number;

  /** Caches with the same `entries` share the room, and do not see each other's days. */
  constructor(mostBytes: number, entries = new Map<string, H>()) {
    caches += 1;
    this.#owner = caches;
    this.#mostBytes = mostBytes;
    this.#entries = entries;
  }

  #nameOf(name: string): string {
    return `${this.#owner} ${name}`;
  }

  /** Returns `undefined` if the day is not cached, or if its cached figures were not read at `readAt`. */
  get(given: string, readAt: Date): H | undefined {
    const name = this.#nameOf(given);
    const entry = this.#entries.get(name);
    if (entry?.readAt.getTime() !== readAt.getTime()) return undefined;
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    return entry;
  }

  put(given: string, entry: H): void {
    const name = this.#nameOf(given);
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    // Cached figures grow, because they cache sums of time ranges, so their sizes are added up each time.
    let bytes = 0;
    for (const { parts } of this.#entries.values()) bytes += parts.bytes;
    for (const [oldest, { parts }] of this.#entries) {
      if (bytes <= this.#mostBytes || oldest === name) return;
      this.#entries.delete(oldest);
      bytes -= parts.bytes;
    }
  }
}
