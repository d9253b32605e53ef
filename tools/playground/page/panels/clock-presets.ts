import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';

/** Tomorrow at nine in the morning, as the clock on the wall says it in that zone; ISO 8601. */
export function tomorrowMorning(now: Date, zone: string): string {
  const tomorrow = addDays(new TZDate(now.getTime(), zone), 1);
  tomorrow.setHours(9, 0, 0, 0);
  return new Date(tomorrow.getTime()).toISOString();
}

/** The same time by the clock on the wall a day later in that zone; ISO 8601. */
export function nextDay(now: Date, zone: string): string {
  return new Date(addDays(new TZDate(now.getTime(), zone), 1).getTime()).toISOString();
}

/** So much later, ISO 8601. */
export function later(now: Date, minutes: number): string {
  return new Date(now.getTime() + minutes * 60_000).toISOString();
}
