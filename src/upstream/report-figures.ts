import { hash, randomBytes } from 'node:crypto';
import { addDaysTo, type Day, startOfDayIn } from '../domain/period.ts';
import { type Cell, createTally } from '../domain/statistics.ts';
import { dayFilter } from './bounds-check.ts';
import { createReportReader, OTHER_NAME, type ReportEntry } from './report-reader.ts';
import { textOf } from './report-text.ts';
import {
  addCounts,
  checkNumbers,
  inSlot,
  isIrregular,
  isOtherNumber,
  type MessageQuery,
  noCounts,
  numberFilter,
  type ReportOptions,
} from './reports.ts';
import type { ReportFilter } from './wire.ts';

/** One of the platform's days, or one number's messages in a period. */
export type FiguresQuery =
  | { readonly day: Day; readonly sender?: string | undefined }
  | (MessageQuery & { readonly msisdn: string });

export interface FiguresOptions {
  /** Told of the messages read so far, many times a second. */
  readonly onProgress?: ((messagesRead: number) => void) | undefined;
  /** Gives the reading up: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A report as figures. It holds neither a number nor a text. */
export interface ReadFigures {
  /** When the answer began. */
  readonly readAt: Date;
  /** From the request to the end of the answer. */
  readonly tookMs: number;
  /** Of the answer, decompressed. */
  readonly bytes: number;
  /** Entries the platform sent, whatever became of them. */
  readonly received: number;
  /** Entries that do not fit the interface, in no cell. */
  readonly unreadable: number;
  /** How many the platform said there are, where it did. */
  readonly announced?: number;
  /** Different numbers with a failed message; left out where they are too many to be counted. */
  readonly failingNumbers?: number;
  /** The platform reads the ends of a report otherwise than is set up here: the day may be missing. */
  readonly mayLackDays: boolean;
  readonly cells: readonly Cell[];
}

/** Operators told apart in one reading; those that come later are `OTHER_NAME` together. */
export const MAX_OPERATORS_TOLD = 200;
/** A digest of each is held: 60 MB. */
const MAX_FAILING_NUMBERS = 1_000_000;

/** What of a report is counted. */
interface Wanted {
  readonly filter: ReportFilter;
  readonly isWanted: (entry: ReportEntry) => boolean;
}

/**
 * Reads reports into figures as they arrive, in memory that does not grow with them. A day waits for a place
 * among the ranges, and leaves it for the next in turn; a number's report goes ahead of them.
 * What the platform sends beyond the days asked for, or about another number, is left out.
 */
export function createFigures(options: ReportOptions & { readonly now: () => Date }) {
  const { bounds, timeZone, readReport, onIrregular, now } = options;

  async function read(wanted: Wanted, { signal, onProgress }: FiguresOptions) {
    signal?.throwIfAborted();
    const startedMs = performance.now();
    const begin = () => beginFigures(now(), wanted, onProgress);
    const { summary, otherNumbers, figures } = await readReport(wanted.filter, { begin, signal });
    const counts = { ...noCounts(), otherNumbers };
    addCounts(counts, summary);
    if (isIrregular(counts)) onIrregular(counts);
    const { received, unreadable, total } = summary;
    return {
      ...figures,
      tookMs: performance.now() - startedMs,
      received,
      unreadable,
      ...(total === undefined ? {} : { announced: total }),
    };
  }

  /** A report of just that day is believed also where it tells no time of the platform. */
  const wantedOfDay = (day: Day, sender: string | undefined): Wanted => {
    checkNumbers(sender);
    const isOfDay = isWithin(startOfDayIn(day, timeZone), startOfDayIn(addDaysTo(day, 1), timeZone));
    return {
      filter: { ...dayFilter(day, bounds), sender },
      isWanted: (entry) => isOfDay(entry) || (bounds === 'inclusive' && Number.isNaN(entry.platformAtMs)),
    };
  };

  return async (query: FiguresQuery, reading: FiguresOptions = {}): Promise<ReadFigures> => {
    if ('day' in query) {
      const wanted = wantedOfDay(query.day, query.sender);
      return await inSlot('range', options, async () => {
        const mayLackDays = await options.areDaysMissing();
        return { ...(await read(wanted, reading)), mayLackDays };
      });
    }
    const wanted = { filter: numberFilter(query, timeZone), isWanted: isWithin(query.start, query.end) };
    return await inSlot('lookup', options, async () => ({
      ...(await read(wanted, reading)),
      mayLackDays: false,
    }));
  };
}

function beginFigures(readAt: Date, { filter, isWanted }: Wanted, onProgress: FiguresOptions['onProgress']) {
  const tally = createTally({ readAt });
  const digest = createDigest();
  const nameOperator = limitOperators();
  let messagesRead = 0;
  let otherNumbers = 0;
  let bytes = 0;
  const reader = createReportReader({
    for: 'figures',
    onEntry(entry) {
      messagesRead += 1;
      if (filter.msisdn !== undefined && isOtherNumber(numberOf(entry), filter)) otherNumbers += 1;
      else if (isWanted(entry)) {
        const status = tally.add(
          nameOperator(entry.operator),
          entry.statusWord,
          toSeconds(entry.platformAtMs),
          toSeconds(entry.operatorAtMs),
          toSeconds(entry.handsetAtMs),
        );
        const isNoted = status === 'failed' && entry.digitCount > 0;
        if (isNoted && tally.failedNumbers() < MAX_FAILING_NUMBERS) tally.addFailedNumber(digest(entry));
      }
    },
  });
  return {
    write(chunk: Uint8Array) {
      bytes += chunk.length;
      reader.write(chunk);
      onProgress?.(messagesRead);
    },
    end() {
      const summary = reader.end();
      const failingNumbers = tally.failedNumbers();
      const counted = failingNumbers < MAX_FAILING_NUMBERS ? { failingNumbers } : {};
      return { summary, otherNumbers, figures: { readAt, bytes, ...counted, cells: tally.cells() } };
    },
  };
}

/** Whether the earliest time that an entry tells lies in [start, end), or it tells none. */
function isWithin(start: Date, end: Date): (entry: ReportEntry) => boolean {
  const [startMs, endMs] = [start.getTime(), end.getTime()];
  return ({ platformAtMs, operatorAtMs, handsetAtMs }) => {
    const next = Number.isNaN(operatorAtMs) ? handsetAtMs : operatorAtMs;
    const atMs = Number.isNaN(platformAtMs) ? next : platformAtMs;
    // Comparisons with NaN are false.
    return !(atMs < startMs || atMs >= endMs);
  };
}

function toSeconds(timeMs: number): number {
  return Math.floor(timeMs / 1000);
}

function numberOf({ digits, digitCount }: ReportEntry): string {
  return textOf(digits, 0, digitCount, false);
}

function limitOperators(): (name: string | undefined) => string | undefined {
  const told = new Set<string | undefined>([undefined]);
  let last: string | undefined;
  return (name) => {
    if (name === last || told.has(name)) last = name;
    else if (told.size <= MAX_OPERATORS_TOLD) told.add(name);
    else return OTHER_NAME;
    return name;
  };
}

const KEY_BYTES = 32;
const MAX_DIGITS = 32;

/** Tells numbers apart without holding them: 64 bits of a hash under a key that nobody else has. */
function createDigest(): (entry: ReportEntry) => bigint {
  const input = Buffer.concat([randomBytes(KEY_BYTES), Buffer.alloc(MAX_DIGITS)]);
  return ({ digits, digitCount }) => {
    const length = Math.min(digitCount, MAX_DIGITS);
    input.set(digits.subarray(0, length), KEY_BYTES);
    // One call: an HMAC takes ten times as long, and nobody can lengthen what is hashed here.
    return hash('sha256', input.subarray(0, KEY_BYTES + length), 'buffer').readBigUInt64LE();
  };
}
