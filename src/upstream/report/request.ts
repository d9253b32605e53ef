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
  /** Instants, the end not included; messages are told by the time the platform took them. */
  readonly start: Date;
  readonly end: Date;
  /** Recipient, digits with country prefix. A query for one number goes ahead of ranges. */
  readonly msisdn?: string | undefined;
  /** Sender (short) number, digits. */
  readonly sender?: string | undefined;
  readonly userId?: string | undefined;
}

/** What a reading came across so far; whole once the iteration has ended. */
export interface ReadCounts {
  /** Entries the platform sent, whatever became of them. */
  received: number;
  unreadable: number;
  /** Entries about other numbers than the one asked for; they are never given out. */
  otherNumbers: number;
  /** A few of the ways in which they do not fit, by field. */
  readonly faults: string[];
  /** Answers whose `total` differs from the number of entries in them. */
  readonly shortfalls: { readonly announced: number; readonly received: number }[];
  /** Whole days are missing: the platform does not read the last day of a report as it is set up here. */
  daysMissing: boolean;
}

/** Messages in the platform's order, a report at a time. Iterate once; failures reject the iteration. */
export type MessageRead = AsyncIterable<Message> & { readonly counts: Readonly<ReadCounts> };

export type ReportOutcome = { readonly summary: ReportSummary };

/** Reads one report, in this thread: for the few entries of a question that a person waits for. */
export type ReadReport = <T extends ReportOutcome>(
  filter: ReportFilter,
  reading: Pick<BodyReading<T>, 'begin' | 'signal'>,
) => Promise<T>;

export interface ReportOptions {
  readonly bounds: 'inclusive' | 'exclusive_end';
  /** IANA zone in which the platform reckons its days. */
  readonly timeZone: string;
  readonly slots: Slots;
  readonly areDaysMissing: () => Promise<boolean>;
  /** Told of each reading in which entries did not fit, the total was not met, or a filter was not applied. */
  readonly onIrregular: (counts: Readonly<ReadCounts>) => void;
}

const MAX_FAULTS = 3;
const NUMBER = /^\d{3,15}$/;
/** What a report's messages may take in all: a list is held until it has been handed out. */
const MAX_LISTED_CHARACTERS = 64 * 1024 * 1024;
/** What a message takes besides its text. */
const MESSAGE_CHARACTERS = 200;

type MessagesOptions = ReportOptions & { readonly readReport: ReadReport };

/** Turns questions for any period into reports of whole platform days, and their entries into messages. */
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
  const question = { urgency, operation: 'report', userId: query.userId } as const;
  if (urgency === 'range') counts.daysMissing = await slots.holding(question, options.areDaysMissing);
  for (const filter of filtersFor(query, options)) {
    const messages = await slots.holding(question, () => listMessages(filter, query, counts, readReport));
    // Not `yield*`, which takes twice as long to hand on what is there already.
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

/** The reports that answer a query. One number's messages come in one report; a range comes day by day. */
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

/** The report that holds a whole platform day, under either reading of its last day. */
export function dayFilter(day: Day, bounds: ReportOptions['bounds']): ReportFilter {
  return { fromDay: day, toDay: bounds === 'inclusive' ? day : addDaysTo(day, 1) };
}

/** One number's messages, a day wider on each side: right whether or not the platform counts the last day in. */
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

/** @throws UpstreamError where a filter is not a number: it is never sent */
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

/** A message of which no time is known cannot be told to lie outside the period, and stays. */
function isInPeriod(time: Date | undefined, { start, end }: MessageQuery): boolean {
  return !time || (time >= start && time < end);
}

/** Reads a report into messages; `sender` is the one asked for, which no entry tells. */
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
