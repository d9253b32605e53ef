import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';

/** Returns tomorrow at 09:00 in the time zone, as ISO 8601. */
export function tomorrowMorning(now: Date, zone: string): string {
  const tomorrow = addDays(new TZDate(now.getTime(), zone), 1);
  tomorrow.setHours(9, 0, 0, 0);
  return new Date(tomorrow.getTime()).toISOString();
}

/** Returns the same time of day in the time zone, one day later, as ISO 8601. */
export function nextDay(now: Date, zone: string): string {
  return new Date(addDays(new TZDate(now.getTime(), zone), 1).getTime()).toISOString();
}

export function later(now: Date, minutes: number): string {
  return new Date(now.getTime() + minutes * 60_000).toISOString();
}
