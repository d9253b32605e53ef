import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { cutTyped } from '../../domain/input.ts';
import { isLanguage, type Translations } from '../../i18n/index.ts';
import { type Sealer, sealedJson } from '../../runtime/crypto.ts';
import { line, richText, textObject, type View } from '../blocks/blocks.ts';

/** What was entered in a modal, by block: a text, or the value of an option. */
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
  readonly kept?: Fields;
  /** Its subject, such as the id of a setting: invisible, and returned with the form. */
  readonly about?: string;
}

/** Where a modal was asked for, so that its answer comes back there. Sealed into the modal. */
const origin = z.object({
  /** Left out where the answer replaces the form. */
  responseUrl: z.string().optional(),
  channelId: z.string().optional(),
  threadTs: z.string().optional(),
  language: z.string().refine(isLanguage),
  timeZone: z.string(),
  kept: z.record(z.string(), z.string()),
  about: z.string().optional(),
  /** A button opened it: the answer replaces its message. */
  replaces: z.boolean().default(false),
});

export type Origin = z.infer<typeof origin>;

const sealedOrigin = sealedJson('modal', origin);

/** Completes a form for Slack. Its metadata may name a number, so it is sealed. */
export function toModal(form: Form, from: Omit<Origin, 'kept'>, sealer: Sealer): ModalView {
  const metadata: Origin = { ...from, about: form.about ?? from.about, kept: form.kept ?? {} };
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

interface AnswerOptions extends Pick<Origin, 'channelId' | 'threadTs'> {
  readonly name: string;
  readonly t: Translations;
  /** Left out until the person is known: then nothing in it can be pressed. */
  readonly user?: Pick<Origin, 'language' | 'timeZone'> | undefined;
}

/** An answer as a modal without submit. Its buttons are answered where the question was asked. */
export function answerModal(
  { text, blocks, plain }: View,
  { name, t, user, channelId, threadTs }: AnswerOptions,
  sealer: Sealer,
): ModalView {
  const from: Origin | undefined = user && {
    ...{ channelId, threadTs, language: user.language, timeZone: user.timeZone },
    ...{ kept: {}, replaces: true },
  };
  return {
    type: 'modal',
    callback_id: `${name}.answer`,
    title: textObject(PRODUCT),
    close: textObject(t.answer.close),
    // Modals show no charts.
    blocks: blocks.length > 0 ? (plain ?? blocks) : [richText(line(text))],
    ...(from ? { private_metadata: sealedOrigin.seal(sealer, from) } : {}),
  };
}

export function readOrigin(metadata: string, sealer: Sealer): Origin | undefined {
  return sealedOrigin.open(sealer, metadata);
}

const entered = z.looseObject({
  value: z.string().nullish(),
  selected_option: z.looseObject({ value: z.string() }).nullish(),
  selected_date: z.string().nullish(),
  selected_time: z.string().nullish(),
  selected_conversation: z.string().nullish(),
});

/** Reads the state of a view. Empty fields are left out; one that is longer than any form allows is cut. */
export function readFields(values: unknown): Fields {
  const fields: Record<string, string> = {};
  const blocks = z.record(z.string(), z.record(z.string(), entered)).parse(values);
  for (const [blockId, actions] of Object.entries(blocks)) {
    for (const field of Object.values(actions)) {
      const picked = field.selected_option?.value ?? field.selected_date ?? field.selected_time;
      const text = field.value ?? picked ?? field.selected_conversation ?? '';
      if (text.trim() !== '') fields[blockId] = cutTyped(text).text;
    }
  }
  return fields;
}

/** Fields that were emptied on the screen are not restored. */
export function without(fields: Fields, ids: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([id]) => !ids.includes(id)));
}
