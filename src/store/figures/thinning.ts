import { DAY_MS, HOUR_MS, QUARTER_MS } from '../../runtime/durations.ts';

/** The ages at which a past hour can be looked at again: time from its end to the reading. */
export const KEPT_AGES_MS: readonly number[] = [
  QUARTER_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  DAY_MS,
  72 * HOUR_MS,
];

/**
 * Which readings of a settled day no later question needs. Kept are, for each hour of the day and each of
 * `KEPT_AGES_MS`, the reading nearest to that age (of two as near, the earlier), and the last of all. So a day read
 * every five minutes keeps about two readings an hour.
 */
export function readingsToDrop(
  readAt: readonly Date[],
  day: { readonly start: Date; readonly end: Date },
): Date[] {
  const times = readAt.map((time) => time.getTime()).sort((a, b) => a - b);
  const kept = new Set(times.slice(-1));
  for (let hourEnd = day.start.getTime() + HOUR_MS; hourEnd <= day.end.getTime(); hourEnd += HOUR_MS) {
    // Before its end an hour is not whole.
    const after = times.filter((time) => time >= hourEnd);
    for (const age of KEPT_AGES_MS) {
      const nearest = nearestTo(hourEnd + age, after);
      if (nearest !== undefined) kept.add(nearest);
    }
  }
  return times.filter((time) => !kept.has(time)).map((time) => new Date(time));
}

/** `times` ascend. */
function nearestTo(moment: number, times: readonly number[]): number | undefined {
  let nearest: number | undefined;
  for (const time of times) {
    if (nearest !== undefined && Math.abs(time - moment) >= Math.abs(nearest - moment)) break;
    nearest = time;
  }
  return nearest;
}
