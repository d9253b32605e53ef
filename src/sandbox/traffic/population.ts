import { hash } from './draw.ts';

/** The first number of the block of generated subscribers: +56 9 6000 0000. */
const FIRST_SUBSCRIBER = 56_960_000_000;
/** Keeps the block apart from the named numbers, and products of two slots exact. */
export const MOST_PER_DAY = 10_000_000;

/**
 * Who gets which of a day's `perDay` (at least one) messages. The subscribers are the numbers from
 * {@link FIRST_SUBSCRIBER} on, four for every ten messages a day, so that each has two or three of them.
 *
 * Slot i holds the value (a·i + b) mod perDay, a and b following from seed and day, and goes to the
 * subscriber value mod size. As a has an inverse, a number's slots are reckoned, never searched for.
 */
export function assign(seed: number, day: number, perDay: number) {
  const size = Math.ceil(perDay * 0.4);
  let factor = 1 + (hash(seed, day, 0xa) % perDay);
  while (greatestDivisor(factor, perDay) !== 1) factor++;
  factor %= perDay;
  const shift = hash(seed, day, 0xb) % perDay;

  return {
    /** Recipient of a slot: digits with country prefix. */
    msisdnOf(slot: number): string {
      return String(FIRST_SUBSCRIBER + (((factor * slot + shift) % perDay) % size));
    },
    /** Slots of a number on that day, ascending; none for a number outside the block. */
    slotsOf(msisdn: string): readonly number[] {
      const subscriber = Number(msisdn) - FIRST_SUBSCRIBER;
      if (subscriber < 0 || subscriber >= size) return [];
      const inverse = inverseModulo(factor, perDay);
      const slots: number[] = [];
      for (let value = subscriber; value < perDay; value += size) {
        slots.push((inverse * ((value - shift + perDay) % perDay)) % perDay);
      }
      return slots.sort((a, b) => a - b);
    },
  };
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

/** The x with a·x ≡ 1 (mod modulus), by the extended Euclidean algorithm; a and modulus share no divisor. */
function inverseModulo(a: number, modulus: number): number {
  let [remainder, nextRemainder] = [a, modulus];
  let [factor, nextFactor] = [1, 0];
  while (nextRemainder !== 0) {
    const quotient = Math.floor(remainder / nextRemainder);
    [remainder, nextRemainder] = [nextRemainder, remainder - quotient * nextRemainder];
    [factor, nextFactor] = [nextFactor, factor - quotient * nextFactor];
  }
  return ((factor % modulus) + modulus) % modulus;
}
