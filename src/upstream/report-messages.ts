import type { Message } from '../domain/message.ts';
import { createReportReader, type ReportEntry, type ReportReader } from './report-reader.ts';
import { textOf } from './report-text.ts';
import { messageOf } from './wire.ts';

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

/** The recipient of an entry, digits alone. */
export function numberOf({ digits, digitCount }: ReportEntry): string {
  return textOf(digits, 0, digitCount, false);
}

/** Whether a recipient is another one than was asked for, where one was. */
export function isOtherNumber(found: string, asked: string | undefined): boolean {
  return asked !== undefined && found !== '' && !isSameNumber(found, asked);
}

/** The same number with or without its country prefix or a trunk zero. */
function isSameNumber(a: string, b: string): boolean {
  if (a === b) return true;
  const [short = '', long = ''] = [a, b]
    .map((digits) => digits.replace(/^0+/, ''))
    .sort((x, y) => x.length - y.length);
  return short.length >= 8 && long.endsWith(short);
}

function dateOf(timeMs: number): Date | undefined {
  return Number.isNaN(timeMs) ? undefined : new Date(timeMs);
}
