import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';

/** Tomorrow at 09:00 local time; ISO 8601. */
export function tomorrowMorning(now: Date, zone: string): string {
  const tomorrow = addDays(new TZDate(now.getTime(), zone), 1);
  tomorrow.setHours(9, 0, 0, 0);
  return new Date(tomorrow.getTime()).toISOString();
}

/** The same local time a day later; ISO 8601. */
export function nextDay(now: Date, zone: string): string {
  return new Date(addDays(new TZDate(now.getTime(), zone), 1).getTime()).toISOString();
}

export function later(now: Date, minutes: number): string {
  return new Date(now.getTime() + minutes * 60_000).toISOString();
}
