import type { Figures, OperatorFigures } from '../domain/figures/figures.ts';
import type { Basis } from '../domain/figures/same-age.ts';
import type { Day } from '../domain/time/calendar.ts';
import type { Period } from '../domain/time/period.ts';

export interface TrafficQuery {
  readonly period: Period;
  readonly sender?: string | undefined;
  readonly msisdn?: string | undefined;
  /** The person who asks; absent if the bot itself asks. */
  readonly userId?: string | undefined;
}

/** Progress of reading, in days of the platform's time zone; stored days count as done. */
export interface TrafficProgress {
  readonly daysDone: number;
  readonly days: number;
  readonly messagesRead: number;
}

export interface TrafficOptions {
  readonly onProgress?: (progress: TrafficProgress) => void;
  /** On abort the promise rejects; a reading stops if no other caller waits for the same day. */
  readonly signal?: AbortSignal;
  /** Stored readings made before this time are not used, except of days that can no longer change. */
  readonly readSince?: Date;
  /** Maximum age of a stored reading, or 20 times its reading time if that is longer. */
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
  /** Figures of the quarter hours that begin in [start, end); an operator may appear several times. */
  between(start: Date, end: Date): readonly OperatorFigures[];
  /** Messages without a platform time, which may not belong to the period. */
  readonly untimed?: Figures;
  /** Time of the oldest reading among days that may still change, or else of the newest reading. */
  readonly asOf: Date;
  /** Messages are counted up to this time: when an unfinished day was read, else the end of the period. */
  readonly countedTo?: Date;
  readonly days: readonly DayReading[];
  /** Number of different recipients with a failed message; known only for one whole platform day. */
  readonly distinctFailing?: number;
  /** Whether whole days may be missing, because `SMS_REPORT_BOUNDS` does not fit the platform. */
  readonly daysMissing: boolean;
  /** Whether a reading is older than 15 minutes (today), 6 hours (recent days) or `maxAgeMs`. */
  readonly isStale?: boolean;
}

interface AsOfOptions {
  readonly signal?: AbortSignal;
  readonly momentOf?: (day: Day) => Date | undefined;
  /** Called only for figures of one telephone number, which are always read from the platform. */
  readonly onProgress?: TrafficOptions['onProgress'];
}

export interface PastFigures extends TrafficFigures {
  readonly basis: Basis;
}

export type TimeSpan = Pick<Period, 'start' | 'end'>;

export interface StoredFigures extends Pick<TrafficFigures, 'between'> {
  readonly readAt: Date;
  /** Days with the times of their readings: if these are equal, the figures are equal, too. */
  readonly days?: readonly Pick<DayReading, 'day' | 'readAt'>[];
}

export interface Traffic {
  /** @throws UpstreamError if the platform cannot be read */
  figuresFor(query: TrafficQuery, options?: TrafficOptions): Promise<TrafficFigures>;
  /** Figures as they were at a past moment. @throws UpstreamError if the platform cannot be read */
  asOf(query: TrafficQuery, moment: Date, options?: AsOfOptions): Promise<PastFigures>;
  /** Returns `undefined` if a day is not stored, or the database does not answer. */
  storedIfAvailable(time: TimeSpan): Promise<StoredFigures | undefined>;
  /** Figures as of `moment`, or else the latest ones. Rejects if the database does not answer. */
  stored(time: TimeSpan, moment?: Date): Promise<StoredFigures | undefined>;
  /** Times at which the stored days were read. Rejects if the database does not answer. */
  readTimes(time: TimeSpan): Promise<readonly Pick<DayReading, 'day' | 'readAt'>[]>;
}
