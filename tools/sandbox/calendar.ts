import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns/format';

export const SECONDS_A_MINUTE = 60;
export const SECONDS_AN_HOUR = 60 * SECONDS_A_MINUTE;
export const SECONDS_A_DAY = 24 * SECONDS_AN_HOUR;

/** Epoch seconds at which the day `date` (`YYYY-MM-DD`), or one so many days later, begins in a zone. */
export function startOfDay(date: string, timeZone: string, daysLater = 0): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new TZDate(year, month - 1, day + daysLater, timeZone).getTime() / 1000;
}

/** The calendar day (`YYYY-MM-DD`) of an instant (epoch seconds) in a zone. */
export function dateIn(time: number, timeZone: string): string {
  return format(new TZDate(time * 1000, timeZone), 'yyyy-MM-dd');
}

/** Keeps what is made for each day (counted from 1970-01-01): days are few, and asked for again and again. */
export function oncePerDay<T>(make: (day: number) => T): (day: number) => T {
  const made = new Map<number, T>();
  return (day) => {
    const value = made.get(day) ?? make(day);
    made.set(day, value);
    return value;
  };
}

/** The UTC day, counted from 1970-01-01, as `YYYY-MM-DD`. */
export const utcDate = oncePerDay((day) => new Date(day * SECONDS_A_DAY * 1000).toISOString().slice(0, 10));

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** `YYYY-MM-DD HH:MM:SS+00:00`, from whole epoch seconds. */
export function formatTimestamp(time: number): string {
  const day = Math.floor(time / SECONDS_A_DAY);
  const second = time - day * SECONDS_A_DAY;
  const hour = twoDigits[Math.floor(second / SECONDS_AN_HOUR)];
  const minute = twoDigits[Math.floor(second / SECONDS_A_MINUTE) % 60];
  return `${utcDate(day)} ${hour}:${minute}:${twoDigits[second % 60]}+00:00`;
}
