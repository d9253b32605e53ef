import { earliestTime, type Message } from '../../domain/messages/message.ts';
import { addDaysTo, type Day } from '../../domain/time/calendar.ts';
import { localDay } from '../../domain/time/wall-clock.ts';
import { UpstreamError } from '../errors.ts';
import type { BodyReading } from '../http/request.ts';
import type { Slots, Urgency } from '../slots.ts';
import { messageOf, type ReportFilter } from '../wire.ts';
import { isOtherNumber, numberOf } from './entry.ts';
import { createReportReader, type ReportReader, type ReportSummary } from './reader.ts';

export interface MessageQuery {
  /** Selects the messages that the platform accepted from `start` to before `end`. */
  readonly start: Date;
  readonly end: Date;
  /** Recipient: digits with country prefix. Such a query has priority over queries for all numbers. */
  readonly msisdn?: string | undefined;
  readonly sender?: string | undefined;
  readonly userId?: string | undefined;
}

/** Counts of a reading, which are complete when the iteration over its messages has ended. */
export interface ReadCounts {
  received: number;
  unreadable: number;
  /** Number of entries about other recipients than requested; such entries are dropped. */
  otherNumbers: number;
  readonly faults: string[];
  /** Reports with a `total` that differs from the number of received entries. */
  readonly shortfalls: { readonly announced: number; readonly received: number }[];
  /** Whether whole days are missing, because `SMS_REPORT_BOUNDS` does not fit the platform. */
  daysMissing: boolean;
}

/** Messages in the platform's order. Can be iterated only once; a failure rejects the iteration. */
export type MessageRead = AsyncIterable<Message> & { readonly counts: Readonly<ReadCounts> };

export type ReportResult = { readonly summary: ReportSummary };

export type ReadReport = <T extends ReportResult>(
  filter: ReportFilter,
  reading: Pick<BodyReading<T>, 'begin' | 'signal'>,
) => Promise<T>;

export interface ReportOptions {
  readonly bounds: 'inclusive' | 'exclusive_end';
  readonly timeZone: string;
  readonly slots: Slots;
  readonly areDaysMissing: () => Promise<boolean>;
  /** Called after a reading with faulty entries, a wrong total, or entries about other recipients. */
  readonly onIrregular: (counts: Readonly<ReadCounts>) => void;
}

const MAX_FAULTS = 3;
const NUMBER = /^\d{3,15}$/;
/** Maximum characters of one report’s messages, because all of them are in memory at the same time. */
const MAX_LISTED_CHARACTERS = 64 * 1024 * 1024;
const MESSAGE_CHARACTERS = 200;

type MessagesOptions = ReportOptions & { readonly readReport: ReadReport };

export function createMessages(options: MessagesOptions): (query: MessageQuery) => MessageRead {
  return (query) => {
    const counts = emptyReadCounts();
    return { counts, [Symbol.asyncIterator]: () => readMessages(query, counts, options) };
  };
}

async function* readMessages(
  query: MessageQuery,
  counts: ReadCounts,
  options: MessagesOptions,
): AsyncGenerator<Message> {
  const { slots, readReport } = options;
  const urgency: Urgency = query.msisdn === undefined ? 'range' : 'lookup';
  const slotRequest = { urgency, operation: 'report', userId: query.userId } as const;
  if (urgency === 'range') counts.daysMissing = await slots.withSlot(slotRequest, options.areDaysMissing);
  for (const filter of filtersFor(query, options)) {
    const messages = await slots.withSlot(slotRequest, () => listMessages(filter, query, counts, readReport));
    // This loop takes half the time of `yield*`.
    for (const message of messages) yield message;
  }
  if (isIrregular(counts)) options.onIrregular(counts);
}

