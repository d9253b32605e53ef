import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { format } from 'date-fns/format';

export const SECONDS_A_MINUTE = 60;
export const SECONDS_AN_HOUR = 60 * SECONDS_A_MINUTE;
export const SECONDS_A_DAY = 24 * SECONDS_AN_HOUR;

/** Epoch seconds at which a calendar day (`YYYY-MM-DD`) begins in a zone, also where midnight is skipped. */
export function startOfDay(date: string, timeZone: string): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new TZDate(year, month - 1, day, timeZone).getTime() / 1000;
}

/** Epoch seconds at which the day after a calendar day begins in a zone. */
export function endOfDay(date: string, timeZone: string): number {
  const dayAfter = format(addDays(new TZDate(`${date}T12:00:00Z`, 'UTC'), 1), 'yyyy-MM-dd');
  return startOfDay(dayAfter, timeZone);
}

/** The calendar day (`YYYY-MM-DD`) of an instant (epoch seconds) in a zone. */
export function dateIn(time: number, timeZone: string): string {
  return format(new TZDate(time * 1000, timeZone), 'yyyy-MM-dd');
}

/** `YYYY-MM-DD HH:MM:SS+00:00`, from epoch seconds. */
export function formatTimestamp(time: number): string {
  const minute = Math.floor(time / SECONDS_A_MINUTE);
  // Messages stand in the order of time: many of one minute follow each other.
  if (minute !== newest.minute) {
    newest = {
      minute,
      text: new Date(minute * SECONDS_A_MINUTE * 1000).toISOString().slice(0, 17).replace('T', ' '),
    };
  }
  const second = Math.floor(time - minute * SECONDS_A_MINUTE);
  return `${newest.text}${second < 10 ? '0' : ''}${second}+00:00`;
}

let newest = { minute: Number.NaN, text: '' };
