import { z } from 'zod';
import { type Message, parseDeliveryStatus } from '../domain/messages/message.ts';
import {
  cutText,
  LONGEST_MSISDN,
  LONGEST_TEXT,
  MISSING,
  parseTimestamp,
  parseWord,
  TOO_LONG,
} from './fields.ts';

export const shortText = z.string().refine((text) => text.length <= LONGEST_TEXT, TOO_LONG);

export const loginAnswer = z.looseObject({
  status: z.boolean().optional(),
  auth_access_token: shortText.optional(),
});

const timestamp = z.string().transform((text, context) => {
  const time = parseTimestamp(text);
  if (time === undefined || time instanceof Date) return time;
  context.addIssue({ code: 'custom', message: time.fault });
  return z.NEVER;
});

export const word = shortText.transform(parseWord);

export const reportEntry = z.looseObject({
  msisdn: shortText
    .transform((text) => text.replaceAll(/\D/g, ''))
    .refine((digits) => digits.length <= LONGEST_MSISDN, TOO_LONG),
  operator: word.optional(),
  status: shortText,
  text: z.string().transform(cutText).optional(),
  time_platform: timestamp.optional(),
  time_operator: timestamp.optional(),
  time_dlr: timestamp.optional(),
});

type EntryFields = Pick<z.output<typeof reportEntry>, keyof typeof reportEntry.shape>;

/** A missing field is treated like `-`: the platform does not have that information. */
export function messageOf(
  fields: { readonly [Name in keyof EntryFields]?: EntryFields[Name] | undefined },
  sender: string | undefined,
): Message {
  const { msisdn = '', operator, status = MISSING, text, time_platform, time_operator, time_dlr } = fields;
  return {
    msisdn,
    operator,
    status: parseDeliveryStatus(status),
    statusWord: status === MISSING || status.trim() === '' ? undefined : status,
    text: text === MISSING ? undefined : text,
    sender,
    platformAt: time_platform,
    operatorAt: time_operator,
    handsetAt: time_dlr,
  };
}

export interface ReportFilter {
  /** First requested day in the platform's time zone, `YYYY-MM-DD`; `toDay` is the last one. */
  readonly fromDay: string;
  readonly toDay: string;
  readonly msisdn?: string | undefined;
  readonly sender?: string | undefined;
}

export function reportRequest(filter: ReportFilter, reportToken: string): Record<string, string> {
  return {
    desde: filter.fromDay,
    hasta: filter.toDay,
    tokenws: reportToken,
    ...(filter.msisdn === undefined ? {} : { msisdn: filter.msisdn }),
    ...(filter.sender === undefined ? {} : { num_corto: filter.sender }),
  };
}
