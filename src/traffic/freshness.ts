import { addDaysTo } from '../domain/time/calendar.ts';
import { startOfDayIn } from '../domain/time/wall-clock.ts';
import { HOUR_MS, MINUTE_MS, QUARTER_MS } from '../runtime/durations.ts';
import type { ReadingFacts } from '../store/figures/day-figures.ts';

/** Of a day that was under way when it was read. */
const UNDER_WAY_MS = QUARTER_MS;
/** Of a day that was over, while receipts may still come. */
const UNSETTLED_MS = 6 * HOUR_MS;
/** Clocks of replicas differ by less; a reading that is further ahead was made before the clock was set back. */
const TOLERATED_LEAD_MS = MINUTE_MS;
/** The platform is kept busy with one day for at most a twentieth of the time. */
const LEAST_PAUSE = 20;

export type Freshness = ReturnType<typeof createFreshness>;

/** How old the figures of a day of the platform, in `zone`, may be. */
export function createFreshness(zone: string, settleHours: number) {
  const endOf = ({ day }: ReadingFacts) => startOfDayIn(addDaysTo(day, 1), zone).getTime();
  const ageMs = ({ readAt }: ReadingFacts, now: Date) => now.getTime() - readAt.getTime();
  const maxAgeMs = (reading: ReadingFacts, atMostMs = Number.POSITIVE_INFINITY) =>
    Math.min(atMostMs, reading.readAt.getTime() < endOf(reading) ? UNDER_WAY_MS : UNSETTLED_MS);

  /** Nothing in the day changes any more, and it was read whole: it is never read again. */
  const isFinal = (reading: ReadingFacts) =>
    isWhole(reading) && reading.readAt.getTime() >= endOf(reading) + settleHours * HOUR_MS;
  return {
    isFinal,
    /** It may be shown; otherwise the day is to be read again. `atMostMs` is an age that is wanted, where that is less. */
    isFresh(reading: ReadingFacts, now: Date, atMostMs?: number): boolean {
      const age = ageMs(reading, now);
      if (age < -TOLERATED_LEAD_MS) return false;
      return isFinal(reading) || age <= Math.max(maxAgeMs(reading, atMostMs), LEAST_PAUSE * reading.tookMs);
    },
    /** It is older than it should be, because reading takes so long. */
    isStale: (reading: ReadingFacts, now: Date, atMostMs?: number) =>
      !isFinal(reading) && ageMs(reading, now) > maxAgeMs(reading, atMostMs),
  };
}

/** Whether a reading lacks no messages, as far as is known. */
export function isWhole({ received, announced = 0, mayLackDays }: ReadingFacts): boolean {
  return received >= announced && !mayLackDays;
}
