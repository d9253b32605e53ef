import { BASELINE_WEEKS } from '../../../domain/incidents/baseline.ts';
import type { OperatorCounts } from '../../../domain/incidents/counts.ts';
import { addDaysTo, daysBetween } from '../../../domain/time/calendar.ts';
import type { Period } from '../../../domain/time/period.ts';
import { startOfDayIn } from '../../../domain/time/wall-clock.ts';
import { HALF_HOUR_MS, QUARTER_MS, WEEK_MS } from '../../../runtime/durations.ts';
import type { Traffic, TrafficFigures, TrafficProgress } from '../../../traffic/types.ts';
import {
  COUNTED_MS,
  cellsOf,
  countsAt,
  quarterOf,
  timeBetween,
  type Window,
} from '../../../traffic/window.ts';

export interface ReadPart {
  readonly period: Period;
  readonly figures: TrafficFigures;
}

/** The days themselves and those weeks before that they are compared with; what overlaps is one, in order. */
export function partsFor(from: Date, to: Date): Period[] {
  const periods: Period[] = [];
  for (let back = BASELINE_WEEKS; back >= 0; back -= 1) {
    const near = back === 0 ? 0 : HALF_HOUR_MS;
    const start = new Date(from.getTime() - back * WEEK_MS - near - COUNTED_MS);
    const end = new Date(to.getTime() - back * WEEK_MS + near + 1);
    const before = periods.at(-1);
    if (before && before.end >= start) periods[periods.length - 1] = timeBetween(before.start, end);
    else periods.push(timeBetween(start, end));
  }
  return periods;
}

interface ReadPartsOptions {
  readonly userId: string | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: TrafficProgress) => void;
}

/** One after the other; says how far it is before the first, too. @throws UpstreamError */
export async function readParts(
  traffic: Traffic,
  periods: readonly Period[],
  { userId, signal, onProgress }: ReadPartsOptions,
): Promise<ReadPart[]> {
  const reached = new Map<Period, TrafficProgress>(
    periods.map((period) => {
      const days = daysBetween(period.firstDay, period.lastDay) + 1;
      return [period, { daysDone: 0, days, messagesRead: 0 }];
    }),
  );
  const tell = () => onProgress(sum([...reached.values()]));
  tell();
  const parts: ReadPart[] = [];
  for (const period of periods) {
    const onRead = (progress: TrafficProgress) => {
      reached.set(period, progress);
      tell();
    };
    parts.push({
      period,
      figures: await traffic.figuresFor({ period, userId }, { signal, onProgress: onRead }),
    });
  }
  return parts;
}

/** What a check at any of ascending moments would have counted. */
export function createPast(parts: readonly ReadPart[], zone: string): (at: Date) => OperatorCounts[] {
  const readings = parts.flatMap(({ figures }) =>
    figures.days.map(({ day, readAt }) => ({
      start: startOfDayIn(day, zone).getTime(),
      end: startOfDayIn(addDaysTo(day, 1), zone).getTime(),
      readAt,
    })),
  );
  const quarterAt = (ms: number): Window[] => {
    const part = parts.find(({ period }) => ms >= period.start.getTime() && ms < period.end.getTime());
    const reading = readings.find(({ start, end }) => ms >= start && ms < end);
    if (!part || !reading) return [];
    const cells = cellsOf(part.figures, new Date(ms), new Date(ms + QUARTER_MS));
    return cells.length > 0 ? [{ readAt: reading.readAt, cells }] : [];
  };
  // Only those that a check looks at: unpacked they take twenty times the place.
  const quarters = new Map<number, Window[]>();
  return (at) => {
    const newest = quarterOf(at).getTime();
    for (const [ms] of quarters) if (ms < newest - COUNTED_MS) quarters.delete(ms);
    for (let ms = newest - COUNTED_MS; ms <= newest; ms += QUARTER_MS) {
      if (!quarters.has(ms)) quarters.set(ms, quarterAt(ms));
    }
    return countsAt([...quarters.values()].flat(), at);
  };
}

export function isWithin(parts: readonly ReadPart[], at: Date): boolean {
  return parts.some(({ period }) => at >= period.start && at < period.end);
}

export function progressOf(parts: readonly ReadPart[]): TrafficProgress {
  return sum(
    parts.map(({ figures: { days } }) => ({
      daysDone: days.length,
      days: days.length,
      messagesRead: days.reduce((total, { received }) => total + received, 0),
    })),
  );
}

function sum(list: readonly TrafficProgress[]): TrafficProgress {
  const total = (of: (one: TrafficProgress) => number) => list.reduce((all, one) => all + of(one), 0);
  return {
    daysDone: total(({ daysDone }) => daysDone),
    days: total(({ days }) => days),
    messagesRead: total(({ messagesRead }) => messagesRead),
  };
}
