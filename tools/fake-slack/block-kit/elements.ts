import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** Accepts texts of 1 to `longest` UTF-16 units, and so does Slack, which never counts a text as longer. */
export function boundedText(longest: number) {
  return z.string().min(1).max(longest);
}

export function plainTextObject(longest: number) {
  return z.strictObject({
    type: z.literal('plain_text'),
    text: boundedText(longest),
    emoji: z.boolean().optional(),
  });
}

export function markupObject(longest: number) {
  return z.strictObject({
    type: z.literal('mrkdwn'),
    text: boundedText(longest),
    verbatim: z.boolean().optional(),
  });
}

const actionId = boundedText(255).optional();

export const blockId = { block_id: boundedText(255).optional() };

export const calendarDate = z.iso.date({ error: 'not a date such as 2026-11-18' });

export const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'not a time such as 09:30');

const colorScheme = z.enum(['primary', 'danger']);

const confirmation = z.strictObject({
  title: plainTextObject(100).optional(),
  text: plainTextObject(300),
  confirm: plainTextObject(30).optional(),
  deny: plainTextObject(30).optional(),
  style: colorScheme.optional(),
});

const optionObject = z.strictObject({ text: plainTextObject(75), value: boundedText(75) });

const button = z.strictObject({
  type: z.literal('button'),
  action_id: actionId,
  text: plainTextObject(75),
  value: boundedText(2000).optional(),
  url: boundedText(3000).optional(),
  style: colorScheme.optional(),
  confirm: confirmation.optional(),
});

const menuFields = {
  action_id: actionId,
  placeholder: plainTextObject(150).optional(),
  focus_on_load: z.boolean().optional(),
};

const optionsUpTo = (most: number) => ({
  options: z.array(optionObject).min(1).max(most),
  initial_option: optionObject.optional(),
});
const OFFERED = { error: 'is none of the options', path: ['initial_option'] };

const staticSelect = z
  .strictObject({ type: z.literal('static_select'), ...menuFields, ...optionsUpTo(100) })
  .refine(isInitialOptionOffered, OFFERED);

const radioButtons = z
  .strictObject({ type: z.literal('radio_buttons'), action_id: actionId, ...optionsUpTo(10) })
  .refine(isInitialOptionOffered, OFFERED);

const conversationsSelect = z.strictObject({
  type: z.literal('conversations_select'),
  ...menuFields,
  initial_conversation: boundedText(255).optional(),
  filter: z
    .strictObject({
      include: z
        .array(z.enum(['im', 'mpim', 'private', 'public']))
        .min(1)
        .optional(),
      exclude_bot_users: z.boolean().optional(),
    })
    .optional(),
});

const datepicker = z.strictObject({
  type: z.literal('datepicker'),
  ...menuFields,
  initial_date: calendarDate.optional(),
});

const timepicker = z.strictObject({
  type: z.literal('timepicker'),
  ...menuFields,
  initial_time: timeOfDay.optional(),
});

const MOST_CHARACTERS = 3000;

const plainTextInput = z.strictObject({
  type: z.literal('plain_text_input'),
  ...menuFields,
  initial_value: z.string().max(MOST_CHARACTERS).optional(),
  max_length: z.number().int().min(1).max(MOST_CHARACTERS).optional(),
  dispatch_action_config: z
    .strictObject({
      trigger_actions_on: z
        .array(z.enum(['on_enter_pressed', 'on_character_entered']))
        .min(1)
        .max(2),
    })
    .optional(),
});

const MOST_OVERFLOW_OPTIONS = 5;

const overflow = z.strictObject({
  type: z.literal('overflow'),
  action_id: actionId,
  options: z.array(optionObject).min(1).max(MOST_OVERFLOW_OPTIONS),
  confirm: confirmation.optional(),
});

const choices = [staticSelect, conversationsSelect, datepicker, timepicker, radioButtons] as const;

export const actionElement = z.discriminatedUnion('type', [button, overflow, ...choices]);

export const inputElement = z.discriminatedUnion('type', [plainTextInput, ...choices]);

/** Slack accepts an initial option only if all its properties, not only `value`, equal those of an option. */
function isInitialOptionOffered(menu: { options: readonly unknown[]; initial_option?: unknown }): boolean {
  const { options, initial_option: initial } = menu;
  return initial === undefined || options.some((offered) => isDeepStrictEqual(offered, initial));
}
