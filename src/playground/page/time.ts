import { cached } from './cached.ts';

/** How a person reads times. */
export interface Reader {
  readonly locale: string;
  /** IANA name. */
  readonly zone: string;
}

const formatter = cached((locale: string, zone: string, shape: string) => {
  return new Intl.DateTimeFormat(locale, {
    ...(JSON.parse(shape) as Intl.DateTimeFormatOptions),
    timeZone: zone,
  });
});

function print(at: Date, { locale, zone }: Reader, shape: Intl.DateTimeFormatOptions): string {
  return formatter(locale, zone, JSON.stringify(shape)).format(at);
}

/** The instant in a message's time stamp. */
export function instantOf(ts: string): Date {
  return new Date(Number(ts) * 1_000);
}

/** `10:32`, `10:32 AM`. */
export function clockTime(at: Date, reader: Reader): string {
  return print(at, reader, { hour: 'numeric', minute: '2-digit' });
}

/** Day, time and zone in full. */
export function fullTime(at: Date, reader: Reader): string {
  return print(at, reader, { dateStyle: 'full', timeStyle: 'long' });
}

/** Names the day in the reader's zone: `2026-11-20`. */
export function dayOf(at: Date, zone: string): string {
  return print(at, { locale: 'en-CA', zone }, { year: 'numeric', month: '2-digit', day: '2-digit' });
}

/** The day before a day. */
export function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}

/** A day as it stands between messages: `Friday, November 20`, with a year where it is another one. */
export function dayTitle(at: Date, reader: Reader, today: string): string {
  const isThisYear = dayOf(at, reader.zone).slice(0, 4) === today.slice(0, 4);
  const title = print(at, reader, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
  return title.charAt(0).toLocaleUpperCase(reader.locale) + title.slice(1);
}
