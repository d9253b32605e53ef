import { fraction } from './draw.ts';
import { MOST_PER_DAY } from './population.ts';

/** Part of an ordinary day's messages by the day of the week, from Thursday on: 1970-01-01 was one. */
const WEEKDAY_PARTS: readonly number[] = [1, 1.06, 0.74, 0.58, 0.98, 1.02, 1];
/** A day has up to so much more or less than others of its weekday. */
const DAILY_UNEVENNESS = 0.06;

/** How many messages are generated on a day (in UTC, counted from 1970-01-01) where an ordinary one has `perDay`. */
export function sizeOfDay(seed: number, perDay: number, day: number): number {
  const uneven = 1 + DAILY_UNEVENNESS * (2 * fraction(seed, day, 0x10) - 1);
  return Math.min(MOST_PER_DAY, Math.round(perDay * (WEEKDAY_PARTS[day % 7] ?? 1) * uneven));
}
