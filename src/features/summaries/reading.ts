import { isFailure } from '../../domain/failure.ts';
import { addDaysTo, type Day, type Period, settlesAt, startOfDayIn } from '../../domain/period.ts';
import { QUARTER_SECONDS } from '../../domain/statistics.ts';
import type { Traffic, TrafficFigures } from '../../traffic/types.ts';
import { summarize, type Week } from './aggregate.ts';
import type { SummaryModel, SummaryQuestion } from './model.ts';

export interface SummaryReadingDeps {
  readonly traffic: Pick<Traffic, 'figuresFor' | 'asOf'>;
  readonly now: () => Date;
  readonly settleHours: number;
}

const QUARTER_MS = QUARTER_SECONDS * 1000;
const HOUR_MS = 3_600_000;
const DAYS_IN_A_WEEK = 7;
const WEEKS = 4;

/**
 * Makes the summary of a day. Its figures are at most about an hour old, read after its end, and once it has settled
 * read after that. A week before that cannot be read is left out.
 *
 * @throws UpstreamError where the day itself cannot be read
 */
export async function readSummary(
  question: SummaryQuestion,
  { traffic, now, settleHours }: SummaryReadingDeps,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<SummaryModel> {
  const { day, zone, sender } = question;
  const period = dayIn(day, zone);
  const stopping = signal ? { signal } : {};
  const readSince = goodSince(now(), period.end, settlesAt(period, settleHours));
  const figures = await traffic.figuresFor({ period, sender }, { ...stopping, readSince });
  const weeks: Week[] = [];
  for (let back = 1; back <= WEEKS; back += 1) {
    const then = dayIn(addDaysTo(day, -DAYS_IN_A_WEEK * back), zone);
    const moment = sameAge(figures, period, then);
    try {
      weeks.push({ period: then, figures: await traffic.asOf({ period: then, sender }, moment, stopping) });
    } catch (error) {
      if (!isFailure(error)) throw error;
      weeks.push({ period: then, figures: undefined });
    }
  }
  return summarize(question, period, figures, weeks, settleHours);
}

/** In steps, so that all who ask within a quarter of an hour share what was read. */
function goodSince(now: Date, ...steps: readonly Date[]): Date {
  const recent = Math.floor((now.getTime() - HOUR_MS) / QUARTER_MS) * QUARTER_MS;
  // A reading from before the day's end lacks its last messages, one from before it settled its last receipts.
  const passed = steps.map((step) => step.getTime()).filter((step) => step <= now.getTime());
  return new Date(Math.max(recent, ...passed));
}

/** The moment at which an earlier day was as long over as the present one was when it was read. */
function sameAge({ asOf }: TrafficFigures, { end }: Period, then: Period): Date {
  return new Date(then.end.getTime() + asOf.getTime() - end.getTime());
}

function dayIn(day: Day, zone: string): Period {
  const [start, end] = [startOfDayIn(day, zone), startOfDayIn(addDaysTo(day, 1), zone)];
  return { firstDay: day, lastDay: day, zone, start, end };
}
