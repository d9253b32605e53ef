import { figuresOf, mergeFigures } from '../domain/figures/figures.ts';
import { FEWEST_TRUSTED, receiptTrustOf } from '../domain/figures/receipt-trust.ts';
import { addDaysTo } from '../domain/time/calendar.ts';
import { periodOfDays } from '../domain/time/period.ts';
import { localDay } from '../domain/time/wall-clock.ts';
import type { StoredFigures, TimeSpan } from './types.ts';

/** Days ago to examine: 7 and 14, which checks store; 4 and 5, which are complete if receipts take 3 days. */
const DAYS_BACK = [7, 4, 5, 14];
const HOURS_IN_A_DAY = 24;

/** @returns operators without receipts on the first examined day that has enough of their messages */
export async function operatorsWithoutReceipts(
  operators: readonly string[],
  stored: (time: TimeSpan) => Promise<StoredFigures | undefined>,
  { now, receiptHours, zone }: { readonly now: Date; readonly receiptHours: number; readonly zone: string },
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  let open = [...new Set(operators)];
  for (const back of DAYS_BACK) {
    if (open.length === 0) break;
    if ((back - 1) * HOURS_IN_A_DAY < receiptHours) continue;
    const day = addDaysTo(localDay(now, zone), -back);
    const { start, end } = periodOfDays(day, day, zone);
    const all = (await stored({ start, end }))?.between(start, end) ?? [];
    open = open.filter((operator) => {
      const figures = mergeFigures(figuresOf(all.filter((one) => one.operator === operator)));
      if (figures.submitted < FEWEST_TRUSTED) return true;
      if (receiptTrustOf(figures).doubts.includes('none')) found.add(operator);
      return false;
    });
  }
  return found;
}
