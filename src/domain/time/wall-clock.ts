import { DAY_MS } from '../../runtime/durations.ts';
import { firstShowing, wallClockMs } from './period.ts';

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
