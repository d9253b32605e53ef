import type { Day, Period } from '../domain/period.ts';
import type { Figures, OperatorFigures } from '../domain/statistics.ts';

/** Which figures: of whole days in a zone, of all senders and numbers unless one is named. */
export interface TrafficQuery {
  readonly period: Period;
  readonly sender?: string | undefined;
  readonly msisdn?: string | undefined;
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
}

/** One reading of one of the platform's days, which need not be days of the asker's zone. */
export interface DayReading {
  readonly day: Day;
  readonly readAt: Date;
  readonly received: number;
  /** What the platform said that there is, where it did. */
  readonly announced?: number | undefined;
  readonly unreadable: number;
}

/** The figures of a period, each day as of its latest reading. */
export interface TrafficFigures {
  /**
   * Those of the period's quarter hours that begin from `start` up to, not including, `end`: any number for each
   * operator.
   */
  between(start: Date, end: Date): readonly OperatorFigures[];
  /** Messages without a time of the platform, which may or may not belong to the period. */
  readonly unplaced?: Figures;
  /** When the oldest reading was made of those that may still change; the newest, where none may. */
  readonly asOf: Date;
  /**
   * Messages handed in up to then are counted: the period's end, or when the day under way was read. Later than
   * `asOf` where an earlier day was read before today was.
   */
  readonly countedTo?: Date;
  readonly days: readonly DayReading[];
  /** Different numbers with a failed message; known only where the period is a single day of the platform. */
  readonly distinctFailing?: number;
  /** The platform reads the ends of a period otherwise than is set, so days may be missing. */
  readonly daysMissing: boolean;
  /** Reading takes so long that figures are older than they should be (15 minutes for today, 6 hours for days not settled). */
  readonly isStale?: boolean;
}

/** Where delivery figures come from. */
export interface Traffic {
  /** @throws UpstreamError */
  figuresFor(query: TrafficQuery, options?: TrafficOptions): Promise<TrafficFigures>;
}
