import { mergeFigures, type OperatorFigures } from '../domain/figures/figures.ts';
import {
  addDaysTo,
  type Day,
  daysBetween,
  localDay,
  type Period,
  startOfDayIn,
} from '../domain/time/period.ts';
import { runCooperatively } from '../runtime/yielding.ts';
import { type DayThen, daysThen, isWhole, partsAt } from './as-of.ts';
import { DayCache } from './day-cache.ts';
import { DayParts } from './day-parts.ts';
import { createDayReadings, type DayReadingsOptions, type LoadedReading } from './day-readings.ts';
import { createFreshness, type Freshness } from './freshness.ts';
import type {
  DayReading,
  Traffic,
  TrafficFigures,
  TrafficFiguresThen,
  TrafficOptions,
  TrafficQuery,
} from './types.ts';

export interface TrafficSettings extends Omit<DayReadingsOptions, 'freshness'> {
  /** IANA zone of the platform's days. */
  readonly zone: string;
  readonly settleHours: number;
  /** Days of one question that are read at once; more than the platform's places for ranges gain nothing. */
  readonly parallelDays: number;
}

/** Some thirty days of 100,000 messages each, as they stood at earlier moments. */
const MOST_BYTES_HELD_THEN = 16 * 1024 * 1024;

type Span = Pick<Period, 'start' | 'end'>;

/** A day, and as of when. */
type Read = Pick<DayReading, 'day' | 'readAt'>;

/** A reading, and whether it was older than it should be when it was taken. */
interface Taken {
  readonly reading: LoadedReading;
  readonly isStale: boolean;
}

/**
 * Figures read through: of every day of the platform that a period touches, what is held where it is fresh
 * enough, else a new reading, which is kept. One number's figures are read anew each time and never kept.
 * Where the store is away, figures come from the platform alone.
 */
export function createTraffic({ zone, settleHours, parallelDays, ...options }: TrafficSettings): Traffic {
  const { upstream, now } = options;
  const freshness = createFreshness({ zone, settleHours });
  const readings = createDayReadings({ ...options, freshness });
  const heldThen = new DayCache<LoadedReading>(MOST_BYTES_HELD_THEN);

  async function ofDays(
    { period, sender }: TrafficQuery,
    { onProgress, signal, readSince: since, maxAgeMs: atMostMs }: TrafficOptions,
  ) {
    const at = now();
    const days = platformDays(period, zone).filter((day) => startOfDayIn(day, zone) <= at);
    const taken = new Map<Day, Taken>();
    const underWay = new Map<Day, number>();
    const take = (reading: LoadedReading) => {
      underWay.delete(reading.day);
      taken.set(reading.day, { reading, isStale: freshness.isStale(reading, now(), atMostMs) });
    };
    const tell = () => {
      const done = [...taken.values()].map(({ reading }) => reading.received);
      const messagesRead = [...done, ...underWay.values()].reduce((sum, count) => sum + count, 0);
      onProgress?.({ daysDone: taken.size, days: days.length, messagesRead });
    };

    for (const reading of (await readings.held(days, sender, { since, atMostMs })).values()) take(reading);
    tell();
    const failing = new AbortController();
    const stop = AbortSignal.any([failing.signal, ...(signal ? [signal] : [])]);
    // The earliest first: the day that changes most is the last, and so the youngest in the answer.
    const left = days.filter((day) => !taken.has(day)).values();
    const readOn = async () => {
      for (const day of left) {
        const onProgress = (messagesRead: number) => {
          underWay.set(day, messagesRead);
          tell();
        };
        take(await readings.read(day, sender, { signal: stop, onProgress, since, atMostMs }));
        tell();
      }
    };
    try {
      await Promise.all(Array.from({ length: parallelDays }, readOn));
    } catch (error) {
      failing.abort(error);
      throw error;
    }
    const inOrder = days.map((day) => taken.get(day)).filter((one) => one !== undefined);
    return compose(period, inOrder, { zone, freshness, now: now() });
  }

  async function ofNumber(
    { period, sender }: TrafficQuery,
    msisdn: string,
    { onProgress, signal }: TrafficOptions,
    moment?: Date,
  ): Promise<TrafficFigures> {
    const days = daysBetween(period.firstDay, period.lastDay) + 1;
    const { start, end } = period;
    const figures = await upstream.figures(
      { start, end, msisdn, sender },
      { signal, onProgress: (messagesRead) => onProgress?.({ daysDone: 0, days, messagesRead }) },
    );
    const { readAt, received, packedCells } = figures;
    onProgress?.({ daysDone: days, days, messagesRead: received });
    const whole = await runCooperatively(DayParts.reading(packedCells));
    const parts = moment ? await partsAt(moment, { parts: whole, readAt }) : whole;
    const asOf = moment ?? readAt;
    const { unplaced } = parts;
    return {
      between: within(period, (from, to) => parts.between(from, to)),
      ...(unplaced === undefined ? {} : { unplaced }),
      asOf,
      countedTo: earlier(asOf, end),
      days: [dayReading({ day: period.firstDay, ...figures })],
      daysMissing: false,
    };
  }

  return {
    async figuresFor(query, reading = {}) {
      reading.signal?.throwIfAborted();
      return await (query.msisdn === undefined
        ? ofDays(query, reading)
        : ofNumber(query, query.msisdn, reading));
    },

    async asOf({ period, sender, msisdn }, moment, options = {}) {
      const { signal = new AbortController().signal, onProgress } = options;
      signal.throwIfAborted();
      if (msisdn !== undefined) {
        const reading = { signal, ...(onProgress ? { onProgress } : {}) };
        const then = await ofNumber({ period, sender }, msisdn, reading, moment);
        return { ...then, basis: 'reconstructed' };
      }
      const momentOf = (day: Day) => options.momentOf?.(day) ?? moment;
      const days = platformDays(period, zone);
      const begun = days.filter((day) => startOfDayIn(day, zone) < momentOf(day));
      const question = { period, sender, momentOf, signal };
      const then = await daysThen(begun, question, { readings, zone, settleHours, held: heldThen });
      const moments = days.map((day) => ({ day, readAt: momentOf(day) }));
      return composeThen(period, moments, then, zone);
    },

    async held(time) {
      const days = platformDays(time, zone);
      const held = [...(await readings.latest(days)).values()];
      if (held.length < days.length || !held.every(isWhole)) return undefined;
      return {
        between: partsWithin(time, held),
        readAt: earliest(
          held.map(({ readAt }) => readAt),
          now(),
        ),
      };
    },
  };
}

