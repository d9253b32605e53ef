import type { Figures, OperatorFigures } from '../domain/figures/figures.ts';
import type { Basis } from '../domain/figures/same-age.ts';
import type { Day } from '../domain/time/calendar.ts';
import type { Period } from '../domain/time/period.ts';

export interface TrafficQuery {
  readonly period: Period;
  readonly sender?: string | undefined;
  readonly msisdn?: string | undefined;
  /** Absent for requests of the bot itself. */
  readonly userId?: string | undefined;
}

/** Days of the platform; stored days count as done. */
export interface TrafficProgress {
  readonly daysDone: number;
  readonly days: number;
  readonly messagesRead: number;
}

export interface TrafficOptions {
  readonly onProgress?: (progress: TrafficProgress) => void;
  /** On abort the promise rejects, and a reading without other callers stops. */
  readonly signal?: AbortSignal;
  /** Readings before this time are too old, except of final days. Not used for one number. */
  readonly readSince?: Date;
  /** Older readings are repeated, unless reading takes more than a twentieth of the time. */
  readonly maxAgeMs?: number;
}

export interface DayReading {
  readonly day: Day;
  readonly readAt: Date;
  readonly tookMs?: number;
  readonly received: number;
  readonly announced?: number | undefined;
  readonly unreadable: number;
}

export interface TrafficFigures {
  /** Quarter hours that begin from `start` to before `end`; an operator may appear several times. */
  between(start: Date, end: Date): readonly OperatorFigures[];
  /** Messages without a platform time, which may not belong to the period. */
  readonly untimed?: Figures;
  /** Time of the oldest reading that may still change, or else of the newest reading. */
  readonly asOf: Date;
  /** End of the counted time: the end of the period, or the reading of today, which may be after `asOf`. */
  readonly countedTo?: Date;
  readonly days: readonly DayReading[];
  /** Known only if the period is a single day of the platform. */
  readonly distinctFailing?: number;
  /** The platform's period bounds differ from the setting, so days may be missing. */
  readonly daysMissing: boolean;
  /** Older than 15 minutes for today, 6 hours for days that may change, or `maxAgeMs`. */
  readonly isStale?: boolean;
}

interface AsOfOptions {
  readonly signal?: AbortSignal;
  readonly momentOf?: (day: Day) => Date | undefined;
  /** Only for the figures of one number, which are always read. */
  readonly onProgress?: TrafficOptions['onProgress'];
}

export interface PastFigures extends TrafficFigures {
  /** `reconstructed` if any day is. */
  readonly basis: Basis;
}

export type TimeSpan = Pick<Period, 'start' | 'end'>;

/** Stored figures of any age. */
export interface StoredFigures extends Pick<TrafficFigures, 'between'> {
  /** Time of the oldest reading. */
  readonly readAt: Date;
  /** Equal readings mean equal figures. */
  readonly days?: readonly Pick<DayReading, 'day' | 'readAt'>[];
}

export interface Traffic {
  /** @throws UpstreamError */
  figuresFor(query: TrafficQuery, options?: TrafficOptions): Promise<TrafficFigures>;
  /** Figures as of a past moment, from stored readings or `asOfMoment`. @throws UpstreamError */
  asOf(query: TrafficQuery, moment: Date, options?: AsOfOptions): Promise<PastFigures>;
  /** `undefined` if a day is missing, or the store does not answer. */
  storedIfAvailable(time: TimeSpan): Promise<StoredFigures | undefined>;
  /** Rejects if the store does not answer; with `moment`, as of then. */
  stored(time: TimeSpan, moment?: Date): Promise<StoredFigures | undefined>;
  /** Times of the latest readings: equal times mean equal figures. Rejects if the store does not answer. */
  readTimes(time: TimeSpan): Promise<readonly Pick<DayReading, 'day' | 'readAt'>[]>;
}
