import { tzOffset } from '@date-fns/tz';
import { HOUR_MS, MINUTE_MS, QUARTER_MS } from '../../runtime/durations.ts';
import { addDaysTo, type Day, daysBetween } from './calendar.ts';
import type { Period } from './period.ts';
import { startOfDayIn } from './wall-clock.ts';

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
  const first = days % daysPerBucket || daysPerBucket;
  const later = Math.ceil((days - first) / daysPerBucket);
  return [0, ...Array.from({ length: later }, (_, at) => first + at * daysPerBucket)];
}

function startsWithin(day: Day, hours: number, zone: string): number[] {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const end = startOfDayIn(addDaysTo(day, 1), zone).getTime();
  const starts: number[] = [];
  for (let at = startOfDayIn(day, zone).getTime(); at < end; at += QUARTER_MS) {
    const wallClock = at + tzOffset(zone, new Date(at)) * MINUTE_MS;
    // A clock change may pass two bucket starts at once; the first of the two buckets is then empty.
    while (wallClock >= midnight + starts.length * hours * HOUR_MS) starts.push(at);
  }
  return starts;
}
