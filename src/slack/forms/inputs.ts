import type { InputBlock, PlainTextOption } from '@slack/types';
import type { Translations } from '../../i18n/index.ts';
import { option, textObject } from '../blocks/blocks.ts';
import { limits } from '../blocks/text.ts';

/** How much may be typed, and what helps to type the right thing. */
interface TextInputOptions {
  readonly longest: number;
  readonly hint: string;
  readonly placeholder?: string;
  readonly optional?: boolean;
}

/** A line to type in. `blockId` names the field. */
export function textInput(
  blockId: string,
  label: string,
  initial: string | undefined,
  options: TextInputOptions,
): InputBlock {
  const { hint, placeholder, longest, optional = false } = options;
  return {
    type: 'input',
    block_id: blockId,
    optional,
    label: textObject(label),
    hint: textObject(hint),
    element: {
      type: 'plain_text_input',
      action_id: 'value',
      max_length: longest,
      ...(initial === undefined ? {} : { initial_value: initial.slice(0, longest) }),
      ...(placeholder === undefined ? {} : { placeholder: textObject(placeholder) }),
    },
  };
}

/** One of at most a hundred. */
export function select(
  blockId: string,
  label: string,
  options: PlainTextOption[],
  initial: string | undefined,
): InputBlock {
  const picked = options.find(({ value }) => value === initial);
  return {
    type: 'input',
    block_id: blockId,
    optional: false,
    label: textObject(label),
    element: {
      type: 'static_select',
      action_id: 'value',
      options: options.slice(0, limits.options),
      ...(picked ? { initial_option: picked } : {}),
    },
  };
}

/** A channel of those the person sees; private ones are among them, direct messages are not. */
export function channelSelect(
  blockId: string,
  label: string,
  hint: string,
  initial: string | undefined,
): InputBlock {
  return {
    type: 'input',
    block_id: blockId,
    label: textObject(label),
    hint: textObject(hint),
    element: {
      type: 'conversations_select',
      action_id: 'value',
      filter: { include: ['public', 'private'], exclude_bot_users: true },
      ...(initial === undefined ? {} : { initial_conversation: initial }),
    },
  };
}

/** A time of day, `HH:MM`. */
export function timeInput(blockId: string, label: string, initial: string): InputBlock {
  return {
    type: 'input',
    block_id: blockId,
    label: textObject(label),
    element: { type: 'timepicker', action_id: 'value', initial_time: initial },
  };
}

/** A sender to pick, where names are known, or to type. It may be left empty. */
export function senderInput(
  senders: ReadonlyMap<string, string>,
  initial: string | undefined,
  t: Translations,
): InputBlock {
  const { sender, senderHint } = t.fields;
  if (senders.size === 0) {
    return textInput('sender', sender, initial, { hint: senderHint, longest: 60, optional: true });
  }
  const offered = [...senders].map(([number, name]) => option(number, `${name} (${number})`));
  return { ...select('sender', sender, offered, initial), optional: true };
}
