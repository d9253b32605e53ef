import { PackedCells } from '../../domain/counting/packed-cells.ts';
import { submittedOf } from '../../domain/figures/period-figures.ts';
import { addDaysTo } from '../../domain/time/calendar.ts';
import { localDay } from '../../domain/time/wall-clock.ts';
import type { Log } from '../../ops/log.ts';
import { HOUR_MS } from '../../runtime/durations.ts';
import { runCooperatively } from '../../runtime/yielding.ts';
import type { ReportFilter } from '../wire.ts';
import { type CountReport, spanOf } from './figures.ts';
import { dayFilter, type ReportOptions } from './request.ts';

interface BoundsCheckOptions extends Pick<ReportOptions, 'bounds' | 'timeZone'> {
  readonly now: () => Date;
  readonly log: Log;
  readonly countReport: CountReport;
}

const BOUNDS_MISMATCH = 'SMS_REPORT_BOUNDS does not fit the platform: whole days are missing from reports';
/** Far enough back for a day's messages to be complete. */
const SETTLED_DAYS = 4;
/** Where that day had nothing to tell by, it is not read again for so long. */
const UNDECIDED_MS = HOUR_MS;

/**
 * Finds out whether a day asked for alone is whole: a settled day by itself against the same day in a wider range.
 * A platform that leaves the last day out answers with nothing, which must never look like a day without traffic.
 * Asked once; again, hours later, only where that day had no traffic to tell by.
 */
export function createBoundsCheck({ bounds, timeZone, now, log, countReport }: BoundsCheckOptions) {
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
      log.error({ operation: 'report' }, BOUNDS_MISMATCH);
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
      log.warn({ err: error }, 'whether whole days are missing could not be checked');
      return false;
    }
  }

  return {
    areDaysMissing,
    isMismatchFound: () => isFound,
  };
}
