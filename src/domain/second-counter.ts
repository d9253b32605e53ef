import type { SecondCounts } from './figures.ts';
import { SparseSeconds } from './sparse-seconds.ts';

/** Places of the first array, which takes little more than a value without one. */
const FIRST_PLACES = 64;
/** Each array after it has so many times the places of the one before. */
const GROWTH = 2;
const MOST_PLACES = 1024;
/** So many take a few times the memory of one value that has none, and a tenth of its time. */
const PLACES_PER_VALUE = 16;

const NO_PLACES = new Uint32Array();

/**
 * Adds up how often each number of seconds occurs: fast for the small ones, without a limit for the others, and
 * in memory that grows with how many different ones there are.
 */
export class SecondCounter {
  /** By the second; what is below its end is nowhere else. */
  #dense = NO_PLACES;
  #sparse: SparseSeconds | undefined;
  /** Of the sparse values, those that could have a place. */
  #homeless = 0;

  /** `seconds` is a whole number, not negative. */
  add(seconds: number): void {
    if (seconds < this.#dense.length) this.#dense[seconds] = (this.#dense[seconds] ?? 0) + 1;
    else this.#addBeyond(seconds);
  }

  counts(): SecondCounts {
    let size = this.#sparse?.size ?? 0;
    for (const count of this.#dense) if (count > 0) size += 1;
    // Room made at once: growing takes three times the memory, for thousands of these in a reading.
    const seconds = new Array<number>(size);
    const counts = new Array<number>(size);
    let at = 0;
    const take = (second: number, count: number) => {
      seconds[at] = second;
      counts[at++] = count;
    };
    for (let second = 0; second < this.#dense.length; second++) {
      const count = this.#dense[second] ?? 0;
      if (count > 0) take(second, count);
    }
    this.#sparse?.each(take);
    return { seconds, counts };
  }

  #addBeyond(seconds: number): void {
    if (seconds < FIRST_PLACES) {
      this.#dense = new Uint32Array(FIRST_PLACES);
      this.#dense[seconds] = 1;
      return;
    }
    this.#sparse ??= new SparseSeconds();
    this.#sparse.add(seconds);
    if (seconds >= MOST_PLACES) return;
    this.#homeless += 1;
    const places = GROWTH * Math.max(FIRST_PLACES, this.#dense.length);
    if (this.#homeless > places / PLACES_PER_VALUE) this.#makePlaces(places, this.#sparse);
  }

  #makePlaces(places: number, sparse: SparseSeconds): void {
    const dense = new Uint32Array(places);
    dense.set(this.#dense);
    sparse.takeBelow(places, (second, count) => {
      dense[second] = count;
      this.#homeless -= count;
    });
    this.#dense = dense;
  }
}
