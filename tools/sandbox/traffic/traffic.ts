import { tzOffset } from '@date-fns/tz';
import { secondsInDay, secondsInHour } from 'date-fns/constants';
import { byShare, createDraw, fraction, hash } from './draw.ts';
import type { SandboxMessage } from './message.ts';
import { drawFate, operators } from './operators.ts';
import { senders } from './senders.ts';
import { storyMessages } from './stories.ts';

/** Lowest `place` of a generated message; messages of the fixed test numbers have lower places. */
const FIRST_GENERATED_PLACE = 100_000;
const FIRST_SUBSCRIBER = 56_960_000_000;
const UNNAMED_ROUTES = 0.004;
/** Relative number of messages in each hour of the day, in the recipients' time zone. */
const HOUR_WEIGHTS: readonly number[] = [
  5, 3, 2, 2, 2, 4, 12, 30, 62, 92, 100, 98, 90, 78, 82, 92, 96, 94, 88, 70, 52, 38, 22, 11,
];
/** Largest random deviation of an hour's weight, as a fraction. */
const UNEVENNESS = 0.15;
/** Relative number of messages by weekday, from Thursday on, because 1970-01-01 was a Thursday. */
const WEEKDAY_PARTS: readonly number[] = [1, 1.06, 0.74, 0.58, 0.98, 1.02, 1];
/** Largest random deviation of a day's number of messages, as a fraction. */
const DAILY_UNEVENNESS = 0.06;

/** Generates about `perDay` messages a UTC day, and adds the fixed messages of the test numbers. */
export function createSimulatedTraffic(seed: number, perDay: number, isUneven = false) {
  const days = new Map<number, ReturnType<typeof createGeneratedDay>>();
  function dayOf(day: number) {
    const uneven = 1 + DAILY_UNEVENNESS * (2 * fraction(seed, day, 0x10) - 1);
    const size = isUneven ? Math.round(perDay * (WEEKDAY_PARTS[day % 7] ?? 1) * uneven) : perDay;
    if (size > 0 && !days.has(day)) days.set(day, createGeneratedDay(seed, size, day));
    return days.get(day);
  }

  return {
    /** Messages submitted in [from, to) (Unix seconds), of one recipient or of all, in order of time. */
    *between(from: number, to: number, msisdn?: string): Generator<SandboxMessage> {
      const lastDay = Math.floor((to - 1) / secondsInDay);
      for (let day = Math.floor(from / secondsInDay); day <= lastDay; day++) {
        const isWithin = ({ submittedAt }: SandboxMessage) => submittedAt >= from && submittedAt < to;
        const named = storyMessages(seed, day, msisdn).filter(isWithin);
        for (const message of dayOf(day)?.between(from, to, msisdn) ?? []) {
          while (named[0] && named[0].submittedAt < message.submittedAt) yield* named.splice(0, 1);
          yield message;
        }
        yield* named;
      }
    },
    find(day: number, place: number): SandboxMessage | undefined {
      if (place >= FIRST_GENERATED_PLACE) return dayOf(day)?.at(place - FIRST_GENERATED_PLACE);
      return storyMessages(seed, day).find((message) => message.place === place);
    },
  };
}

function createGeneratedDay(seed: number, size: number, day: number) {
  const secondOf = createCurve(seed, day);
  const subscribers = Math.ceil(size * 0.4);
  const shift = hash(seed, day, 0xb) % size;
  // Coprime with `size`, so that the products reach all remainders; each recipient gets 2 or 3 messages.
  let multiplier = 1 + (hash(seed, day, 0xa) % size);
  while (greatestDivisor(multiplier, size) > 1) multiplier++;

  const recipientOf = (slot: number) =>
    FIRST_SUBSCRIBER + (((multiplier * slot + shift) % size) % subscribers);
  // Each message has its own slot of the day and a random time within it, so messages stay in order of time.
  const timeOf = (slot: number) =>
    day * secondsInDay + secondOf((slot + fraction(seed, day, slot, 0xc)) / size);

  function messageAt(slot: number): SandboxMessage {
    const recipient = recipientOf(slot);
    // The operator depends only on the recipient; `% 1e9` makes the number fit the 32 bits of a hash key.
    const operator = byShare(fraction(seed, recipient % 1e9, 0xd), operators);
    const draw = createDraw(seed, day, slot, 0xe);
    const sender = byShare(draw(), senders);
    return {
      day,
      place: FIRST_GENERATED_PLACE + slot,
      msisdn: String(recipient),
      operator: draw() < UNNAMED_ROUTES ? '' : operator.name,
      sender: sender.number,
      text: sender.write(draw),
      submittedAt: timeOf(slot),
      fate: drawFate(draw, operator),
    };
  }

  return {
    at: (slot: number) => (slot < size ? messageAt(slot) : undefined),
    *between(from: number, to: number, msisdn?: string): Generator<SandboxMessage> {
      for (let slot = 0; slot < size; slot++) {
        if (msisdn !== undefined && recipientOf(slot) !== Number(msisdn)) continue;
        const time = timeOf(slot);
        if (time >= to) return;
        if (time >= from) yield messageAt(slot);
      }
    },
  };
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

/** Maps a share of the day's messages, in [0, 1), to the second of the UTC day when this share is reached. */
function createCurve(seed: number, day: number): (part: number) => number {
  const sums = [0];
  for (let hour = 0; hour < 24; hour++) {
    const start = new Date((day * secondsInDay + hour * secondsInHour) * 1000);
    const localHour = (hour + Math.floor(tzOffset('America/Santiago', start) / 60) + 24) % 24;
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
