import { HOUR_MS } from '../../runtime/durations.ts';
import { addDaysTo, type Day, daysBetween, midnightMs } from './calendar.ts';
import type { Period } from './period.ts';
import { instantShowing, startOfDayIn } from './wall-clock.ts';

/** One time step of a chart; its start and end are at full quarter hours. */
export interface Bucket {
  readonly start: Date;
  readonly end: Date;
}

/** A chart has at most this many points, because a Slack message is too narrow to show more. */
export const MAX_BUCKETS = 20;

const HOURS_IN_A_DAY = 24;
/** Possible bucket lengths in hours of local time; each divides a day, or is a number of whole days. */
const HOURS_PER_BUCKET = [2, 3, 4, 6, 12, 24, 48, 72, 168];

/** Buckets are equally long, but the first may be shorter: a short last one would show a false decrease. */
export function bucketsFor(period: Pick<Period, 'firstDay' | 'lastDay' | 'zone'>): Bucket[] {
  const { firstDay, lastDay, zone } = period;
  const days = daysBetween(firstDay, lastDay) + 1;
  const hours = bucketHours(days);
  const dayAt = (at: number) => addDaysTo(firstDay, at);
  const starts =
    hours < HOURS_IN_A_DAY
      ? Array.from({ length: days }, (_, at) => startsWithin(dayAt(at), hours, zone)).flat()
      : dayStarts(days, hours / HOURS_IN_A_DAY).map((at) => startOfDayIn(dayAt(at), zone).getTime());
  const end = startOfDayIn(addDaysTo(lastDay, 1), zone).getTime();
  return starts
    .map((start, at) => ({ start: new Date(start), end: new Date(starts[at + 1] ?? end) }))
    .filter((bucket) => bucket.start < bucket.end);
}

function bucketHours(days: number): number {
  const fewest = (days * HOURS_IN_A_DAY) / MAX_BUCKETS;
  return (
    HOURS_PER_BUCKET.find((hours) => hours >= fewest) ?? Math.ceil(fewest / HOURS_IN_A_DAY) * HOURS_IN_A_DAY
  );
}

function dayStarts(days: number, daysPerBucket: number): number[] {
  const count = Math.ceil(days / daysPerBucket);
  return Array.from({ length: count }, (_, at) => Math.max(0, days - (count - at) * daysPerBucket));
}

/** A clock change may pass two bucket starts at once; the first of the two buckets is then empty. */
function startsWithin(day: Day, hours: number, zone: string): number[] {
  return Array.from({ length: HOURS_IN_A_DAY / hours }, (_, at) =>
    instantShowing(midnightMs(day) + at * hours * HOUR_MS, zone, 'first').getTime(),
  );
}
