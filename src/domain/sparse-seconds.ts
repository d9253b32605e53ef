type Tell = (second: number, count: number) => void;

const FEWEST = 16;
const NOTHING = new Float64Array();

/** How often seconds far apart occur: sixteen bytes for each different one, where a map takes three times that. */
export class SparseSeconds {
  /** Ascending, each once, and how often. */
  #seconds = NOTHING;
  #counts = NOTHING;
  /** What has come since, in any order. */
  #news = new Float64Array(FEWEST);
  #newsCount = 0;

  add(second: number): void {
    if (this.#newsCount === this.#news.length) this.#makeRoom();
    this.#news[this.#newsCount++] = second;
  }

  /** How many different ones. */
  get size(): number {
    if (this.#newsCount > 0) this.#keep(() => true);
    return this.#seconds.length;
  }

  /** Tells each of them, ascending. */
  each(tell: Tell): void {
    const [seconds, counts] = [this.#seconds, this.#counts];
    // Sorting takes some time even where there is nothing to sort.
    const news = this.#newsCount === 0 ? NOTHING : this.#news.subarray(0, this.#newsCount).sort();
    for (let known = 0, next = 0; known < seconds.length || next < news.length; ) {
      const second = Math.min(
        seconds[known] ?? Number.POSITIVE_INFINITY,
        news[next] ?? Number.POSITIVE_INFINITY,
      );
      let count = 0;
      if (seconds[known] === second) count = counts[known++] ?? 0;
      for (; news[next] === second; next++) count += 1;
      tell(second, count);
    }
  }

  /** Tells those below `limit`, and forgets them. */
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
    if (this.#seconds.length > this.#news.length) this.#news = new Float64Array(this.#seconds.length);
  }

  #keep(isKept: (second: number, count: number) => boolean): void {
    const room = this.#seconds.length + this.#newsCount;
    const [seconds, counts] = [new Float64Array(room), new Float64Array(room)];
    let size = 0;
    this.each((second, count) => {
      if (!isKept(second, count)) return;
      seconds[size] = second;
      counts[size++] = count;
    });
    this.#seconds = seconds.subarray(0, size);
    this.#counts = counts.subarray(0, size);
    this.#newsCount = 0;
  }
}
