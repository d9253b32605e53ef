import type { Message } from '../domain/message.ts';
import { createReportReader, type ReportReader } from './report-reader.ts';
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
        msisdn: textOf(entry.digits, 0, entry.digitCount, false),
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
