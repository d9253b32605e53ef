import { earliestTime, type Message } from '../domain/message.ts';
import { addDaysTo, localDay } from '../domain/period.ts';
import { dayFilter } from './bounds-check.ts';
import { UpstreamError } from './errors.ts';
import type { Slots, Urgency } from './slots.ts';
import { parseReportEntry, type ReportFilter } from './wire.ts';

export interface MessageQuery {
  /** Instants, the end not included; messages are told by the time the platform took them. */
  readonly start: Date;
  readonly end: Date;
  /** Recipient, digits with country prefix. A query for one number goes ahead of ranges. */
  readonly msisdn?: string | undefined;
  /** Sender (short) number, digits. */
  readonly sender?: string | undefined;
}

/** What a reading came across so far; whole once the iteration has ended. */
export interface ReadCounts {
  /** Entries the platform sent, whatever became of them. */
  received: number;
  /** Entries that do not fit the interface. */
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

/** Messages as they arrive, in the platform's order. Iterate once; failures reject the iteration. */
export interface MessageRead extends AsyncIterable<Message> {
  readonly counts: Readonly<ReadCounts>;
}

export interface ReportOptions {
  readonly bounds: 'inclusive' | 'exclusive_end';
  /** IANA zone in which the platform reckons its days. */
  readonly timeZone: string;
  readonly slots: Slots;
  readonly fetchReport: (
    filter: ReportFilter,
  ) => Promise<{ data: readonly unknown[]; total: number | undefined }>;
  /** Whether a day asked for alone comes without its messages; asked before whole days are read. */
  readonly areDaysMissing: () => Promise<boolean>;
  /** Told of each reading in which entries did not fit, the total was not met, or a filter was not applied. */
  readonly onIrregular: (counts: Readonly<ReadCounts>) => void;
}

const MAX_FAULTS = 3;
const NUMBER = /^\d{3,15}$/;

/** Turns questions for any period into reports of whole platform days, and their entries into messages. */
export function createReports(options: ReportOptions) {
  return {
    messages(query: MessageQuery): MessageRead {
      const counts: ReadCounts = {
        received: 0,
        unreadable: 0,
        otherNumbers: 0,
        faults: [],
        shortfalls: [],
        daysMissing: false,
      };
      return { counts, [Symbol.asyncIterator]: () => readMessages(query, counts, options) };
    },
  };
}

async function* readMessages(
  query: MessageQuery,
  counts: ReadCounts,
  options: ReportOptions,
): AsyncGenerator<Message> {
  const urgency: Urgency = query.msisdn === undefined ? 'range' : 'lookup';
  if (urgency === 'range') counts.daysMissing = await inSlot(options, options.areDaysMissing);
  for (const filter of filtersFor(query, options)) {
    const leave = await options.slots.take(urgency, 'report');
    try {
      const { data, total } = await options.fetchReport(filter);
      counts.received += data.length;
      if (total !== undefined && total !== data.length) {
        counts.shortfalls.push({ announced: total, received: data.length });
      }
      for (const entry of data) {
        const parsed = parseReportEntry(entry, query.sender);
        if ('fault' in parsed) countFault(counts, parsed.fault);
        else if (isOtherNumber(parsed.message, query)) counts.otherNumbers += 1;
        else if (isInPeriod(parsed.message, query)) yield parsed.message;
      }
    } finally {
      leave();
    }
  }
  if (counts.unreadable > 0 || counts.otherNumbers > 0 || counts.shortfalls.length > 0)
    options.onIrregular(counts);
}

async function inSlot<T>({ slots }: ReportOptions, action: () => Promise<T>): Promise<T> {
  const leave = await slots.take('range', 'report');
  try {
    return await action();
  } finally {
    leave();
  }
}

/**
 * The reports that answer a query. One number's messages come in one report, a day wider on each side, which
 * is right whether the platform counts the last day in or not. A range comes day by day.
 */
function* filtersFor(query: MessageQuery, { bounds, timeZone }: ReportOptions): Generator<ReportFilter> {
  const { msisdn, sender } = query;
  for (const filter of [msisdn, sender]) {
    if (filter !== undefined && !NUMBER.test(filter)) {
      throw new UpstreamError('invalid_filter', { operation: 'report', reason: 'a filter is not a number' });
    }
  }
  const firstDay = localDay(query.start, timeZone);
  const lastDay = localDay(new Date(query.end.getTime() - 1), timeZone);
  if (msisdn !== undefined) {
    yield { fromDay: addDaysTo(firstDay, -1), toDay: addDaysTo(lastDay, 1), msisdn, sender };
    return;
  }
  for (let day = firstDay; day <= lastDay; day = addDaysTo(day, 1)) {
    yield { ...dayFilter(day, bounds), sender };
  }
}

function countFault(counts: ReadCounts, fault: string) {
  counts.unreadable += 1;
  if (counts.faults.length < MAX_FAULTS && !counts.faults.includes(fault)) counts.faults.push(fault);
}

function isOtherNumber(message: Message, { msisdn }: MessageQuery): boolean {
  return msisdn !== undefined && message.msisdn !== '' && !isSameNumber(message.msisdn, msisdn);
}

/** A message of which no time is known cannot be told to lie outside the period, and stays. */
function isInPeriod(message: Message, { start, end }: MessageQuery): boolean {
  const time = earliestTime(message);
  return !time || (time >= start && time < end);
}

/** The same number with or without its country prefix or a trunk zero. */
function isSameNumber(a: string, b: string): boolean {
  if (a === b) return true;
  const [short = '', long = ''] = [a, b]
    .map((digits) => digits.replace(/^0+/, ''))
    .sort((x, y) => x.length - y.length);
  return short.length >= 8 && long.endsWith(short);
}
