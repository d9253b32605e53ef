import { readPackedCells } from '../../domain/counting/packed-cells.ts';
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
const DAYS_UNTIL_COMPLETE = 4;
/** Pause before the next comparison of two reports, if the compared day had no messages to compare. */
const UNDECIDED_RETRY_MS = HOUR_MS;

/** Detects a platform that omits the last day of a range: a report of one day then has fewer messages. */
export function createBoundsCheck({ bounds, timeZone, now, log, countReport }: BoundsCheckOptions) {
  let decided: Promise<boolean | undefined> | undefined;
  let retryAtMs = 0;
  let hasMismatch = false;

  async function compare(): Promise<boolean | undefined> {
    const day = addDaysTo(localDay(now(), timeZone), -DAYS_UNTIL_COMPLETE);
    const scope = { ...spanOf(day, timeZone), withoutPlatformTime: false };
    const count = async (filter: ReportFilter) => {
      const { packedCells } = await countReport({ filter, scope }, {});
      const { whole } = await runCooperatively(readPackedCells(packedCells));
      return submittedOf(whole);
    };
    // A range that ends on the next day contains this day, even if the platform leaves out the last day.
    const wide = await count({ fromDay: day, toDay: addDaysTo(day, 1) });
    if (wide === 0) return undefined;
    const isMismatch = (await count(dayFilter(day, bounds))) < wide;
    if (isMismatch) {
      hasMismatch = true;
      log.error({ operation: 'report' }, BOUNDS_MISMATCH);
    }
    return isMismatch;
  }

  async function areDaysMissing(): Promise<boolean> {
    // With `exclusive_end`, each range ends on the day after the requested day, which is therefore complete.
    if (bounds === 'exclusive_end') return false;
    if (decided === undefined && now().getTime() < retryAtMs) return false;
    decided ??= compare();
    try {
      const result = await decided;
      if (result === undefined) {
        decided = undefined;
        retryAtMs = now().getTime() + UNDECIDED_RETRY_MS;
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
    isMismatchFound: () => hasMismatch,
  };
}
