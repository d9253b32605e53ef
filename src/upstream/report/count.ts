import { randomBytes } from 'node:crypto';
import { packCells } from '../../domain/counting/codec.ts';
import { createTally } from '../../domain/counting/tally.ts';
import { MAX_OPERATORS_LISTED, OTHER_NAME } from '../../domain/figures/figures.ts';
import type { BodySink } from '../http/attempt.ts';
import { isOtherNumber, numberOf, type ReportEntry } from './entry.ts';
import { createReportReader, type ReportSummary } from './reader.ts';

export interface CountScope {
  /** An entry counts if its first known time is in [startMs, endMs), or if the entry has no time. */
  readonly startMs: number;
  readonly endMs: number;
  /** Whether all entries without a platform time count, whatever their other times are. */
  readonly withoutPlatformTime: boolean;
  readonly msisdn?: string | undefined;
}

export interface CountedReport {
  readonly summary: ReportSummary;
  readonly otherNumbers: number;
  readonly readAtMs: number;
  readonly bytes: number;
  /** Number of different recipients with a failed message; absent if there are a million or more. */
  readonly failingNumbers?: number;
  /** Figures as bytes from `packCells`: copying objects between threads would occupy the main thread. */
  readonly packedCells: Uint8Array<ArrayBuffer>;
}

export interface ReportCounter extends BodySink<CountedReport> {
  messagesRead(): number;
}

/** Maximum number of recipients with a failed message to count; a million of them take 36 to 72 MB. */
const MAX_FAILING_NUMBERS = 1_000_000;

export function createReportCounter(readAt: Date, scope: CountScope): ReportCounter {
  const tally = createTally(readAt);
  const digest = createDigest();
  const nameOperator = limitOperators();
  const isWanted = wantedBy(scope);
  const { msisdn } = scope;
  let messagesRead = 0;
  let otherNumbers = 0;
  let bytes = 0;
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
    // For an entry without any time (NaN), both comparisons are false, so the entry counts.
    return !(atMs < startMs || atMs >= endMs);
  };
}

function toSeconds(timeMs: number): number {
  return Math.floor(timeMs / 1000);
}

function limitOperators(): (name: string | undefined) => string | undefined {
  const known = new Set<string | undefined>([undefined]);
  let last: string | undefined;
  return (name) => {
    if (name === last || known.has(name)) last = name;
    else if (known.size <= MAX_OPERATORS_LISTED) known.add(name);
    else return OTHER_NAME;
    return name;
  };
}

/** Constants of MurmurHash3's finalizer. */
const MIX_FIRST = 0x85ebca6b;
const MIX_SECOND = 0xc2b2ae35;

/** Hashes a recipient's digits to 53 bits with a secret seed; returns `undefined` without digits. */
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
