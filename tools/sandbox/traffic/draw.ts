export type Draw = () => number;

export type NonEmpty<T> = readonly [T, ...T[]];

/** An unsigned 32-bit hash of whole numbers (MurmurHash3's finaliser over each). */
export function hash(...keys: readonly number[]): number {
  let mixed = 0x9e3779b9;
  for (const key of keys) {
    mixed = Math.imul(mixed ^ key, 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    mixed ^= mixed >>> 16;
  }
  return mixed >>> 0;
}

export function fraction(...keys: readonly number[]): number {
  return hash(...keys) / 2 ** 32;
}

/** Pseudo-random numbers in [0, 1), the same for the same keys (Mulberry32). */
export function createDraw(...keys: readonly number[]): Draw {
  let state = hash(...keys);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(draw: Draw, items: NonEmpty<T>): T {
  return items[Math.floor(draw() * items.length)] ?? items[0];
}

/** Picks an item with a probability in proportion to its `share`; `at` is a random number in [0, 1). */
export function byShare<T extends { readonly share: number }>(at: number, items: NonEmpty<T>): T {
  let left = at * items.reduce((sum, item) => sum + item.share, 0);
  for (const item of items) {
    left -= item.share;
    if (left < 0) return item;
  }
  return items[0];
}

/** Log-normal random number, by median and standard deviation of the logarithm (Box–Muller). */
export function logNormal(draw: Draw, median: number, deviation: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
  return median * Math.exp(deviation * normal);
}

/** Log-uniform random number in [low, high): every order of magnitude is equally likely. */
export function logUniform(draw: Draw, low: number, high: number): number {
  return low * (high / low) ** draw();
}
