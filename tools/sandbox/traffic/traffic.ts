import { SECONDS_A_DAY } from '../calendar.ts';
import { createGeneratedDay, FIRST_GENERATED_PLACE, sizeOfDay } from './generated-day.ts';
import type { SandboxMessage } from './message.ts';
import { storyMessages } from './stories.ts';

export type SimulatedTraffic = ReturnType<typeof createSimulatedTraffic>;

/** About `perDay` generated messages a UTC day, and those of the named numbers: made when asked for, never kept. */
export function createSimulatedTraffic(
  seed: number,
  perDay: number,
  { isUneven = false }: { readonly isUneven?: boolean } = {},
) {
  const sizeOf = (day: number) => (isUneven ? sizeOfDay(seed, perDay, day) : perDay);

  function* generated(day: number, from: number, to: number, msisdn?: string): Generator<SandboxMessage> {
    const size = sizeOf(day);
    if (size === 0) return;
    const { firstSlotFrom, messageAt, slotsOf } = createGeneratedDay(seed, size, day);
    if (msisdn === undefined) {
      const end = firstSlotFrom(to);
      for (let slot = firstSlotFrom(from); slot < end; slot++) yield messageAt(slot);
    } else
      yield* slotsOf(msisdn)
        .map(messageAt)
        .filter((message) => isWithin(message, from, to));
  }

  return {
    /** Handed in within [from, to) (epoch seconds), in time order; one number's are exactly its part of all. */
    *between(from: number, to: number, msisdn?: string): Generator<SandboxMessage> {
      const lastDay = Math.floor((to - 1) / SECONDS_A_DAY);
      for (let day = Math.floor(from / SECONDS_A_DAY); day <= lastDay; day++) {
        const named = storyMessages(seed, day, msisdn).filter((message) => isWithin(message, from, to));
        yield* merge(generated(day, from, to, msisdn), named);
      }
    },
    /** One message by its day (in UTC, counted from 1970-01-01) and place. */
    find(day: number, place: number): SandboxMessage | undefined {
      if (place < FIRST_GENERATED_PLACE) {
        return storyMessages(seed, day).find((message) => message.place === place);
      }
      const slot = place - FIRST_GENERATED_PLACE;
      const size = sizeOf(day);
      return slot < size ? createGeneratedDay(seed, size, day).messageAt(slot) : undefined;
    },
  };
}

function isWithin(message: SandboxMessage, from: number, to: number): boolean {
  return message.submittedAt >= from && message.submittedAt < to;
}

/** Both are in time order, and so is what comes out. */
function* merge(
  many: Iterable<SandboxMessage>,
  few: readonly SandboxMessage[],
): Generator<SandboxMessage, void, undefined> {
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
