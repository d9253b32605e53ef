import { OTHER_NAME } from '../../domain/figures/figures.ts';
import type { BodySink } from '../http/request.ts';
import { MISSING, parseWord } from '../wire.ts';
import { createAlikeEntries } from './alike.ts';
import { BodyFault } from './bytes.ts';
import {
  answerFieldOf,
  clearEntry,
  createEntryDraft,
  DATA,
  describeMarks,
  entryFieldOf,
  FAULTS,
  MSISDN,
  OPERATOR,
  OTHER_FIELD,
  READ,
  REQUIRED,
  type ReportEntry,
  STATUS,
  TEXT,
  TIME_OPERATOR,
  TIME_PLATFORM,
  TOTAL,
  UNREADABLE_TIME,
  WRONG_TYPE,
} from './entry.ts';
import { createJsonScanner, NULL, NUMBER, STRING, type ValueKind } from './json-scanner.ts';
import { bytesOf, createNameTable, createTimes, NO_TIME, textOf } from './text.ts';

/** What a whole report came to. */
export interface ReportSummary {
  /** Entries the platform sent, whatever became of them. */
  readonly received: number;
  /** Entries that do not fit the interface; they are not handed out. */
  readonly unreadable: number;
  /** The first few ways in which they do not fit, by field. */
  readonly faults: readonly string[];
  /** How many the platform says there are. */
  readonly total: number | undefined;
  /** Whether there was a list of entries at all, be it an empty one. */
  readonly hasData: boolean;
  /** Names that came as `OTHER_NAME`, once for each time. */
  readonly otherNames: number;
}

/** Takes a body piece by piece. After a fault it takes no more. Both methods throw `BodyFault`. */
export type ReportReader = BodySink<ReportSummary>;

interface ReportReaderOptions {
  /**
   * `figures`: texts are passed over, and operators and status words beyond the first few hundred different
   * ones are called `OTHER_NAME`, so that memory does not grow with the report. `messages`: all as it came.
   */
  readonly for: 'figures' | 'messages';
  readonly onEntry: (entry: ReportEntry) => void;
}

export const MAX_OPERATORS = 1_000;
const MAX_STATUS_WORDS = 200;
const MAX_FAULTS = 3;

const OUTSIDE = 0;
const IN_ANSWER = 1;
const IN_DATA = 2;
const IN_ENTRY = 3;

/**
 * Reads a report (`POST report_mt`) as its body arrives: entries are handed out one by one, each read exactly
 * as `parseReportEntry` reads it, and nothing is kept of them. What `createJsonScanner` refuses is a fault, as
 * is an answer that `reportAnswer` refuses. Keys may come in any order and twice, the last one counts; only
 * a second `data` after a list is a fault, since the first list has been handed out by then. A `total` of
 * over 64 characters is none.
 */
