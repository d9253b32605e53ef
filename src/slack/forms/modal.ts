import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { cutTyped } from '../../domain/input.ts';
import { isLanguage, type Translations } from '../../i18n/index.ts';
import { type Sealer, sealedJson } from '../../runtime/crypto.ts';
import { line, richText, textObject, type View } from '../blocks/blocks.ts';

/** What a person entered in a modal: block id → text, or value of the chosen option. */
export type Fields = Readonly<Record<string, string>>;

export type FieldErrors = Readonly<Record<string, string>>;

export interface FormContext<T extends Translations = Translations> {
  readonly t: T;
  readonly timeZone: string;
  readonly now: Date;
  readonly about: string | undefined;
}

export interface Form {
  readonly callbackId: string;
  readonly title: string;
  readonly submit: string;
  readonly close: string;
  readonly blocks: KnownBlock[];
  readonly storedFields?: Fields;
  /** What the form is about, such as the id of a setting. Invisible; Slack returns it with the form. */
  readonly about?: string;
}

/** Where a person opened a modal, so that the answer goes there. The modal contains it encrypted. */
const origin = z.object({
  /** Slack's address for the answer; absent if the answer replaces the form in the modal. */
  responseUrl: z.string().optional(),
  channelId: z.string().optional(),
  threadTs: z.string().optional(),
  language: z.string().refine(isLanguage),
  timeZone: z.string(),
  kept: z.record(z.string(), z.string()),
  about: z.string().optional(),
  /** True if a button opened the form: then the answer replaces the button's message. */
  replaces: z.boolean().default(false),
});

export type ModalOrigin = z.infer<typeof origin>;

const sealedOrigin = sealedJson('modal', origin);

/** The modal's metadata is encrypted, because it may contain a telephone number. */
export function toModal(form: Form, from: Omit<ModalOrigin, 'kept'>, sealer: Sealer): ModalView {
  const metadata: ModalOrigin = { ...from, about: form.about ?? from.about, kept: form.storedFields ?? {} };
  return {
    type: 'modal',
    callback_id: form.callbackId,
    title: textObject(form.title),
    submit: textObject(form.submit),
    close: textObject(form.close),
    blocks: form.blocks,
    private_metadata: sealedOrigin.seal(sealer, metadata),
  };
}

const PRODUCT = 'SMS Desk';

interface AnswerOptions extends Pick<ModalOrigin, 'channelId' | 'threadTs'> {
  readonly name: string;
  readonly t: Translations;
  /** Absent until the bot knows the person's language and zone; before, the modal's buttons do not work. */
  readonly user?: Pick<ModalOrigin, 'language' | 'timeZone'> | undefined;
}

/** An answer as a modal without a Submit button. Its buttons act in the channel where the person asked. */
export function answerModal(
  { text, blocks, plain }: View,
  { name, t, user, channelId, threadTs }: AnswerOptions,
  sealer: Sealer,
): ModalView {
  const from: ModalOrigin | undefined = user && {
    ...{ channelId, threadTs, language: user.language, timeZone: user.timeZone },
    ...{ kept: {}, replaces: true },
  };
  return {
    type: 'modal',
    callback_id: `${name}.answer`,
    title: textObject(PRODUCT),
    close: textObject(t.answer.close),
    // Slack shows no charts in modals, so a plain text replaces them.
    blocks: blocks.length > 0 ? (plain ?? blocks) : [richText(line(text))],
    ...(from ? { private_metadata: sealedOrigin.seal(sealer, from) } : {}),
  };
}

export function readOrigin(metadata: string | undefined, sealer: Sealer): ModalOrigin | undefined {
  return metadata ? sealedOrigin.open(sealer, metadata) : undefined;
}

const enteredValue = z.looseObject({
  value: z.string().nullish(),
  selected_option: z.looseObject({ value: z.string() }).nullish(),
  selected_date: z.string().nullish(),
  selected_time: z.string().nullish(),
  selected_conversation: z.string().nullish(),
});

export function readFields(values: unknown): Fields {
  const fields: Record<string, string> = {};
  const blocks = z.record(z.string(), z.record(z.string(), enteredValue)).catch({}).parse(values);
  for (const [blockId, actions] of Object.entries(blocks)) {
    for (const field of Object.values(actions)) {
      const picked = field.selected_option?.value ?? field.selected_date ?? field.selected_time;
      const text = field.value ?? picked ?? field.selected_conversation ?? '';
      if (text.trim() !== '') fields[blockId] = cutTyped(text).text;
    }
  }
  return fields;
}

/** Removes the stored values of the fields in `ids`, which are visible: an emptied field must stay empty. */
export function withoutFields(fields: Fields, ids: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([id]) => !ids.includes(id)));
}