/** The days of the platform that together cover a period. */
function platformDays({ start, end }: Span, zone: string): Day[] {
  const first = localDay(start, zone);
  const last = localDay(new Date(end.getTime() - 1), zone);
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, at) => addDaysTo(first, at));
}

function compose(
  period: Period,
  taken: readonly Taken[],
  { zone, freshness, now }: { readonly zone: string; readonly freshness: Freshness; readonly now: Date },
): TrafficFigures {
  const readings = taken.map(({ reading }) => reading);
  const [only, ...others] = readings;
  const isOneDay = only && others.length === 0 && isDayOf(only.day, zone, period);
  const readTimes = readings.map(({ readAt }) => readAt);
  const changing = readings.filter((reading) => !freshness.isFinal(reading)).map(({ readAt }) => readAt);
  return {
    between: partsWithin(period, readings),
    ...unplacedOf(readings),
    asOf: changing.length > 0 ? earliest(changing, now) : latest(readTimes, now),
    countedTo: reachOf(period, readings, zone),
    days: readings.map(dayReading),
    ...(isOneDay && only.failingNumbers !== undefined ? { distinctFailing: only.failingNumbers } : {}),
    daysMissing: readings.some(({ mayLackDays }) => mayLackDays),
    isStale: taken.some(({ isStale }) => isStale),
  };
}

function composeThen(
  period: Period,
  moments: readonly Read[],
  then: readonly DayThen[],
  zone: string,
): TrafficFiguresThen {
  const readings = then.map(({ reading }) => reading);
  return {
    between: partsWithin(period, readings),
    ...unplacedOf(readings),
    asOf: moments.map(({ readAt }) => readAt).reduce(earlier),
    countedTo: reachOf(period, moments, zone),
    days: readings.map(dayReading),
    daysMissing: readings.some(({ mayLackDays }) => mayLackDays),
    basis: then.every(({ basis }) => basis === 'observed') ? 'observed' : 'reconstructed',
  };
}

/** Up to where messages are counted: a reading has those that were there; a day that was over is counted whole. */
function reachOf({ end }: Period, readings: readonly Read[], zone: string): Date {
  const unfinished = readings.filter(({ day, readAt }) => readAt < startOfDayIn(addDaysTo(day, 1), zone));
  return unfinished.reduce((to, { readAt }) => earlier(to, readAt), end);
}

function partsWithin(period: Span, readings: readonly LoadedReading[]) {
  return within(period, (from, to) => readings.flatMap(({ parts }) => parts.between(from, to)));
}

function unplacedOf(readings: readonly LoadedReading[]): Pick<TrafficFigures, 'unplaced'> {
  const unplaced = readings.flatMap(({ parts }) => parts.unplaced ?? []);
  return unplaced.length > 0 ? { unplaced: mergeFigures(unplaced) } : {};
}

/** Figures of parts of a period, of what gives those between two times in Unix seconds. */
function within(period: Span, between: (from: number, to: number) => readonly OperatorFigures[]) {
  return (start: Date, end: Date) =>
    between(
      Math.max(start.getTime(), period.start.getTime()) / 1000,
      Math.min(end.getTime(), period.end.getTime()) / 1000,
    );
}

function dayReading({ day, readAt, tookMs, received, announced, unreadable }: DayReading): DayReading {
  return {
    day,
    readAt,
    ...(tookMs === undefined ? {} : { tookMs }),
    received,
    unreadable,
    ...(announced === undefined ? {} : { announced }),
  };
}

function isDayOf(day: Day, zone: string, { start, end }: Period): boolean {
  const isStart = startOfDayIn(day, zone).getTime() === start.getTime();
  return isStart && startOfDayIn(addDaysTo(day, 1), zone).getTime() === end.getTime();
}

function earlier(a: Date, b: Date): Date {
  return a <= b ? a : b;
}

function earliest([first, ...others]: readonly Date[], none: Date): Date {
  return others.reduce(earlier, first ?? none);
}

function latest([first, ...others]: readonly Date[], none: Date): Date {
  return others.reduce((a, b) => (a >= b ? a : b), first ?? none);
}
