import { tzOffset } from '@date-fns/tz';
import { secondsInDay, secondsInHour } from 'date-fns/constants';
import { byShare, createDraw, fraction, hash } from './draw.ts';
import type { SandboxMessage } from './message.ts';
import { drawFate, operators } from './operators.ts';
import { senders } from './senders.ts';
import { storyMessages } from './stories.ts';

/** Keeps the block of subscribers apart from the named numbers, and products of two slots exact. */
export const MOST_PER_DAY = 10_000_000;
/** Places below belong to the named numbers, those from here on to the slots of the generated traffic. */
const FIRST_GENERATED_PLACE = 100_000;
/** The first number of the block of generated subscribers: +56 9 6000 0000. */
const FIRST_SUBSCRIBER = 56_960_000_000;
/** Part of the messages whose route the platform does not name. */
const UNNAMED_ROUTES = 0.004;
/** Weight of each hour of the day in the recipients' zone. */
const HOUR_WEIGHTS: readonly number[] = [
  5, 3, 2, 2, 2, 4, 12, 30, 62, 92, 100, 98, 90, 78, 82, 92, 96, 94, 88, 70, 52, 38, 22, 11,
];
const RECIPIENTS_ZONE = 'America/Santiago';
/** An hour has up to so much more or less than its weight. */
const UNEVENNESS = 0.15;
/** Part of an ordinary day's messages by the day of the week, from Thursday on: 1970-01-01 was one. */
const WEEKDAY_PARTS: readonly number[] = [1, 1.06, 0.74, 0.58, 0.98, 1.02, 1];
/** A day has up to so much more or less than its weekday's part. */
const DAILY_UNEVENNESS = 0.06;

/** About `perDay` generated messages a UTC day, and those of the named numbers: computed when asked for, not stored. */
export function createSimulatedTraffic(seed: number, perDay: number, { isUneven = false } = {}) {
  const days = new Map<number, ReturnType<typeof createGeneratedDay>>();
  function dayOf(day: number) {
    const size = isUneven ? unevenSize(seed, perDay, day) : perDay;
    if (size > 0 && !days.has(day)) days.set(day, createGeneratedDay(seed, size, day));
    return days.get(day);
  }

  return {
    /** Handed in within [from, to) (epoch seconds), in time order; one number's are exactly its part of all. */
    *between(from: number, to: number, msisdn?: string): Generator<SandboxMessage> {
      const isWithin = ({ submittedAt }: SandboxMessage) => submittedAt >= from && submittedAt < to;
      const lastDay = Math.floor((to - 1) / secondsInDay);
      for (let day = Math.floor(from / secondsInDay); day <= lastDay; day++) {
        const named = storyMessages(seed, day, msisdn).filter(isWithin);
        const generated = dayOf(day);
        if (msisdn === undefined) yield* merge(generated?.between(from, to) ?? [], named);
        else yield* [...named, ...(generated?.of(msisdn) ?? []).filter(isWithin)];
      }
    },
    find(day: number, place: number): SandboxMessage | undefined {
      if (place >= FIRST_GENERATED_PLACE) return dayOf(day)?.at(place - FIRST_GENERATED_PLACE);
      return storyMessages(seed, day).find((message) => message.place === place);
    },
  };
}

/** Merges two sequences in time order. */
function* merge(many: Iterable<SandboxMessage>, few: readonly SandboxMessage[]): Generator<SandboxMessage> {
  let next = 0;
  for (const message of many) {
    for (let named = few[next]; named && named.submittedAt < message.submittedAt; named = few[next]) {
      yield named;
      next++;
    }
    yield message;
  }
  yield* few.slice(next);
}

