import { tzOffset } from '@date-fns/tz';
import { DAY_MS, HOUR_MS, HOUR_SECONDS, MINUTE_MS } from '../../runtime/durations.ts';
import { type Day, dayAt, midnightMs } from './calendar.ts';

/** The calendar day of an instant in a zone, which must pass `isTimeZone`. */
export function localDay(instant: Date, zone: string): Day {
  return dayAt(wallClockMs(instant.getTime(), zone));
}

/** The time of day of an instant in a zone, `10:32:05`; `zone` must pass `isTimeZone`. */
export function localTime(instant: Date, zone: string): string {
  const ofDayMs = wallClockMs(instant.getTime(), zone) % DAY_MS;
  const seconds = Math.floor((ofDayMs < 0 ? ofDayMs + DAY_MS : ofDayMs) / 1_000);
  const parts = [Math.floor(seconds / HOUR_SECONDS), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map(twoDigits).join(':');
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}

/**
 * The first instant of a day in a zone: local midnight, or where the clocks skip midnight the moment after
 * the skip. A day the zone never had (Apia's 2011-12-30) starts where the next one does, and so is empty.
 * `zone` must pass `isTimeZone`.
 */
export function startOfDayIn(day: Day, zone: string): Date {
  const midnight = midnightMs(day);
  // No zone is more than a day from UTC, and the wall clock passes each midnight once: search for that moment.
  const farthestMs = DAY_MS + HOUR_MS;
  return firstShowing(midnight, zone, midnight - farthestMs, midnight + farthestMs);
}

/** The first moment after `beforeMs`, and by `fromMs`, at which the wall clock of a zone has reached `shownMs`. */
function firstShowing(shownMs: number, zone: string, beforeMs: number, fromMs: number): Date {
  let [before, from] = [beforeMs, fromMs];
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (wallClockMs(middle, zone) < shownMs) before = middle;
    else from = middle;
  }
  return new Date(from);
}

/**
 * When the wall clock of a zone shows a time, given as milliseconds since its own 1970-01-01 00:00. Of one that it shows
 * twice `which` tells; one that is skipped is the moment after the skip.
 */
export function instantShowing(shownMs: number, zone: string, which: 'first' | 'last'): Date {
  // No zone is a day from UTC or more, and none changes its clocks twice in two days.
  const moments = [shownMs - DAY_MS, shownMs + DAY_MS].map(
    (near) => shownMs - (wallClockMs(near, zone) - near),
  );
  const exact = moments.filter((moment) => wallClockMs(moment, zone) === shownMs);
  if (exact.length > 0) return new Date(which === 'first' ? Math.min(...exact) : Math.max(...exact));
  return firstShowing(shownMs, zone, Math.min(...moments), Math.max(...moments));
}

/** The wall clock of a zone, as milliseconds since its own 1970-01-01 00:00. */
function wallClockMs(instantMs: number, zone: string): number {
  return instantMs + offsetAt(instantMs, zone) * MINUTE_MS;
}

/** By zone and day of UTC, counted from 1970: the offset the zone keeps all that day; `undefined` where it changes. */
const dayOffsets = new Map<string, Map<number, number | undefined>>();
/** Entries kept for a zone: twice the days of the longest report. */
const MOST_DAY_OFFSETS = 200;

/**
 * A zone's offset from UTC in minutes. To format a date and read its offset back is slow, and an answer asks for some
 * two hundred: it is done for the ends of a day. No zone has ever changed its clocks there and back within one.
 */
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

/** Whether this process knows an IANA time zone of that name; a bare offset such as `+03:00` is none. */
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

/**
 * Whether a name that somebody wrote says which zone is meant: by continent and city, or `UTC` or `GMT`. Of an
 * abbreviation nobody can tell: `BST` is London's to most, and Dhaka's to this process; `EST` never changes its clocks.
 * Countries (`Japan`) go with them: not every one has one zone, and all have a city.
 */
export function isPlainTimeZone(name: string): boolean {
  return (name.includes('/') || /^(?:utc|gmt)$/i.test(name)) && isTimeZone(name);
}
