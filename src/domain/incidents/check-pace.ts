import { DAY_MS, MINUTE_MS } from '../../runtime/durations.ts';

export const CHECKED_EVERY_MS = 5 * MINUTE_MS;
/** The platform is kept busy for at most a twentieth of the time. */
export const LEAST_PAUSE = 20;
/** What lies further ahead is no time that checks were put off to. */
export const FAR_AHEAD_MS = DAY_MS;

/** How long after a check the next one is. */
export function pauseMsAfter({ tookMs }: { readonly tookMs: number }): number {
  return Math.min(Math.max(CHECKED_EVERY_MS, LEAST_PAUSE * tookMs), FAR_AHEAD_MS);
}
