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

/** ISO 8601 to the second, with the zone's offset from UTC at that time: `2026-11-18T07:32:05-03:00`. */
export function timeWithOffset(instant: Date, zone: string): string {
  const offset = Math.round(offsetAt(instant.getTime(), zone));
  const size = Math.abs(offset);
  const clock = [Math.floor(size / 60), size % 60].map(twoDigits).join(':');
  return `${localDay(instant, zone)}T${localTime(instant, zone)}${offset < 0 ? '-' : '+'}${clock}`;
}

/** If clocks skip midnight, a day starts after the skip; if they skip a whole day, when the next day does. */
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

/** `shownMs` is the local time, encoded as if in UTC; a local time that clocks skip gives the skip's end. */
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

/** Cached offset from UTC by zone and day since 1970; `undefined` if it changes on that day. */
const dayOffsets = new Map<string, Map<number, number | undefined>>();
const MOST_DAY_OFFSETS = 200;

/** Offset from UTC in minutes. `tzOffset` is slow, so the result is cached for days without a change. */
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

/** True for an IANA time zone that the runtime knows, but not for an offset such as `+03:00`. */
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

/** Accepts continent and city, `UTC` and `GMT`, but not `BST` or `Japan`, which are ambiguous. */
export function isPlainTimeZone(name: string): boolean {
  return (name.includes('/') || /^(?:utc|gmt)$/i.test(name)) && isTimeZone(name);
}
