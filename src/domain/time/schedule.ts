import { addDaysTo, type Day } from './calendar.ts';
import { instantShowing, localDay } from './wall-clock.ts';

/** Next `HH:MM` after `after`. If clocks skip it: the moment after the skip; if they repeat it: the first. */
export function nextAt(time: string, zone: string, after: Date): Date {
  // Starts with yesterday, because a time late yesterday that clocks skipped may be due today.
  for (let day = addDaysTo(localDay(after, zone), -1); ; day = addDaysTo(day, 1)) {
    const due = dueOn(day, time, zone);
    if (due > after) return due;
  }
}

export function latestAt(time: string, zone: string, by: Date): Date {
  for (let day = localDay(by, zone); ; day = addDaysTo(day, -1)) {
    const due = dueOn(day, time, zone);
    if (due <= by) return due;
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
