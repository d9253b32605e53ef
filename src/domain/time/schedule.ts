import { HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';
import { addDaysTo, type Day } from './calendar.ts';
import { instantShowing, localDay } from './wall-clock.ts';

/** Next `HH:MM` after `after`. If clocks skip it: the moment after the skip; if they repeat it: the first. */
export function nextAt(time: string, zone: string, after: Date): Date {
  // Starts with yesterday, because a time late yesterday that clocks skipped may be due today.
  let day = addDaysTo(localDay(after, zone), -1);
  for (;;) {
    const due = dueOn(day, time, zone);
    if (due > after) return due;
    day = addDaysTo(day, 1);
  }
}

export function latestAt(time: string, zone: string, by: Date): Date {
  let day = localDay(by, zone);
  for (;;) {
    const due = dueOn(day, time, zone);
    if (due <= by) return due;
    day = addDaysTo(day, -1);
  }
}

export function dayBefore(due: Date, time: string, zone: string): Day {
  const shown = localDay(due, zone);
  const before = addDaysTo(shown, -1);
  const isOfDayBefore = dueOn(before, time, zone).getTime() === due.getTime();
  return addDaysTo(isOfDayBefore ? before : shown, -1);
}

function dueOn(day: Day, time: string, zone: string): Date {
  return instantShowing(Date.parse(`${day}T${time}:00Z`), zone, 'first');
}

/** Times after the request at which a tracked message is read again; most receipts come within minutes. */
const POLL_TIMES_MS = [0.5, 1.5, 3.5, 8.5, 23.5, 83.5].map((minutes) => minutes * MINUTE_MS);
const LATER_INTERVAL_MS = 3 * HOUR_MS;

/** Pauses between reads are 30 s, 1, 2, 5 and 15 min, 1 h, then 3 h each; the last read is at `until`. */
export function nextPollAt(askedAt: Date, now: Date, until: Date): Date {
  const passedMs = now.getTime() - askedAt.getTime();
  const last = POLL_TIMES_MS.at(-1) ?? 0;
  const later = last + (Math.floor((passedMs - last) / LATER_INTERVAL_MS) + 1) * LATER_INTERVAL_MS;
  const next = new Date(askedAt.getTime() + (POLL_TIMES_MS.find((afterMs) => afterMs > passedMs) ?? later));
  return now < until && next > until ? until : next;
}
