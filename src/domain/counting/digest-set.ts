const FIRST_PLACES = 64;

/**
 * Counts different digests in 16 to 32 bytes for each, where a set takes some 40: open addressing with linear probing
 * (Knuth, The Art of Computer Programming, section 6.4), never more than half full.
 */
export class DigestSet {
  /** A digest stands here as itself and one: nought is an empty place. */
  #places = new Float64Array(FIRST_PLACES);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** `digest` is a safe integer, not negative, whose lowest bits are as good as random. */
  add(digest: number): void {
    if (!put(this.#places, digest + 1)) return;
    this.#size += 1;
    if (this.#size > this.#places.length / 2) this.#grow();
  }

  #grow(): void {
    const places = new Float64Array(2 * this.#places.length);
    for (const entry of this.#places) if (entry !== 0) put(places, entry);
    this.#places = places;
  }
}

/** Whether it was not there. */
function put(places: Float64Array, entry: number): boolean {
  for (let at = entry % places.length; ; at = at + 1 === places.length ? 0 : at + 1) {
    const there = places[at];
    if (there === entry) return false;
    if (there !== 0) continue;
    places[at] = entry;
    return true;
  }
}
