import type { Message } from '../domain/message.ts';
import { addDaysTo, type Day, localDay } from '../domain/period.ts';
import { parseReportEntry, type ReportFilter } from './wire.ts';

export interface BoundsCheckOptions {
  readonly bounds: 'inclusive' | 'exclusive_end';
  readonly timeZone: string;
  readonly now: () => Date;
  readonly fetchReport: (filter: ReportFilter) => Promise<{ data: readonly unknown[] }>;
  /** Told once, when whole days are found to be missing from reports. */
  readonly onMismatch: () => void;
  /** Told when the platform did not answer the check; it is made again with the next reading. */
  readonly onFailure: (error: unknown) => void;
}

/** Far enough back for a day's messages to be complete. */
const SETTLED_DAYS = 4;

/** The report that holds a whole platform day, under either reading of its last day. */
export function dayFilter(day: Day, bounds: BoundsCheckOptions['bounds']): ReportFilter {
  return { fromDay: day, toDay: bounds === 'inclusive' ? day : addDaysTo(day, 1) };
}

/**
 * Finds out whether a day asked for alone is whole: a settled day by itself against the same day in a wider range.
 * A platform that leaves the last day out answers with nothing, which must never look like a day without traffic.
 * Asked once; again only while that day had no traffic to tell by.
 * @returns whether days are missing
 */
export function createBoundsCheck({
  bounds,
  timeZone,
  now,
  fetchReport,
  onMismatch,
  onFailure,
}: BoundsCheckOptions) {
  let decided: Promise<boolean | undefined> | undefined;

  async function compare(): Promise<boolean | undefined> {
    const day = addDaysTo(localDay(now(), timeZone), -SETTLED_DAYS);
    const count = async (filter: ReportFilter) => {
      const { data } = await fetchReport(filter);
      return data.filter((entry) => isOf(day, entry, timeZone)).length;
    };
    // Up to the next day holds this one whole under either reading.
    const wide = await count({ fromDay: day, toDay: addDaysTo(day, 1) });
    if (wide === 0) return undefined;
    const isMismatch = (await count(dayFilter(day, bounds))) < wide;
    if (isMismatch) onMismatch();
    return isMismatch;
  }

  return async (): Promise<boolean> => {
    // A day and the next are asked for anyway, which is right under either reading.
    if (bounds === 'exclusive_end') return false;
    decided ??= compare();
    try {
      const result = await decided;
      if (result === undefined) decided = undefined;
      return result ?? false;
    } catch (error) {
      decided = undefined;
      onFailure(error);
      return false;
    }
  };
}

function isOf(day: Day, entry: unknown, timeZone: string): boolean {
  const parsed = parseReportEntry(entry, undefined);
  const at: Message['platformAt'] = 'message' in parsed ? parsed.message.platformAt : undefined;
  return at !== undefined && localDay(at, timeZone) === day;
}
