/** How often each whole number of seconds occurred: ascending, each once, none negative, counts above nought. */
export interface SecondCounts {
  readonly seconds: readonly number[];
  /** Parallel to `seconds`. */
  readonly counts: readonly number[];
}

/** Latencies, nearly all of them: an array that has a place for each second up to here is always worth it. */
const NEAR_SECONDS = 4096;
const FEWEST_PLACES = 64;
/** Beyond it where so many places or fewer come to a value: hardly more memory than lists take, and faster than sorting. */
const PLACES_PER_VALUE = 16;

/** How many values are counted in all. */
export function sizeOf({ counts }: SecondCounts): number {
  let size = 0;
  for (const count of counts) size += count;
  return size;
}

/** All that the lists count, together. */
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

interface Growing {
  readonly seconds: number[];
  readonly counts: number[];
}

/** So many that a second has its place, and those that come later have not each to make some. */
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

function takeScattered(
  far: readonly number[],
  farCounts: readonly number[],
  { seconds, counts }: Growing,
): void {
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
