import { addDaysTo, type Day } from '../../domain/time/calendar.ts';
import { startOfDayIn } from '../../domain/time/wall-clock.ts';
import type { Metrics } from '../../ops/metrics.ts';
import type { ReportFilter } from '../wire.ts';
import type { CountedReport, CountScope } from './count.ts';
import type { ReportSummary } from './reader.ts';
import {
  addReadCounts,
  checkNumbers,
  dayFilter,
  emptyReadCounts,
  isIrregular,
  type MessageQuery,
  numberFilter,
  type ReportOptions,
} from './request.ts';

export type FiguresQuery =
  | ({ readonly day: Day } & Pick<MessageQuery, 'sender' | 'userId'>)
  | (MessageQuery & { readonly msisdn: string });

export interface FiguresOptions {
  /** Told of the messages read so far, a few times a second. */
  readonly onProgress?: ((messagesRead: number) => void) | undefined;
  /** Gives the reading up: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A report as figures. It holds neither a number nor a text. */
export interface ReadFigures
  extends Pick<CountedReport, 'bytes' | 'failingNumbers'>,
    Pick<ReportSummary, 'received' | 'unreadable'> {
  readonly readAt: Date;
  /** From the request to the end of the answer. */
  readonly tookMs: number;
  /** How many the platform said there are, where it did. */
  readonly announced?: number;
  /** The platform reads the ends of a report otherwise than is set up here: the day may be missing. */
  readonly mayLackDays: boolean;
  /** For `PackedCells`: quarter hours by operator. */
  readonly packedCells: Uint8Array;
}

type CountQuery = { readonly filter: ReportFilter; readonly scope: CountScope };

export type CountReport = (query: CountQuery, options: FiguresOptions) => Promise<CountedReport>;

interface FiguresReaderOptions extends ReportOptions {
  readonly countReport: CountReport;
  readonly metrics: Metrics;
}

/**
 * Reads reports into figures. A day waits for a place among the ranges, and leaves it for the next in turn; a
 * number's report goes ahead of them, but not into a look-up's place: it may be of half a year, and take minutes. What
 * the platform sends beyond the days asked for, or about another number, is left out.
 */
export function createFigures(options: FiguresReaderOptions) {
  const { bounds, timeZone, slots, countReport, metrics, onIrregular } = options;
  const operation = 'report';

  async function read(query: CountQuery, reading: FiguresOptions) {
    reading.signal?.throwIfAborted();
    const startedMs = performance.now();
    const { summary, otherNumbers, readAtMs, packedCells, ...counted } = await countReport(query, reading);
    const counts = { ...emptyReadCounts(), otherNumbers };
    addReadCounts(counts, summary);
    if (isIrregular(counts)) onIrregular(counts);
    const { received, unreadable, total } = summary;
    const tookMs = performance.now() - startedMs;
    metrics.reportRead({ messages: received, bytes: counted.bytes, seconds: tookMs / 1_000 });
    return {
      ...counted,
      readAt: new Date(readAtMs),
      tookMs,
      received,
      unreadable,
      ...(total === undefined ? {} : { announced: total }),
      packedCells,
    };
  }

  return async (query: FiguresQuery, reading: FiguresOptions = {}): Promise<ReadFigures> => {
    const { userId } = query;
    if ('day' in query) {
      const { day, sender } = query;
      checkNumbers(sender);
      // A report of just that day is believed also where it tells no time of the platform.
      const scope = { ...spanOf(day, timeZone), withoutPlatformTime: bounds === 'inclusive' };
      return await slots.holding({ urgency: 'range', operation, userId }, async () => {
        const mayLackDays = await options.areDaysMissing();
        const figures = await read({ filter: { ...dayFilter(day, bounds), sender }, scope }, reading);
        return { ...figures, mayLackDays };
      });
    }
    const { start, end, msisdn } = query;
    const span = { startMs: start.getTime(), endMs: end.getTime() };
    const scope = { ...span, withoutPlatformTime: false, msisdn };
    const filter = numberFilter(query, timeZone);
    return await slots.holding({ urgency: 'figures', operation, userId }, async () => ({
      ...(await read({ filter, scope }, reading)),
      mayLackDays: false,
    }));
  };
}

/** From the start of a day to its end, in milliseconds since 1970. */
export function spanOf(day: Day, timeZone: string) {
  const startOf = (each: Day) => startOfDayIn(each, timeZone).getTime();
  return { startMs: startOf(day), endMs: startOf(addDaysTo(day, 1)) };
}
