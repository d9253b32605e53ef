/** Number of messages by whole second; seconds ascend from 0 without repetition, counts exceed 0. */
export interface SecondCounts {
  readonly seconds: readonly number[];
  readonly counts: readonly number[];
}

export function sizeOf({ counts }: SecondCounts): number {
  let size = 0;
  for (const count of counts) size += count;
  return size;
}

/** Number of messages with at least `from` and less than `end` seconds. */
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
  let [last, values] = [0, 0];
  for (const { seconds } of filled) {
    last = Math.max(last, seconds.at(-1) ?? 0);
    values += seconds.length;
  }
  const counter = new SecondCounter(Math.min(last + 1, SLOTS_PER_VALUE * values));
  for (const { seconds, counts } of filled) {
    for (let at = 0; at < seconds.length; at++) counter.add(seconds[at] ?? 0, counts[at] ?? 0);
  }
  return counter.counts();
}

/** Up to this many array slots per stored value, counting in an array is faster than in a map. */
const SLOTS_PER_VALUE = 16;

export class SecondCounter {
  readonly #near: Float64Array;
  readonly #far = new Map<number, number>();

  /** Seconds below `slots` are counted in an array: ten times as fast as in a map, at 8 bytes a slot. */
  constructor(slots = 0) {
    this.#near = new Float64Array(slots);
  }

  add(second: number, count = 1): void {
    if (second < this.#near.length) this.#near[second] = (this.#near[second] ?? 0) + count;
    else this.#far.set(second, (this.#far.get(second) ?? 0) + count);
  }

  counts(): SecondCounts {
    const [seconds, counts]: [number[], number[]] = [[], []];
    for (let second = 0; second < this.#near.length; second++) {
      const count = this.#near[second] ?? 0;
      if (count === 0) continue;
      seconds.push(second);
      counts.push(count);
    }
    // A typed array sorts numbers by value, three times as fast as an ordinary array.
    for (const second of new Float64Array([...this.#far.keys()]).sort()) {
      seconds.push(second);
      counts.push(this.#far.get(second) ?? 0);
    }
    return { seconds, counts };
  }
}
