import { tzOffset } from '@date-fns/tz';
import { DAY_MS, HOUR_MS, HOUR_SECONDS, MINUTE_MS } from '../../runtime/durations.ts';
import { type Day, dayAt, midnightMs, twoDigits } from './calendar.ts';

export function localDay(instant: Date, zone: string): Day {
  return dayAt(wallClockMs(instant.getTime(), zone));
}

export function localTime(instant: Date, zone: string): string {
  const ofDayMs = wallClockMs(instant.getTime(), zone) % DAY_MS;
  const seconds = Math.floor((ofDayMs < 0 ? ofDayMs + DAY_MS : ofDayMs) / 1_000);
  const parts = [Math.floor(seconds / HOUR_SECONDS), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map(twoDigits).join(':');
}

/** A skipped midnight becomes the moment after it. A skipped day (Apia, 2011-12-30) starts with the next one. */
export function startOfDayIn(day: Day, zone: string): Date {
  const midnight = midnightMs(day);
  // No zone is more than a day from UTC, and the wall clock passes each midnight once.
  const farthestMs = DAY_MS + HOUR_MS;
  return firstShowing(midnight, zone, midnight - farthestMs, midnight + farthestMs);
}

function firstShowing(shownMs: number, zone: string, beforeMs: number, fromMs: number): Date {
  let [before, from] = [beforeMs, fromMs];
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (wallClockMs(middle, zone) < shownMs) before = middle;
    else from = middle;
  }
  return new Date(from);
}

/** `shownMs` counts from the wall clock's 1970-01-01 00:00. A skipped time is the moment after the skip. */
export function instantShowing(shownMs: number, zone: string, which: 'first' | 'last'): Date {
  // No zone is a day or more from UTC, or changes its clocks twice in two days.
  const moments = [shownMs - DAY_MS, shownMs + DAY_MS].map(
    (near) => shownMs - (wallClockMs(near, zone) - near),
  );
  const exact = moments.filter((moment) => wallClockMs(moment, zone) === shownMs);
  if (exact.length > 0) return new Date(which === 'first' ? Math.min(...exact) : Math.max(...exact));
  return firstShowing(shownMs, zone, Math.min(...moments), Math.max(...moments));
}

function wallClockMs(instantMs: number, zone: string): number {
  return instantMs + offsetAt(instantMs, zone) * MINUTE_MS;
}

/** Offset by zone and UTC day since 1970; `undefined` where it changes that day. */
const dayOffsets = new Map<string, Map<number, number | undefined>>();
/** Twice the days of the longest report. */
const MOST_DAY_OFFSETS = 200;

/** In minutes. `tzOffset` is slow, so it is read once at each end of a day; no zone changes twice in a day. */
function offsetAt(instantMs: number, zone: string): number {
  const ofZone = dayOffsets.get(zone) ?? new Map<number, number | undefined>();
  dayOffsets.set(zone, ofZone);
  const day = Math.floor(instantMs / DAY_MS);
  if (!ofZone.has(day)) {
    if (ofZone.size >= MOST_DAY_OFFSETS) ofZone.clear();
    ofZone.set(day, steadyOffset(day * DAY_MS, zone));
  }
  return ofZone.get(day) ?? tzOffset(zone, new Date(instantMs));
}

function steadyOffset(dayStartMs: number, zone: string): number | undefined {
  const first = tzOffset(zone, new Date(dayStartMs));
  const last = tzOffset(zone, new Date(dayStartMs + DAY_MS - 1));
  return first === last ? first : undefined;
}

const knownZones = new Set<string>();

/** An IANA zone that the runtime knows; a bare offset such as `+03:00` is none. */
export function isTimeZone(name: string): boolean {
  if (knownZones.has(name)) return true;
  if (!/^[a-z]/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    return false;
  }
  knownZones.add(name);
  return true;
}

/** Continent and city, `UTC` or `GMT`. Abbreviations (`BST`) and countries (`Japan`) are ambiguous. */
export function isPlainTimeZone(name: string): boolean {
  return (name.includes('/') || /^(?:utc|gmt)$/i.test(name)) && isTimeZone(name);
}
