import { SECONDS_A_DAY } from '../calendar.ts';
import { byShare, createDraw, fraction } from './draw.ts';
import { drawFate } from './fate.ts';
import type { SandboxMessage } from './message.ts';
import { operators } from './operators.ts';
import { assign } from './population.ts';
import { senders } from './senders.ts';
import { createCurve } from './volume.ts';

/** Places below belong to the named numbers, those from here on to the slots of the generated traffic. */
export const FIRST_GENERATED_PLACE = 100_000;
/** Part of the messages whose route the platform does not name. */
const UNNAMED_ROUTES = 0.004;
/** Cuts a number down to the 32 bits of a draw's key. */
const MILLIARD = 1_000_000_000;

/**
 * The generated messages of one UTC day (counted from 1970-01-01), `perDay` of them, at least one: each is made when it
 * is asked for. Slots are in time order.
 */
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
