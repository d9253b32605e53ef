import type { Basis } from '../domain/figures/same-age.ts';
import { addDaysTo, type Day } from '../domain/time/calendar.ts';
import type { Period } from '../domain/time/period.ts';
import { startOfDayIn } from '../domain/time/wall-clock.ts';
import { HOUR_MS } from '../runtime/durations.ts';
import { runCooperatively } from '../runtime/yielding.ts';
import type { DayCache, DayParts } from './day-parts.ts';
import type { DayReadings, LoadedReading } from './day-readings.ts';
import { isFullyRead } from './freshness.ts';

interface PastDaysOptions {
  readonly readings: Pick<DayReadings, 'chosen' | 'read'>;
  readonly zone: string;
  readonly receiptHours: number;
  readonly cache: DayCache<LoadedReading>;
}

interface PastQuery {
  readonly period: Pick<Period, 'start' | 'end'>;
  readonly sender: string | undefined;
  readonly userId: string | undefined;
  readonly momentOf: (day: Day) => Date;
  readonly signal: AbortSignal;
}

export interface PastDay {
  readonly reading: LoadedReading;
  readonly basis: Basis;
}

/** A reading counts as of a moment if at most 1 hour, and a tenth of the messages' mean age, away from it. */
const NEAR_PART = 10;
const NEAR_MS = HOUR_MS;

/** Figures of days as they were at past moments. @throws UpstreamError if the platform cannot be read */
export async function pastDays(
  days: readonly Day[],
  { period, sender, userId, momentOf, signal }: PastQuery,
  { readings, zone, receiptHours, cache }: PastDaysOptions,
): Promise<PastDay[]> {
  const endOf = (day: Day) => startOfDayIn(addDaysTo(day, 1), zone).getTime();
  const completionTime = (day: Day) => endOf(day) + receiptHours * HOUR_MS;

  const isObserved = (day: Day, readAt: Date) => {
    const readMs = readAt.getTime();
    const momentMs = momentOf(day).getTime();
    // Figures read after `completionTime` no longer change, so any later reading has the same figures.
    if (Math.min(readMs, momentMs) >= completionTime(day)) return true;
    const start = Math.max(period.start.getTime(), startOfDayIn(day, zone).getTime());
    const end = Math.min(period.end.getTime(), endOf(day), momentMs);
    const age = momentMs - (start + end) / 2;
    // Figures read before `end` lack messages, so they are never near enough to the moment.
    return readMs >= end && Math.abs(readMs - momentMs) <= Math.min(NEAR_MS, age / NEAR_PART);
  };
  const nameOf = (day: Day) => `${day} ${momentOf(day).getTime()} ${sender ?? ''}`;
  const known = new Map<Day, LoadedReading>();
  const choose = (day: Day, times: readonly Date[]) => {
    const near = times.filter((readAt) => isObserved(day, readAt));
    const moment = momentOf(day);
    const readAt = near.length > 0 ? nearestTo(moment.getTime(), near) : times.find((each) => each >= moment);
    const then = readAt && cache.get(nameOf(day), readAt);
    if (!then) return readAt;
    known.set(day, then);
    return undefined;
  };

  const stored = await readings.chosen(days, sender, choose);
  const thenOf = async (day: Day): Promise<LoadedReading> => {
    const found = stored.get(day);
    const reading =
      found && isFullyRead(found)
        ? found
        : await readings.read(day, sender, { userId, signal, onProgress: () => {} });
    const then = { ...reading, parts: await partsAt(momentOf(day), reading) };
    if (isFullyRead(then)) cache.put(nameOf(day), then);
    return then;
  };
  const found: PastDay[] = [];
  for (const day of days) {
    const reading = known.get(day) ?? (await thenOf(day));
    found.push({ reading, basis: isObserved(day, reading.readAt) ? 'observed' : 'reconstructed' });
  }
  return found;
}

export async function partsAt(
  moment: Date,
  { parts, readAt }: Pick<LoadedReading, 'parts' | 'readAt'>,
): Promise<DayParts> {
  if (readAt <= moment) return parts;
  return await runCooperatively(parts.asOf(moment.getTime() / 1000, readAt.getTime() / 1000));
}

function nearestTo(momentMs: number, times: readonly Date[]): Date | undefined {
  const offBy = (time: Date) => Math.abs(time.getTime() - momentMs);
  return times.toSorted((a, b) => offBy(a) - offBy(b))[0];
}
