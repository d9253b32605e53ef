import { DAY_MS } from '../../runtime/durations.ts';

/** Calendar day as `YYYY-MM-DD`, without a time zone. */
export type Day = string;

export function addDaysTo(day: Day, n: number): Day {
  return dayAt(midnightMs(day) + n * DAY_MS);
}

export function daysBetween(firstDay: Day, lastDay: Day): number {
  return (midnightMs(lastDay) - midnightMs(firstDay)) / DAY_MS;
}

/** Compares the parsed day with the text, because `Date` reads 30 February as 2 March. */
export function isCalendarDay(text: string): boolean {
  const ms = midnightMs(text);
  return !Number.isNaN(ms) && dayAt(ms) === text;
}

export const twoDigits = (number: number) => String(number).padStart(2, '0');

export function dayNamed(year: number, month: number, date: number): Day {
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(date)}`;
}

/** Returns the weekday as a number from 0 (Sunday) to 6. */
export function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

export function mondayOf(day: Day): Day {
  return addDaysTo(day, -((weekdayOf(day) + 6) % 7));
}

export function monthsFrom(year: number, month: number, by: number): { year: number; month: number } {
  const months = year * 12 + month - 1 + by;
  return { year: Math.floor(months / 12), month: (months % 12) + 1 };
}

export function midnightMs(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`);
}

const dayNames = new Map<number, Day>();
const MOST_DAY_NAMES = 400;

/** Returns the UTC day of `ms`; cached, as formatting is slow and one answer formats some sixty days. */
export function dayAt(ms: number): Day {
  const days = Math.floor(ms / DAY_MS);
  const known = dayNames.get(days);
  if (known !== undefined) return known;
  const name = new Date(ms).toISOString().slice(0, -'T00:00:00.000Z'.length);
  if (dayNames.size >= MOST_DAY_NAMES) dayNames.clear();
  dayNames.set(days, name);
  return name;
}
