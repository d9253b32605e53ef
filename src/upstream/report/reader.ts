import type { BodySink } from '../http/attempt.ts';
import { BodyBuffer, BodyFault, decode, PART_BYTES, PIECE_BYTES, textOf } from './bytes.ts';
import { describeMarks, FAULTS, REQUIRED, type ReportEntry } from './entry.ts';
import { createEntryReader } from './entry-reader.ts';
import {
  ARRAY,
  ARRAY_END,
  afterColon,
  afterSpace,
  afterText,
  afterValue,
  COMMA,
  OBJECT,
  OBJECT_END,
  QUOTE,
} from './json.ts';

export interface ReportSummary {
  readonly received: number;
  readonly unreadable: number;
  readonly faults: readonly string[];
  readonly total: number | undefined;
  /** Whether the answer contained a list of entries, even an empty one. */
  readonly hasData: boolean;
}

/** `write` and `end` throw `BodyFault` for an invalid report; after that, the reader cannot be used. */
export type ReportReader = BodySink<ReportSummary>;

interface ReportReaderOptions {
  /** `figures` skips message texts, and replaces operator and status names beyond a limit by `OTHER_NAME`. */
  readonly for: 'figures' | 'messages';
  readonly onEntry: (entry: ReportEntry) => void;
}

const MAX_FAULTS = 3;
/** A report’s `total` of more than this number of bytes is ignored. */
const NUMBER_BYTES = 64;
const BYTE_ORDER_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);
/** A larger incomplete value is parsed again only when the buffer has twice the size, to save time. */
const SMALL_PART_BYTES = 4 * 1024;

const START = 0;
const FIRST_KEY = 1;
const KEY = 2;
const NEXT_KEY = 3;
const FIRST_ENTRY = 4;
const ENTRY = 5;
const NEXT_ENTRY = 6;
const DONE = 7;

const EXPECTED = [
  'a value',
  'a key or }',
  'a key',
  'a comma or the end',
  'a value or ]',
  'a value',
  'a comma or the end',
  'nothing more',
] as const;

/**
 * Reads a report (`POST report_mt`) as its body arrives, and stores no entries. Throws for invalid JSON, and
 * also for more than `MAX_DEPTH` levels, a value over `PART_BYTES`, and a `data` after the list of entries.
 * Keys may come in any order; of a repeated key, the last value counts.
 */
