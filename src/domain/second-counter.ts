import type { SecondCounts } from './figures.ts';

/** Adds up how often each number of seconds occurs: fast for the small ones, without a limit for the others. */
export class SecondCounter {
  readonly #denseSeconds: number;
  // Most counters of a quarter hour stay empty: room is made at the first entry.
  #dense: Float64Array | undefined;
  #sparse: Map<number, number> | undefined;

  /** Below `denseSeconds`, where nearly all of them should be, each has a place in an array. */
  constructor(denseSeconds: number) {
    this.#denseSeconds = denseSeconds;
  }

  /** `seconds` is a whole number, not negative. */
  add(seconds: number, times = 1): void {
    if (seconds < this.#denseSeconds) {
      this.#dense ??= new Float64Array(this.#denseSeconds);
      this.#dense[seconds] = (this.#dense[seconds] ?? 0) + times;
    } else {
      this.#sparse ??= new Map();
      this.#sparse.set(seconds, (this.#sparse.get(seconds) ?? 0) + times);
    }
  }

  addAll({ seconds, counts }: SecondCounts): void {
    for (let at = 0; at < seconds.length; at++) this.add(seconds[at] ?? 0, counts[at] ?? 0);
  }

  counts(): SecondCounts {
    const seconds: number[] = [];
    const counts: number[] = [];
    const take = (second: number, count: number) => {
      if (count === 0) return;
      seconds.push(second);
      counts.push(count);
    };
    this.#dense?.forEach((count, second) => {
      take(second, count);
    });
    const sparse = [...(this.#sparse ?? [])].sort(([a], [b]) => a - b);
    for (const [second, count] of sparse) take(second, count);
    return { seconds, counts };
  }
}
