import { z } from 'zod';
import { dateIn, formatTimestamp, SECONDS_A_DAY } from './calendar.ts';
import { type Disturbance, type MessageState, type SandboxMessage, stateAt } from './traffic/message.ts';

/** The platform did not receive that information. */
const MISSING = '-';

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

type PlatformReportRequest = z.infer<typeof platformReportRequest>;

export const tokenRequest = z.object({
  grant_type: z.literal('client_credentials'),
  client_id: z.string(),
  client_secret: z.string(),
});

export type PlatformReportEntry = ReturnType<typeof platformReportEntry>;

/** An entry of the MT report: no sender, reference or identifier. */
function platformReportEntry(message: SandboxMessage, state: MessageState) {
  const isKept = message.lost !== true;
  return {
    msisdn: `+${message.msisdn}`,
    operator: isKept ? message.operator : MISSING,
    status: isKept ? state.status : MISSING,
    text: isKept ? message.text : MISSING,
    time_dlr: timestampOrMissing(isKept ? state.handsetAt : undefined),
    time_operator: timestampOrMissing(isKept ? state.operatorAt : undefined),
    time_platform: timestampOrMissing(isKept ? message.submittedAt : undefined),
  };
}

/** A single message: the number without `+`, the status capitalised, and the sender besides. */
export function messageInfo(message: SandboxMessage, state: MessageState) {
  const entry = platformReportEntry(message, state);
  return {
    ...entry,
    from: message.sender,
    msisdn: message.msisdn,
    status: entry.status.charAt(0).toUpperCase() + entry.status.slice(1),
  };
}

export function identifiedMessageInfo(message: SandboxMessage, state: MessageState) {
  return {
    ...messageInfo(message, state),
    sms_id: smsIdOf(message),
    trx: trxOf(message),
    segments: countSegments(message.text),
  };
}

function timestampOrMissing(time: number | undefined): string {
  return time === undefined ? MISSING : formatTimestamp(time);
}

const GSM_BASIC =
  /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€\f]*$/;
const GSM_EXTENSION = /[\^{}\\[~\]|€\f]/g;

/** How many SMS a text takes: GSM-7 at 160 or 153 a part, UCS-2 at 70 or 67 (3GPP TS 23.038, 23.040). */
function countSegments(text: string): number {
  if (!GSM_BASIC.test(text)) return parts(text.length, 70, 67);
  const extensions = text.match(GSM_EXTENSION)?.length ?? 0;
  return parts(text.length + extensions, 160, 153);
}

function parts(units: number, alone: number, joined: number): number {
  return units <= alone ? 1 : Math.ceil(units / joined);
}

/** Where a message is to be found: its day in UTC, counted from 1970-01-01, and its place in it. */
export interface MessagePosition {
  readonly day: number;
  readonly place: number;
}

const REFERENCE = /^(\d{4})(\d{2})(\d{2})-(\d{1,9})$/;
const SMS_ID = /^sms_(\d{4})(\d{2})(\d{2})([0-9a-z]{1,6})$/;

/** The transaction reference (`trx`) of a message, such as `20261120-100042`. */
export function trxOf(message: SandboxMessage): string {
  return `${compactDay(message)}-${message.place}`;
}

/** The identifier of a message (`sms_id`), such as `sms_202611202588q`. */
export function smsIdOf(message: SandboxMessage): string {
  return `sms_${compactDay(message)}${message.place.toString(36)}`;
}

/** `undefined` where it was never a reference of this platform. */
export function parseTrx(reference: string): MessagePosition | undefined {
  return positionOf(REFERENCE.exec(reference), 10);
}

export function parseSmsId(smsId: string): MessagePosition | undefined {
  return positionOf(SMS_ID.exec(smsId), 36);
}

function compactDay(message: SandboxMessage): string {
  return dateIn(message.day * SECONDS_A_DAY, 'UTC').replaceAll('-', '');
}

function positionOf(match: RegExpExecArray | null, radix: number): MessagePosition | undefined {
  if (match === null) return undefined;
  const [, year, month, day, place = ''] = match;
  const midnight = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(midnight)) return undefined;
  return { day: midnight / 1000 / SECONDS_A_DAY, place: Number.parseInt(place, radix) };
}

/** Messages looked at for one part of the body: a part is made without a pause. */
const MESSAGES_PER_PART = 256;

interface ReportView {
  /** Epoch seconds; the whole report shows this moment, however long it takes to read. */
  readonly now: number;
  readonly disturbance: Disturbance;
  /** Added to `total`. */
  readonly wrongTotal: number;
  /** How many entries, from the first on, do not fit the interface. */
  readonly badEntries: number;
}

/** An MT report's body in parts; `total` comes last, so nothing needs to be counted or kept beforehand. */
export function* reportBody(
  messages: Iterable<SandboxMessage>,
  { desde, hasta }: Pick<PlatformReportRequest, 'desde' | 'hasta'>,
  sender: string | undefined,
  view: ReportView,
): Generator<string> {
  let part = '{"data":[';
  let looked = 0;
  let total = 0;
  for (const message of messages) {
    if (sender === undefined || message.sender === sender) {
      const entry = platformReportEntry(message, stateAt(message, view.now, view.disturbance));
      part += total === 0 ? '' : ',';
      part += JSON.stringify(total < view.badEntries ? spoil(entry, total) : entry);
      total++;
    }
    if (++looked % MESSAGES_PER_PART === 0) {
      yield part;
      part = '';
    }
  }
  const rest = JSON.stringify({ desde, hasta, total: total + view.wrongTotal });
  yield `${part}],${rest.slice(1)}`;
}

/** An entry with a wrong type or a missing field, a different one at each turn. */
function spoil(entry: PlatformReportEntry, turn: number): unknown {
  const { status: _, ...withoutStatus } = entry;
  const { msisdn: __, ...withoutNumber } = entry;
  const spoilt = [
    { ...entry, msisdn: Number(entry.msisdn) },
    withoutStatus,
    null,
    { ...entry, text: ['no es texto'] },
    { ...entry, time_platform: 'ayer' },
    withoutNumber,
  ];
  return spoilt[turn % spoilt.length];
}
