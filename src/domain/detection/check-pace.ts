import { DAY_MS, MINUTE_MS } from '../../runtime/durations.ts';

export const CHECK_INTERVAL_MS = 5 * MINUTE_MS;
/** The pause between checks is at least this multiple of the last check's duration: some 5 % load. */
export const MIN_PAUSE_FACTOR = 20;
export const MAX_PAUSE_MS = DAY_MS;

export function pauseMsAfter({ tookMs }: { readonly tookMs: number }): number {
  return Math.min(Math.max(CHECK_INTERVAL_MS, MIN_PAUSE_FACTOR * tookMs), MAX_PAUSE_MS);
}