/** The generated messages of a UTC day: `size` ≥ 1 slots in time order. */
function createGeneratedDay(seed: number, size: number, day: number) {
  const secondOf = createCurve(seed, day);
  const { msisdnOf, slotsOf } = assign(seed, day, size);

  // A slot's place within its own share of the day varies, its order does not: the day is sorted as it is.
  function timeOf(slot: number): number {
    return day * secondsInDay + secondOf((slot + fraction(seed, day, slot, 0xc)) / size);
  }

  /** The first slot handed in at or after a time; the day's size where there is none. */
  function firstSlotFrom(time: number): number {
    let [low, high] = [0, size];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (timeOf(middle) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function messageAt(slot: number): SandboxMessage {
    const msisdn = msisdnOf(slot);
    // A subscriber stays with one operator. The key of a draw has 32 bits.
    const operator = byShare(fraction(seed, Number(msisdn) % 1e9, 0xd), operators);
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
  }

  return {
    at: (slot: number) => (slot < size ? messageAt(slot) : undefined),
    of: (msisdn: string) => slotsOf(msisdn).map(messageAt),
    *between(from: number, to: number): Generator<SandboxMessage> {
      const end = firstSlotFrom(to);
      for (let slot = firstSlotFrom(from); slot < end; slot++) yield messageAt(slot);
    },
  };
}

/**
 * The recipients of a day's `size` messages. The subscribers are the numbers from {@link FIRST_SUBSCRIBER} on, four
 * for every ten messages a day, so that each has two or three of them. Slot i has the value (a·i + b) mod size,
 * a and b following from seed and day, and goes to the subscriber value mod the number of subscribers. As a has an
 * inverse, a number's slots are computed without a search.
 */
function assign(seed: number, day: number, size: number) {
  const subscribers = Math.ceil(size * 0.4);
  let multiplier = 1 + (hash(seed, day, 0xa) % size);
  let inverse = inverseModulo(multiplier, size);
  while (inverse === undefined) inverse = inverseModulo(++multiplier, size);
  const divisor = inverse;
  const shift = hash(seed, day, 0xb) % size;

  return {
    msisdnOf: (slot: number) =>
      String(FIRST_SUBSCRIBER + (((multiplier * slot + shift) % size) % subscribers)),
    /** Ascending; none for a number outside the block. */
    slotsOf(msisdn: string): readonly number[] {
      const subscriber = Number(msisdn) - FIRST_SUBSCRIBER;
      if (subscriber < 0 || subscriber >= subscribers) return [];
      const slots: number[] = [];
      for (let value = subscriber; value < size; value += subscribers)
        slots.push((divisor * ((value - shift + size) % size)) % size);
      return slots.sort((a, b) => a - b);
    },
  };
}

/** The x with a·x ≡ 1 (mod modulus), by the extended Euclidean algorithm; `undefined` where they share a divisor. */
function inverseModulo(a: number, modulus: number): number | undefined {
  let [remainder, nextRemainder] = [a, modulus];
  let [factor, nextFactor] = [1, 0];
  while (nextRemainder !== 0) {
    const quotient = Math.floor(remainder / nextRemainder);
    [remainder, nextRemainder] = [nextRemainder, remainder - quotient * nextRemainder];
    [factor, nextFactor] = [nextFactor, factor - quotient * nextFactor];
  }
  return remainder === 1 ? ((factor % modulus) + modulus) % modulus : undefined;
}

/** Second of the UTC day, in [0, 86400), by which a part in [0, 1) of its messages is sent; it never falls. */
function createCurve(seed: number, day: number): (part: number) => number {
  const sums = [0];
  for (let hour = 0; hour < 24; hour++) {
    const start = new Date((day * secondsInDay + hour * secondsInHour) * 1000);
    const localHour = (hour + Math.floor(tzOffset(RECIPIENTS_ZONE, start) / 60) + 24) % 24;
    const uneven = 1 + UNEVENNESS * (2 * fraction(seed, day, hour, 0xf) - 1);
    sums.push((sums[hour] ?? 0) + (HOUR_WEIGHTS[localHour] ?? 0) * uneven);
  }
  const whole = sums[24] ?? 1;

  return (part) => {
    const target = part * whole;
    let hour = 0;
    while (hour < 23 && (sums[hour + 1] ?? whole) <= target) hour++;
    const before = sums[hour] ?? 0;
    const within = (target - before) / ((sums[hour + 1] ?? whole) - before);
    return Math.min(secondsInDay - 1, Math.floor((hour + within) * secondsInHour));
  };
}

function unevenSize(seed: number, perDay: number, day: number): number {
  const uneven = 1 + DAILY_UNEVENNESS * (2 * fraction(seed, day, 0x10) - 1);
  return Math.min(MOST_PER_DAY, Math.round(perDay * (WEEKDAY_PARTS[day % 7] ?? 1) * uneven));
}
