import { z } from 'zod';
import type { Message } from '../../domain/messages/message.ts';
import { describeFault, MISSING } from '../fields.ts';
import { messageOf, reportEntry, shortText, word } from '../wire.ts';

export interface SentMessage {
  readonly message: Message;
  /** Other fields of the answer: at most 30, labels of 60 and values of 500 characters, `-` if empty. */
  readonly others: readonly { readonly label: string; readonly value: string }[];
}

type MessageRecord = Readonly<Record<string, unknown>>;

const MOST_OTHERS = 30;
const LONGEST_LABEL = 60;
const LONGEST_VALUE = 500;

const record = z.preprocess(
  (value) => (holdsNothing(value) ? undefined : value),
  z.record(z.string(), z.unknown()).optional(),
);

export const infoAnswer = z.looseObject({ data: record }).transform(({ data }) => data);

/** The message’s record is in `data`, or is the whole answer: the platform does not document its format. */
export const smsAnswer = record.transform((answer) => {
  if (answer === undefined) return undefined;
  if (!('data' in answer)) return Object.keys(answer).every((name) => name === 'detail') ? undefined : answer;
  const inner = record.safeParse(answer.data);
  return inner.success ? inner.data : answer;
});

const fields = reportEntry.partial().extend({
  // A plus sign before digits is removed, because the platform’s filter `num_corto` has none.
  from: word.transform((text) => text?.replace(/^\+(?=\d+$)/, '')).optional(),
});

/** Parses a record, in which any field may be missing; a fault names field and kind of error, no content. */
export function parseInfoRecord(
  record: MessageRecord,
): { readonly sent: SentMessage } | { readonly fault: string } {
  const parsed = fields.safeParse(withoutNulls(record));
  if (!parsed.success) return { fault: describeFault(parsed.error) };
  return { sent: sentMessage(parsed.data, record, Object.keys(fields.shape)) };
}

/** Known fields with a valid value become the message; all other fields are listed without a change. */
export function parseSmsRecord(record: MessageRecord): SentMessage {
  const understood: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields.shape)) {
    if (!Object.hasOwn(record, name)) continue;
    const value = record[name] ?? undefined;
    const text = typeof value === 'number' ? String(value) : value;
    if (field.safeParse(text).success) understood[name] = text;
  }
  return sentMessage(fields.parse(understood), record, Object.keys(understood));
}

function sentMessage(known: z.output<typeof fields>, all: MessageRecord, names: string[]): SentMessage {
  const others = Object.entries(all).filter(([name]) => !names.includes(name));
  return {
    message: messageOf(known, known.from),
    others: others.slice(0, MOST_OTHERS).map(([name, value]) => ({
      label: shorten(name, LONGEST_LABEL),
      value: shorten(textOf(value), LONGEST_VALUE),
    })),
  };
}

function textOf(value: unknown): string {
  if (value === null || value === '') return MISSING;
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}

function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // If the cut divides a surrogate pair, its remaining half is removed.
  return `${text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function withoutNulls(record: MessageRecord): MessageRecord {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

/** Whether a value is empty: platforms write null, `""`, `"-"`, `false`, `[]` or `{}`. */
function holdsNothing(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === '' || value === MISSING || value === false;
}

export const tokenAnswer = z.looseObject({
  access_token: shortText.optional(),
  validity_period: z.unknown().optional(),
});
