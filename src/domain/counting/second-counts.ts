/** How often each whole number of seconds occurred: ascending, each once, none negative, counts above nought. */
export interface SecondCounts {
  readonly seconds: readonly number[];
  /** Parallel to `seconds`. */
  readonly counts: readonly number[];
}

/** Latencies, nearly all of them: an array that has a place for each second up to here is always worth it. */
const NEAR_SECONDS = 4096;
/** Places of the smallest array, which takes little more than a value without one. */
const FEWEST_PLACES = 64;
/** An array is worth it where so many places or fewer come to a value: a few times a list's memory, a tenth of its time. */
const PLACES_PER_VALUE = 16;

export function sizeOf({ counts }: SecondCounts): number {
  let size = 0;
  for (const count of counts) size += count;
  return size;
}

/** How many values are `from` seconds or more, and less than `end`. */
export function countBetween({ seconds, counts }: SecondCounts, from: number, end: number): number {
  let first = 0;
  for (let beyond = seconds.length; first < beyond; ) {
    const middle = (first + beyond) >>> 1;
    if ((seconds[middle] ?? 0) < from) first = middle + 1;
    else beyond = middle;
  }
  let count = 0;
  for (let at = first; (seconds[at] ?? end) < end; at++) count += counts[at] ?? 0;
  return count;
}

export function mergeCounts(lists: readonly SecondCounts[]): SecondCounts {
  const filled = lists.filter(({ seconds }) => seconds.length > 0);
  const [first] = filled;
  if (first && filled.length === 1) return first;
  const sum = new SecondSum();
  for (const { seconds, counts } of filled) {
    for (let at = 0; at < seconds.length; at++) sum.add(seconds[at] ?? 0, counts[at] ?? 0);
  }
  return sum.counts();
}

const NO_PLACES = new Float64Array();

/** Seconds that are being added up, in any order. */
export class SecondSum {
  /** By the second; what has a place here is nowhere else. */
  #near = NO_PLACES;
  /** The others as they came, some perhaps many times. */
  readonly #far: number[] = [];
  readonly #farCounts: number[] = [];

