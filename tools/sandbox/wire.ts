import { secondsInDay } from 'date-fns/constants';
import { z } from 'zod';
import type { FaultBoard, Faults } from './faults.ts';
import { NOT_RECEIVED, type SandboxMessage, stateAt } from './traffic/message.ts';

/** Number of messages per part of a report's body; other requests are served only between two parts. */
const MESSAGES_PER_PART = 256;

export const platformDay = z.iso.date().refine((day) => day >= '1970-01-01', 'must be 1970-01-01 or later');

const digits = (pattern: RegExp, message: string) => z.string().regex(pattern, message).optional();

/** Unknown fields are errors, so that a misspelt filter does not return all messages. */
export const platformReportRequest = z
  .strictObject({
    desde: platformDay,
    hasta: platformDay,
    tokenws: z.string(),
    msisdn: digits(/^\d{3,15}$/, 'must be digits with country prefix'),
    num_corto: digits(/^\d{1,15}$/, 'must be digits'),
  })
  .refine(({ desde, hasta }) => desde <= hasta, { path: ['hasta'], message: 'must not be before desde' });

function platformReportEntry(message: SandboxMessage, at: number, faults: Faults) {
  const { status, submittedAt, operatorAt, handsetAt } = stateAt(message, at, faults);
  return {
    msisdn: `+${message.msisdn}`,
    operator: message.operator,
    status,
    text: message.text,
    time_dlr: timestampOrMissing(handsetAt),
    time_operator: timestampOrMissing(operatorAt),
    time_platform: timestampOrMissing(submittedAt),
  };
}

function timestampOrMissing(time: number | undefined): string {
  if (time === undefined) return NOT_RECEIVED;
  return new Date(time * 1000).toISOString().replace('T', ' ').replace('.000Z', '+00:00');
}

/** The answer about one message, unlike a report, has no `+`, a capitalised status, and the sender. */
export function messageInfo(message: SandboxMessage, at: number, faults: Faults) {
  const entry = platformReportEntry(message, at, faults);
  const status = entry.status.charAt(0).toUpperCase() + entry.status.slice(1);
  return { ...entry, from: message.sender, msisdn: message.msisdn, status };
}

/** Reference and identifier of a message, for example `20261120-100042` and `sms_202611202588q`. */
export function namesOf({ day, place }: SandboxMessage) {
  const date = new Date(day * secondsInDay * 1000).toISOString().slice(0, 10).replaceAll('-', '');
  return { trx: `${date}-${place}`, smsId: `sms_${date}${place.toString(36)}` };
}

const names = {
  trx: { pattern: /^(\d{4})(\d{2})(\d{2})-(\d{1,9})$/, radix: 10 },
  smsId: { pattern: /^sms_(\d{4})(\d{2})(\d{2})([0-9a-z]{1,6})$/, radix: 36 },
};

export function parseName(kind: keyof typeof names, name = '') {
  const { pattern, radix } = names[kind];
  const [, year, month, date, place = ''] = pattern.exec(name) ?? [];
  const day = Date.parse(`${year}-${month}-${date}`) / 1000 / secondsInDay;
  return Number.isNaN(day) ? undefined : { day, place: Number.parseInt(place, radix) };
}

/** Yields the body of a report in parts, with each message as it was at `at` (Unix seconds). */
export function* reportBody(
  messages: Iterable<SandboxMessage>,
  { desde, hasta, num_corto }: z.infer<typeof platformReportRequest>,
  at: number,
  board: FaultBoard,
): Generator<string> {
  const faults = board.current();
  const { wrongTotal = 0, badEntries = 0, ignoreFilters = false } = faults;
  let before = '{"data":[';
  let entries: unknown[] = [];
  let count = 0;
  let total = 0;
  // Serialising a whole part takes a third of the time of serialising its entries one by one.
  const part = () => {
    const text = JSON.stringify(entries).slice(1, -1);
    const body = before + (text !== '' && total > entries.length ? ',' : '') + text;
    before = '';
    entries = [];
    return body;
  };
  for (const message of messages) {
    if (ignoreFilters || num_corto === undefined || message.sender === num_corto) {
      const entry = platformReportEntry(message, at, faults);
      entries.push(total < badEntries ? spoil(entry, total) : entry);
      total++;
    }
    if (++count % MESSAGES_PER_PART === 0) yield part();
  }
  yield `${part()}],${JSON.stringify({ desde, hasta, total: total + wrongTotal }).slice(1)}`;
}

/** Makes a report's entry invalid by a wrong type or a missing field; `turn` selects the fault. */
function spoil(entry: ReturnType<typeof platformReportEntry>, turn: number): unknown {
  const spoilt = [
    { ...entry, msisdn: Number(entry.msisdn) },
    { ...entry, status: undefined },
    null,
    { ...entry, text: ['no es texto'] },
    { ...entry, time_platform: 'ayer' },
    { ...entry, msisdn: undefined },
  ];
  return spoilt[turn % spoilt.length];
}
