import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import type { Sealer } from '../crypto.ts';
import { isLanguage, type Words } from './words/index.ts';

/** What was entered in a modal, by block: a text, or the value of what was picked. */
export type Fields = Readonly<Record<string, string>>;

/** Sentences beside the fields they are about, by block. */
export type FieldErrors = Readonly<Record<string, string>>;

/** What a form is read with. */
export interface FormContext {
  readonly words: Words;
  /** IANA zone of the person who fills it in. */
  readonly timeZone: string;
  readonly now: Date;
}

/** A modal as a feature makes it; where it came from travels with it unseen. */
export interface Form {
  readonly callbackId: string;
  readonly title: string;
  readonly submit: string;
  readonly close: string;
  readonly blocks: KnownBlock[];
  /** What is not on the screen at the moment but was entered before. */
  readonly kept?: Fields;
}

/** Where a modal was asked for, so that its answer comes back there. Sealed into the modal. */
const origin = z.object({
  responseUrl: z.string(),
  channelId: z.union([z.string(), z.undefined()]),
  language: z.string().refine(isLanguage),
  timeZone: z.string(),
  kept: z.record(z.string(), z.string()),
});

export type Origin = z.infer<typeof origin>;

const PURPOSE = 'modal';

/** Completes a form to what Slack takes. Its metadata may name a number, so it is sealed. */
export function toModal(form: Form, from: Omit<Origin, 'kept'>, sealer: Sealer): ModalView {
  const plain = (text: string) => ({ type: 'plain_text', text }) as const;
  return {
    type: 'modal',
    callback_id: form.callbackId,
    title: plain(form.title),
    submit: plain(form.submit),
    close: plain(form.close),
    blocks: form.blocks,
    private_metadata: sealer.seal(
      PURPOSE,
      JSON.stringify({ ...from, kept: form.kept ?? {} } satisfies Origin),
    ),
  };
}

/** Where a modal came from; `undefined` where it was sealed by another key or version. */
export function readOrigin(metadata: string, sealer: Sealer): Origin | undefined {
  const text = sealer.open(PURPOSE, metadata);
  return text === undefined ? undefined : origin.safeParse(JSON.parse(text)).data;
}

const entered = z.looseObject({
  value: z.string().nullish(),
  selected_option: z.looseObject({ value: z.string() }).nullish(),
  selected_date: z.string().nullish(),
});

/** Reads what was entered from a view's state. A field left empty is left out. */
export function readFields(values: unknown): Fields {
  const fields: Record<string, string> = {};
  const blocks = z.record(z.string(), z.record(z.string(), entered)).parse(values);
  for (const [blockId, actions] of Object.entries(blocks)) {
    for (const { value, selected_option, selected_date } of Object.values(actions)) {
      const text = value ?? selected_option?.value ?? selected_date ?? '';
      if (text.trim() !== '') fields[blockId] = text;
    }
  }
  return fields;
}