  /** `second` is a whole number, not negative; `count` is above nought. */
  add(second: number, count: number): void {
    if (second < this.#near.length) this.#near[second] = (this.#near[second] ?? 0) + count;
    else this.#addBeyond(second, count);
  }

  counts(): SecondCounts {
    const counts = { seconds: [], counts: [] };
    takePlaces(this.#near, 0, counts);
    if (this.#far.length > 0) this.#takeFar(counts);
    return counts;
  }

  #addBeyond(second: number, count: number): void {
    if (second < NEAR_SECONDS) {
      const near = new Float64Array(placesFor(second));
      near.set(this.#near);
      near[second] = count;
      this.#near = near;
    } else {
      this.#far.push(second);
      this.#farCounts.push(count);
    }
  }

  #takeFar(counts: Growing): void {
    const far = this.#far;
    let [start, last] = [Number.POSITIVE_INFINITY, 0];
    for (const second of far) {
      start = Math.min(start, second);
      last = Math.max(last, second);
    }
    if (last - start < PLACES_PER_VALUE * far.length) {
      const places = new Float64Array(last - start + 1);
      for (let at = 0; at < far.length; at++) {
        const place = (far[at] ?? 0) - start;
        places[place] = (places[place] ?? 0) + (this.#farCounts[at] ?? 0);
      }
      takePlaces(places, start, counts);
    } else {
      takeScattered(far, this.#farCounts, counts);
    }
  }
}

type Growing = { readonly seconds: number[]; readonly counts: number[] };

/** Array length that has a place for a second: a power of two, so that growing is rare. */
function placesFor(second: number): number {
  return Math.max(FEWEST_PLACES, 2 ** Math.ceil(Math.log2(second + 1)));
}

function takePlaces(places: Float64Array, start: number, { seconds, counts }: Growing): void {
  for (let at = 0; at < places.length; at++) {
    const count = places[at] ?? 0;
    if (count === 0) continue;
    seconds.push(start + at);
    counts.push(count);
  }
}

function takeScattered(far: number[], farCounts: number[], { seconds, counts }: Growing): void {
  // Nearly all occur once each: what they count beyond that is looked up for the few others alone.
  const beyondOnce = new Map<number, number>();
  for (let at = 0; at < far.length; at++) {
    const [second, count] = [far[at] ?? 0, farCounts[at] ?? 0];
    if (count > 1) beyondOnce.set(second, (beyondOnce.get(second) ?? 0) + count - 1);
  }
  const sorted = Float64Array.from(far).sort();
  for (let at = 0; at < sorted.length; ) {
    const second = sorted[at] ?? 0;
    const begun = at;
    while (sorted[at] === second) at++;
    seconds.push(second);
    counts.push(at - begun + (beyondOnce.get(second) ?? 0));
  }
}

/** Each array after it has so many times the places of the one before. */
const GROWTH = 2;
const MOST_PLACES = 1024;

const NO_DENSE = new Uint32Array();

/** Fast for small numbers of seconds, without a limit for the others; memory grows with the different ones. */
export class SecondCounter {
  /** By the second; what is below its end is nowhere else. */
  #dense = NO_DENSE;
  #sparse: SparseSeconds | undefined;
  /** How many of the sparse values are small enough to have a place in a dense array. */
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
    if (seconds < FEWEST_PLACES) {
      this.#dense = new Uint32Array(FEWEST_PLACES);
      this.#dense[seconds] = 1;
      return;
    }
    this.#sparse ??= new SparseSeconds();
    this.#sparse.add(seconds);
    if (seconds >= MOST_PLACES) return;
    this.#homeless += 1;
    const places = GROWTH * Math.max(FEWEST_PLACES, this.#dense.length);
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

type Tell = (second: number, count: number) => void;

const FEWEST_RECENT = 16;

/** How often seconds far apart occur: sixteen bytes for each different one, where a map takes three times that. */
class SparseSeconds {
  /** Ascending, each once, and how often. */
  #seconds = NO_PLACES;
  #counts = NO_PLACES;
  /** What has come since, in any order. */
  #recent = new Float64Array(FEWEST_RECENT);
  #recentCount = 0;

  add(second: number): void {
    if (this.#recentCount === this.#recent.length) this.#makeRoom();
    this.#recent[this.#recentCount++] = second;
  }

  get size(): number {
    if (this.#recentCount > 0) this.#keep(() => true);
    return this.#seconds.length;
  }

  each(tell: Tell): void {
    const [seconds, counts] = [this.#seconds, this.#counts];
    // Sorting takes some time even where there is nothing to sort.
    const recent = this.#recentCount === 0 ? NO_PLACES : this.#recent.subarray(0, this.#recentCount).sort();
    for (let known = 0, next = 0; known < seconds.length || next < recent.length; ) {
      const second = Math.min(
        seconds[known] ?? Number.POSITIVE_INFINITY,
        recent[next] ?? Number.POSITIVE_INFINITY,
      );
      let count = 0;
      if (seconds[known] === second) count = counts[known++] ?? 0;
      for (; recent[next] === second; next++) count += 1;
      tell(second, count);
    }
  }

  takeBelow(limit: number, tell: Tell): void {
    this.#keep((second, count) => {
      const isTaken = second < limit;
      if (isTaken) tell(second, count);
      return !isTaken;
    });
  }

  /** What there is makes one list; where that is long, it is done the more seldom. */
  #makeRoom(): void {
    this.#keep(() => true);
    if (this.#seconds.length > this.#recent.length) this.#recent = new Float64Array(this.#seconds.length);
  }

  #keep(isKept: (second: number, count: number) => boolean): void {
    const room = this.#seconds.length + this.#recentCount;
    const [seconds, counts] = [new Float64Array(room), new Float64Array(room)];
    let size = 0;
    this.each((second, count) => {
      if (!isKept(second, count)) return;
      seconds[size] = second;
      counts[size++] = count;
    });
    this.#seconds = seconds.subarray(0, size);
    this.#counts = counts.subarray(0, size);
    this.#recentCount = 0;
  }
}
