import { MIN_PAUSE_FACTOR } from '../domain/detection/check-pace.ts';
import { addDaysTo } from '../domain/time/calendar.ts';
import { startOfDayIn } from '../domain/time/wall-clock.ts';
import { HALF_HOUR_MS, HOUR_MS, MINUTE_MS, QUARTER_MS } from '../runtime/durations.ts';
import type { ReadingFacts } from '../store/figures/day-figures.ts';

const CURRENT_DAY_MAX_AGE_MS = QUARTER_MS;
const INCOMPLETE_DAY_MAX_AGE_MS = 6 * HOUR_MS;
/** Maximum age of figures that a check uses without reading the platform again. */
export const CHECK_MAX_AGE_MS = 5 * MINUTE_MS;
/** Maximum age of figures after Refresh under a check. */
export const REFRESH_MAX_AGE_MS = MINUTE_MS;
/** Maximum age of stored figures that a check uses while the platform cannot be read. */
export const STORED_CHECK_MAX_AGE_MS = HALF_HOUR_MS;
/** Figures with a reading time further in the future come from a wrong clock and are not used. */
const TOLERATED_LEAD_MS = MINUTE_MS;

export type Freshness = ReturnType<typeof createFreshness>;

/** `zone` is the platform's time zone; receipts may arrive until `receiptHours` after the end of a day. */
export function createFreshness(zone: string, receiptHours: number) {
  const endOf = ({ day }: ReadingFacts) => startOfDayIn(addDaysTo(day, 1), zone).getTime();
  const ageMs = ({ readAt }: ReadingFacts, now: Date) => now.getTime() - readAt.getTime();
  const maxAgeMs = (reading: ReadingFacts, atMostMs = Number.POSITIVE_INFINITY) =>
    Math.min(
      atMostMs,
      reading.readAt.getTime() < endOf(reading) ? CURRENT_DAY_MAX_AGE_MS : INCOMPLETE_DAY_MAX_AGE_MS,
    );

  /** Whether a day's figures are complete and can no longer change, so that the day is never read again. */
  const isFinal = (reading: ReadingFacts) =>
    isFullyRead(reading) && reading.readAt.getTime() >= endOf(reading) + receiptHours * HOUR_MS;
  return {
    isFinal,
    isFresh(reading: ReadingFacts, now: Date, atMostMs?: number): boolean {
      const age = ageMs(reading, now);
      if (age < -TOLERATED_LEAD_MS) return false;
      return (
        isFinal(reading) || age <= Math.max(maxAgeMs(reading, atMostMs), MIN_PAUSE_FACTOR * reading.tookMs)
      );
    },
    isStale: (reading: ReadingFacts, now: Date, atMostMs?: number) =>
      !isFinal(reading) && ageMs(reading, now) > maxAgeMs(reading, atMostMs),
  };
}

export function isFullyRead({ received, announced = 0, mayLackDays }: ReadingFacts): boolean {
  return received >= announced && !mayLackDays;
}
