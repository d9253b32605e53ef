import { tzOffset } from '@date-fns/tz';
import { SECONDS_A_DAY, SECONDS_AN_HOUR } from '../calendar.ts';
import { byShare, createDraw, fraction, hash } from './draw.ts';
import type { SandboxMessage } from './message.ts';
import { drawFate, operators } from './operators.ts';
import { senders } from './senders.ts';

/** Places below belong to the named numbers, those from here on to the slots of the generated traffic. */
export const FIRST_GENERATED_PLACE = 100_000;
/** Part of the messages whose route the platform does not name. */
const UNNAMED_ROUTES = 0.004;
/** Cuts a number down to the 32 bits of a draw's key. */
const MILLIARD = 1_000_000_000;

/** The generated messages of a UTC day (from 1970-01-01), `perDay` ≥ 1, made when asked for; slots in time order. */
export function createGeneratedDay(seed: number, perDay: number, day: number) {
  const curve = createCurve(seed, day);
  const { msisdnOf, slotsOf } = assign(seed, day, perDay);

  // A slot's place within its own share of the day varies, its order does not: the day is sorted as it is.
  function timeOf(slot: number): number {
    return day * SECONDS_A_DAY + curve((slot + fraction(seed, day, slot, 0xc)) / perDay);
  }

  return {
    slotsOf,
    /** The first slot handed in at or after a time (epoch seconds); the day's size where there is none. */
    firstSlotFrom(time: number): number {
      let [low, high] = [0, perDay];
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        if (timeOf(middle) < time) low = middle + 1;
        else high = middle;
      }
      return low;
    },
    messageAt(slot: number): SandboxMessage {
      const msisdn = msisdnOf(slot);
      // A subscriber stays with one operator from day to day.
      const operator = byShare(fraction(seed, Number(msisdn) % MILLIARD, 0xd), operators);
      const draw = createDraw(seed, day, slot, 0xe);
      const sender = byShare(draw(), senders);
      return {
        day,
        place: FIRST_GENERATED_PLACE + slot,
        msisdn,
        operator: draw() < UNNAMED_ROUTES ? '' : operator.name,
        sender: sender.number,
        text: sender.write(draw),
        submittedAt: timeOf(slot),
        fate: drawFate(draw, operator),
      };
    },
  };
}

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
function assign(seed: number, day: number, perDay: number) {
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

/** Weight of each hour of the day in the recipients' zone: quiet nights, busy office hours. */
const HOUR_WEIGHTS: readonly number[] = [
  5, 3, 2, 2, 2, 4, 12, 30, 62, 92, 100, 98, 90, 78, 82, 92, 96, 94, 88, 70, 52, 38, 22, 11,
];
const RECIPIENTS_ZONE = 'America/Santiago';
/** No two weeks are alike: an hour has up to so much more or less of its weight. */
const UNEVENNESS = 0.15;

/** Second of the UTC day, in [0, 86400), by which a part in [0, 1) of its messages is sent; it never falls. */
function createCurve(seed: number, day: number): (part: number) => number {
  const sums = [0];
  for (let hour = 0; hour < 24; hour++) {
    const startOfHour = new Date((day * SECONDS_A_DAY + hour * SECONDS_AN_HOUR) * 1000);
    const localHour = hour + Math.floor(tzOffset(RECIPIENTS_ZONE, startOfHour) / 60);
    const weight = HOUR_WEIGHTS[(localHour + 24) % 24] ?? 0;
    const uneven = 1 + UNEVENNESS * (2 * fraction(seed, day, hour, 0xf) - 1);
    sums.push((sums[hour] ?? 0) + weight * uneven);
  }
  const whole = sums[24] ?? 1;

  return (part) => {
    const target = part * whole;
    let hour = 0;
    while (hour < 23 && (sums[hour + 1] ?? whole) <= target) hour++;
    const before = sums[hour] ?? 0;
    const within = (target - before) / ((sums[hour + 1] ?? whole) - before);
    return Math.min(SECONDS_A_DAY - 1, Math.floor((hour + within) * SECONDS_AN_HOUR));
  };
}

/** Part of an ordinary day's messages by the day of the week, from Thursday on: 1970-01-01 was one. */
const WEEKDAY_PARTS: readonly number[] = [1, 1.06, 0.74, 0.58, 0.98, 1.02, 1];
/** A day has up to so much more or less than others of its weekday. */
const DAILY_UNEVENNESS = 0.06;

/** How many messages are generated on a day (in UTC, counted from 1970-01-01) where an ordinary one has `perDay`. */
export function sizeOfDay(seed: number, perDay: number, day: number): number {
  const uneven = 1 + DAILY_UNEVENNESS * (2 * fraction(seed, day, 0x10) - 1);
  return Math.min(MOST_PER_DAY, Math.round(perDay * (WEEKDAY_PARTS[day % 7] ?? 1) * uneven));
}
