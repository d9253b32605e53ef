import type { Message } from '../../domain/messages/message.ts';
import { messageOf } from '../wire.ts';
import { createReportReader, type ReportReader } from './reader.ts';
import { numberOf } from './text.ts';

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
