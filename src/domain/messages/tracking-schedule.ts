import { HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';

/** Since somebody asked: most receipts come within minutes, the others within hours. */
const LOOKS_MS = [0.5, 1.5, 3.5, 8.5, 23.5, 83.5].map((minutes) => minutes * MINUTE_MS);
const LATER_EVERY_MS = 3 * HOUR_MS;

/**
 * When to look again whether a message has settled, after a look at `now`: with pauses of 30 s, 1, 2, 5, 15 min, 1 h,
 * then 3 h, and at `until`, when a receipt will not come any more.
 */
export function nextLookAt(askedAt: Date, now: Date, until: Date): Date {
  const passedMs = now.getTime() - askedAt.getTime();
  const last = LOOKS_MS.at(-1) ?? 0;
  const later = last + (Math.floor((passedMs - last) / LATER_EVERY_MS) + 1) * LATER_EVERY_MS;
  const next = new Date(askedAt.getTime() + (LOOKS_MS.find((afterMs) => afterMs > passedMs) ?? later));
  return now < until && next > until ? until : next;
}
