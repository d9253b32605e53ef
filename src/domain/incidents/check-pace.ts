import { DAY_MS, MINUTE_MS } from '../../runtime/durations.ts';

export const CHECKED_EVERY_MS = 5 * MINUTE_MS;
/** Checks use at most a twentieth of the time. */
export const LEAST_PAUSE = 20;
/** Checks are not postponed further. */
export const FAR_AHEAD_MS = DAY_MS;

export function pauseMsAfter({ tookMs }: { readonly tookMs: number }): number {
  return Math.min(Math.max(CHECKED_EVERY_MS, LEAST_PAUSE * tookMs), FAR_AHEAD_MS);
}
