import { addDaysTo, type Day, daysBetween } from '../domain/time/calendar.ts';
import { localDay, startOfDayIn } from '../domain/time/wall-clock.ts';
import { runCooperatively } from '../runtime/yielding.ts';
import { partsAt, pastDays } from './as-of.ts';
import { composeLatest, composeNumber, composePast, composeStored, type UsedReading } from './compose.ts';
import { DayCache, DayParts } from './day-parts.ts';
import {
  createDayReadings,
  type DayReadingsOptions,
  type LoadedReading,
  type StoredReadings,
} from './day-readings.ts';
import { createFreshness, isFullyRead } from './freshness.ts';
import type {
  StoredFigures,
  TimeSpan,
  Traffic,
  TrafficFigures,
  TrafficOptions,
  TrafficQuery,
} from './types.ts';

interface TrafficSettings extends Omit<DayReadingsOptions, 'freshness'> {
  readonly zone: string;
  readonly receiptHours: number;
  readonly parallelDays: number;
}

/** Cache for figures of days as of past moments; has room for about 30 days of 100,000 messages each. */
const PAST_CACHE_BYTES = 16 * 1024 * 1024;
/** Shared by all workspaces of the process. */
const cachedPastDays = new Map<string, LoadedReading>();

/** Reads days without recent stored figures and stores them; figures of one number are never stored. */
export function createTraffic({ zone, receiptHours, parallelDays, ...options }: TrafficSettings): Traffic {
  const { upstream, now } = options;
  const freshness = createFreshness(zone, receiptHours);
  const readings = createDayReadings({ ...options, freshness });
  const pastDayCache = new DayCache(PAST_CACHE_BYTES, cachedPastDays);

  async function ofDays(
    { period, sender, userId }: TrafficQuery,
    { onProgress, signal, readSince, maxAgeMs }: TrafficOptions,
  ): Promise<TrafficFigures> {
    const at = now();
    const days = platformDays(period, zone).filter((day) => startOfDayIn(day, zone) <= at);
    const used = new Map<Day, UsedReading>();
    const progress = trackProgress(days.length, onProgress);
    const add = (reading: LoadedReading) => {
      progress.done(reading);
      used.set(reading.day, { reading, isStale: freshness.isStale(reading, now(), maxAgeMs) });
    };

    for (const reading of (await readings.fresh(days, sender, { readSince, maxAgeMs })).values())
      add(reading);
    progress.tell();
    // Days are read in order, so the current day, which changes most, is read last and is the newest.
    const left = days.filter((day) => !used.has(day)).values();
    const failing = new AbortController();
    const stop = AbortSignal.any([failing.signal, ...(signal ? [signal] : [])]);
    const readLeft = async () => {
      for (const day of left) {
        const onProgress = (messagesRead: number) => progress.reading(day, messagesRead);
        add(await readings.read(day, sender, { userId, signal: stop, onProgress, readSince, maxAgeMs }));
        progress.tell();
      }
    };
    await Promise.all(Array.from({ length: parallelDays }, readLeft)).catch((error: unknown) => {
      // If one reading fails, the others stop.
      failing.abort(error);
      throw error;
    });
    const inOrder = days.map((day) => used.get(day)).filter((one) => one !== undefined);
    return composeLatest(period, inOrder, { zone, freshness, now: now() });
  }

  async function ofNumber(
    { period, sender, userId }: TrafficQuery,
    msisdn: string,
    { onProgress, signal }: TrafficOptions,
    moment?: Date,
  ): Promise<TrafficFigures> {
    const days = daysBetween(period.firstDay, period.lastDay) + 1;
    const { start, end } = period;
    const figures = await upstream.figures(
      { start, end, msisdn, sender, userId },
      { signal, onProgress: (messagesRead) => onProgress?.({ daysDone: 0, days, messagesRead }) },
    );
    const { readAt, received, packedCells } = figures;
    onProgress?.({ daysDone: days, days, messagesRead: received });
    const whole = await runCooperatively(DayParts.reading(packedCells));
    const parts = moment ? await partsAt(moment, { parts: whole, readAt }) : whole;
    return composeNumber(period, figures, parts, moment ?? readAt);
  }

  async function latestOf(time: TimeSpan, { latest }: StoredReadings): Promise<StoredFigures | undefined> {
    const days = platformDays(time, zone);
    const stored = [...(await latest(days)).values()];
    if (stored.length < days.length || !stored.every(isFullyRead)) return undefined;
    return composeStored(time, stored);
  }

  async function storedAsOf(time: TimeSpan, moment: Date): Promise<StoredFigures | undefined> {
    const days = platformDays(time, zone).filter((day) => startOfDayIn(day, zone) < moment);
    const pastQuery = { period: time, sender: undefined, userId: undefined, momentOf: () => moment };
    const storedOnly = { ...readings.stored, read: () => Promise.reject(new NotStored()) };
    try {
      const past = await pastDays(
        days,
        { ...pastQuery, signal: new AbortController().signal },
        { readings: storedOnly, zone, receiptHours, cache: pastDayCache },
      );
      const stored = past.map(({ reading }) => reading);
      return stored.length === 0 ? undefined : composeStored(time, stored);
    } catch (error) {
      if (error instanceof NotStored) return undefined;
      throw error;
    }
  }

  return {
    async figuresFor(query, reading = {}) {
      reading.signal?.throwIfAborted();
      const { msisdn } = query;
      return await (msisdn === undefined ? ofDays(query, reading) : ofNumber(query, msisdn, reading));
    },

    async asOf({ period, sender, msisdn, userId }, moment, options = {}) {
      const { signal = new AbortController().signal, onProgress } = options;
      signal.throwIfAborted();
      if (msisdn !== undefined) {
        const past = await ofNumber({ period, sender, userId }, msisdn, { signal, onProgress }, moment);
        return { ...past, basis: 'reconstructed' };
      }
      const momentOf = (day: Day) => options.momentOf?.(day) ?? moment;
      const days = platformDays(period, zone);
      const started = days.filter((day) => startOfDayIn(day, zone) < momentOf(day));
      const pastQuery = { period, sender, userId, momentOf, signal };
      const past = await pastDays(started, pastQuery, { readings, zone, receiptHours, cache: pastDayCache });
      const moments = days.map((day) => ({ day, readAt: momentOf(day) }));
      return composePast(period, moments, past, zone);
    },

    storedIfAvailable: (time) => latestOf(time, readings),
    storedIfOpen: (time) => latestOf(time, readings.stored),
    stored: (time, moment) => (moment ? storedAsOf(time, moment) : latestOf(time, readings.stored)),
    async readTimes(time) {
      const latest = await options.dayFigures.latest(platformDays(time, zone));
      return [...latest.values()].map(({ day, readAt, received }) => ({ day, readAt, received }));
    },
  };
}

class NotStored extends Error {}

function platformDays({ start, end }: TimeSpan, zone: string): Day[] {
  const first = localDay(start, zone);
  const last = localDay(new Date(end.getTime() - 1), zone);
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, at) => addDaysTo(first, at));
}

function trackProgress(days: number, onProgress: TrafficOptions['onProgress']) {
  const messages = new Map<Day, number>();
  let daysDone = 0;
  const tell = () => {
    const messagesRead = [...messages.values()].reduce((sum, count) => sum + count, 0);
    onProgress?.({ daysDone, days, messagesRead });
  };
  return {
    tell,
    reading(day: Day, messagesRead: number) {
      messages.set(day, messagesRead);
      tell();
    },
    done({ day, received }: LoadedReading) {
      messages.set(day, received);
      daysDone += 1;
    },
  };
}
