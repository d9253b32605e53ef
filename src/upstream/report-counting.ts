import { hash, randomBytes } from 'node:crypto';
import { packCells } from '../domain/cells-codec.ts';
import { createTally } from '../domain/tally.ts';
import type { BodySink } from './http.ts';
import { isOtherNumber, numberOf } from './report-messages.ts';
import { createReportReader, OTHER_NAME, type ReportEntry, type ReportSummary } from './report-reader.ts';

/** What of a report is counted. */
export interface Counted {
  /** The earliest time that an entry tells lies in [start, end), milliseconds since 1970, or it tells none. */
  readonly startMs: number;
  readonly endMs: number;
  /** Also what tells no time of the platform, and later ones beyond the end. */
  readonly withoutPlatformTime: boolean;
  /** One recipient's alone. */
  readonly msisdn?: string | undefined;
}

/** What a report came to, as it passes from one thread to another. */
export interface CountedReport {
  readonly summary: ReportSummary;
  /** Entries about another recipient than the one asked for. */
  readonly otherNumbers: number;
  readonly readAtMs: number;
  /** Of the answer, decompressed. */
  readonly bytes: number;
  /** Different numbers with a failed message; left out where they are too many to be counted. */
  readonly failingNumbers?: number;
  /** As `packCells` packs them: made of objects they would keep the other thread busy. */
  readonly packedCells: Uint8Array<ArrayBuffer>;
}

export interface Counting extends BodySink<CountedReport> {
  /** So far. */
  messagesRead(): number;
}

/** Operators told apart in one reading; those that come later are `OTHER_NAME` together. */
export const MAX_OPERATORS_TOLD = 200;
/** A digest of each is held: 60 MB. */
const MAX_FAILING_NUMBERS = 1_000_000;

/** Counts a report as its bytes arrive, in memory that does not grow with it. */
export function beginCounting(readAt: Date, counted: Counted): Counting {
  const tally = createTally({ readAt });
  const digest = createDigest();
  const nameOperator = limitOperators();
  const isWanted = wantedBy(counted);
  const { msisdn } = counted;
  let messagesRead = 0;
  let otherNumbers = 0;
  let bytes = 0;
  const reader = createReportReader({
    for: 'figures',
    onEntry(entry) {
      messagesRead += 1;
      if (msisdn !== undefined && isOtherNumber(numberOf(entry), msisdn)) otherNumbers += 1;
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
    messagesRead: () => messagesRead,
    write(chunk) {
      bytes += chunk.length;
      reader.write(chunk);
    },
    end() {
      const summary = reader.end();
      const failingNumbers = tally.failedNumbers();
      return {
        summary,
        otherNumbers,
        readAtMs: readAt.getTime(),
        bytes,
        ...(failingNumbers < MAX_FAILING_NUMBERS ? { failingNumbers } : {}),
        packedCells: packCells(tally.cells()),
      };
    },
  };
}

function wantedBy({ startMs, endMs, withoutPlatformTime }: Counted): (entry: ReportEntry) => boolean {
  return ({ platformAtMs, operatorAtMs, handsetAtMs }) => {
    if (withoutPlatformTime && Number.isNaN(platformAtMs)) return true;
    const next = Number.isNaN(operatorAtMs) ? handsetAtMs : operatorAtMs;
    const atMs = Number.isNaN(platformAtMs) ? next : platformAtMs;
    // Comparisons with NaN are false.
    return !(atMs < startMs || atMs >= endMs);
  };
}

function toSeconds(timeMs: number): number {
  return Math.floor(timeMs / 1000);
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
