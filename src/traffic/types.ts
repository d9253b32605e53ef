import type { Figures, OperatorFigures } from '../domain/figures/figures.ts';
import type { Basis } from '../domain/figures/same-age.ts';
import type { Day } from '../domain/time/calendar.ts';
import type { Period } from '../domain/time/period.ts';

/** Which figures: of whole days in a zone, of all senders and numbers unless one is named. */
export interface TrafficQuery {
  readonly period: Period;
  readonly sender?: string | undefined;
  readonly msisdn?: string | undefined;
  /** Who asks; left out where it is the bot itself. */
  readonly userId?: string | undefined;
}

/** How far a reading is. Days are the platform's; those that were held count as done, and their messages as read. */
export interface TrafficProgress {
  readonly daysDone: number;
  readonly days: number;
  readonly messagesRead: number;
}

export interface TrafficOptions {
  readonly onProgress?: (progress: TrafficProgress) => void;
  /** Aborted: the promise rejects, and what nobody else waits for is not read on. */
  readonly signal?: AbortSignal;
  /** Of what may still change, readings made before then are not good enough, however fresh. Not for a number's. */
  readonly readSince?: Date;
  /** Older readings of what may change are made anew, unless that takes over a twentieth of the time. */
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

/** The figures of a period, each day as of its latest reading. */
export interface TrafficFigures {
  /** Those of quarter hours that begin from `start` up to, not including, `end`: any number for each operator. */
  between(start: Date, end: Date): readonly OperatorFigures[];
  /** Messages without a time of the platform, which may or may not belong to the period. */
  readonly unplaced?: Figures;
  /** When the oldest reading was made of those that may still change; the newest, where none may. */
  readonly asOf: Date;
  /** Up to when messages are counted: the period's end, or when today was read, which may be after `asOf`. */
  readonly countedTo?: Date;
  readonly days: readonly DayReading[];
  /** Different numbers with a failed message; known only where the period is a single day of the platform. */
  readonly distinctFailing?: number;
  /** The platform reads the ends of a period otherwise than is set, so days may be missing. */
  readonly daysMissing: boolean;
  /** Older than 15 minutes for today, 6 hours for days not settled, or `maxAgeMs`: reading takes that long. */
  readonly isStale?: boolean;
}

interface AsOfOptions {
  readonly signal?: AbortSignal;
  /** For days of the platform that are wanted as of another moment. */
  readonly momentOf?: (day: Day) => Date | undefined;
  /** Only told of one number's figures, which are always read. */
  readonly onProgress?: TrafficOptions['onProgress'];
}

export interface PastFigures extends TrafficFigures {
  /** `reconstructed` where any of its days is. */
  readonly basis: Basis;
}

/** A time that need not begin or end with a day. */
export type TimeSpan = Pick<Period, 'start' | 'end'>;

/** Figures that were held already, however old. */
export interface HeldFigures extends Pick<TrafficFigures, 'between'> {
  /** When the oldest of the readings was made that they are of. */
  readonly readAt: Date;
  /** The readings, each by its day and time: of the same ones the figures are the same. */
  readonly days?: readonly Pick<DayReading, 'day' | 'readAt'>[];
}

export interface Traffic {
  /** @throws UpstreamError */
  figuresFor(query: TrafficQuery, options?: TrafficOptions): Promise<TrafficFigures>;
  /**
   * What a period looked like at a moment that has passed: from readings of about then where they were kept, else
   * reconstructed from later ones (`asOfMoment` says how). A day without any is read once; one that is settled never
   * again. One number's figures are read anew each time, and reconstructed. @throws UpstreamError
   */
  asOf(query: TrafficQuery, moment: Date, options?: AsOfOptions): Promise<PastFigures>;
  /** From the latest readings alone; `undefined` where a day of them lacks messages, or the store is away. */
  held(time: TimeSpan): Promise<HeldFigures | undefined>;
  /** The same, but where the store is away it rejects; at a moment that has passed, as `asOf` has it. */
  stored(time: TimeSpan, moment?: Date): Promise<HeldFigures | undefined>;
  /** When each day of a time was read last: while that is the same, stored figures are. Rejects where the store is away. */
  readTimes(time: TimeSpan): Promise<readonly Pick<DayReading, 'day' | 'readAt'>[]>;
}
