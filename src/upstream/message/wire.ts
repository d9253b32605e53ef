import { z } from 'zod';
import type { Message } from '../../domain/messages/message.ts';
import { describeFault, MISSING } from '../fields.ts';
import { messageOf, reportEntry, shortText, word } from '../wire.ts';

export interface SentMessage {
  readonly message: Message;
  /** All other fields, in order: at most 30, labels of up to 60 and values of up to 500 characters; `-`: none. */
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

/** A message by day and reference: the record is in `data`; `undefined` where there is none. */
export const infoAnswer = z.looseObject({ data: record }).transform(({ data }) => data);

/** The interface does not describe the answer by identifier: the record is in `data`, or the answer itself. */
export const smsAnswer = record.transform((answer) => {
  if (answer === undefined) return undefined;
  if (!('data' in answer)) return Object.keys(answer).every((name) => name === 'detail') ? undefined : answer;
  const inner = record.safeParse(answer.data);
  return inner.success ? inner.data : answer;
});

const fields = reportEntry.partial().extend({
  // A short number is the same with its plus sign, which `num_corto` does not have.
  from: word.transform((text) => text?.replace(/^\+(?=\d+$)/, '')).optional(),
});

/** Any field may be missing. What does not fit is named by its field and the kind of fault, never by its content. */
export function parseInfoRecord(
  record: MessageRecord,
): { readonly sent: SentMessage } | { readonly fault: string } {
  const parsed = fields.safeParse(withoutNulls(record));
  if (!parsed.success) return { fault: describeFault(parsed.error) };
  return { sent: sentMessage(parsed.data, record, Object.keys(fields.shape)) };
}

/** Nothing is promised: a known name is understood where its value fits, and is among the others where it does not. */
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
  // A pair of code units that stands for one character is not cut in two.
  return `${text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** A null says no more than a field that is left out. */
function withoutNulls(record: MessageRecord): MessageRecord {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

/** The ways in which platforms write that there is nothing: null, `""`, `"-"`, `false`, `[]`, `{}`. */
function holdsNothing(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === '' || value === MISSING || value === false;
}

/** The token of the OAuth host. What the platform says of its validity is left to whoever reckons with it. */
export const tokenAnswer = z.looseObject({
  access_token: shortText.optional(),
  validity_period: z.unknown().optional(),
});
