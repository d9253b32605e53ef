import { z } from 'zod';
import { formatTimestamp } from './calendar.ts';
import { referenceOf, smsIdOf } from './references.ts';
import { countSegments } from './segments.ts';
import type { MessageState, SandboxMessage } from './traffic/message.ts';

/** The platform did not receive that information. */
const MISSING = '-';

/** A day of the platform: `YYYY-MM-DD`. */
export const platformDay = z.iso.date().refine((day) => day >= '1970-01-01', 'must be 1970-01-01 or later');

export const loginRequest = z.object({ email: z.string(), password: z.string() });

/** Strict, so that a misspelt filter is an error and not a report of everything. */
export const reportRequest = z
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

export type ReportRequest = z.infer<typeof reportRequest>;

export const tokenRequest = z.object({
  grant_type: z.literal('client_credentials'),
  client_id: z.string(),
  client_secret: z.string(),
});

/** An entry of the MT report: no sender, reference or identifier. */
export interface ReportEntry {
  readonly msisdn: string;
  readonly operator: string;
  readonly status: string;
  readonly text: string;
  readonly time_dlr: string;
  readonly time_operator: string;
  readonly time_platform: string;
}

/** A single message: the number without `+`, the status capitalised, and the sender besides. */
export interface MessageInfo extends ReportEntry {
  readonly from: string;
}

/** A single message on the OAuth host. */
export interface IdentifiedMessageInfo extends MessageInfo {
  readonly sms_id: string;
  readonly trx: string;
  readonly segments: number;
}

export function reportEntry(message: SandboxMessage, state: MessageState): ReportEntry {
  const fields = { msisdn: `+${message.msisdn}` };
  if (message.lost) {
    return {
      ...fields,
      operator: MISSING,
      status: MISSING,
      text: MISSING,
      time_dlr: MISSING,
      time_operator: MISSING,
      time_platform: MISSING,
    };
  }
  return {
    ...fields,
    operator: message.operator,
    status: state.status,
    text: message.text,
    time_dlr: timestampOrMissing(state.handsetAt),
    time_operator: timestampOrMissing(state.operatorAt),
    time_platform: formatTimestamp(message.submittedAt),
  };
}

export function messageInfo(message: SandboxMessage, state: MessageState): MessageInfo {
  const entry = reportEntry(message, state);
  return {
    ...entry,
    from: message.sender,
    msisdn: message.msisdn,
    status: entry.status.charAt(0).toUpperCase() + entry.status.slice(1),
  };
}

export function identifiedMessageInfo(message: SandboxMessage, state: MessageState): IdentifiedMessageInfo {
  return {
    ...messageInfo(message, state),
    sms_id: smsIdOf(message),
    trx: referenceOf(message),
    segments: countSegments(message.text),
  };
}

function timestampOrMissing(time: number | undefined): string {
  return time === undefined ? MISSING : formatTimestamp(time);
}