async function listMessages(
  filter: ReportFilter,
  query: MessageQuery,
  counts: ReadCounts,
  readReport: ReadReport,
): Promise<readonly Message[]> {
  const begin = () => {
    const messages: Message[] = [];
    let otherNumbers = 0;
    let characters = 0;
    const { write, end } = createMessageReader(query.sender, (message) => {
      if (isOtherNumber(message.msisdn, query.msisdn)) otherNumbers += 1;
      else if (isInPeriod(earliestTime(message), query)) {
        characters += MESSAGE_CHARACTERS + (message.text?.length ?? 0);
        if (characters > MAX_LISTED_CHARACTERS) {
          const reason = 'the messages are too many to be listed';
          throw new UpstreamError('invalid_answer', { operation: 'report', reason });
        }
        messages.push(message);
      }
    });
    return { write, end: () => ({ summary: end(), messages, otherNumbers }) };
  };
  const { summary, messages, otherNumbers } = await readReport(filter, { begin });
  addReadCounts(counts, summary);
  counts.otherNumbers += otherNumbers;
  return messages;
}

/** One report suffices for one number; a range of all numbers is read by one report a day. */
function* filtersFor(query: MessageQuery, { bounds, timeZone }: ReportOptions): Generator<ReportFilter> {
  const { start, end, msisdn, sender } = query;
  if (msisdn !== undefined) {
    yield numberFilter({ start, end, msisdn, sender }, timeZone);
    return;
  }
  checkNumbers(sender);
  const lastDay = lastDayOf(end, timeZone);
  for (let day = localDay(start, timeZone); day <= lastDay; day = addDaysTo(day, 1)) {
    yield { ...dayFilter(day, bounds), sender };
  }
}

export function dayFilter(day: Day, bounds: ReportOptions['bounds']): ReportFilter {
  return { fromDay: day, toDay: bounds === 'inclusive' ? day : addDaysTo(day, 1) };
}

/** Requests one day more on each side, so that no day is missing, whatever `SMS_REPORT_BOUNDS` is. */
export function numberFilter(
  { start, end, msisdn, sender }: MessageQuery & { readonly msisdn: string },
  timeZone: string,
): ReportFilter {
  checkNumbers(msisdn, sender);
  const fromDay = addDaysTo(localDay(start, timeZone), -1);
  return { fromDay, toDay: addDaysTo(lastDayOf(end, timeZone), 1), msisdn, sender };
}

function lastDayOf(end: Date, timeZone: string) {
  return localDay(new Date(end.getTime() - 1), timeZone);
}

/** Checks a request’s recipient and sender. @throws UpstreamError if one of them is not 3 to 15 digits */
export function checkNumbers(...filters: readonly (string | undefined)[]): void {
  if (filters.every((filter) => filter === undefined || NUMBER.test(filter))) return;
  throw new UpstreamError('invalid_filter', { operation: 'report', reason: 'a filter is not a number' });
}

export function emptyReadCounts(): ReadCounts {
  return { received: 0, unreadable: 0, otherNumbers: 0, faults: [], shortfalls: [], daysMissing: false };
}

export function addReadCounts(counts: ReadCounts, summary: ReportSummary): void {
  const { received, unreadable, faults, total } = summary;
  counts.received += received;
  counts.unreadable += unreadable;
  for (const fault of faults) {
    if (counts.faults.length < MAX_FAULTS && !counts.faults.includes(fault)) counts.faults.push(fault);
  }
  if (total !== undefined && total !== received) counts.shortfalls.push({ announced: total, received });
}

export function isIrregular({ unreadable, otherNumbers, shortfalls }: ReadCounts): boolean {
  return unreadable > 0 || otherNumbers > 0 || shortfalls.length > 0;
}

/** A message without a time counts as in the period, because it cannot be excluded. */
function isInPeriod(time: Date | undefined, { start, end }: MessageQuery): boolean {
  return !time || (time >= start && time < end);
}

/** Each message gets the requested `sender`, because a report's entries do not contain the sender. */
export function createMessageReader(
  sender: string | undefined,
  onMessage: (message: Message) => void,
): ReportReader {
  return createReportReader({
    for: 'messages',
    onEntry(entry) {
      const fields = {
        msisdn: numberOf(entry),
        operator: entry.operator,
        status: entry.statusWord,
        text: entry.text,
        time_platform: dateOf(entry.platformAtMs),
        time_operator: dateOf(entry.operatorAtMs),
        time_dlr: dateOf(entry.handsetAtMs),
      };
      onMessage(messageOf(fields, sender));
    },
  });
}

function dateOf(timeMs: number): Date | undefined {
  return Number.isNaN(timeMs) ? undefined : new Date(timeMs);
}
