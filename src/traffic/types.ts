import type { Figures, OperatorFigures } from '../domain/figures/figures.ts';
import type { Basis } from '../domain/figures/same-age.ts';
import type { Day } from '../domain/time/calendar.ts';
import type { Period } from '../domain/time/period.ts';

export interface TrafficQuery {
  readonly period: Period;
  readonly sender?: string | undefined;
  readonly msisdn?: string | undefined;
  /** The Slack user who requested the figures; absent if the bot itself did. */
  readonly userId?: string | undefined;
}

/** Progress of reading, in days of the platform's time zone; stored days count as done. */
export interface TrafficProgress {
  readonly daysDone: number;
  readonly days: number;
  readonly messagesRead: number;
}

export interface TrafficOptions {
  readonly onProgress?: ((progress: TrafficProgress) => void) | undefined;
  /** When it aborts, the promise rejects; a reading stops if no other caller waits for the same day. */
  readonly signal?: AbortSignal | undefined;
  /** Figures that were read before this time are not used, except of days that can no longer change. */
  readonly readSince?: Date | undefined;
  /** Stored figures are used up to this age, or up to 20 times the duration of their reading if longer. */
  readonly maxAgeMs?: number | undefined;
}

export interface DayReading {
  readonly day: Day;
  readonly readAt: Date;
  readonly tookMs?: number | undefined;
  readonly received: number;
  readonly announced?: number | undefined;
  readonly unreadable: number;
}

export interface TrafficFigures {
  /** Figures of the quarter hours that begin in [start, end); an operator may appear several times. */
  between(start: Date, end: Date): readonly OperatorFigures[];
  /** Figures of messages without a platform time, which may not belong to the period. */
  readonly untimed?: Figures | undefined;
  /** When the figures were read: the oldest time of days that may still change, or else the newest time. */
  readonly asOf: Date;
  /** Messages count up to this time: the reading time of an unfinished day, or else the period's end. */
  readonly countedTo?: Date;
  readonly days: readonly DayReading[];
  /** Number of different recipients with a failed message; known only for one whole platform day. */
  readonly distinctFailing?: number | undefined;
  /** Whether whole days may be missing, because `SMS_REPORT_BOUNDS` does not fit the platform. */
  readonly daysMissing: boolean;
  /** Whether figures are older than allowed: 15 minutes (today), 6 hours (recent days) or `maxAgeMs`. */
  readonly isStale?: boolean;
}

interface AsOfOptions extends Pick<TrafficOptions, 'signal' | 'onProgress'> {
  readonly momentOf?: (day: Day) => Date | undefined;
}

export interface PastFigures extends TrafficFigures {
  readonly basis: Basis;
}

export type TimeSpan = Pick<Period, 'start' | 'end'>;

export interface StoredFigures extends Pick<TrafficFigures, 'between'> {
  readonly readAt: Date;
  /** The days and when each was read: results with the same days and times have the same figures. */
  readonly days: readonly Pick<DayReading, 'day' | 'readAt'>[];
}

export interface Traffic {
  /** Reads the figures of a period. @throws UpstreamError if the platform cannot be read */
  figuresFor(query: TrafficQuery, options?: TrafficOptions): Promise<TrafficFigures>;
  /** Figures at a past moment; tells progress for one number only. @throws UpstreamError if unreadable */
  asOf(query: TrafficQuery, moment: Date, options?: AsOfOptions): Promise<PastFigures>;
  /** Returns stored figures; `undefined` if a day is not stored, or the database does not answer. */
  storedIfAvailable(time: TimeSpan): Promise<StoredFigures | undefined>;
  /** Like `stored`, but `undefined` if no other use has opened the database yet. */
  storedIfOpen(time: TimeSpan): Promise<StoredFigures | undefined>;
  /** Stored figures as of `moment`, or else the latest. Rejects if the database does not answer. */
  stored(time: TimeSpan, moment?: Date): Promise<StoredFigures | undefined>;
  /** When the stored days were last read, and their messages. Rejects if the database does not answer. */
  readTimes(time: TimeSpan): Promise<readonly Pick<DayReading, 'day' | 'readAt' | 'received'>[]>;
}