export function createReportReader({ for: purpose, onEntry }: ReportReaderOptions): ReportReader {
  const readsTexts = purpose === 'messages';
  const entry = createEntryDraft();
  // A look-up has too few entries to be worth it.
  const alike = readsTexts ? undefined : createAlikeEntries(entry, endAlike);
  const tableOf = (column: 'operator' | 'status', limit: number, read: typeof parseWord) =>
    createNameTable({
      limit,
      read,
      beyond: readsTexts ? undefined : countOther,
      onNew: (name) => alike?.learn(column, name),
    });
  const operators = tableOf('operator', MAX_OPERATORS, parseWord);
  const statuses = tableOf('status', MAX_STATUS_WORDS, statusWordOf);
  const times = createTimes();
  let msisdn = entry.bytes;

  let level = OUTSIDE;
  /** Levels inside a value that is passed over. */
  let skipped = 0;
  let field: number = OTHER_FIELD;
  let seen = 0;
  let received = 0;
  const unreadable = createFaultCount();
  let total: number | undefined;
  let hasData = false;
  let otherNames = 0;

  function countOther(): string {
    otherNames += 1;
    return OTHER_NAME;
  }

  function beginEntry(): void {
    seen = 0;
    clearEntry(entry);
  }

  function endEntry(): void {
    received += 1;
    if ((seen & FAULTS) === 0 && (seen & REQUIRED) === REQUIRED) onEntry(entry);
    else unreadable.add(seen);
  }

  function endAlike(marks: number): void {
    seen = marks;
    endEntry();
  }

  function noEntry(): void {
    received += 1;
    unreadable.add(undefined);
  }

  function mark(of: number, what: number): void {
    seen = (seen & ~(0b11 << (2 * of))) | (what << (2 * of));
  }

  function takeTime(timeMs: number): void {
    mark(field, timeMs === NO_TIME ? UNREADABLE_TIME : READ);
    if (field === TIME_PLATFORM) entry.platformAtMs = timeMs;
    else if (field === TIME_OPERATOR) entry.operatorAtMs = timeMs;
    else entry.handsetAtMs = timeMs;
  }

  /** Copied: the entry may end in another piece. */
  function takeMsisdn(written: Uint8Array): void {
    if (written.length > msisdn.length) msisdn = new Uint8Array(written.length);
    msisdn.set(written);
    entry.bytes = msisdn;
    entry.msisdnStart = 0;
    entry.msisdnEnd = written.length;
  }

  function take(bytes: Uint8Array, start: number, end: number, isEscaped: boolean): void {
    if (field >= TIME_PLATFORM) {
      takeTime(times.read(bytes, start, end, isEscaped));
      return;
    }
    if (field === MSISDN) {
      takeMsisdn(isEscaped ? bytesOf(textOf(bytes, start, end, true)) : bytes.subarray(start, end));
    } else if (field === OPERATOR) entry.operator = operators.read(bytes, start, end, isEscaped);
    else if (field === STATUS) entry.statusWord = statuses.read(bytes, start, end, isEscaped);
    else if (readsTexts) entry.text = textOf(bytes, start, end, isEscaped);
    mark(field, READ);
  }

  function beginList(): void {
    if (hasData) throw new BodyFault('data: expected once');
    hasData = true;
    level = IN_DATA;
  }

  const scanner = createJsonScanner({
    whole(at) {
      return alike && level === IN_DATA && skipped === 0 ? alike.read(at) : -1;
    },

    open(isObject) {
      if (skipped > 0) skipped += 1;
      else if (level === OUTSIDE && isObject) level = IN_ANSWER;
      else if (level === OUTSIDE) throw new BodyFault('the answer: expected object');
      else if (level === IN_ANSWER && field === DATA) {
        if (isObject) throw new BodyFault('data: expected array');
        beginList();
      } else if (level === IN_DATA && isObject) {
        level = IN_ENTRY;
        beginEntry();
      } else {
        skipped = 1;
        if (level === IN_DATA) noEntry();
        else if (level === IN_ENTRY && field !== OTHER_FIELD) mark(field, WRONG_TYPE);
        else if (field === TOTAL) total = undefined;
      }
    },

    close() {
      if (skipped > 0) skipped -= 1;
      else {
        if (level === IN_ENTRY) endEntry();
        level -= 1;
      }
    },

    key(bytes, start, end, isEscaped) {
      if (skipped > 0) return false;
      const plain = isEscaped ? bytesOf(textOf(bytes, start, end, true)) : undefined;
      const fieldOf = level === IN_ENTRY ? entryFieldOf : answerFieldOf;
      field = plain ? fieldOf(plain, 0, plain.length) : fieldOf(bytes, start, end);
      return field !== OTHER_FIELD && (field !== TEXT || readsTexts);
    },

    value(kind: ValueKind, bytes, start, end, isEscaped) {
      if (skipped > 0) return;
      if (level === IN_ENTRY) {
        if (field === OTHER_FIELD) return;
        if (kind === STRING) take(bytes, start, end, isEscaped);
        else mark(field, WRONG_TYPE);
      } else if (level === IN_DATA) noEntry();
      else if (level === OUTSIDE) throw new BodyFault('the answer: expected object');
      else if (field === TOTAL) {
        const number = kind === NUMBER ? Number(textOf(bytes, start, end, false)) : undefined;
        total = end > start && isCount(number) ? number : undefined;
      } else if (field === DATA) {
        if (kind !== NULL) throw new BodyFault('data: expected array');
        if (hasData) throw new BodyFault('data: expected once');
      }
    },
  });

  return {
    write(chunk) {
      if (!alike) scanner.write(chunk);
      else {
        for (let at = 0; at < chunk.length; ) {
          const held = alike.hold(chunk.subarray(at));
          scanner.write(held);
          at += held.length;
        }
      }
    },
    end() {
      scanner.end();
      const { faults, count } = unreadable;
      return { received, unreadable: count(), faults, total, hasData, otherNames };
    },
  };
}

function isCount(number: number | undefined): number is number {
  return Number.isSafeInteger(number) && Number(number) >= 0;
}

function statusWordOf(text: string): string | undefined {
  return text === MISSING || text.trim() === '' ? undefined : text;
}

/** Counts entries that do not fit, and explains the first few ways in which they do not. */
function createFaultCount() {
  const faults: string[] = [];
  const explained = new Set<number>();
  let count = 0;
  return {
    faults,
    count: () => count,
    /** `marks` as `describeMarks` takes them. */
    add(marks: number | undefined): void {
      count += 1;
      if (faults.length === MAX_FAULTS || explained.has(marks ?? -1)) return;
      explained.add(marks ?? -1);
      const fault = describeMarks(marks);
      if (!faults.includes(fault)) faults.push(fault);
    },
  };
}
