import { PackedCells } from '../../domain/counting/packed-cells.ts';
import { submittedOf } from '../../domain/figures/period-figures.ts';
import { addDaysTo } from '../../domain/time/calendar.ts';
import { localDay } from '../../domain/time/wall-clock.ts';
import { HOUR_MS } from '../../runtime/durations.ts';
import { runCooperatively } from '../../runtime/yielding.ts';
import type { ReportFilter } from '../wire.ts';
import { type CountReport, spanOf } from './figures.ts';
import { dayFilter, type ReportOptions } from './request.ts';

interface BoundsCheckOptions extends Pick<ReportOptions, 'bounds' | 'timeZone'> {
  readonly now: () => Date;
  readonly countReport: CountReport;
  /** Told once, when whole days are found to be missing from reports. */
  readonly onMismatch: () => void;
  /** Told when the platform did not answer the check; it is made again with the next reading. */
  readonly onFailure: (error: unknown) => void;
}

/** Far enough back for a day's messages to be complete. */
const SETTLED_DAYS = 4;
/** Where that day had nothing to tell by, it is not looked at again for so long. */
const UNDECIDED_MS = HOUR_MS;

/**
 * Finds out whether a day asked for alone is whole: a settled day by itself against the same day in a wider range.
 * A platform that leaves the last day out answers with nothing, which must never look like a day without traffic.
 * Asked once; again, hours later, only where that day had no traffic to tell by.
 */
export function createBoundsCheck(options: BoundsCheckOptions) {
  const { bounds, timeZone, now, countReport, onMismatch, onFailure } = options;
  let decided: Promise<boolean | undefined> | undefined;
  let askAgainAtMs = 0;
  let isFound = false;

  async function compare(): Promise<boolean | undefined> {
    const day = addDaysTo(localDay(now(), timeZone), -SETTLED_DAYS);
    const scope = { ...spanOf(day, timeZone), withoutPlatformTime: false };
    const count = async (filter: ReportFilter) => {
      const { packedCells } = await countReport({ filter, scope }, {});
      const { whole } = await runCooperatively(PackedCells.reading(packedCells));
      return submittedOf(whole);
    };
    // Up to the next day holds this one whole under either reading.
    const wide = await count({ fromDay: day, toDay: addDaysTo(day, 1) });
    if (wide === 0) return undefined;
    const isMismatch = (await count(dayFilter(day, bounds))) < wide;
    if (isMismatch) {
      isFound = true;
      onMismatch();
    }
    return isMismatch;
  }

  async function areDaysMissing(): Promise<boolean> {
    // A day and the next are asked for anyway, which is right under either reading.
    if (bounds === 'exclusive_end') return false;
    if (decided === undefined && now().getTime() < askAgainAtMs) return false;
    decided ??= compare();
    try {
      const result = await decided;
      if (result === undefined) {
        decided = undefined;
        askAgainAtMs = now().getTime() + UNDECIDED_MS;
      }
      return result ?? false;
    } catch (error) {
      decided = undefined;
      onFailure(error);
      return false;
    }
  }

  return {
    /** Makes the check where that is still to be done. */
    areDaysMissing,
    /** What is known so far. */
    isMismatchFound: () => isFound,
  };
}
