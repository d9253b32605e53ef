import { z } from 'zod';
import { formatTimestamp } from './calendar.ts';
import { smsIdOf, trxOf } from './references.ts';
import type { MessageState, SandboxMessage } from './traffic/message.ts';

/** The platform did not receive that information. */
const MISSING = '-';

/** A day of the platform: `YYYY-MM-DD`. */
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

export type PlatformReportRequest = z.infer<typeof platformReportRequest>;

export const tokenRequest = z.object({
  grant_type: z.literal('client_credentials'),
  client_id: z.string(),
  client_secret: z.string(),
});

export type PlatformReportEntry = ReturnType<typeof platformReportEntry>;

/** An entry of the MT report: no sender, reference or identifier. */
export function platformReportEntry(message: SandboxMessage, state: MessageState) {
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

/** A single message on the OAuth host. */
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
