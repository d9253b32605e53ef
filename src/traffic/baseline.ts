import { BASELINE_WEEKS } from '../domain/detection/baseline.ts';
import { isFailure } from '../domain/failure.ts';
import { HALF_HOUR_MS, QUARTER_MS, WEEK_MS } from '../runtime/durations.ts';
import { finishesWithin } from '../runtime/timeouts.ts';
import type { Upstream } from '../upstream/index.ts';
import type { Traffic } from './types.ts';
import { COUNTED_MS, cellsOf, LOOKBACK_MS, type PastWeek, quarterOf, timeBetween } from './window.ts';

export interface BaselineWeeks {
  readonly weeks: readonly PastWeek[];
  readonly isReading: boolean;
  /** Number of past weeks that could not be read; the next check tries to read them again. */
  readonly unread: number;
}

export type BaselineReader = ReturnType<typeof createBaselineReader>;

/** Past weeks are cached for the current quarter hour and the previous, which a check may still use. */
const MOST_SLOTS = 2;
const ALL_WEEKS = Array.from({ length: BASELINE_WEEKS }, (_, index) => index + 1);

interface ReadingDeps {
  readonly platform: Pick<Upstream, 'whileIdle'>;
  readonly traffic: Traffic;
  readonly runtime: { readonly stopping: AbortSignal };
}

interface Slot {
  weeks: readonly PastWeek[];
  missing: readonly number[];
  isReading: boolean;
}

/** Reads the same time of past weeks as checks saw it then, because checks compare the traffic with it. */
export function createBaselineReader({ traffic, runtime: { stopping } }: Omit<ReadingDeps, 'platform'>) {
  const slots = new Map<number, Slot & { readonly ended: Promise<void> }>();

  async function readMissing(slot: Slot, quarter: Date): Promise<void> {
    for (const back of slot.missing) {
      const week = await readWeek(quarter, back, traffic, stopping).catch(undefinedOnFailure);
      if (!week) continue;
      slot.missing = slot.missing.filter((one) => one !== back);
      if (week.cells.length > 0) slot.weeks = [...slot.weeks, week].sort((a, b) => a.back - b.back);
    }
  }

  function slotOf(quarter: Date) {
    const known = slots.get(quarter.getTime());
    if (known && (known.isReading || known.missing.length === 0)) return known;
    const slot: Slot = { weeks: known?.weeks ?? [], missing: known?.missing ?? ALL_WEEKS, isReading: true };
    const ended = readMissing(slot, quarter).finally(() => {
      slot.isReading = false;
    });
    // Prevents an unhandled rejection; callers that wait for `ended` still get the error.
    ended.catch(() => undefined);
    return Object.assign(slot, { ended });
  }

  return {
    async around(moment: Date, waitMs: number): Promise<BaselineWeeks> {
      const quarter = quarterOf(moment);
      const slot = slotOf(quarter);
      slots.set(quarter.getTime(), slot);
      for (const [known] of slots) if (slots.size > MOST_SLOTS) slots.delete(known);
      if (await finishesWithin(waitMs, slot.ended)) await slot.ended;
      const { weeks, missing, isReading } = slot;
      return { weeks, isReading, unread: isReading ? 0 : missing.length };
    },
  };
}

/** Reads past weeks for later checks while the platform is idle. @throws UpstreamError if reading fails */
export async function readWeeksAhead(
  { platform, traffic, runtime: { stopping } }: ReadingDeps,
  moment: Date,
): Promise<void> {
  for (const back of ALL_WEEKS) {
    await platform.whileIdle(stopping, (signal) => readWeek(quarterOf(moment), back, traffic, signal));
  }
}

/** @throws UpstreamError if the platform cannot be read, or the reason of `signal` if `signal` is aborted */
async function readWeek(start: Date, back: number, traffic: Traffic, signal: AbortSignal): Promise<PastWeek> {
  const then = start.getTime() - back * WEEK_MS;
  const readAt = new Date(then + QUARTER_MS + HALF_HOUR_MS);
  const from = new Date(then - LOOKBACK_MS - COUNTED_MS - HALF_HOUR_MS);
  const period = timeBetween(from, readAt);
  const figures = await traffic.asOf({ period }, readAt, { signal });
  return { back, readAt, cells: cellsOf(figures, period.start, readAt) };
}

function undefinedOnFailure(error: unknown): undefined {
  if (!isFailure(error)) throw error;
}
