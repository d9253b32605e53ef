import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { format } from 'date-fns/format';

const LOCAL = "yyyy-MM-dd'T'HH:mm";

/** An instant as `datetime-local` inputs write it, in a zone. */
export function toLocalInput(at: Date, zone: string): string {
  return format(new TZDate(at.getTime(), zone), LOCAL);
}

/** The instant of a `datetime-local` input in a zone, ISO 8601; `undefined` where it is none. */
export function fromLocalInput(text: string, zone: string): string | undefined {
  const found = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(text);
  if (found === null) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = found.slice(1).map(Number);
  const at = new TZDate(year, month - 1, day, hour, minute, zone);
  return Number.isNaN(at.getTime()) ? undefined : new Date(at.getTime()).toISOString();
}

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
