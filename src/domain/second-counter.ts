import type { SecondCounts } from './figures.ts';

/** Places of the first array; each one after it has twice as many, up to the most. */
const FIRST_PLACES = 32;
const MOST_PLACES = 256;
/** So many take hardly more memory than one entry of a map. */
const PLACES_PER_ENTRY = 8;

const NO_PLACES = new Uint32Array();

/**
 * Adds up how often each number of seconds occurs: fast for the small ones, without a limit for the others, and
 * in memory that grows with how many different ones there are.
 */
export class SecondCounter {
  /** By the second; what is below its end is nowhere else. */
  #dense = NO_PLACES;
  #sparse: Map<number, number> | undefined;

  /** `seconds` is a whole number, not negative. */
  add(seconds: number): void {
    if (seconds < this.#dense.length) this.#dense[seconds] = (this.#dense[seconds] ?? 0) + 1;
    else this.#addSparse(seconds);
  }

  counts(): SecondCounts {
    const seconds: number[] = [];
    const counts: number[] = [];
    for (let second = 0; second < this.#dense.length; second++) {
      const count = this.#dense[second] ?? 0;
      if (count === 0) continue;
      seconds.push(second);
      counts.push(count);
    }
    for (const [second, count] of [...(this.#sparse ?? [])].sort(([a], [b]) => a - b)) {
      seconds.push(second);
      counts.push(count);
    }
    return { seconds, counts };
  }

  #addSparse(seconds: number): void {
    this.#sparse ??= new Map();
    this.#sparse.set(seconds, (this.#sparse.get(seconds) ?? 0) + 1);
    if (seconds >= MOST_PLACES) return;
    const places = Math.max(FIRST_PLACES, 2 * this.#dense.length);
    if (this.#sparse.size > places / PLACES_PER_ENTRY) this.#makePlaces(places, this.#sparse);
  }

  #makePlaces(places: number, sparse: Map<number, number>): void {
    const dense = new Uint32Array(places);
    dense.set(this.#dense);
    for (const [seconds, count] of sparse) {
      if (seconds >= places) continue;
      dense[seconds] = count;
      sparse.delete(seconds);
    }
    this.#dense = dense;
    if (sparse.size === 0) this.#sparse = undefined;
  }
}
