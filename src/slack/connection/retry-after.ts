import { HOUR_MS } from '../../runtime/durations.ts';
import { retryAfterMs } from '../../runtime/timeouts.ts';
import { TIMINGS } from '../../runtime/timings.ts';

export const LONGEST_WAIT_MS = HOUR_MS;

/** The pause that Slack requests with an answer 429, at most an hour; `undefined` for other answers. */
export function requestedPauseMs(status: number, retryAfter: string | null | undefined): number | undefined {
  if (status !== 429) return undefined;
  return Math.min(retryAfterMs(retryAfter) ?? TIMINGS.slackPauseMs, LONGEST_WAIT_MS);
}
