import { secondsInDay } from 'date-fns/constants';
import { z } from 'zod';
import type { FaultBoard } from './faults.ts';
import { type MessageState, type SandboxMessage, stateAt } from './traffic/message.ts';

/** The platform did not receive that information. */
const MISSING = '-';
/** Messages read for one part of a report's body. A part is made without a pause. */
const MESSAGES_PER_PART = 256;

export const platformDay = z.iso.date().refine((day) => day >= '1970-01-01', 'must be 1970-01-01 or later');

export const loginRequest = z.object({ email: z.string(), password: z.string() });

/** Strict, so that a misspelt filter is an error and not a report of everything. */
export const platformReportRequest = z
  .strictObject({
    desde: platformDay,
    hasta: platformDay,
    tokenws: z.string(),
    msisdn: z
      .string()
      .regex(/^\d{3,15}$/, 'must be digits with country prefix')
      .optional(),
    num_corto: z
      .string()
      .regex(/^\d{1,15}$/, 'must be digits')
      .optional(),
  })
  .refine(({ desde, hasta }) => desde <= hasta, { path: ['hasta'], message: 'must not be before desde' });

export const tokenRequest = z.object({
  grant_type: z.literal('client_credentials'),
  client_id: z.string(),
  client_secret: z.string(),
});

export type PlatformReportEntry = ReturnType<typeof platformReportEntry>;

function platformReportEntry(message: SandboxMessage, state: MessageState) {
  const { lost, msisdn, operator, text, submittedAt } = message;
  return {
    msisdn: `+${msisdn}`,
    operator: lost ? MISSING : operator,
    status: lost ? MISSING : state.status,
    text: lost ? MISSING : text,
    time_dlr: timestampOrMissing(lost ? undefined : state.handsetAt),
    time_operator: timestampOrMissing(lost ? undefined : state.operatorAt),
    time_platform: timestampOrMissing(lost ? undefined : submittedAt),
  };
}

function timestampOrMissing(time: number | undefined): string {
  if (time === undefined) return MISSING;
  const iso = new Date(time * 1000).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}+00:00`;
}

/** A single message: the number without `+`, the status capitalised, and the sender. */
export function messageInfo(message: SandboxMessage, state: MessageState) {
  const entry = platformReportEntry(message, state);
  const status = entry.status.charAt(0).toUpperCase() + entry.status.slice(1);
  return { ...entry, from: message.sender, msisdn: message.msisdn, status };
}

type MessagePosition = Pick<SandboxMessage, 'day' | 'place'>;

const compactDate = (day: number) =>
  new Date(day * secondsInDay * 1000).toISOString().slice(0, 10).replaceAll('-', '');

/** The transaction reference (`trx`) of a message, such as `20261120-100042`. */
export const trxOf = ({ day, place }: MessagePosition) => `${compactDate(day)}-${place}`;

/** The identifier of a message (`sms_id`), such as `sms_202611202588q`. */
export const smsIdOf = ({ day, place }: MessagePosition) => `sms_${compactDate(day)}${place.toString(36)}`;

export function parseTrx(reference: string): MessagePosition | undefined {
  return positionOf(/^(\d{4})(\d{2})(\d{2})-(\d{1,9})$/.exec(reference), 10);
}

export function parseSmsId(smsId: string): MessagePosition | undefined {
  return positionOf(/^sms_(\d{4})(\d{2})(\d{2})([0-9a-z]{1,6})$/.exec(smsId), 36);
}

function positionOf(match: RegExpExecArray | null, radix: number): MessagePosition | undefined {
  const [, year, month, day, place = ''] = match ?? [];
  const midnight = Date.parse(`${year}-${month}-${day}`);
  if (Number.isNaN(midnight)) return undefined;
  return { day: midnight / 1000 / secondsInDay, place: Number.parseInt(place, radix) };
}

/** A report's body in parts, as it is at one time (epoch seconds) however long it takes to read. */
export function* reportBody(
  messages: Iterable<SandboxMessage>,
  { desde, hasta, num_corto }: z.infer<typeof platformReportRequest>,
  at: number,
  faults: FaultBoard,
): Generator<string> {
  const { wrongTotal = 0, badEntries = 0, ignoreFilters = false } = faults.current();
  const disturbance = faults.disturbance();
  let opening = '{"data":[';
  let entries: unknown[] = [];
  let seen = 0;
  let total = 0;
  // A part is serialised at once: that costs a third of the time that it takes entry by entry.
  const part = () => {
    const text = JSON.stringify(entries).slice(1, -1);
    const comma = text !== '' && total > entries.length ? ',' : '';
    entries = [];
    return comma + text;
  };
  for (const message of messages) {
    if (ignoreFilters || num_corto === undefined || message.sender === num_corto) {
      const entry = platformReportEntry(message, stateAt(message, at, disturbance));
      entries.push(total < badEntries ? spoil(entry, total) : entry);
      total++;
    }
    if (++seen % MESSAGES_PER_PART === 0) {
      yield opening + part();
      opening = '';
    }
  }
  yield `${opening}${part()}],${JSON.stringify({ desde, hasta, total: total + wrongTotal }).slice(1)}`;
}

/** An entry with a wrong type or a missing field, a different one at each turn. */
function spoil(entry: PlatformReportEntry, turn: number): unknown {
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