export function createReportReader({ for: purpose, onEntry }: ReportReaderOptions): ReportReader {
  const buffer = new BodyBuffer();
  const entries = createEntryReader(purpose === 'messages');
  let state: number = START;
  let wanted = 0;
  let received = 0;
  const unreadable = createFaultCount();
  let total: number | undefined;
  let hasData = false;

  function readStart(from: number): number {
    const { bytes } = buffer;
    if (bytes[from] === BYTE_ORDER_MARK[0] && buffer.isFirst(from)) {
      const at = BYTE_ORDER_MARK.findIndex((byte, index) => bytes[from + index] !== byte);
      return at < 0 ? from + BYTE_ORDER_MARK.length : buffer.stop(from + at, EXPECTED[START]);
    }
    if (bytes[from] === OBJECT) {
      state = FIRST_KEY;
      return from + 1;
    }
    const after = afterValue(buffer, from, 0);
    if (after >= 0) throw new BodyFault('the answer: expected object');
    return after;
  }

  function readMember(from: number): number {
    const { bytes } = buffer;
    if (bytes[from] === OBJECT_END && state === FIRST_KEY) {
      state = DONE;
      return from + 1;
    }
    if (bytes[from] !== QUOTE) return buffer.stop(from, EXPECTED[state] as string);
    let at = afterText(buffer, from + 1);
    if (at < 0) return at;
    const key = textOf(bytes, from + 1, at - 1);
    at = afterColon(buffer, at);
    if (at < 0) return at;
    if (key === 'data') return readData(at);
    const after = afterValue(buffer, at, 1);
    if (after < 0) return after;
    if (key === 'total') total = countOf(bytes, at, after);
    state = NEXT_KEY;
    return after;
  }

  function readData(from: number): number {
    const after = buffer.bytes[from] === ARRAY ? from + 1 : afterValue(buffer, from, 1);
    if (after < 0) return after;
    const isList = buffer.bytes[from] === ARRAY;
    if (!isList && buffer.bytes[from] !== 0x6e) throw new BodyFault('data: expected array');
    if (hasData) throw new BodyFault('data: expected once');
    hasData = isList;
    state = isList ? FIRST_ENTRY : NEXT_KEY;
    return after;
  }

  function readEntry(from: number): number {
    const byte = buffer.bytes[from];
    if (byte === ARRAY_END && state === FIRST_ENTRY) {
      state = NEXT_KEY;
      return from + 1;
    }
    const isObject = byte === OBJECT;
    const after = isObject ? entries.read(buffer, from) : afterValue(buffer, from, 2);
    if (after < 0) return after;
    received += 1;
    state = NEXT_ENTRY;
    if (!isObject) unreadable.add(undefined);
    else {
      const marks = entries.marks();
      if ((marks & FAULTS) === 0 && (marks & REQUIRED) === REQUIRED) onEntry(entries.entry);
      else unreadable.add(marks);
    }
    return after;
  }

  function readNext(from: number): number {
    const inList = state === NEXT_ENTRY;
    const byte = buffer.bytes[from];
    if (byte === COMMA) state = inList ? ENTRY : KEY;
    else if (byte === (inList ? ARRAY_END : OBJECT_END)) state = inList ? NEXT_KEY : DONE;
    else return buffer.stop(from, EXPECTED[state] as string);
    return from + 1;
  }

  function readPart(from: number): number {
    if (from === buffer.end) return state === DONE ? -1 : buffer.stop(from, EXPECTED[state] as string);
    switch (state) {
      case NEXT_ENTRY:
      case NEXT_KEY:
        return readNext(from);
      case ENTRY:
      case FIRST_ENTRY:
        return readEntry(from);
      case START:
        return readStart(from);
      case DONE:
        return buffer.stop(from, EXPECTED[DONE]);
      default:
        return readMember(from);
    }
  }

  function read(): void {
    for (let at = afterSpace(buffer.bytes, 0); ; ) {
      const after = readPart(at);
      if ((after < 0 ? buffer.end : after) - at > PART_BYTES) {
        buffer.fail(at, `a value of at most ${PART_BYTES} bytes`);
      }
      if (after < 0) {
        buffer.drop(at);
        break;
      }
      at = afterSpace(buffer.bytes, after);
    }
    wanted = buffer.end < SMALL_PART_BYTES ? 0 : Math.min(2 * buffer.end, PART_BYTES + 1);
  }

  return {
    write(chunk) {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        buffer.add(chunk.length > PIECE_BYTES ? chunk.subarray(at, at + PIECE_BYTES) : chunk);
        if (buffer.end >= wanted) read();
      }
    },
    end() {
      buffer.finish();
      read();
      const { faults, count } = unreadable;
      return { received, unreadable: count(), faults, total, hasData };
    },
  };
}

function countOf(bytes: Uint8Array, start: number, end: number): number | undefined {
  const count = end - start > NUMBER_BYTES ? Number.NaN : Number(decode(bytes, start, end));
  return Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

function createFaultCount() {
  const faults: string[] = [];
  const explained = new Set<number>();
  let count = 0;
  return {
    faults,
    count: () => count,
    add(marks: number | undefined): void {
      count += 1;
      if (faults.length === MAX_FAULTS || explained.has(marks ?? -1)) return;
      explained.add(marks ?? -1);
      const fault = describeMarks(marks);
      if (!faults.includes(fault)) faults.push(fault);
    },
  };
}
