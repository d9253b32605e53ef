/** Returns the next random number in [0, 1). */
export type Random = () => number;

/** Pseudo-random numbers, the same for the same seed (Mulberry32). */
export function createDraw(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(list: readonly T[], draw: Random): T {
  return list[Math.floor(draw() * list.length)] as T;
}
