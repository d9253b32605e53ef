import { addDaysTo } from '../domain/time/calendar.ts';
import { startOfDayIn } from '../domain/time/wall-clock.ts';
import { HOUR_MS, MINUTE_MS, QUARTER_MS } from '../runtime/durations.ts';
import type { ReadingFacts } from '../store/figures/day-figures.ts';

const CURRENT_DAY_MAX_AGE_MS = QUARTER_MS;
const INCOMPLETE_DAY_MAX_AGE_MS = 6 * HOUR_MS;
/** Clocks of replicas differ by less; a reading further ahead is from before the clock was set back. */
const TOLERATED_LEAD_MS = MINUTE_MS;
/** The platform is busy with one day for at most a twentieth of the time. */
const MIN_PAUSE_FACTOR = 20;

export type Freshness = ReturnType<typeof createFreshness>;

/** `zone` is that of the platform's days. */
export function createFreshness(zone: string, receiptHours: number) {
  const endOf = ({ day }: ReadingFacts) => startOfDayIn(addDaysTo(day, 1), zone).getTime();
  const ageMs = ({ readAt }: ReadingFacts, now: Date) => now.getTime() - readAt.getTime();
  const maxAgeMs = (reading: ReadingFacts, atMostMs = Number.POSITIVE_INFINITY) =>
    Math.min(
      atMostMs,
      reading.readAt.getTime() < endOf(reading) ? CURRENT_DAY_MAX_AGE_MS : INCOMPLETE_DAY_MAX_AGE_MS,
    );

  /** The day cannot change and is complete, so it is never read again. */
  const isFinal = (reading: ReadingFacts) =>
    isFullyRead(reading) && reading.readAt.getTime() >= endOf(reading) + receiptHours * HOUR_MS;
  return {
    isFinal,
    /** Otherwise the day must be read again. `atMostMs` may shorten the maximum age. */
    isFresh(reading: ReadingFacts, now: Date, atMostMs?: number): boolean {
      const age = ageMs(reading, now);
      if (age < -TOLERATED_LEAD_MS) return false;
      return (
        isFinal(reading) || age <= Math.max(maxAgeMs(reading, atMostMs), MIN_PAUSE_FACTOR * reading.tookMs)
      );
    },
    /** Older than allowed, because reading is slow. */
    isStale: (reading: ReadingFacts, now: Date, atMostMs?: number) =>
      !isFinal(reading) && ageMs(reading, now) > maxAgeMs(reading, atMostMs),
  };
}

export function isFullyRead({ received, announced = 0, mayLackDays }: ReadingFacts): boolean {
  return received >= announced && !mayLackDays;
}
