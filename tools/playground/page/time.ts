import { useEffect, useState } from 'react';
import { dayOf, formatTime } from '../../fake-slack/dates.ts';
import type { PageClock } from './contract.ts';

/** Locale of the page's own texts. Times of day use the reader's locale. */
export const PAGE_LOCALE = 'en-US';

interface Reader {
  readonly locale: string;
  readonly zone: string;
}

export function instantOf(ts: string): Date {
  return new Date(Number(ts) * 1_000);
}

/** Formats a time of day in the reader's locale and zone: `10:32`, `10:32 AM`. */
export function clockTime(at: Date, reader: Reader): string {
  return formatTime(at, reader, { hour: 'numeric', minute: '2-digit' });
}

/** Formats a time of day with seconds, in every locale with 24 hours: `10:32:05`. */
export function clockSeconds(at: Date, reader: Reader): string {
  return formatTime(at, reader, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
}

export function previousDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}

/** Formats a day as `Friday, November 20`, with the year if it is not the current year. */
export function dayTitle(at: Date, reader: Reader, today: string): string {
  const isThisYear = dayOf(at, reader.zone).slice(0, 4) === today.slice(0, 4);
  return formatTime(
    at,
    { ...reader, locale: PAGE_LOCALE },
    {
      weekday: 'long',
      month: 'long',
      day: 'numeric',
      ...(isThisYear ? {} : { year: 'numeric' }),
    },
  );
}

export function cityOf(zone: string): string {
  return zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
}

const TICK_MS = 1_000;

export function useRunningClock({ now }: PageClock): Date {
  const [synced, setSynced] = useState(() => ({ now, atMs: performance.now() }));
  const [, setTicks] = useState(0);
  // Each page state from the server sets the clock; between two states the page counts the time itself.
  if (synced.now !== now) setSynced({ now, atMs: performance.now() });
  useEffect(() => {
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return new Date(Date.parse(synced.now) + performance.now() - synced.atMs);
}
