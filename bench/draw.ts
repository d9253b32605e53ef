/** Gives the next number from 0 to 1. */
export type Draw = () => number;

/** Mulberry32: numbers that look drawn and are the same each time. */
export function createDraw(seed: number): Draw {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(list: readonly T[], draw: Draw): T {
  return list[Math.floor(draw() * list.length)] as T;
}
