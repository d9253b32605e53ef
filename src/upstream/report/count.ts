import { randomBytes } from 'node:crypto';
import { packCells } from '../../domain/counting/codec.ts';
import { createTally } from '../../domain/counting/tally.ts';
import { MAX_OPERATORS_TOLD, OTHER_NAME } from '../../domain/figures/figures.ts';
import type { BodySink } from '../http/attempt.ts';
import { isOtherNumber, numberOf, type ReportEntry } from './entry.ts';
import { createReportReader, type ReportSummary } from './reader.ts';

export interface CountScope {
  /** The earliest time that an entry tells lies in [start, end), milliseconds since 1970, or it tells none. */
  readonly startMs: number;
  readonly endMs: number;
  /** Whether entries are counted that tell no time of the platform, and only later ones beyond the end. */
  readonly withoutPlatformTime: boolean;
  readonly msisdn?: string | undefined;
}

export interface CountedReport {
  readonly summary: ReportSummary;
  readonly otherNumbers: number;
  readonly readAtMs: number;
  readonly bytes: number;
  /** Different numbers with a failed message; left out where they are too many to be counted. */
  readonly failingNumbers?: number;
  /** Cells as `packCells` packs them: as objects they would keep the other thread busy. */
  readonly packedCells: Uint8Array<ArrayBuffer>;
}

export interface ReportCounter extends BodySink<CountedReport> {
  messagesRead(): number;
}

/** A digest of each is held: 36 MB, and as much again while room is made. */
const MAX_FAILING_NUMBERS = 1_000_000;

/** Counts a report as its bytes arrive, in memory that does not grow with it. */
export function createReportCounter(readAt: Date, scope: CountScope): ReportCounter {
  const tally = createTally(readAt);
  const digest = createDigest();
  const nameOperator = limitOperators();
  const isWanted = wantedBy(scope);
  const { msisdn } = scope;
  let messagesRead = 0;
  let otherNumbers = 0;
  let bytes = 0;
  // One object for all messages.
  const times = { platformAt: Number.NaN, operatorAt: Number.NaN, handsetAt: Number.NaN };
  const reader = createReportReader({
    for: 'figures',
    onEntry(entry) {
      messagesRead += 1;
      if (msisdn !== undefined && isOtherNumber(numberOf(entry), msisdn)) otherNumbers += 1;
      else if (isWanted(entry)) {
        times.platformAt = toSeconds(entry.platformAtMs);
        times.operatorAt = toSeconds(entry.operatorAtMs);
        times.handsetAt = toSeconds(entry.handsetAtMs);
        const status = tally.add(nameOperator(entry.operator), entry.statusWord, times);
        if (status === 'failed' && tally.failedNumbers() < MAX_FAILING_NUMBERS) {
          const number = digest(entry);
          if (number !== undefined) tally.addFailedNumber(number);
        }
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

function wantedBy({ startMs, endMs, withoutPlatformTime }: CountScope): (entry: ReportEntry) => boolean {
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

/** Two odd numbers of many bits, which MurmurHash3 mixes by. */
const MIX_FIRST = 0x85ebca6b;
const MIX_SECOND = 0xc2b2ae35;

/**
 * Tells numbers apart without holding them, by 53 bits that are mixed from a start that nobody else has; `undefined`
 * where there is no digit. That two of a million fall together happens in one reading of 18,000.
 */
function createDigest(): (entry: ReportEntry) => number | undefined {
  const random = randomBytes(8);
  const [startFirst, startSecond] = [random.readInt32LE(0), random.readInt32LE(4)];
  return ({ bytes, msisdnStart, msisdnEnd }) => {
    let first = startFirst;
    let second = startSecond;
    let hasDigits = false;
    for (let at = msisdnStart; at < msisdnEnd; at += 1) {
      const byte = bytes[at] as number;
      if (byte < 0x30 || byte > 0x39) continue;
      hasDigits = true;
      first = Math.imul(first ^ byte, MIX_FIRST);
      first ^= first >>> 15;
      second = Math.imul(second ^ byte, MIX_SECOND);
      second ^= second >>> 13;
    }
    return hasDigits ? (first >>> 0) * 2 ** 21 + (second >>> 11) : undefined;
  };
}
