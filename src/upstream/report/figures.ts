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
  readonly onProgress?: ((messagesRead: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Figures of one report; they contain no telephone numbers and no texts. */
export interface ReadFigures
  extends Pick<CountedReport, 'bytes' | 'failingNumbers'>,
    Pick<ReportSummary, 'received' | 'unreadable'> {
  readonly readAt: Date;
  readonly tookMs: number;
  readonly announced?: number;
  readonly mayLackDays: boolean;
  readonly packedCells: Uint8Array;
}

type CountQuery = { readonly filter: ReportFilter; readonly scope: CountScope };

export type CountReport = (query: CountQuery, options: FiguresOptions) => Promise<CountedReport>;

interface FiguresReaderOptions extends ReportOptions {
  readonly countReport: CountReport;
  readonly metrics: Metrics;
}

/** Reads figures of a day, or of one number, which has priority over days while requests wait for a slot. */
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
    const { userId, sender } = query;
    checkNumbers(sender);
    const isDay = 'day' in query;
    const filter = isDay ? { ...dayFilter(query.day, bounds), sender } : numberFilter(query, timeZone);
    const span = isDay
      ? spanOf(query.day, timeZone)
      : { startMs: query.start.getTime(), endMs: query.end.getTime(), msisdn: query.msisdn };
    // If the report contains only one day, entries without a platform time count as well.
    const scope = { ...span, withoutPlatformTime: isDay && bounds === 'inclusive' };
    return await slots.withSlot({ urgency: isDay ? 'range' : 'figures', operation, userId }, async () => {
      const mayLackDays = isDay && (await options.areDaysMissing());
      return { ...(await read({ filter, scope }, reading)), mayLackDays };
    });
  };
}

export function spanOf(day: Day, timeZone: string) {
  const startOf = (each: Day) => startOfDayIn(each, timeZone).getTime();
  return { startMs: startOf(day), endMs: startOf(addDaysTo(day, 1)) };
}
